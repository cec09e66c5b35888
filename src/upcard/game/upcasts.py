"""How JSON of an older schema becomes newer."""

from typing import Any


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
