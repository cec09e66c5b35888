"""What a table is waiting for, in a sentence for one person."""

from upcard.game.awaited import Waiting, WaitsFor
from upcard.game.narrate import face, total_words
from upcard.game.state import TableState
from upcard.pit.state import PitTable, ShoeStage
from upcard.wagers import display_name

_FORMALITIES = {
    WaitsFor.BUTTON: "Seat {seat}: press the {wager} button.",
    WaitsFor.VALIDATION: "A supervisor is validating the {wager} payout at seat {seat}.",
    WaitsFor.DOCUMENTS: "Documents for the {wager} payout at seat {seat} are being completed.",
}


def phase(table: PitTable, state: TableState, waiting: Waiting, own: tuple[int, ...], *, is_patron: bool) -> str:
    """Return what the table is waiting for, in a sentence."""
    match waiting.kind:
        case WaitsFor.OPENING:
            return "The table is closed."
        case WaitsFor.SHUFFLE | WaitsFor.WAGERS:
            return _between_rounds(table, state, waiting, own, is_patron=is_patron)
        case WaitsFor.INSURANCE:
            return f"The dealer shows {face(state.upcard)}: insurance?"
        case WaitsFor.EARLY_SURRENDER:
            return "Surrender before the dealer checks for blackjack?"
        case WaitsFor.DECISION:
            return _decision(state, waiting, own)
        case formality:
            assert waiting.wager is not None
            return _FORMALITIES[formality].format(seat=waiting.seat, wager=display_name(waiting.wager))


def _between_rounds(
    table: PitTable, state: TableState, waiting: Waiting, own: tuple[int, ...], *, is_patron: bool
) -> str:
    if not table.holders:
        return "The table is empty: take a seat." if is_patron else "The table is empty."
    if waiting.kind is WaitsFor.SHUFFLE:
        return _shuffle(table, state, own)
    made = any(seat.chips for seat in state.seats)
    if made:
        return "Last call for wagers before the cards are dealt."
    return "Make your wagers." if own else "Waiting for wagers."


def _shuffle(table: PitTable, state: TableState, own: tuple[int, ...]) -> str:
    if table.shoe is None or table.shoe.stage is not ShoeStage.SEALED:
        return "The cards are being shuffled."
    due = state.cut_by
    if due in own or (due is None and own):
        return "The cards are shuffled: your turn to cut."
    return "The cards are shuffled: waiting for the cut."


def _decision(state: TableState, waiting: Waiting, own: tuple[int, ...]) -> str:
    assert waiting.seat is not None
    assert waiting.hand is not None
    seat = state.seat(waiting.seat)
    assert seat is not None
    hand = seat.hands[waiting.hand - 1]
    which = f", hand {waiting.hand}" if len(seat.hands) > 1 else ""
    whose = "Your turn" if waiting.seat in own else "Seat"
    upcards = " ".join(face(card) for card in state.dealer.shown)
    number = f", seat {waiting.seat}" if waiting.seat in own else f" {waiting.seat}"
    return f"{whose}{number}{which}: {total_words(hand.cards)} against {upcards}."
