/* Pairs of hands and the sums of their halves, as pair_lists.c lists them and pairs.c sums over them. */

enum { CLASSES = 4 };           /* of two hands: whether the second card of either is of the pair's value */
enum { MOST_SPLIT = 2, MARKS = 8 };    /* kinds of hands; bytes of a high half, of which each class has one */

typedef struct {
    int32_t high;               /* its high half; hands are sorted by their low half */
    int32_t end;
    double orderings;
} drawn_hand;

typedef struct {
    int hands;
    int32_t *low_of;            /* of each hand as listed */
    drawn_hand *hand;           /* sorted by low half */
    int32_t *first_hand;        /* of each low half */
} sorted_hands;

typedef struct {
    int32_t high, like;         /* its high half; whether the second card is of the pair's value */
} split_hand;

typedef struct {
    card_sets cards;            /* of hands of any kind; apart where the second card is of the pair's value */
    split_hand *hand;           /* sorted by low half */
    int32_t *first_hand, *first_like;   /* of each low half: its hands, and those whose second card is of the pair's value */
    four *worth;                /* of each hand and kind: what it brings, times the ways to draw it */
} merged_hands;

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
    const ended_hands *first, *second;  /* of which the joint distribution is wanted */
    sorted_hands list[2];       /* those whose second card is not of the pair's value */
    int kinds;                  /* of hands whose products are wanted */
    const split_hands *kind;
    merged_hands merged;
    four *brought;              /* of each kind, class and high half: what both hands bring together */
    uint8_t *marked;            /* of each high half and class: whether anything was added; one byte for both classes of unlike hands */
    int32_t *high_of;           /* the high halves of a row */
    four *chances;              /* of each number of cards out: those of a high half */
    four *chance;               /* of each high half: the chance of the cards and each dealer's hand, the fewest cards out */
    four *sum;                  /* of each kind, class and number of cards out */
    double *joint;              /* by both ends and the dealer's hand */
} pair_sums;

/* List hands and the sums of their halves. Returns 0 when there is no memory. */
int list_pairs(pair_sums *all, int categories);

void free_lists(pair_sums *all);
