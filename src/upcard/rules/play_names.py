"""The plays by name: in the rule's words, as they are called on the floor, and by the letters of charts."""

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
LETTERS = {  # as charts in the United States print them
    Play.DRAW: "H",
    Play.STAND: "S",
    Play.DOUBLE_DOWN: "D",
    Play.SPLIT_PAIR: "P",
    Play.SURRENDER: "R",
    Play.FREE_DOUBLE_DOWN: "F",
    Play.FREE_SPLIT: "G",
}
_HIT = "hit"  # what a draw is called on the floor, and wherever its letter is H
_PLAYS = {play.value: play for play in Play} | FLOOR_NAMES


def play_named(words: str) -> Play | None:
    """Return the play of a name, whatever the case of its letters; None if there is none.

    >>> play_named("Hit"), play_named("double  down"), play_named("wait")
    (<Play.DRAW: 'draw'>, <Play.DOUBLE_DOWN: 'double down'>, None)
    """
    return _PLAYS.get(" ".join(words.casefold().split()))


def label(play: Play) -> str:
    """Return a play as people read it: beside its letter, on its button, in the log and in what is told of a round.

    >>> label(Play.DRAW), label(Play.STAND)
    ('hit', 'stand')
    """
    return _HIT if play is Play.DRAW else play.value
