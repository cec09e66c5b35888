"""The plays by name: in the rule's words, and as they are called on the floor."""

from upcard.rules.enums import Play

FLOOR_NAMES = {
    "hit": Play.DRAW,
    "stay": Play.STAND,
    "double": Play.DOUBLE_DOWN,
    "split": Play.SPLIT_PAIR,
    "split pairs": Play.SPLIT_PAIR,
    "free double": Play.FREE_DOUBLE_DOWN,
    "free split pair": Play.FREE_SPLIT,
}
_PLAYS = {play.value: play for play in Play} | FLOOR_NAMES


def play_named(words: str) -> Play | None:
    """Return the play of a name, whatever the case of its letters; None if there is none.

    >>> play_named("Hit"), play_named("double  down"), play_named("wait")
    (<Play.DRAW: 'draw'>, <Play.DOUBLE_DOWN: 'double down'>, None)
    """
    return _PLAYS.get(" ".join(words.casefold().split()))
