/* The hands of pairs sorted by their halves, and the sums of any two halves (see pairs.c). */

#include "card_sets.h"
#include "several.h"
#include "completed.h"
#include "pairs.h"

enum { FIRST_LISTS = 0x55 };    /* the bits of first hands; those of second hands lie above */

/* Number the low halves of hands. Returns 0 when there is no memory. */
static int halve_hands(pair_sums *all, const ended_hands *hands, sorted_hands *to)
{
    to->hands = hands->size;
    to->low_of = malloc(sizeof(int32_t) * ((size_t)hands->size + 1));
    to->hand = malloc(sizeof(drawn_hand) * ((size_t)hands->size + 1));
    to->worth = make_fours((size_t)(all->dealer.width * (hands->size + 1)));
    if (!to->low_of || !to->hand || !to->worth) return 0;
    for (int i = 0; i < hands->size; i++) {
        to->low_of[i] = number_of(&all->low, key_of(hands->count + i * VALUES) & LOW);
        if (to->low_of[i] < 0) return 0;
    }
    return 1;
}

/* Sort hands by their low half, and write what each brings. Returns 0 when there is no memory. */
static int sort_hands(pair_sums *all, const ended_hands *hands, const double *net, int categories, sorted_hands *to)
{
    const int cells = all->dealer.width * FOUR;
    int32_t *first = to->first_hand = calloc((size_t)all->low.size + 3, sizeof(int32_t));
    if (!first) return 0;
    for (int i = 0; i < hands->size; i++) first[to->low_of[i] + 2]++;
    for (int32_t p = 0; p < all->low.size; p++) first[p + 2] += first[p + 1];
    for (int i = 0; i < hands->size; i++) {
        const int32_t high = number_of(&all->high, key_of(hands->count + i * VALUES) & ~LOW);
        const int32_t like = hands->end[i] >= MOST_ENDS, at = first[to->low_of[i] + 1]++;
        if (high < 0) return 0;
        to->hand[at] = (drawn_hand){high, like * cells * (int32_t)sizeof(double), hands->orderings[i], like, hands->end[i]};
        for (int c = 0; c < categories && net; c++)
            ((double *)to->worth)[at * cells + c] = hands->orderings[i] * net[hands->end[i] * categories + c];
    }
    return 1;
}

/* Mark in which lists each half occurs, a bit for each: two bits for a pair. Returns null when there is no memory. */
static uint8_t *find_lists(const pair_sums *all, const card_sets *halves, int of_high)
{
    uint8_t *lists = calloc((size_t)halves->size + 1, 1);
    for (int k = 0; k < 2 * all->pairs && lists; k++) {
        const sorted_hands *list = all->list[k / 2] + k % 2;
        for (int i = 0; i < list->hands; i++) lists[of_high ? list->hand[i].high : list->low_of[i]] |= (uint8_t)(1 << k);
    }
    return lists;
}

/* Number the sums of any two halves that two hands of a pair may have, -1 for others. Returns null when there is no
   memory. */
static int32_t *sum_halves(const pair_sums *all, const card_sets *halves, int of_high, card_sets *sums)
{
    const int32_t size = halves->size;
    uint8_t *lists = find_lists(all, halves, of_high);
    int32_t *row = malloc(sizeof(int32_t) * ((size_t)size * (size_t)size + 1));
    int ok = lists && row;
    for (int32_t a = 0; a < size && ok; a++)
        for (int32_t b = 0; b < size && ok; b++) {
            int32_t *at = row + (int64_t)a * size + b;
            *at = -1;
            if (!(lists[a] & lists[b] >> 1 & FIRST_LISTS)) continue;
            *at = number_of(sums, key_of(halves->count + (int64_t)a * VALUES) + key_of(halves->count + (int64_t)b * VALUES));
            ok = *at >= 0;
        }
    free(lists);
    if (ok) return row;
    free(row);
    return 0;
}

/* Compute where what two hands bring lies, by their high halves. Returns 0 when there is no memory. */
static int place_highs(pair_sums *all)
{
    const int64_t size = (int64_t)all->high.size * all->high.size;
    const int32_t bytes = all->pairs * CLASSES * all->dealer.width * (int32_t)sizeof(four);
    all->high_at = malloc(sizeof(int32_t) * ((size_t)size + 1));
    for (int64_t i = 0; i < size && all->high_at; i++) all->high_at[i] = all->high_row[i] * bytes;
    return all->high_at != 0;
}

/* Sort all pairs of low halves by their sum. Returns 0 when there is no memory. */
static int sort_rows(pair_sums *all)
{
    const int32_t lows = all->low.size, rows = all->low_sum.size;
    all->first_of_row = calloc((size_t)rows + 2, sizeof(int32_t));
    all->of_row = malloc(sizeof(two_lows) * ((size_t)lows * (size_t)lows + 1));
    if (!all->first_of_row || !all->of_row) return 0;
    for (int64_t i = 0; i < (int64_t)lows * lows; i++)
        if (all->low_row[i] >= 0) all->first_of_row[all->low_row[i] + 2]++;
    for (int32_t row = 0; row < rows; row++) all->first_of_row[row + 2] += all->first_of_row[row + 1];
    for (int32_t a = 0; a < lows; a++)
        for (int32_t b = 0; b < lows; b++) {
            const int32_t row = all->low_row[(int64_t)a * lows + b];
            if (row >= 0) all->of_row[all->first_of_row[row + 1]++] = (two_lows){a, b};
        }
    return 1;
}

/* List hands and the sums of their halves. Returns 0 when there is no memory. */
int list_pairs(pair_sums *all, int categories)
{
    int ok = init_sets(&all->low) && init_sets(&all->high) && init_sets(&all->low_sum) && init_sets(&all->high_sum);
    ok = ok && (all->list = calloc((size_t)all->pairs, sizeof(*all->list))) != 0;
    for (int i = 0; i < 2 * all->pairs && ok; i++) {
        const hand_pair *pair = all->pair + i / 2;
        ok = halve_hands(all, i % 2 ? pair->second : pair->first, all->list[i / 2] + i % 2);
    }
    for (int i = 0; i < 2 * all->pairs && ok; i++) {
        const hand_pair *pair = all->pair + i / 2;
        ok = sort_hands(all, i % 2 ? pair->second : pair->first, i % 2 ? pair->second_net : pair->first_net, categories,
                        all->list[i / 2] + i % 2);
    }
    ok = ok && (all->low_row = sum_halves(all, &all->low, 0, &all->low_sum)) != 0;
    ok = ok && (all->high_row = sum_halves(all, &all->high, 1, &all->high_sum)) != 0;
    return ok && place_highs(all) && sort_rows(all);
}

void free_lists(pair_sums *all)
{
    for (int k = 0; k < 2 * all->pairs && all->list; k++) {
        sorted_hands *list = all->list[k / 2] + k % 2;
        free(list->low_of);
        free(list->hand);
        free(list->worth);
        free(list->first_hand);
    }
    free_sets(&all->low);
    free_sets(&all->high);
    free_sets(&all->low_sum);
    free_sets(&all->high_sum);
    free(all->low_row);
    free(all->high_row);
    free(all->high_at);
    free(all->first_of_row);
    free(all->of_row);
    free(all->list);
}
