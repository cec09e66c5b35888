"""Sizes, numbers and bit layouts that the kernels and the tables they read agree on, in Python and in C.

Nothing is imported here: from this file the build writes the header kernel_constants.h for the compiled kernel.
"""

# Lanes of a block, random streams of a block, words of a stream's state, values of cards.
LANES, STREAMS, WORDS, VALUES = 16, 8, 4, 10
MOST_SEATS, MOST_HANDS = 12, 8
MOST_LINES, MOST_COLUMNS, MOST_SPOTS = 32, 64, 3
MOMENTS = 3  # sums over shoes for each line: won x won, won x wagered, wagered x wagered
# Sums over shoes of the products of two seats, for each line: products, their squares, products x rounds, x won.
BETWEEN = 4
FRESH_ROUNDS = 64  # rounds of fresh shoes that are recorded before they are counted
MOST_CLASSES, MOST_CARDS = 52, 416
SPARE = 2048  # places beyond the shoe, never counted
FEW_CLASSES = 25  # of so few classes, three fit one number of 16 bits

AFTER_PLAYERS, FACE_DOWN, FACE_UP = range(3)  # the dealer's second card
NOT_NEEDED, SECOND_CARD, COMPLETED = range(3)  # how far the dealer's hand is dealt
NOT_INSURED, INSURANCE_LOST, INSURANCE_WON = range(3)  # the result of insurance
ENDED, SPLIT = 0x8000, 0x4000  # marks of a node of the strategy
INITIAL, FIRST_OF_SPLIT = range(2)  # kinds of hands; later numbers are hands added by a split
WIN, LOSS, PUSH, RESULTS = range(4)  # results of a round, and how many there are

# Entries of the look-ahead tables, 16 bits each. The cards taken are counted in places: one card is LANES places.
PLAYER_LOOK, DEALER_LOOK = 2, 3  # cards that one look sees
PAIRS, TRIPLES = VALUES**PLAYER_LOOK, VALUES**DEALER_LOOK  # entries of a row
LONGER, UNSURE = 0x8000, 0x4000  # the hand goes on in row NEXT_ROW; the values do not decide
NEXT_ROW = 0x3FFF
NEEDS_SECOND, NEEDS_COMPLETED, NEED = 1, 2, 3  # a player's entry: what the hand needs of the dealer's,
TAKEN = 3 * LANES  # the cards taken,
END_AT, END = 6, 0x3FC0  # and the number of its end
CODE, TAKEN_AT = 0xFF, 8  # a dealer's entry: the code of the hand, and the cards taken
DEALER_ROW_AT, PLAYER_ROW = 16, 0xFFFF  # a start: below it the player's row, above it the dealer's row
BRIEF_ROW = 16  # entries of a dealer's hand that is not completed: no card, then the second card by value
# How alike two cards are, in so many bits: 0, 1 for one rank, 2 for one class. Classes of 52 cards go by rank up to the
# nines, four of each; then come the ten-values, whose ranks are numbered from TENS on.
LIKENESS_BITS = 2
SUITS, TENS_FROM, TENS = 4, 36, 16
