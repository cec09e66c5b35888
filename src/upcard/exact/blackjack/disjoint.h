/* Products of the numbers of two groups of cards, as disjoint.c lists them and bounds.c adds them up. */

#include "terms.h"

typedef struct {
    int16_t first, second;      /* rows of both groups */
    int16_t share;              /* the term of the cards that are in both */
    double factor;
} product_row;

typedef struct {
    int size;
    product_row *product;       /* sorted by the row of the group of both */
    int *first;                 /* of each row */
} product_list;

struct disjoint {
    term_numbers terms;
    int rows;
    int *row;                   /* of each term: its first row; the next ones have shared one card more each */
    product_list twice, singles, joined, meeting;   /* of a hand with one alike, of two hands, of several with a hand, of
                                                       groups that are all: no number of both is kept */
};
