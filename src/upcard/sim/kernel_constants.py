"""Sizes, numbers and bit layouts that the kernels and the tables they read agree on.

The same names and numbers stand in kernel.h; tests/sim/test_constants.py fails where the two differ. They are
written in Python too because the NumPy kernel works where nothing is compiled.
"""

# Lanes of a block, random streams of a block, words of a stream's state, values of cards.
LANES, STREAMS, WORDS, VALUES = 16, 8, 4, 10
MOST_SEATS, MOST_HANDS, MOST_LINES = 12, 8, 32
MOST_CLASSES, MOST_CARDS = 52, 416
SPARE = 2048  # places beyond the shoe, never counted
FEW_CLASSES = 25  # of so few classes, three fit one number of 16 bits

AFTER_PLAYERS, FACE_DOWN, FACE_UP = range(3)  # the dealer's second card
NOT_NEEDED, SECOND_CARD, COMPLETED = range(3)  # how far the dealer's hand is dealt
NOT_INSURED, INSURANCE_LOST, INSURANCE_WON = range(3)  # the result of insurance
ENDED, SPLIT = 0x8000, 0x4000  # marks of a node of the strategy
INITIAL, FIRST_OF_SPLIT = range(2)  # kinds of hands; later numbers are hands added by a split
WIN, LOSS, PUSH, RESULTS = range(4)  # results of a round, and how many there are
STANDING = 255  # a wager on results of rounds that is not decided yet
WAYS, MOST_RESULT_LINES = 8, 8  # outcomes of such a wager, and how many such wagers there may be

# Entries of the look-ahead tables, 16 bits each. The cards taken are counted in places: one card is LANES places.
PLAYER_LOOK, DEALER_LOOK = 2, 3  # cards that one look sees
PAIRS, TRIPLES = VALUES**PLAYER_LOOK, VALUES**DEALER_LOOK  # entries of a row
LONGER, UNSURE = 0x8000, 0x4000  # the hand goes on in row NEXT_ROW; the values do not decide
NEXT_ROW = 0x3FFF
WAITS = 1  # a player's entry: whether the hand waits for the dealer's,
TAKEN = 3 * LANES  # the cards taken,
END_AT, END = 6, 0x3FC0  # and the number of its end
CODE, TAKEN_AT = 0xFF, 8  # a dealer's entry: the code of the hand, and the cards taken
DEALER_ROW_AT = 16  # a start: below it where the player's row begins, above it where the dealer's row begins
