"""What the server draws for a command, and how sealed shoes are opened: with the keys of one journal."""

from collections import OrderedDict
from collections.abc import Mapping

from upcard.cards import DECK
from upcard.errors import StoreError
from upcard.game.awaited import drawn_display
from upcard.game.shoe import cut_position
from upcard.pit import commands as pc
from upcard.pit.byte_random import ByteRandom
from upcard.pit.context import CannotOpenShoe
from upcard.pit.shoe_keys import Sealed, ShoeKeys, ShoeLabel
from upcard.pit.shoes import CommittedShoe, commit, draw_contents
from upcard.pit.state import ShoeState, StreamState
from upcard.pit.streams import group_of
from upcard.pit.table_commands import is_awaited_button, next_shoe
from upcard.store.clock import Random

KEPT = 1000  # tables whose shoe is kept open


class KeyedShoes:
    """Opens the shoes of a journal with the available keys; keeps the last shoe opened for each table."""

    def __init__(self, keys: ShoeKeys, journal: str) -> None:
        self._keys, self._journal = keys, journal
        self._opened: OrderedDict[str, tuple[str, str, CommittedShoe]] = OrderedDict()  # by table; sealed text, root

    def open(self, table: str, shoe: ShoeState) -> CommittedShoe:
        """Return a sealed shoe of a table, opened; raise CannotOpenShoe with the reason if it cannot be."""
        kept = self._opened.get(table)
        if kept is not None and kept[:2] == (shoe.sealed, shoe.root):
            self._opened.move_to_end(table)
            return kept[2]
        try:
            sealed = Sealed(shoe.key, shoe.sealed)
            opened = self._keys.open(sealed, self._label(table, shoe.number), root=shoe.root)
        except StoreError as error:
            raise CannotOpenShoe(str(error)) from error
        self._opened[table] = shoe.sealed, shoe.root, opened
        self._opened.move_to_end(table)
        if len(self._opened) > KEPT:
            self._opened.popitem(last=False)
        return opened

    def draw(self, table: str, number: int, decks: int, random: Random) -> pc.DrawnShoe:
        """Draw the order of a shoe, commit to it and seal it; raise StoreError if there is no key."""
        contents = draw_contents(decks, random)
        sealed = self._keys.seal(contents, self._label(table, number), random=random)
        return pc.DrawnShoe(number, commit(contents).root, sealed.text, sealed.key)

    def _label(self, table: str, number: int) -> ShoeLabel:
        return ShoeLabel(self._journal, table, number)


def drawn_for(
    command: pc.PitCommand, states: Mapping[str, StreamState], shoes: KeyedShoes, random: Random
) -> pc.Drawn | None:
    """Draw what a command needs; None if it needs nothing or is refused anyway.

    Raise UnknownTable, and StoreError if a shoe cannot be sealed.
    """
    if isinstance(command, pc.SealShoe):
        table = group_of(states, command.table).tables[command.table]
        return shoes.draw(command.table, next_shoe(table), table.state.felt.config.decks, random)
    if isinstance(command, pc.CutShoe) and command.position is None:
        config = group_of(states, command.table).tables[command.table].state.felt.config
        return pc.DrawnCut(cut_position(len(DECK) * config.decks, ByteRandom(random)))
    if isinstance(command, pc.PressBonusButton):
        state = group_of(states, command.table).at(command.table)
        seat = state.seat(command.seat)
        if seat is not None and is_awaited_button(state, command):
            return pc.ShownAmount(drawn_display(state, seat, command.wager, ByteRandom(random)))
    return None
