/* Two hands and the dealer's drawn from one shoe: the joint distribution of their ends, of which the first may have many. */

#include "card_sets.h"

enum { PREFETCH = 8 };          /* how many pairs ahead memory is prefetched */

/* Number the sets of cards that pairs of hands hold together; a pair of one list is numbered in one order only. Returns
   0 when there is no memory. */
static int number_pairs(card_sets *sets, const ended_hands *first, const ended_hands *second, int32_t *of_pair)
{
    uint64_t *keys = malloc(sizeof(uint64_t) * (size_t)(second->size + PREFETCH));
    int ok = keys != 0;
    for (int j = 0; j < second->size + PREFETCH && ok; j++)
        keys[j] = j < second->size ? key_of(second->count + j * VALUES) : 0;
    for (int i = 0; i < first->size && ok; i++) {
        uint64_t key = key_of(first->count + i * VALUES);
        for (int j = first == second ? i : 0; j < second->size && ok; j++) {
            __builtin_prefetch(first_slot(sets, key + keys[j + PREFETCH]));
            int32_t number = number_of(sets, key + keys[j]);
            of_pair[(int64_t)i * second->size + j] = number;
            ok = number >= 0;
        }
    }
    free(keys);
    return ok;
}

/* Return the probability of each set of cards, in one particular order, with each category of the dealer's hand; null
   when there is no memory. */
static double *chances_of_sets(const dealer_tree *dealer, int categories, const double *shoe, const card_sets *sets)
{
    double n[VALUES], cards = left_for(dealer, shoe, no_cards, no_cards, n);
    double *chances = malloc(sizeof(double) * (size_t)(sets->size + 1) * (size_t)categories);
    if (!chances) return 0;
    dealer_pass(dealer, categories, shoe, sets->size, sets->count, chances);
    for (int32_t u = 0; u < sets->size; u++) {
        double chance = chance_of(n, cards, sets->count + (int64_t)u * VALUES);
        for (int c = 0; c < categories; c++) chances[(int64_t)u * categories + c] *= chance;
    }
    return chances;
}

/* Add the probability of every pair of hands to that of their ends. */
static void add_pairs(int categories, const ended_hands *first, const ended_hands *second, const int32_t *of_pair,
                      const double *chances, double *out)
{
    const int same = first == second;
    const int64_t pairs = (int64_t)first->size * second->size;
    for (int i = 0; i < first->size; i++)
        for (int j = same ? i : 0; j < second->size; j++) {
            int64_t at = (int64_t)i * second->size + j;
            const double *chance = chances + (int64_t)of_pair[at] * categories;
            if (at + PREFETCH < pairs && (!same || j + PREFETCH < second->size))
                __builtin_prefetch(chances + (int64_t)of_pair[at + PREFETCH] * categories);
            double orderings = first->orderings[i] * second->orderings[j];
            /* Two hands that may change places count twice. */
            for (int turn = 0; turn <= (same && i != j); turn++) {
                int one = turn ? second->end[j] : first->end[i], other = turn ? first->end[i] : second->end[j];
                double *to = out + (one * MOST_ENDS + other) * categories;
                for (int c = 0; c < categories; c++) to[c] += orderings * chance[c];
            }
        }
}

/* Draw two hands and complete the dealer's from one shoe: the probability of every pair of ends, as
   out[end of the first][end of the second][category], MOST_ENDS ends each. Returns 0, or -1 when there is no memory. */
int joint_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *first,
               const ended_hands *second, double *out)
{
    card_sets sets;
    int32_t *of_pair = malloc(sizeof(int32_t) * (size_t)((int64_t)first->size * second->size + 1));
    double *chances = 0;
    int ok = init_sets(&sets) && of_pair && number_pairs(&sets, first, second, of_pair);
    if (ok) ok = (chances = chances_of_sets(dealer, categories, shoe, &sets)) != 0;
    if (ok) add_pairs(categories, first, second, of_pair, chances, out);
    free(of_pair);
    free(chances);
    free_sets(&sets);
    return ok ? 0 : -1;
}
