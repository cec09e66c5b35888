/* Pairs of hands and the sums of their halves, as pair_lists.c lists them and pairs.c sums over them. */

enum { CLASSES = 4 };           /* of two hands: whether the second card of either is of the pair's value */
enum { MOST_PAIRS = 2, MOST_MARKS = CLASSES * MOST_PAIRS * MOST_WIDTH / 8 };   /* of a high half, eight bytes at a time */

typedef struct {
    int32_t high;               /* its high half; hands are sorted by their low half */
    int32_t like_at;            /* where classes of its second card, of the pair's value or not, begin: in bytes */
    double orderings;
    int32_t like, end;
} drawn_hand;

typedef struct {
    int hands;
    int32_t *low_of;            /* of each hand as listed */
    drawn_hand *hand;           /* sorted by low half */
    int32_t *first_hand;        /* of each low half */
    four *worth;                /* of each hand: what it brings, times the ways to draw it */
} sorted_hands;

typedef struct {
    int32_t first, second;      /* low halves of two hands */
} two_lows;

typedef struct {
    completed_hands dealer;
    card_sets low, high;        /* the halves of single hands */
    card_sets low_sum, high_sum;
    int32_t *low_row, *high_row;    /* of two halves: the number of their sum */
    int32_t *high_at;           /* of two high halves: where what they bring begins, in bytes */
    int32_t *first_of_row;
    two_lows *of_row;           /* the low halves by the number of their sum */
    int pairs;
    const hand_pair *pair;
    sorted_hands (*list)[2];
    four *brought;              /* of each high half, pair and class: what both hands bring together */
    uint8_t *marked;            /* of each four of `brought`: whether it was added to */
    int32_t *high_of;           /* the high halves of a row */
    four *chances;              /* of each number of cards out: those of a high half */
    four *chance;               /* of each high half: the chance of the cards and each dealer's hand, the fewest cards out */
    four *sum;                  /* of each pair, class and number of cards out */
    double **joint;             /* of each pair: by both ends and the dealer's hand */
} pair_sums;

/* List hands and the sums of their halves. Returns 0 when there is no memory. */
int list_pairs(pair_sums *all, int categories);

void free_lists(pair_sums *all);
