/* Pairs of hands and the sums of their halves, as pair_lists.c lists them and pairs.c sums over them. */

enum { CLASSES = 4, MOST_PAIRS = 2 };   /* of two hands: whether the second card of either is of the pair's value */

typedef struct {
    int32_t low, high;          /* its halves */
    int like, end;              /* whether its second card is of the pair's value */
    double orderings;
} drawn_hand;

typedef struct {
    int32_t high, like;
} half_of_unit;

typedef struct {
    int hands, units;           /* a unit: the hands that hold the same cards and are like the pair, or not */
    drawn_hand *hand;           /* sorted by low half, like the units */
    half_of_unit *unit;
    int32_t *first_hand, *first_unit;   /* of each low half */
    four *worth;                /* of each unit: what its hands bring, times the ways to draw them */
} sorted_hands;

typedef struct {
    int32_t first, second;      /* low halves of two hands */
} two_lows;

typedef struct {
    completed_hands dealer;
    card_sets low, high;        /* the halves of single hands */
    card_sets low_sum, high_sum;
    int32_t *low_row, *high_row;    /* of two halves: the number of their sum */
    int32_t *first_of_row;
    two_lows *of_row;           /* the low halves by the number of their sum */
    int pairs;
    const hand_pair *pair;
    sorted_hands (*list)[2];
    four *brought;              /* of each high half, pair and class: what both hands bring together */
    uint64_t *classes;          /* of each high half: which pairs and classes occur in the row, a byte for each */
    four *chances;              /* of each number of cards out: those of a high half */
    four *chance;               /* of each high half: the chance of the cards and each dealer's hand, two cards out */
    four *sum;                  /* of each pair, class and number of cards out */
    double **joint;             /* of each pair: by both ends and the dealer's hand */
} pair_sums;

/* List hands and the sums of their halves. Returns 0 when there is no memory. */
int list_pairs(pair_sums *all, int categories);

void free_lists(pair_sums *all);
