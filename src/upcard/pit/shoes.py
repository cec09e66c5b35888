"""Shoes that patrons can verify: an order drawn at random, a published root that binds it, and proofs of single cards.

Leaf i of the tree (RFC 6962) is salt ‖ i ‖ card: 32 bytes, two bytes (big-endian, from 0), two letters such as "Ah".
The order is that before the cut; the salt of leaf i is HMAC-SHA256(seed, i).
"""

import hmac
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from upcard.cards import DECK, Card
from upcard.english import counted
from upcard.game.shoe import shuffled
from upcard.pit.byte_random import ByteRandom, random_bytes
from upcard.store.clock import Random
from upcard.store.tree import WholeTree, is_included, whole_tree

SEED_BYTES = 32
HASH_BYTES = 32
MOST_DECKS = 2**16 // len(DECK)  # an index has two bytes
_SIGNS = {one: str(one) for one in DECK}
_CARDS = {sign: one for one, sign in _SIGNS.items()}


@dataclass(frozen=True, slots=True)
class ShoeContents:
    """All that is secret of a shoe, and disclosed when it is over: its order before the cut, the seed of its salts."""

    order: tuple[Card, ...] = field(repr=False)
    seed: bytes = field(repr=False)

    @property
    def order_text(self) -> str:
        """The order, two letters a card, without anything between them."""
        return "".join([_SIGNS[one] for one in self.order])

    @property
    def seed_text(self) -> str:
        """The seed in hexadecimal."""
        return self.seed.hex()


@dataclass(frozen=True, slots=True)
class CardProof:
    """Proof that a dealt card is the one committed to; salt and path are in hexadecimal.

    The index counts the cards after the cut from 0, burned cards too: it is the place of the card in the engine's shoe.
    """

    index: int
    card: Card
    salt: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommittedShoe:
    """The contents of a shoe and the tree over them, kept to prove cards from."""

    contents: ShoeContents
    tree: WholeTree = field(repr=False)

    @property
    def root(self) -> str:
        """What is published before the cut, in hexadecimal: it binds every card and shows none."""
        return self.tree.root.hex()

    def proof(self, index: int, *, cut: int) -> CardProof:
        """Return the proof of the card at an index after the cut."""
        cards = len(self.contents.order)
        if not (0 <= index < cards and 0 <= cut < cards):
            raise ValueError(f"no card {index} after a cut at {cut} of {cards} cards")
        leaf = leaf_of(index, cut=cut, cards=cards)
        path = tuple(part.hex() for part in self.tree.proof(leaf))
        return CardProof(index, self.contents.order[leaf], salt_of(self.contents.seed, leaf).hex(), path)


def draw_contents(decks: int, random: Random) -> ShoeContents:
    """Draw the order of a new shoe and the seed of its salts; every order is as likely as any other."""
    if not 1 <= decks <= MOST_DECKS:
        raise ValueError(f"a shoe has 1 to {MOST_DECKS} decks, not {decks}")
    seed = random_bytes(random, SEED_BYTES)
    return ShoeContents(shuffled(decks, ByteRandom(random)), seed)


def read_contents(order: str, seed: str) -> ShoeContents:
    """Read contents from their two texts; raise ValueError if they have another form."""
    signs = [order[at : at + 2] for at in range(0, len(order), 2)]
    if not order or not _CARDS.keys() >= set(signs):
        raise ValueError("not the order of a shoe, two letters a card")
    contents = ShoeContents(tuple(_CARDS[sign] for sign in signs), bytes.fromhex(seed))
    if len(contents.seed) != SEED_BYTES or contents.seed_text != seed:
        raise ValueError("not a seed of 64 hexadecimal digits in lower case")
    return contents


def commit(contents: ShoeContents) -> CommittedShoe:
    """Compute the tree, and with it the root, of a shoe."""
    leaves = (leaf_content(salt_of(contents.seed, leaf), leaf, one) for leaf, one in enumerate(contents.order))
    return CommittedShoe(contents, whole_tree(leaves))


def salt_of(seed: bytes, leaf: int) -> bytes:
    """Return the salt of a leaf: from some of the salts nobody can compute another."""
    return hmac.digest(seed, _index(leaf), "sha256")


def leaf_content(salt: bytes, leaf: int, one: Card) -> bytes:
    """Return what is hashed for a leaf."""
    return salt + _index(leaf) + _SIGNS[one].encode()


def _index(leaf: int) -> bytes:
    return leaf.to_bytes(2)


def leaf_of(index: int, *, cut: int, cards: int) -> int:
    """Return the leaf of the card at an index after the cut."""
    return (index + cut) % cards


def is_proved(proof: CardProof, *, root: str, cut: int, decks: int) -> bool:
    """Whether a proof shows that its card is the one the root binds at that place of the shoe."""
    cards = decks * len(DECK)
    hashes = _hashes((root, proof.salt, *proof.path))
    if hashes is None or not (0 <= proof.index < cards and 0 <= cut < cards):
        return False
    leaf = leaf_of(proof.index, cut=cut, cards=cards)
    return is_included(leaf_content(hashes[1], leaf, proof.card), leaf, cards, hashes[2:], hashes[0])


def _hashes(texts: tuple[str, ...]) -> list[bytes] | None:
    """Read hashes in the one form that they have; None if one has another."""
    try:
        hashes = [bytes.fromhex(text) for text in texts]
    except ValueError:
        return None
    whole = all(len(one) == HASH_BYTES and one.hex() == text for one, text in zip(hashes, texts, strict=True))
    return hashes if whole else None


def disclosure_problems(
    contents: ShoeContents, *, root: str, decks: int, cut: int = 0, dealt: Iterable[CardProof] = ()
) -> tuple[str, ...]:
    """Return what is wrong with a disclosure: it must be whole decks, what the root binds, and what was dealt."""
    return tuple(_disclosure_problems(contents, root, decks, cut, dealt))


def _disclosure_problems(
    contents: ShoeContents, root: str, decks: int, cut: int, dealt: Iterable[CardProof]
) -> Iterator[str]:
    counts = Counter(contents.order)
    wrong = [f"{counts[one]} of {one}" for one in DECK if counts[one] != decks]
    if wrong:
        yield f"the order is not {counted(decks, 'whole deck')}: it has {', '.join(wrong)}"
        return
    committed = commit(contents)
    if committed.root != root:
        yield "the order and seed do not match the published root"
    if not 0 <= cut < len(contents.order):
        yield f"a cut at {cut} is not possible with {len(contents.order)} cards"
        return
    for one in dealt:
        if not 0 <= one.index < len(contents.order) or one != committed.proof(one.index, cut=cut):
            yield f"dealt card {one.index} does not match the disclosed card, or its salt and path do not"
