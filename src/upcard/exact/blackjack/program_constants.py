"""Sizes and numbers that the dynamic programs agree on, in Python and in C.

Nothing is imported here: from this file the build writes the header program_constants.h for the compiled programs.
"""

VALUES = 10  # the number of card values: 0 (ace) to 9 (worth ten)
STAND, DRAW, DOUBLE, DOUBLE_FREE, PLAYS = range(5)  # as policies number them, and how many there are
DOUBLINGS = 3  # how a hand was doubled down before it ended: not, for chips, free
WORTH_PARTS = 3  # of a worth: without a dealer's blackjack, with one, with one as settled
SPLIT_PARTS = 2 * WORTH_PARTS  # a worth by second card: of another value, of the pair's value
PAIR_CLASSES = 4  # of two hands: whether the second card of either is of the pair's value
NOT_ALLOWED = -9  # the value of a play that a hand does not have
UNUSED = 255  # the net result of a symbol or an end that a hand cannot have

MOST_NODES, MOST_DRAWN = 8192, 24  # of a dealer's tree: its cards, and the cards of one hand plus one
MOST_CATEGORIES = 16  # kinds of dealer's hands
MOST_HANDS, MOST_ENDS = 4096, 32  # of a player
MOST_SEVERAL = 4  # hands drawn together
MOST_PLACES = 1 << 26  # in the table of the sets of cards that hands drawn together can hold
NO_ROOM = 1  # the answer if that table is too small
MOST_DEGREE = 12  # cards held by both of two opposing sides that are counted

FOUR = 4  # shoes from which hands are summed at once
SHARED = 3  # cards shared by two groups that are counted; odd, so that no probability is too great
