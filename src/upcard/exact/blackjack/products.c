/* Two boxes and the dealer's hand drawn from one shoe: the mean product of what both boxes win.

   A box is a list of terms. The numbers of two terms that hold one set of cards together are multiplied and summed
   first; then the dealer's hand is completed once for each set, low half by low half. */

#include "card_sets.h"
#include "several.h"

enum { MOST_SETS = 1 << 18 };   /* for which the dealer's hand is completed at a time */

typedef struct {
    int categories;
    card_sets cards;                /* the cards of the terms */
    halved_sets halves;
    double *worth;                  /* of each set of cards and category: the sum of number times what is won */
} term_list;

typedef struct {
    card_sets low, high;            /* sums of two halves */
    int32_t *high_sum;              /* of two high halves: their sum */
    int32_t *one, *other, *first;   /* pairs of low halves sorted by their sum, and where each sum begins */
} sum_list;

typedef struct {
    set_level level;
    double *worth;                  /* of each set and category: the sum of the products of its pairs of terms */
    int32_t *place, *stamp;         /* of each sum of high halves: its set, and the low sum for which that holds */
    int32_t begin;                  /* the first low sum of the sets */
} product_sets;

static void free_terms(term_list *terms)
{
    free_sets(&terms->cards);
    free_halved(&terms->halves);
    free(terms->worth);
}

static void free_sums(sum_list *sums)
{
    free_sets(&sums->low);
    free_sets(&sums->high);
    free(sums->high_sum);
    free(sums->one);
    free(sums->other);
    free(sums->first);
}

/* Sum the terms by their cards. Returns 0 when there is no memory. */
static int merge_terms(const ended_hands *hands, const double *net, term_list *to)
{
    int ok = init_sets(&to->cards);
    to->worth = calloc((size_t)hands->size * (size_t)to->categories + 1, sizeof(double));
    for (int i = 0; i < hands->size && ok && to->worth; i++) {
        const int32_t number = number_of(&to->cards, key_of(hands->count + i * VALUES));
        ok = number >= 0;
        for (int c = 0; c < to->categories && ok; c++)
            to->worth[(int64_t)number * to->categories + c] += hands->orderings[i] * net[hands->end[i] * to->categories + c];
    }
    return ok && to->worth;
}

/* Number the sums of two high halves. Returns 0 when there is no memory. */
static int sum_highs(const card_sets *high, sum_list *sums)
{
    sums->high_sum = malloc(sizeof(int32_t) * ((size_t)high->size * (size_t)high->size + 1));
    int ok = init_sets(&sums->high) && sums->high_sum;
    for (int32_t a = 0; a < high->size; a++)
        for (int32_t b = a; b < high->size && ok; b++) {
            const uint64_t key = key_of(high->count + (int64_t)a * VALUES) + key_of(high->count + (int64_t)b * VALUES);
            const int32_t number = number_of(&sums->high, key);
            sums->high_sum[(int64_t)a * high->size + b] = sums->high_sum[(int64_t)b * high->size + a] = number;
            ok = number >= 0;
        }
    return ok;
}

/* Sort the pairs of low halves by their sum, each pair once. Returns 0 when there is no memory. */
static int sum_lows(const card_sets *low, sum_list *sums)
{
    const size_t pairs = (size_t)low->size * ((size_t)low->size + 1) / 2 + 1;
    int32_t *sum_of = malloc(sizeof(int32_t) * pairs);
    sums->one = malloc(sizeof(int32_t) * pairs);
    sums->other = malloc(sizeof(int32_t) * pairs);
    int ok = init_sets(&sums->low) && sum_of && sums->one && sums->other;
    int64_t at = 0;
    for (int32_t a = 0; a < low->size; a++)
        for (int32_t b = a; b < low->size && ok; b++, at++) {
            sum_of[at] = number_of(&sums->low, key_of(low->count + (int64_t)a * VALUES) + key_of(low->count + (int64_t)b * VALUES));
            ok = sum_of[at] >= 0;
        }
    if (ok) ok = (sums->first = calloc((size_t)sums->low.size + 3, sizeof(int32_t))) != 0;
    for (int64_t p = 0; p < at && ok; p++) sums->first[sum_of[p] + 2]++;
    for (int32_t s = 0; s < sums->low.size && ok; s++) sums->first[s + 2] += sums->first[s + 1];
    at = 0;
    for (int32_t a = 0; a < low->size && ok; a++)
        for (int32_t b = a; b < low->size; b++, at++) {
            const int32_t place = sums->first[sum_of[at] + 1]++;
            sums->one[place] = a;
            sums->other[place] = b;
        }
    free(sum_of);
    return ok;
}

