"""Actors by their texts, as the tests name them."""

from upcard.pit.actors import Actor, read_actor


def acting(text: str) -> Actor:
    """Return the actor of a text such as "patron ada"."""
    actor = read_actor(text)
    assert actor is not None, text
    return actor
