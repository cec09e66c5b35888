/* The hands of pairs sorted by their halves, and the sums of any two halves (see pairs.c). */

#include "card_sets.h"
#include "several.h"
#include "completed.h"
#include "pairs.h"

enum { IN_FIRST = 1, IN_SECOND = 2 };   /* in which lists a half occurs */

static int is_like(const ended_hands *hands, int i)
{
    return hands->end[i] >= MOST_ENDS;
}

/* Number the halves of hands whose second card is not of the pair's value. Returns 0 when there is no memory. */
static int halve_hands(pair_sums *all, const ended_hands *hands, sorted_hands *to)
{
    to->hands = hands->size;
    to->low_of = malloc(sizeof(int32_t) * ((size_t)hands->size + 1));
    to->hand = malloc(sizeof(drawn_hand) * ((size_t)hands->size + 1));
    if (!to->low_of || !to->hand) return 0;
    for (int i = 0; i < hands->size; i++) {
        to->low_of[i] = is_like(hands, i) ? -1 : number_of(&all->low, key_of(hands->count + i * VALUES) & LOW);
        if (to->low_of[i] < 0 && !is_like(hands, i)) return 0;
    }
    return 1;
}

/* Sort hands by their low half. Returns 0 when there is no memory. */
static int sort_hands(pair_sums *all, const ended_hands *hands, sorted_hands *to)
{
    int32_t *first = to->first_hand = calloc((size_t)all->low.size + 3, sizeof(int32_t));
    if (!first) return 0;
    for (int i = 0; i < hands->size; i++)
        if (to->low_of[i] >= 0) first[to->low_of[i] + 2]++;
    for (int32_t p = 0; p < all->low.size; p++) first[p + 2] += first[p + 1];
    for (int i = 0; i < hands->size; i++) {
        if (to->low_of[i] < 0) continue;
        const int32_t high = number_of(&all->high, key_of(hands->count + i * VALUES) & ~LOW);
        if (high < 0) return 0;
        to->hand[first[to->low_of[i] + 1]++] = (drawn_hand){high, hands->end[i], hands->orderings[i]};
    }
    return 1;
}

/* Merge the hands of all kinds that have the same cards, second card apart; `worth`: of each and kind what it brings.
   Returns 0 when there is no memory. */
static int merge_hands(pair_sums *all, int categories, double *worth)
{
    card_sets *cards = &all->merged.cards;
    const int cells = all->dealer.width * FOUR;
    for (int k = 0; k < all->kinds; k++) {
        const ended_hands *hands = all->kind[k].hands;
        for (int i = 0; i < hands->size; i++) {
            const uint64_t like = (uint64_t)is_like(hands, i) << DOUBLING_AT;
            const int64_t number = number_of(cards, key_of(hands->count + i * VALUES) | like);
            if (number < 0) return 0;
            double *to = worth + (number * all->kinds + k) * cells;
            for (int c = 0; c < categories; c++)
                to[c] += hands->orderings[i] * all->kind[k].net[hands->end[i] * categories + c];
        }
    }
    return 1;
}

/* Return whether the second card of merged hands is of the pair's value, by their number. */
static uint8_t *find_like(const card_sets *cards)
{
    uint8_t *like = malloc((size_t)cards->size + 1);
    for (int64_t i = 0; i < cards->capacity && like; i++)
        if (cards->slot[i].number) like[cards->slot[i].number - 1] = cards->slot[i].key >> DOUBLING_AT & 1;
    return like;
}

/* Sort merged hands by their low half, those whose second card is not of the pair's value first. Returns 0 when there is no
   memory. */