/* Multiply the terms of a pair of low halves; two that may change places count twice. */
FAST static void multiply(const term_list *terms, const sum_list *sums, int32_t sum, int32_t one, int32_t other, product_sets *to)
{
    const int categories = terms->categories;
    const halved_sets *halves = &terms->halves;
    const double times = one == other ? 1 : 2;
    for (int32_t i = halves->first[one]; i < halves->first[one + 1]; i++) {
        const double *first = terms->worth + (int64_t)halves->set[i] * categories;
        const int32_t *high_sum = sums->high_sum + (int64_t)halves->high_of[halves->set[i]] * halves->high.size;
        for (int32_t j = halves->first[other]; j < halves->first[other + 1]; j++) {
            const double *second = terms->worth + (int64_t)halves->set[j] * categories;
            const int32_t high = high_sum[halves->high_of[halves->set[j]]];
            double *worth;
            if (to->stamp[high] != sum) {
                to->stamp[high] = sum;
                to->place[high] = to->level.size;
                to->level.high_of[to->level.size] = high;
                worth = to->worth + (int64_t)to->level.size++ * categories;
                memset(worth, 0, sizeof(double) * (size_t)categories);
            }
            else worth = to->worth + (int64_t)to->place[high] * categories;
            for (int c = 0; c < categories; c++) worth[c] += times * first[c] * second[c];
        }
    }
}

/* Complete the dealer's hand for the sets of the low sums up to `end`, add up what they win, and empty them. Returns 0
   when there is no memory. */
static int complete(const dealer_tree *dealer, const double *shoe, const sum_list *sums, int categories, int32_t end,
                    product_sets *sets, double *total)
{
    set_level *level = &sets->level;
    level->low = sums->low;
    level->low.count += (int64_t)sets->begin * VALUES;
    level->low.size = end - sets->begin;
    level->high = sums->high;
    level->first[level->low.size] = level->size;
    const int ok = draw_dealers(dealer, categories, 1, shoe, level);
    for (int64_t m = 0; m < (int64_t)level->size * categories && ok; m++) *total += sets->worth[m] * level->of_sets[m][0];
    free(level->of_sets);
    level->of_sets = 0;
    level->size = 0;
    sets->begin = end;
    return ok;
}

/* Sum over all pairs of terms. Returns 0 when there is no memory. */
static int sum_products(const dealer_tree *dealer, const double *shoe, const term_list *terms, const sum_list *sums,
                        product_sets *sets, double *total)
{
    const int64_t most = (int64_t)sums->high.size + MOST_SETS;
    sets->worth = malloc(sizeof(double) * (size_t)(most * terms->categories));
    sets->level.high_of = malloc(sizeof(int32_t) * (size_t)most);
    sets->level.first = malloc(sizeof(int32_t) * (size_t)(sums->low.size + 2));
    sets->place = malloc(sizeof(int32_t) * (size_t)(sums->high.size + 1));
    sets->stamp = malloc(sizeof(int32_t) * (size_t)(sums->high.size + 1));
    int ok = sets->worth && sets->level.high_of && sets->level.first && sets->place && sets->stamp;
    for (int32_t h = 0; h < sums->high.size && ok; h++) sets->stamp[h] = -1;
    for (int32_t sum = 0; sum < sums->low.size && ok; sum++) {
        sets->level.first[sum - sets->begin] = sets->level.size;
        for (int32_t p = sums->first[sum]; p < sums->first[sum + 1]; p++)
            multiply(terms, sums, sum, sums->one[p], sums->other[p], sets);
        if (sets->level.size >= MOST_SETS || sum + 1 == sums->low.size)
            ok = complete(dealer, shoe, sums, terms->categories, sum + 1, sets, total);
    }
    free(sets->worth);
    free(sets->level.high_of);
    free(sets->level.first);
    free(sets->place);
    free(sets->stamp);
    return ok;
}

/* Compute the mean product of what two boxes win, each of these terms, net[end][category] being what a term wins.
   Returns 0, or -1 when there is no memory. */
int product_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *hands,
                 const double *net, double *product)
{
    term_list terms = {.categories = categories};
    sum_list sums = {0};
    product_sets sets = {0};
    *product = 0;
    int ok = merge_terms(hands, net, &terms) && halve_sets(terms.cards.size, terms.cards.count, 0, &terms.halves);
    ok = ok && sum_highs(&terms.halves.high, &sums) && sum_lows(&terms.halves.low, &sums);
    ok = ok && sum_products(dealer, shoe, &terms, &sums, &sets, product);
    free_terms(&terms);
    free_sums(&sums);
    return ok ? 0 : -1;
}
