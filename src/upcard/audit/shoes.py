"""Open the shoes of a journal for its audit: with a key, by their disclosure, or from the cards that were shown."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from upcard.audit.look_ahead import DisclosuresAhead, shown_cards
from upcard.cards import DECK, Card
from upcard.english import counted
from upcard.pit.context import CannotOpenShoe
from upcard.pit.shoe_keys import DamagedShoe, Sealed, ShoeKeys, ShoeLabel, UnknownShoeKey
from upcard.pit.shoes import SEED_BYTES, CommittedShoe, ShoeContents, commit
from upcard.pit.state import GroupState, ShoeStage, ShoeState, StreamState
from upcard.pit.streams import States, group_of
from upcard.store.journal import Journal
from upcard.store.rows import JournalRow

_BY_SIGN = {str(card): card for card in DECK}
_HOLE = range(2, 10)  # values that make no blackjack, whatever the upcard is


class _Opened(NamedTuple):
    number: int
    root: str
    shoe: CommittedShoe
    sealed: bool


class AuditedShoes:
    """Opens shoes as the audit comes to them.

    What is wrong with a shoe is kept under the position of the row that is wrong.
    """

    def __init__(self, journal: Journal, keys: ShoeKeys, *, end: int) -> None:
        self.states: Mapping[str, StreamState] = States()  # those that the row is decided on
        self.verified = 0  # shoes whose every card is the one committed to
        self.problems: dict[int, list[str]] = {}
        self._journal, self._keys, self._end = journal, keys, end
        self._ahead = DisclosuresAhead(journal, end)
        self._opened: dict[str, _Opened] = {}  # the last one of each table
        self._row: JournalRow | None = None

    def at(self, row: JournalRow) -> None:
        """Go on to a row."""
        self._row = row

    def open(self, table: str, shoe: ShoeState) -> CommittedShoe:
        """Return a shoe of a table; raise CannotOpenShoe if the cards shown cannot be those of its decks.

        A shoe that is being abandoned could not be opened then, whatever keys are at hand now.
        """
        if self._row is not None and '"AbandonShoe"' in self._row.command:
            raise CannotOpenShoe(f"shoe {shoe.number} of table {table} was abandoned")
        kept = self._opened.get(table)
        if kept is not None and (kept.number, kept.root) == (shoe.number, shoe.root):
            return kept.shoe
        opened = self._with_key(table, shoe) or self._disclosed(table, shoe)
        sealed = opened is None
        if opened is None:
            opened = self._as_shown(table, shoe)
        else:
            self._verify(table, shoe, opened)
        self._opened[table] = _Opened(shoe.number, shoe.root, opened, sealed)
        return opened

    def is_sealed(self, table: str) -> bool:
        """Whether only the shown cards of the last shoe opened at a table are known."""
        return table in self._opened and self._opened[table].sealed

    def finish(self) -> None:
        """Verify the shoes that wait for their cut at the end, as far as their keys are at hand."""
        self._row = None
        for state in list(self.states.values()):
            for name, table in state.tables.items() if isinstance(state, GroupState) else ():
                waits = table.shoe is not None and table.shoe.stage is ShoeStage.SEALED
                if table.shoe is not None and waits and (opened := self._with_key(name, table.shoe)) is not None:
                    self._verify(name, table.shoe, opened)

    def _verify(self, table: str, shoe: ShoeState, opened: CommittedShoe) -> None:
        """Count a shoe as verified; one that is never cut has its decks looked at here, any other when it is cut."""
        self.verified += 1
        decks = self._decks(table)
        if _cut(self._row) is None and Counter(opened.contents.order) != Counter(DECK * decks):
            self._report(self._position, f"shoe {shoe.number} of table {table} is not {counted(decks, 'whole deck')}")

    @property
    def _position(self) -> int:
        return self._end if self._row is None else self._row.position

    def _report(self, position: int, problem: str) -> None:
        self.problems.setdefault(position, []).append(problem)

    def _decks(self, table: str) -> int:
        return group_of(self.states, table).tables[table].state.felt.config.decks

    def _with_key(self, table: str, shoe: ShoeState) -> CommittedShoe | None:
        label = ShoeLabel(self._journal.info.identity, table, shoe.number)
        try:
            return self._keys.open(Sealed(shoe.key, shoe.sealed), label, root=shoe.root)
        except UnknownShoeKey:
            return None
        except DamagedShoe as damaged:
            self._report(self._position, str(damaged))
            return None

    def _disclosed(self, table: str, shoe: ShoeState) -> CommittedShoe | None:
        """Return the shoe that this row or a later one discloses, if it is the one that was sealed."""
        if self._row is None:
            return None
        disclosure = self._ahead.find(*self._row.streams[0], table, shoe.number)
        if disclosure is None:
            return None
        committed = None if disclosure.contents is None else commit(disclosure.contents)
        if committed is None or committed.root != shoe.root:
            wrong = "cannot be read" if committed is None else "does not match the root published before the cut"
            self._report(disclosure.position, f"the disclosed order of shoe {shoe.number} of table {table} {wrong}")
            return None
        return committed

    def _as_shown(self, table: str, shoe: ShoeState) -> CommittedShoe:
        """Return a shoe that agrees with every card shown: what was not shown has decided nothing."""
        cards = DECK * self._decks(table)
        cut = _cut(self._row)
        if self._row is None or cut is None:
            return commit(ShoeContents(cards, bytes(SEED_BYTES)))
        shown = shown_cards(self._journal, *self._row.streams[0], table, self._end)
        order = arranged(shown, cards)
        if order is None:
            raise CannotOpenShoe(f"the cards dealt from shoe {shoe.number} of table {table} are not those of its decks")
        back = len(order) - cut % len(order)
        return commit(ShoeContents(order[back:] + order[:back], bytes(SEED_BYTES)))


def _cut(row: JournalRow | None) -> int | None:
    """Return where the command of a row cuts a shoe, as stated or drawn; None if it does not."""
    if row is None or '"CutShoe"' not in row.command:
        return None
    command = json.loads(row.command)
    stated = command.get("position")
    position = command.get("drawn", {}).get("position") if stated is None else stated
    return position if isinstance(position, int) else None


def arranged(shown: Mapping[int, str | None], cards: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Return all cards of a shoe in an order that agrees with the cards shown; None if there is no such order.

    A hole card that was never turned made no blackjack: the round would have ended with it.
    """
    left = Counter(cards)
    order: list[Card | None] = [None] * len(cards)
    for place, sign in shown.items():
        if sign is not None:
            card = _BY_SIGN.get(sign)
            if card is None or place >= len(cards) or not left[card]:
                return None
            left[card] -= 1
            order[place] = card
    rest = sorted(left.elements(), key=lambda card: card.value in _HOLE)  # those that make no blackjack come last
    for place in [place for place, sign in shown.items() if sign is None and place < len(cards)]:
        order[place] = rest.pop()
    return tuple(card or rest.pop() for card in order)
