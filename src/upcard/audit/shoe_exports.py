"""Export a shoe of a journal for those who want to verify it: docs/verify_shoe.py reads it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from upcard.audit.table_history import TableHistory
from upcard.errors import Misuse
from upcard.game import events as ev
from upcard.pit import events as pv
from upcard.pit.shoe_keys import ShoeKeys, ShoeLabel
from upcard.pit.shoes import CardProof, CommittedShoe, ShoeContents, read_contents
from upcard.store.journal import Journal
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


@dataclass
class _Shoe:
    """A shoe as the rows of its table show it."""

    root: str
    decks: int
    cut: int | None = None
    burned: int = 0
    next_card: int = 0
    hole: int = 0
    shown: list[int] = field(default_factory=list)  # places of the cards that were face up
    opened: CommittedShoe | None = None
    disclosed: ShoeContents | None = None
    retired: bool = False

    def add(self, event: pv.AnyEvent) -> None:
        """Take an event at the table into account."""
        match event:
            case ev.ShoeCut():
                self.cut = event.position
            case ev.CardsBurned():
                self.burned += event.count
                self.next_card += event.count
            case ev.CardDealt():
                self._deal(face_down=event.face_down)
            case ev.HoleCardTurned():
                self.shown = sorted({*self.shown, self.hole})
            case pv.ShoeDisclosed():
                self.disclosed = read_contents(event.order, event.seed)

    def _deal(self, *, face_down: bool) -> None:
        if face_down:
            self.hole = self.next_card
        else:
            self.shown.append(self.next_card)
        self.next_card += 1


def shoe_json(journal: Journal, table: str, number: int, keys: ShoeKeys) -> str:
    """Return the JSON of a shoe: what is public of it now. Proofs of dealt cards need its disclosure or its key."""
    history = TableHistory(journal, table, keys)
    shoe: _Shoe | None = None
    last = 0
    for happened in history:
        for event in happened.events:
            if isinstance(event, pv.ShoeSealed):
                last = event.number
                decks = happened.before.tables[table].state.felt.config.decks
                shoe = _Shoe(event.root, decks) if last == number else shoe
            elif shoe is not None and last == number:
                shoe.add(event)
        at = happened.after.tables.get(table)
        if shoe is not None and last == number and at is not None and at.shoe is not None:
            shoe.retired = at.shoe.retired
        if shoe is not None and last == number and shoe.cut is not None and shoe.opened is None:
            assert at is not None
            assert at.shoe is not None
            contents = history.shoes.open(table, at.shoe)
            shoe.opened = None if history.shoes.is_sealed(table) else contents
    if shoe is None:
        raise Misuse(f"table {table} has no shoe {number}: its last one is {last}")
    opened, cut = shoe.opened, shoe.cut or 0
    return export_shoe(
        ShoeLabel(journal.info.identity, table, number),
        decks=shoe.decks,
        root=shoe.root,
        cut=shoe.cut,
        burned=shoe.burned,
        dealt=() if opened is None else [opened.proof(index, cut=cut) for index in shoe.shown],
        disclosure=shoe.disclosed,
        retired=shoe.retired,
    )
