"""Export a shoe of a journal for those who want to verify it: docs/verify_shoe.py reads it."""

from dataclasses import dataclass, field

from upcard.audit.table_history import TableHistory
from upcard.errors import Misuse
from upcard.game import events as ev
from upcard.pit import events as pv
from upcard.pit.shoe_export import export_shoe
from upcard.pit.shoe_keys import ShoeKeys, ShoeLabel
from upcard.pit.shoes import CommittedShoe, ShoeContents, read_contents
from upcard.store.journal import Journal


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
