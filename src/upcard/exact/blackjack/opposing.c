/* Two sides that draw from one shoe, each a player's hand and a dealer's: the mean product of what both sides win.

   Cards s of one side and t of the other can be drawn in (n)_s (n)_t (1 - S1 + S2 - …) ways for each value of which
   there are n, by inclusion and exclusion over the cards of one side that the other side holds. A term is a product of a
   number of each side, so it is summed over each side apart; the first term left out bounds what all of them come to. */

#include "card_sets.h"
#include "terms.h"

enum { PREFETCH = 8 };          /* how many hands ahead memory is prefetched */

typedef struct {
    term_numbers terms;                 /* cards held by both sides */
    int lengths;
    double n[VALUES], cards;
    four *sum;                          /* of each term and length, for each side: the wins, then both made positive */
} opposing;

typedef struct {
    card_sets sets;                     /* of cards that a player's hand and a dealer's hold together */
    four *weight;                       /* of each: what they win for each side, times the orders of drawing them */
    int64_t capacity;
} weights;

/* Add a set of cards to all terms that its cards can make. */
FAST static void add_set(opposing *all, const uint8_t *count, const four *of_set, term_list *list)
{
    four weight = *of_set;
    int length = 0;
    const int size = list_terms(&all->terms, count, list);
    for (int v = 0; v < VALUES; v++) {
        length += count[v];
        for (int k = 0; k < count[v]; k++) weight *= all->n[v] - k;
    }
    for (int e = 0; e < size; e++) all->sum[(int64_t)list->index[e] * all->lengths + length] += list->factor[e] * weight;
}

/* Add up what both sides bring by a term, over their lengths; `side`: 0 for the wins, 2 for those made positive. */
static double product_of(const opposing *all, int index, int side, const double *inverse)
{
    const four *sum = all->sum + (int64_t)index * all->lengths;
    double total = 0;
    for (int l = 0; l < all->lengths; l++) {
        double other = 0;
        for (int m = 0; m < all->lengths && sum[l][side] != 0; m++) other += sum[m][side + 1] * inverse[l + m];
        total += sum[l][side] * other;
    }
    return total;
}

/* Add the terms that begin with some cards: those of full degree to the bound, all others to the mean product. */
static void add_terms(const opposing *all, int v, int left, int index, double factor, const double *inverse, double *out)
{
    if (v == VALUES) {
        if (left) out[0] += factor * product_of(all, index, 0, inverse);
        else out[1] += (factor < 0 ? -factor : factor) * product_of(all, index, 2, inverse);
        return;
    }
    for (int k = 0; k <= left; k++) {
        add_terms(all, v + 1, left - k, index, factor, inverse, out);
        if (all->n[v] <= k) return;
        index += all->terms.count[v + 1][left - k];
        factor /= -(k + 1) * (all->n[v] - k);
    }
}

/* Make room for one more weight. Returns 0 when there is no memory. */
static int grow_weights(weights *to)
{
    const int64_t capacity = 2 * to->capacity + 1024;
    four *grown = realloc(to->weight, sizeof(four) * (size_t)capacity);
    if (!grown) return 0;
    memset(grown + to->capacity, 0, sizeof(four) * (size_t)(capacity - to->capacity));
    to->weight = grown;
    to->capacity = capacity;
    return 1;
}

/* Number the cards that a player's hand and a dealer's hold together, and sum what they win for each side. Returns 0 when
   there is no memory. */
static int weigh_sets(weights *to, int categories, const ended_hands *hands, const ended_hands *dealers, const double *win)
{
    uint64_t *keys = malloc(sizeof(uint64_t) * (size_t)(dealers->size + PREFETCH));
    int ok = keys != 0;
    for (int d = 0; d < dealers->size + PREFETCH && ok; d++)
        keys[d] = d < dealers->size ? key_of(dealers->count + d * VALUES) : 0;
    for (int i = 0; i < hands->size && ok; i++) {
        const uint64_t key = key_of(hands->count + i * VALUES);
        for (int d = 0; d < dealers->size && ok; d++) {
            __builtin_prefetch(first_slot(&to->sets, key + keys[d + PREFETCH]));
            const int32_t at = number_of(&to->sets, key + keys[d]);
            ok = at >= 0 && (at < to->capacity || grow_weights(to));
            if (!ok) break;
            const double *of = win + (hands->end[i] * categories + dealers->end[d]) * 2;
            const four both = {of[0], of[1], of[0] < 0 ? -of[0] : of[0], of[1] < 0 ? -of[1] : of[1]};
            to->weight[at] += hands->orderings[i] * dealers->orderings[d] * both;
        }
    }
    free(keys);
    return ok;
}

/* Return the number of cards of the largest set. */
static int longest(const card_sets *sets)
{
    int most = 0;
    for (int32_t u = 0; u < sets->size; u++) {
        int cards = 0;
        for (int v = 0; v < VALUES; v++) cards += sets->count[(int64_t)u * VALUES + v];
        if (cards > most) most = cards;
    }
    return most;
}

/* Sum all sets by terms. Returns 0 when there is no memory. */
static int sum_terms(opposing *all, const weights *from)
{
    term_list list = {0};
    all->sum = calloc((size_t)all->terms.size * (size_t)all->lengths, sizeof(four));
    int ok = make_term_list(&list, &all->terms) && all->sum;
    for (int32_t u = 0; u < from->sets.size && ok; u++)
        add_set(all, from->sets.count + (int64_t)u * VALUES, from->weight + u, &list);
    free_term_list(&list);
    return ok;
}

/* Compute the mean product of what a hand wins against a dealer's hand, and another hand against another dealer's, all
   drawn from one shoe: out[0], and a bound of its error, out[1]. A hand with an end wins win[end][category][side]. Fewer
   than `degree` cards held by both sides are counted. Returns 0, or -1 when there is no memory. */
int opposing_pass(int categories, const double *shoe, const ended_hands *hands, const ended_hands *dealers,
                 const double *win, int degree, double *out)
{
    opposing all = {0};
    weights of = {0};
    out[0] = out[1] = 0;
    for (int v = 0; v < VALUES; v++) all.cards += all.n[v] = shoe[v];
    number_terms(&all.terms, degree);
    int ok = init_sets(&of.sets) && weigh_sets(&of, categories, hands, dealers, win);
    all.lengths = longest(&of.sets) + 1;
    double *inverse = malloc(sizeof(double) * (size_t)(2 * all.lengths));
    ok = ok && inverse && sum_terms(&all, &of);
    if (ok) {
        inverse[0] = 1;
        for (int l = 1; l < 2 * all.lengths; l++) inverse[l] = all.cards >= l ? inverse[l - 1] / (all.cards - l + 1) : 0;
        add_terms(&all, 0, degree, 0, 1, inverse, out);
    }
    free(inverse);
    free(all.sum);
    free(of.weight);
    free_sets(&of.sets);
    return ok ? 0 : -1;
}