static int sort_merged(pair_sums *all, const four *worth, const uint8_t *like)
{
    merged_hands *to = &all->merged;
    const card_sets *cards = &to->cards;
    const int size = all->kinds * all->dealer.width;
    int32_t *low_of = malloc(sizeof(int32_t) * ((size_t)cards->size + 1));
    int ok = low_of != 0;
    for (int32_t i = 0; i < cards->size && ok; i++) {
        low_of[i] = number_of(&all->low, key_of(cards->count + (int64_t)i * VALUES) & LOW);
        ok = low_of[i] >= 0;
    }
    int32_t *first = to->first_hand = calloc((size_t)all->low.size + 3, sizeof(int32_t));
    to->first_like = malloc(sizeof(int32_t) * ((size_t)all->low.size + 1));
    ok = ok && first && to->first_like;
    for (int32_t i = 0; i < cards->size && ok; i++) first[low_of[i] + 2]++;
    for (int32_t p = 0; p < all->low.size && ok; p++) first[p + 2] += first[p + 1];
    for (int k = 0; k < 2 && ok; k++) {
        if (k) memcpy(to->first_like, first + 1, sizeof(int32_t) * (size_t)all->low.size);
        for (int32_t i = 0; i < cards->size && ok; i++) {
            if (like[i] != k) continue;
            const int32_t high = number_of(&all->high, key_of(cards->count + (int64_t)i * VALUES) & ~LOW);
            const int32_t at = first[low_of[i] + 1]++;
            ok = high >= 0;
            to->hand[at] = (split_hand){high, k};
            memcpy(to->worth + (int64_t)at * size, worth + (int64_t)i * size, sizeof(four) * (size_t)size);
        }
    }
    free(low_of);
    return ok;
}

/* List the hands of all kinds whose products are wanted. Returns 0 when there is no memory. */
static int list_merged(pair_sums *all, int categories)
{
    size_t most = 1;
    for (int k = 0; k < all->kinds; k++) most += (size_t)all->kind[k].hands->size;
    const size_t fours = most * (size_t)(all->kinds * all->dealer.width);
    four *worth = make_fours(fours);
    all->merged.worth = make_fours(fours);
    all->merged.hand = malloc(sizeof(split_hand) * most);
    int ok = worth && all->merged.worth && all->merged.hand && merge_hands(all, categories, (double *)worth);
    uint8_t *like = ok ? find_like(&all->merged.cards) : 0;
    ok = like && sort_merged(all, worth, like);
    free(like);
    free(worth);
    return ok;
}

/* Mark in which lists each half occurs. Returns null when there is no memory. */
static uint8_t *find_lists(const pair_sums *all, const card_sets *halves, int of_high)
{
    uint8_t *lists = calloc((size_t)halves->size + 1, 1);
    for (int k = 0; k < 2 && lists; k++)
        for (int32_t low = 0; low < all->low.size; low++)
            for (int32_t i = all->list[k].first_hand[low]; i < all->list[k].first_hand[low + 1]; i++)
                lists[of_high ? all->list[k].hand[i].high : low] |= k ? IN_SECOND : IN_FIRST;
    return lists;
}

/* Number the sums of any two halves that two hands may have, -1 for others. Returns null when there is no memory. */
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
            if (!all->kinds && !(lists[a] & IN_FIRST && lists[b] & IN_SECOND)) continue;
            *at = number_of(sums, key_of(halves->count + (int64_t)a * VALUES) + key_of(halves->count + (int64_t)b * VALUES));
            ok = *at >= 0;
        }
    free(lists);
    if (ok) return row;
    free(row);
    return 0;
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
    const ended_hands *hands[2] = {all->first, all->second};
    int ok = init_sets(&all->low) && init_sets(&all->high) && init_sets(&all->low_sum) && init_sets(&all->high_sum);
    ok = ok && init_sets(&all->merged.cards);
    for (int k = 0; k < 2 && ok; k++) ok = halve_hands(all, hands[k], all->list + k);
    ok = ok && (!all->kinds || list_merged(all, categories));
    for (int k = 0; k < 2 && ok; k++) ok = sort_hands(all, hands[k], all->list + k);
    ok = ok && (all->low_row = sum_halves(all, &all->low, 0, &all->low_sum)) != 0;
    ok = ok && (all->high_row = sum_halves(all, &all->high, 1, &all->high_sum)) != 0;
    return ok && sort_rows(all);
}

void free_lists(pair_sums *all)
{
    for (int k = 0; k < 2; k++) {
        free(all->list[k].low_of);
        free(all->list[k].hand);
        free(all->list[k].first_hand);
    }
    free_sets(&all->merged.cards);
    free(all->merged.hand);
    free(all->merged.worth);
    free(all->merged.first_hand);
    free(all->merged.first_like);
    free_sets(&all->low);
    free_sets(&all->high);
    free_sets(&all->low_sum);
    free_sets(&all->high_sum);
    free(all->low_row);
    free(all->high_row);
    free(all->first_of_row);
    free(all->of_row);
}
