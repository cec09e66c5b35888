"""The JSON of a shoe that anybody can verify: docs/verify_shoe.py reads it, and docs/journal.md describes it."""

from collections.abc import Iterable

from upcard.pit.shoe_keys import ShoeLabel
from upcard.pit.shoes import CardProof, ShoeContents
from upcard.store.rows import canonical

FORMAT = "upcard shoe 1"


def proof_json(proof: CardProof) -> dict[str, object]:
    """Return the JSON of a proof, as it goes with a dealt card."""
    return {"index": proof.index, "card": str(proof.card), "salt": proof.salt, "path": list(proof.path)}


def disclosure_json(contents: ShoeContents) -> dict[str, object]:
    """Return the JSON of what is disclosed when a shoe is over."""
    return {"order": contents.order_text, "seed": contents.seed_text}


def export_shoe(
    label: ShoeLabel,
    *,
    decks: int,
    root: str,
    cut: int | None = None,
    burned: int = 0,
    dealt: Iterable[CardProof] = (),
    disclosure: ShoeContents | None = None,
    retired: bool = False,
) -> str:
    """Export a shoe for verification: what is public now, and nothing else; `retired` by a restore of the journal."""
    content: dict[str, object] = {
        "format": FORMAT,
        "journal": label.journal,
        "table": label.table,
        "number": label.number,
        "decks": decks,
        "root": root,
        "cut": cut,
        "burned": burned,
        "dealt": [proof_json(proof) for proof in dealt],
        "disclosure": disclosure and disclosure_json(disclosure),
    }
    return canonical(content | ({"retired": True} if retired else {}))
