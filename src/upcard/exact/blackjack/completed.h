/* The dealer's hand completed for sets of cards that lie in rows, with several numbers of cards of one value out besides.

   With a set and r cards of that value out, the dealer's hand is as with a set of one card more and r - 1 out. So rows whose
   low halves differ by cards of that value only are a chain, and what is completed for one row serves the others. If the
   value is not of the low half, FOUR rows are a chain, which are completed at once. */

enum { MOST_OUT = 1 << BITS, MOST_WIDTH = MOST_CATEGORIES / FOUR, USUAL_WIDTH = 2 };   /* for which loops are unrolled */

typedef struct {
    uint64_t chain;                 /* the key of the low half without cards of the value */
    int copies;                     /* how many of them it has */
    int32_t row;
} row_of_chain;

typedef struct {
    int width, removed, first_out;  /* fours of categories; how many numbers of cards out, and the first */
    int value, is_low;              /* the value of which cards are out; whether it is of the low half */
    int times, longest;             /* how many low halves with cards out a chain has; most cards of a high half */
    dealer_halves hand;
    const card_sets *low, *high;    /* the halves of the sets */
    card_sets out;                  /* high halves, with the cards that are out if these are of high value */
    int32_t *high_out;              /* of each high half and number of cards out */
    int *out_cards, *high_cards;    /* of each of `out`; of each high half */
    row_of_chain *order;            /* of the rows: chain by chain */
    int32_t chain, row;             /* the chain and the row reached */
    int time, row_cards;            /* of the row: its place in the chain with the first number of cards out, its cards */
    uint8_t (*low_out)[VALUES];     /* of each time of the chain: the low half with the cards out */
    int *low_cards;                 /* of each time */
    int32_t *unsorted, *pending;    /* those of `out` that are not completed yet, as they come and by their number of cards */
    int32_t *first_pending;         /* of each number of cards */
    double cards, n[VALUES];        /* left in the shoe beside the dealer's upcard */
    double (*ways)[MOST_DRAWN][MOST_OUT + FOUR];    /* of each value and number: the ways to draw so many, by number out */
    double *inverse;                /* of each number of cards out and drawn: 1 / the ways to draw any */
    four *of_low, *of_cell, *of_high, *done;
    double *high_ways;              /* of each of `out` and high half of the dealer */
    double *held_high, *held_low;   /* the ways to draw the halves of a set, by number of cards out */
    int32_t *cells_at, *highs_at, *done_at; /* the chain for which each table was filled */
} completed_hands;

/* Make the tables for sets whose halves are given. Returns 0 when there is no memory. */
int start_completed(completed_hands *all, const dealer_tree *dealer, const double *shoe, int value, const card_sets *low,
                    const card_sets *high);

void free_completed(completed_hands *all);

/* Go on to the next row, the i-th of all; returns its number. */
int32_t next_row(completed_hands *all, int32_t i);

/* Complete the dealer's hand for the sets of the row with these high halves, each once. */
void complete_row(completed_hands *all, int32_t size, const int32_t *high);

/* Return the chance of each category of the dealer's hand, with the set of the row and a high half out and the r-th number
   of cards of the value, which was completed. */
static inline const four *completed(const completed_hands *all, int32_t high, int r)
{
    const int time = all->is_low ? all->time + r : all->time;
    return all->done + ((int64_t)time * all->out.size + all->high_out[high * all->removed + r]) * all->width;
}

/* Return the chance to draw the cards of that set in one particular order. */
static inline double chance_of_cards(const completed_hands *all, int32_t high, int r)
{
    const int cards = all->row_cards + all->high_cards[high];
    return all->held_low[r] * all->held_high[high * all->removed + r] * all->inverse[(all->first_out + r) * MOST_OUT + cards];
}
