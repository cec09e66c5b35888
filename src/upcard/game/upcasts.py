"""How JSON of an older schema becomes newer."""

from typing import Any

from upcard.game.json_shapes import Upcast


def as_it_was(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value whose shape did not change."""
    return value


def with_chips_of_the_round(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state of schema 1 with what moved chips in its round: nothing yet, or else not known.

    A round in which chips had moved cannot be voided, since schema 1 did not say which.
    """
    seats = state.get("seats")
    return {**state, "standing": seats if _only_stand(seats) else [], "moved": [] if _only_stand(seats) else None}


def _only_stand(seats: Any) -> bool:
    """Whether no seat has more than wagers that stand from an earlier round; a seat that cannot be read has none."""
    if type(seats) is not list:
        return False
    return all(
        type(seat) is dict
        and seat.get("chips") == []
        and type(seat.get("placed")) is list
        and all(type(placed) is dict and placed.get("stood") is True for placed in seat["placed"])
        for seat in seats
    )


NO_COUPON: dict[str, Any] = {"coupon": "0.00"}
FROM_RACK: dict[str, Any] = {"not_from_rack": False}
NOT_SPOKEN: dict[str, Any] = {"spoken": None}
# What schema 3 adds to each type; until schema 2 every wager was made with chips, and paid from the rack or a meter.
_ADDED_TO_COMMANDS = {"PlaceWager": NO_COUPON | NOT_SPOKEN, "ValidatePayout": FROM_RACK}
_ADDED_TO_EVENTS = {
    "WagerPlaced": NO_COUPON | NOT_SPOKEN,
    "WagerWithdrawn": NO_COUPON,
    "WagerCollected": NO_COUPON,
    "WagerPaid": NO_COUPON | FROM_RACK,
    "WagerReturned": NO_COUPON,
    "PayoutValidated": FROM_RACK,
}


def command_without_coupons(command: dict[str, Any]) -> dict[str, Any]:
    """Return a command of schema 2 with no coupon, not spoken, and paid from the rack."""
    return _with_added(command, "command", _ADDED_TO_COMMANDS)


def event_without_coupons(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event of schema 2 with no coupon, not spoken, and paid from the rack."""
    return _with_added(event, "event", _ADDED_TO_EVENTS)


def state_without_coupons(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state of schema 2 whose wagers and chips of the round have no coupon."""
    upcasts = {"seats": _seat_without_coupons, "standing": _seat_without_coupons, "moved": event_without_coupons}
    return {key: _each(value, upcasts[key]) if key in upcasts else value for key, value in state.items()}


def _with_added(value: dict[str, Any], kind: str, added: dict[str, dict[str, Any]]) -> dict[str, Any]:
    name = value.get(kind)
    return {**added.get(name, {}), **value} if type(name) is str else value


def _each(values: Any, upcast: Upcast) -> Any:
    """Return a list with every object of it upcast; what cannot be read stays as it is, for the reader to refuse."""
    return [upcast(each) if type(each) is dict else each for each in values] if type(values) is list else values


def _seat_without_coupons(seat: dict[str, Any]) -> dict[str, Any]:
    return {**seat, "placed": _each(seat["placed"], _placed_without_coupon)} if "placed" in seat else seat


def _placed_without_coupon(placed: dict[str, Any]) -> dict[str, Any]:
    return {**NO_COUPON, **FROM_RACK, **placed}


def event_without_values(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event of schema 3 whose accounts state no value of coupons."""
    return {**event, "returned": _each(event["returned"], _posting_without_value)} if "returned" in event else event


def _posting_without_value(posting: dict[str, Any]) -> dict[str, Any]:
    account = posting.get("account")
    return {**posting, "account": {"value": "0.00", **account}} if type(account) is dict else posting
