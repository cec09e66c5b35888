"""Shoes: orders without bias, a root that binds every card and shows none, proofs that hold for what is true only."""

import hashlib
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random as StandardRandom

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.command import ROOT as FOLDER
from tests.dealing import opened
from tests.pit.making import bytes_of, chi_square, flipped, shoe, stream
from tests.pit.second_cipher import hmac_sha256
from upcard.cards import DECK, Card, cards
from upcard.game import commands as do
from upcard.game import play
from upcard.game.shoe import shuffled
from upcard.pit.byte_random import ByteRandom
from upcard.pit.shoes import (
    MOST_DECKS,
    CardProof,
    ShoeContents,
    commit,
    disclosure_problems,
    draw_contents,
    is_proved,
    leaf_content,
    read_contents,
    salt_of,
)
from upcard.store.tree import is_included, leaf_hash, node_hash, whole_tree

CUT = 117


def leads_to(order: tuple[Card, ...]) -> bytes:
    """Return random bytes from which an order is drawn: each card is taken from where it lies now."""
    now, content = list(DECK) * (len(order) // 52), bytearray()
    for last in range(len(order) - 1, 0, -1):
        place, bits = now.index(order[last], 0, last + 1), (last + 1).bit_length()
        size = (bits + 7) // 8
        content += (place << (8 * size - bits)).to_bytes(size)
        now[last], now[place] = now[place], now[last]
    return bytes(content)


@given(some.sampled_from([1, 2, 6]), some.randoms(use_true_random=False))
@settings(max_examples=25)
def test_every_order_can_be_drawn(decks: int, random: StandardRandom) -> None:
    order = list(DECK) * decks
    random.shuffle(order)
    seed = b"s" * 32
    assert draw_contents(decks, bytes_of(seed + leads_to(tuple(order)))) == ShoeContents(tuple(order), seed)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_shoe_is_whole_decks(decks: int) -> None:
    assert Counter(shoe("whole", decks).contents.order) == dict.fromkeys(DECK, decks)


@pytest.mark.parametrize("decks", [-1, 0, MOST_DECKS + 1])
def test_a_shoe_of_no_deck_or_of_more_than_an_index_counts(decks: int) -> None:
    with pytest.raises(ValueError, match=f"1 to {MOST_DECKS} decks, not {decks}"):
        draw_contents(decks, stream("none"))
    assert MOST_DECKS * 52 <= 2**16 < (MOST_DECKS + 1) * 52


def by_remainder(random: ByteRandom) -> tuple[Card, ...]:
    """Shuffle with a byte's remainder, which favors low places."""
    order = list(DECK)
    for last in range(51, 0, -1):
        place = random.getrandbits(8) % (last + 1)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def without_staying(random: ByteRandom) -> tuple[Card, ...]:
    """Shuffle so that no card can stay where it is."""
    order = list(DECK)
    for last in range(51, 0, -1):
        place = random.randrange(last)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def sigmas(shuffle: Callable[[ByteRandom], tuple[Card, ...]], times: int = 5000) -> float:
    """Return how far the places of cards in many shuffles are from equally likely ones, in standard deviations."""
    random, number = ByteRandom(stream("statistics")), {card: at for at, card in enumerate(DECK)}
    counts = [[0] * 52 for _ in DECK]
    for _ in range(times):
        for row, card in zip(counts, shuffle(random), strict=True):
            row[number[card]] += 1
    freedom = 51 * 51
    return (chi_square(counts, times / 52) - freedom) / math.sqrt(2 * freedom)


def test_every_card_is_equally_often_at_every_place() -> None:
    assert abs(sigmas(lambda random: shuffled(1, random))) < 3


@pytest.mark.parametrize("shuffle", [by_remainder, without_staying])
def test_the_statistics_find_a_biased_shuffle(shuffle: Callable[[ByteRandom], tuple[Card, ...]]) -> None:
    assert sigmas(shuffle) > 4.5


def second_salt(seed: bytes, place: int) -> bytes:
    return hmac_sha256(seed, bytes([place >> 8, place & 255]))


def second_root(order: str, seed: bytes, first: int = 0) -> bytes:
    """Compute a root by the definition of RFC 6962: left is the largest power of two below the number of leaves."""
    if len(order) == 2:
        place = bytes([first >> 8, first & 255])
        return hashlib.sha256(b"\x00" + second_salt(seed, first) + place + order.encode("ascii")).digest()
    left = 1
    while left * 2 < len(order) // 2:
        left *= 2
    parts = second_root(order[: 2 * left], seed, first), second_root(order[2 * left :], seed, first + left)
    return hashlib.sha256(b"\x01" + b"".join(parts)).digest()


def second_path_root(proof: CardProof, place: int, size: int) -> bytes:
    """Compute the root from a proof by the definition, from the root down."""
    path = list(proof.path)

    def node(first: int, count: int) -> bytes:
        if count == 1:
            index = bytes([first >> 8, first & 255])
            return hashlib.sha256(b"\x00" + bytes.fromhex(proof.salt) + index + str(proof.card).encode()).digest()
        left = 1
        while left * 2 < count:
            left *= 2
        beside = bytes.fromhex(path.pop())  # the last part of a path is next to the root
        if place < first + left:
            return hashlib.sha256(b"\x01" + node(first, left) + beside).digest()
        return hashlib.sha256(b"\x01" + beside + node(first + left, count - left)).digest()

    root = node(0, size)
    assert not path
    return root


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_root_and_proofs_are_those_of_the_definition(decks: int) -> None:
    one, size = shoe("definition", decks), 52 * decks
    assert one.root == second_root(one.contents.order_text, one.contents.seed).hex()
    for index in range(0, size, 7):
        place = (index + 30) % size
        proof = one.proof(index, cut=30)
        assert proof.card == one.contents.order[place]
        assert proof.salt == second_salt(one.contents.seed, place).hex()
        assert second_path_root(proof, place, size).hex() == one.root


def test_a_known_shoe() -> None:
    known = commit(ShoeContents(DECK, bytes(range(32))))
    assert known.contents.order_text[:6] + known.contents.order_text[-6:] == "2c3c4cQsKsAs"
    assert known.root == "c63f26e342d4d09612a9ead651e684ecda1d97d88d6683e6df7955b381c9c82c"
    proof = known.proof(2, cut=50)
    assert (proof.index, str(proof.card), proof.salt) == (
        2,
        "2c",
        "8d460a9eb8988604f0f282887ba39aa230a73aa6254e964fd9a4352e554b38e1",
    )


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_every_card_is_proved_after_any_cut(decks: int) -> None:
    one, size = shoe("cut", decks), 52 * decks
    for cut in (0, 1, size // 3, size - 1):
        order = one.contents.order[cut:] + one.contents.order[:cut]
        proofs = [one.proof(index, cut=cut) for index in range(size)]
        assert tuple(proof.card for proof in proofs) == order
        assert all(is_proved(proof, root=one.root, cut=cut, decks=decks) for proof in proofs[:: 3 * decks])


def test_an_index_is_the_place_in_the_engine_s_shoe() -> None:
    one = shoe("engine")
    command = do.ShuffleShoe(one.contents.order, do.Cut(0, CUT), cutting_card=200, burn=1)
    table, _ = play(opened((FOLDER / "tables" / "blackjack.toml").read_text(encoding="utf-8")), command)
    assert table.next_card == 1  # the burned card counts
    for index in (0, table.next_card, 194, 195, 311):
        assert one.proof(index, cut=CUT).card == table.shoe[index]


@pytest.mark.parametrize(("index", "cut"), [(-1, 0), (312, 0), (0, -1), (0, 312)])
def test_what_has_no_proof(index: int, cut: int) -> None:
    with pytest.raises(ValueError, match=f"no card {index} after a cut at {cut} of 312"):
        shoe("none").proof(index, cut=cut)
    assert not is_proved(replace(shoe("none").proof(0, cut=0), index=index), root=shoe("none").root, cut=cut, decks=6)


def other_card(card: Card) -> Card:
    return next(one for one in DECK if one != card)


PROOF = shoe("proof").proof(7, cut=CUT)
ROOT = shoe("proof").root
FALSE_PROOFS = {
    "another card": replace(PROOF, card=other_card(PROOF.card)),
    "another salt": replace(PROOF, salt=flipped(PROOF.salt, 5)),
    "a short salt": replace(PROOF, salt=PROOF.salt[:-2]),
    "a long salt": replace(PROOF, salt=PROOF.salt + "00"),
    "a salt that is no number": replace(PROOF, salt="x" * 64),
    "a salt in another form": replace(PROOF, salt=PROOF.salt.upper()),
    "another index": replace(PROOF, index=8),
    "an index a whole shoe on": replace(PROOF, index=7 + 312),
    "a truncated path": replace(PROOF, path=PROOF.path[:-1]),
    "a path without its first part": replace(PROOF, path=PROOF.path[1:]),
    "a longer path": replace(PROOF, path=(*PROOF.path, ROOT)),
    "no path": replace(PROOF, path=()),
    "a path in another order": replace(PROOF, path=PROOF.path[::-1]),
    "two parts of a path as one": replace(PROOF, path=(PROOF.path[0] + PROOF.path[1], *PROOF.path[2:])),
    "the proof of another shoe": shoe("other").proof(7, cut=CUT),
    "the proof of another card": replace(shoe("proof").proof(9, cut=CUT), index=7),
    "the card before the cut": replace(shoe("proof").proof(7, cut=0), index=7),
}


@pytest.mark.parametrize("what", FALSE_PROOFS)
def test_a_changed_proof_proves_nothing(what: str) -> None:
    assert is_proved(PROOF, root=ROOT, cut=CUT, decks=6)
    assert not is_proved(FALSE_PROOFS[what], root=ROOT, cut=CUT, decks=6)


@pytest.mark.parametrize(
    ("root", "cut", "decks"),
    [
        (shoe("other").root, CUT, 6),
        (ROOT[:-2], CUT, 6),
        ("", CUT, 6),
        (ROOT, CUT - 1, 6),
        (ROOT, CUT + 1, 6),
        (ROOT, CUT + 312, 6),
        (ROOT, CUT - 312, 6),
        (ROOT, CUT, 0),
        (ROOT, CUT, 2),
        (ROOT, CUT, 16),
    ],
)
def test_a_proof_holds_for_its_root_cut_and_decks_only(root: str, cut: int, decks: int) -> None:
    assert not is_proved(PROOF, root=root, cut=cut, decks=decks)


@pytest.mark.parametrize("salt", [b"", b"s" * 31, b"s" * 33])
def test_a_salt_of_another_length_proves_nothing_even_where_the_licensee_hashed_it(salt: bytes) -> None:
    leaves = [leaf_content(salt, place, card) for place, card in enumerate(DECK)]
    tree = whole_tree(leaves)
    proof = CardProof(3, DECK[3], salt.hex(), tuple(part.hex() for part in tree.proof(3)))
    assert is_included(leaves[3], 3, 52, tree.proof(3), tree.root)
    assert not is_proved(proof, root=tree.root.hex(), cut=0, decks=1)


def test_a_path_of_other_lengths_proves_nothing_even_where_the_licensee_hashed_it() -> None:
    """A node over other bytes than two hashes: its left part takes what is before the hash of the leaf."""
    proof = shoe("short", 1).proof(51, cut=0)
    salt, path = bytes.fromhex(proof.salt), [b"p" * 31, *(bytes.fromhex(part) for part in proof.path[1:])]
    content = leaf_content(salt, 51, proof.card)
    root = leaf_hash(content)
    for part in path:
        root = node_hash(part, root)
    assert is_included(content, 51, 52, path, root)
    false = replace(proof, path=tuple(part.hex() for part in path))
    assert not is_proved(false, root=root.hex(), cut=0, decks=1)


def test_how_many_decks_there_are_is_shown_by_the_disclosure() -> None:
    """Trees of 312 and 416 leaves have their first 256 leaves at the same places."""
    assert is_proved(PROOF, root=ROOT, cut=CUT, decks=8)
    assert not is_proved(shoe("proof").proof(190, cut=CUT), root=ROOT, cut=CUT, decks=8)
    assert disclosure_problems(shoe("proof").contents, root=ROOT, decks=8)


@given(some.integers(0, 311), some.integers(0, 311), some.integers(0, 255), some.integers(0, 10))
@settings(max_examples=60)
def test_a_wrong_bit_anywhere_proves_nothing(index: int, cut: int, bit: int, part: int) -> None:
    one = shoe("proof")
    proof = one.proof(index, cut=cut)
    assert is_proved(proof, root=ROOT, cut=cut, decks=6)
    texts = [ROOT, proof.salt, *proof.path]
    part %= len(texts)
    texts[part] = flipped(texts[part], bit)
    assert not is_proved(replace(proof, salt=texts[1], path=tuple(texts[2:])), root=texts[0], cut=cut, decks=6)


def test_no_salt_is_used_twice() -> None:
    seeds = [shoe(name).contents.seed for name in ("proof", "other", "cut")]
    salts = [salt_of(seed, leaf) for seed in seeds for leaf in range(312)]
    assert len(set(salts)) == len(salts)
    assert all(len(salt) == 32 for salt in salts)
    assert not set(salts) & set(seeds)


def test_no_two_leaves_have_the_same_content() -> None:
    salt = b"s" * 32
    contents = {leaf_content(salt, leaf, card) for leaf in range(416) for card in DECK}
    assert len(contents) == 416 * 52
    assert {len(content) for content in contents} == {32 + 2 + 2}


def guessed(leaf: bytes, place: int, salts: list[bytes]) -> Card | None:
    """Look for the card of a hidden leaf by trying every card with every salt that was shown."""
    tried = ((salt, card) for salt in salts for card in DECK)
    return next((card for salt, card in tried if leaf_hash(leaf_content(salt, place, card)) == leaf), None)


def test_the_proofs_of_all_other_cards_do_not_show_a_hidden_one() -> None:
    one = shoe("hidden", 1)
    shown = [one.proof(index, cut=0) for index in range(52) if index != 20]
    hidden = bytes.fromhex(one.proof(21, cut=0).path[0])  # the hash of leaf 20, as its neighbor's proof shows it
    salts = [bytes.fromhex(proof.salt) for proof in shown]
    salts += [bytes.fromhex(part) for proof in shown for part in proof.path] + [b"", bytes(32), one.tree.root]
    own = salt_of(one.contents.seed, 20)
    assert own not in salts
    assert guessed(hidden, 20, list(dict.fromkeys(salts))) is None
    assert guessed(hidden, 20, [own]) == one.contents.order[20]  # the search would find a salt that was shown


def test_two_shoes_that_differ_in_undealt_cards_have_nothing_in_common() -> None:
    order = list(shoe("hidden").contents.order)
    order[200], order[201] = order[201], order[200]
    one = shoe("hidden")
    other = commit(ShoeContents(tuple(order), shoe("other").contents.seed))
    nodes = [{node for level in each.tree.levels for node in level} for each in (one, other)]
    assert not nodes[0] & nodes[1]
    shown = [
        {text for index in range(50) for proof in [each.proof(index, cut=3)] for text in (proof.salt, *proof.path)}
        for each in (one, other)
    ]
    assert not shown[0] & shown[1]


def test_a_shoe_does_not_show_its_contents_by_accident() -> None:
    one = shoe("hidden")
    assert repr(one) == "CommittedShoe(contents=ShoeContents())"


DEALT = tuple(shoe("proof").proof(index, cut=CUT) for index in range(1, 30))


def problems(
    contents: ShoeContents, *, root: str = ROOT, cut: int = CUT, dealt: tuple[CardProof, ...] = DEALT
) -> tuple[str, ...]:
    return disclosure_problems(contents, root=root, decks=6, cut=cut, dealt=dealt)


CONTENTS = shoe("proof").contents
NOT_THE_CARDS = tuple(
    f"dealt card {index} does not match the disclosed card, or its salt and path do not" for index in range(1, 30)
)
NOT_THE_ROOT = "the order and seed do not match the published root"


def test_what_was_committed_to_is_a_right_disclosure() -> None:
    assert problems(CONTENTS) == ()
    assert problems(read_contents(CONTENTS.order_text, CONTENTS.seed_text)) == ()


def with_swapped(contents: ShoeContents, one: int, other: int) -> ShoeContents:
    order = list(contents.order)
    order[one], order[other] = order[other], order[one]
    assert order[one] != order[other]
    return replace(contents, order=tuple(order))


def test_a_disclosure_with_two_cards_swapped_is_found() -> None:
    assert problems(with_swapped(CONTENTS, 0, 1)) == (NOT_THE_ROOT, *NOT_THE_CARDS)


@pytest.mark.parametrize(
    "contents", [shoe("other").contents, replace(CONTENTS, seed=bytes(32)), replace(CONTENTS, seed=CONTENTS.seed[:31])]
)
def test_another_shoe_or_seed_is_found(contents: ShoeContents) -> None:
    assert problems(contents) == (NOT_THE_ROOT, *NOT_THE_CARDS)


def test_a_shoe_that_was_never_whole_decks_is_found_although_its_root_is_right() -> None:
    order = (*CONTENTS.order[:-1], other_card(CONTENTS.order[-1]))
    false = commit(replace(CONTENTS, order=order))
    (problem,) = disclosure_problems(false.contents, root=false.root, decks=6)
    assert problem.startswith("the order is not 6 whole decks: it has ")
    assert {f"5 of {CONTENTS.order[-1]}", f"7 of {order[-1]}"} == set(problem.partition("has ")[2].split(", "))


@pytest.mark.parametrize("order", [(), DECK, DECK * 5, DECK * 7, (*DECK * 6, DECK[0]), (DECK * 6)[1:]])
def test_fewer_or_more_cards_are_found(order: tuple[Card, ...]) -> None:
    (problem,) = problems(replace(CONTENTS, order=order))
    assert problem.startswith("the order is not 6 whole decks")


def test_one_deck_is_no_decks() -> None:
    assert disclosure_problems(CONTENTS, root=ROOT, decks=1)[0].startswith("the order is not 1 whole deck: it has ")


def test_a_card_dealt_that_is_not_disclosed_there_is_found() -> None:
    (problem,) = problems(CONTENTS, dealt=(PROOF, FALSE_PROOFS["another card"]))
    assert problem == "dealt card 7 does not match the disclosed card, or its salt and path do not"
    for false in FALSE_PROOFS.values():
        assert len(problems(CONTENTS, dealt=(false,))) == 1
    assert len(problems(CONTENTS, cut=CUT + 1)) == 29
    assert problems(CONTENTS, root=shoe("other").root) == (NOT_THE_ROOT,)


@pytest.mark.parametrize("cut", [-1, 312])
def test_a_cut_outside_the_shoe_is_found(cut: int) -> None:
    assert problems(CONTENTS, cut=cut) == (f"a cut at {cut} is not possible with 312 cards",)


ORDER, SEED = CONTENTS.order_text, CONTENTS.seed_text


@pytest.mark.parametrize(
    ("order", "seed", "problem"),
    [
        ("", SEED, "order"),
        (ORDER[:-1], SEED, "order"),
        ("10h" + ORDER[3:], SEED, "order"),
        (ORDER.lower(), SEED, "order"),
        (" " + ORDER[1:], SEED, "order"),
        (ORDER, SEED[:-2], "seed"),
        (ORDER, SEED + "00", "seed"),
        (ORDER, SEED.upper(), "seed"),
        (ORDER, "x" * 64, "hexadecimal"),
    ],
)
def test_contents_have_one_form(order: str, seed: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_contents(order, seed)


def test_contents_are_read_as_written() -> None:
    assert read_contents(ORDER, SEED) == CONTENTS
    assert read_contents("2cAs", SEED).order == cards("2c As")
