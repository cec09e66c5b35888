/* Two hands of a split pair and the dealer's drawn from one shoe: the mean product of what both bring, with more and more
   cards of the pair's value out, and their joint distribution.

   The cards that both hands hold are summed by their low halves, as in several.c, row by row: all pairs of hands whose low
   halves have one sum. What two hands bring together is added up for each high half of a row, and only then multiplied by
   the chance of the cards and of the dealer's hand (completed.c), which is all that depends on the shoe. */

#include "card_sets.h"
#include "several.h"
#include "completed.h"
#include "pairs.h"

/* Return where what two hands bring begins: of a kind, by whether the second card of either is of the pair's value. */
static inline four *brought_to(const pair_sums *all, int kind, int like, int also, int width)
{
    return all->brought + ((int64_t)(kind * CLASSES + 2 * like + also) * all->high_sum.size) * width;
}

/* Add up what a merged hand brings with each of others; `like`: whether their second card is of the pair's value. */
static inline __attribute__((always_inline)) void bring_one(pair_sums *all, int32_t i, int like, int32_t begin, int32_t end,
                                                            int width, int kinds)
{
    const split_hand *one = all->merged.hand + i, *hand = all->merged.hand + begin, *stop = all->merged.hand + end;
    const int32_t *row = all->high_row + (int64_t)one->high * all->high.size;
    const four *y = all->merged.worth + (int64_t)begin * kinds * width;
    const int mixed = one->like != like;
    four *to_first = brought_to(all, 0, mixed ? 0 : like, mixed ? 1 : like, width);
    four *to_kind = brought_to(all, kinds - 1, one->like, like, width), *turned = brought_to(all, kinds - 1, like, one->like, width);
    uint8_t *marked = all->marked + (mixed ? 1 : 3 * like);
    four x[MOST_SPLIT * MOST_WIDTH];
    for (int w = 0; w < kinds * width; w++) x[w] = all->merged.worth[(int64_t)i * kinds * width + w];
    for (; hand < stop; hand++, y += kinds * width) {
        const int32_t high = row[hand->high];
        const int64_t at = (int64_t)high * width;
        marked[high * MARKS] = 1;
        for (int w = 0; w < width; w++) to_first[at + w] += x[w] * y[w];
        if (kinds == 1) continue;
        if (mixed)
            for (int w = 0; w < width; w++) {
                to_kind[at + w] += x[width + w] * y[w];
                turned[at + w] += x[w] * y[width + w];
            }
        else
            for (int w = 0; w < width; w++) to_kind[at + w] += x[width + w] * y[w] + x[w] * y[width + w];
    }
}

/* Add up what a merged hand brings with another like itself: for its own kind half of that, as for any two. */
static inline __attribute__((always_inline)) void bring_twice(pair_sums *all, int32_t i, int width, int kinds)
{
    const split_hand *one = all->merged.hand + i;
    const int32_t high = all->high_row[(int64_t)one->high * all->high.size + one->high];
    const four *x = all->merged.worth + (int64_t)i * kinds * width;
    all->marked[high * MARKS + 3 * one->like] = 1;
    for (int k = 0; k < kinds; k++) {
        four *to = brought_to(all, k, one->like, one->like, width) + (int64_t)high * width;
        for (int w = 0; w < width; w++) to[w] += (k ? 1 : 0.5) * x[k * width + w] * x[w];
    }
}

/* Add up what the hands of two low halves bring together, each two of them once. */
static inline __attribute__((always_inline)) void bring_wide(pair_sums *all, two_lows lows, int width, int kinds)
{
    const merged_hands *merged = &all->merged;
    const int32_t *first = merged->first_hand, *like = merged->first_like;
    const int same = lows.first == lows.second;
    if (first[lows.first + 1] - first[lows.first] > first[lows.second + 1] - first[lows.second])
        lows = (two_lows){lows.second, lows.first};
    for (int32_t i = first[lows.first]; i < first[lows.first + 1]; i++) {
        const int32_t begin = same ? i + 1 : first[lows.second], middle = like[lows.second], end = first[lows.second + 1];
        if (same) bring_twice(all, i, width, kinds);
        if (begin < middle) bring_one(all, i, 0, begin, middle, width, kinds);
        bring_one(all, i, 1, begin < middle ? middle : begin, end, width, kinds);
    }
}

FAST static void bring(pair_sums *all, two_lows lows)
{
    if (all->dealer.width == USUAL_WIDTH && all->kinds == 1) bring_wide(all, lows, USUAL_WIDTH, 1);
    else if (all->dealer.width == USUAL_WIDTH) bring_wide(all, lows, USUAL_WIDTH, MOST_SPLIT);
    else bring_wide(all, lows, all->dealer.width, all->kinds);
}

static int is_marked(const pair_sums *all, int32_t high)
{
    uint64_t marked;
    memcpy(&marked, all->marked + (int64_t)high * MARKS, sizeof marked);
    return marked != 0;
}

/* Mark the sums that the hands of two low halves hold, of which no product is wanted. */
static void mark(pair_sums *all, two_lows lows)
{
    const sorted_hands *one = all->list, *other = all->list + 1;
    for (int32_t i = one->first_hand[lows.first]; i < one->first_hand[lows.first + 1]; i++) {
        const int32_t *row = all->high_row + (int64_t)one->hand[i].high * all->high.size;
        for (int32_t j = other->first_hand[lows.second]; j < other->first_hand[lows.second + 1]; j++)
            all->marked[row[other->hand[j].high] * MARKS] = 1;
    }
}

/* Add what two hands bring, times the chances of their cards and the dealer's hand, for the numbers of cards out that are
   wanted. */
static inline __attribute__((always_inline)) void multiply_class(pair_sums *all, int32_t high, int k, int class, int width)
{
    const uint8_t *wanted = all->kind[k].wanted + 2 * class;
    four *restrict sum = all->sum + (int64_t)(k * CLASSES + class) * all->dealer.removed * width;
    four *restrict brought = brought_to(all, k, class / 2, class % 2, width) + (int64_t)high * width;
    const four *restrict chances = all->chances;
    four b[MOST_WIDTH];
    for (int w = 0; w < width; w++) b[w] = brought[w];
    for (int w = 0; w < width; w++) brought[w] = (four){0};
    for (int r = wanted[0]; r < wanted[1]; r++)
        for (int w = 0; w < width; w++) sum[r * width + w] += chances[r * width + w] * b[w];
}

/* Multiply what the hands of a row bring by the chances of their cards and the dealer's hand. */
static inline __attribute__((always_inline)) void multiply_wide(pair_sums *all, int width, int kinds)
{
    const int removed = all->dealer.removed;
    four *restrict chances = all->chances;
    int32_t highs = 0;
    for (int32_t high = 0; high < all->high_sum.size; high++)
        if (is_marked(all, high)) all->high_of[highs++] = high;
    complete_row(&all->dealer, highs, all->high_of);
    for (int32_t i = 0; i < highs; i++) {
        const int32_t high = all->high_of[i];
        uint8_t *marked = all->marked + (int64_t)high * MARKS;
        for (int r = 0; r < removed; r++) {
            const four *dealer = completed(&all->dealer, high, r);
            const double cards = chance_of_cards(&all->dealer, high, r);
            for (int w = 0; w < width; w++) chances[r * width + w] = cards * dealer[w];
        }
        for (int w = 0; w < width; w++) all->chance[(int64_t)high * width + w] = chances[w];
        for (int class = 0; class < CLASSES && kinds; class++) {
            const int mixed = class == 1 || class == 2;
            if (!marked[mixed ? 1 : class]) continue;
            for (int k = class == 2; k < kinds; k++) multiply_class(all, high, k, class, width);
        }
        memset(marked, 0, MARKS);
    }
}

FAST static void multiply_row(pair_sums *all)
{
    if (all->dealer.width == USUAL_WIDTH && all->kinds == 1) multiply_wide(all, USUAL_WIDTH, 1);
    else if (all->dealer.width == USUAL_WIDTH) multiply_wide(all, USUAL_WIDTH, all->kinds ? MOST_SPLIT : 0);
    else multiply_wide(all, all->dealer.width, all->kinds);
}

/* Add the chances of the hands of two low halves whose second cards are not of the pair's value, by their ends. If both
   lists are one, each two hands are taken once, and one with itself counts half. */
static inline __attribute__((always_inline)) void join_wide(pair_sums *all, two_lows lows, int width)
{
    const sorted_hands *one = all->list, *other = all->list + 1;
    const int same = all->first == all->second && lows.first == lows.second;
    const int32_t begin = other->first_hand[lows.second], end = other->first_hand[lows.second + 1];
    for (int32_t i = one->first_hand[lows.first]; i < one->first_hand[lows.first + 1]; i++) {
        const drawn_hand *first = one->hand + i;
        const int32_t *row = all->high_row + (int64_t)first->high * all->high.size;
        four *to = (four *)all->joint + (int64_t)first->end * MOST_ENDS * width;
        for (int32_t j = same ? i : begin; j < end; j++) {
            const drawn_hand *second = other->hand + j;
            const four *from = all->chance + (int64_t)row[second->high] * width;
            const double orderings = (same && i == j ? 0.5 : 1) * first->orderings * second->orderings;
            for (int w = 0; w < width; w++) to[second->end * width + w] += orderings * from[w];
        }
    }
}

FAST static void join(pair_sums *all, two_lows lows)
{
    if (all->dealer.width == USUAL_WIDTH) join_wide(all, lows, USUAL_WIDTH);
    else join_wide(all, lows, all->dealer.width);
}

static void sum_row(pair_sums *all, int32_t row)
{
    const two_lows *begin = all->of_row + all->first_of_row[row], *end = all->of_row + all->first_of_row[row + 1];
    const int same = all->first == all->second;
    for (const two_lows *lows = begin; lows < end; lows++) {
        if (!all->kinds) mark(all, *lows);
        else if (lows->first <= lows->second) bring(all, *lows);
    }
    multiply_row(all);
    for (const two_lows *lows = begin; lows < end; lows++)
        if (!same || lows->first <= lows->second) join(all, *lows);
}

/* Write the mean products of a kind with the first, by number of cards out and class. Of two hands of the first kind, each
   two were taken once. */
static void write_products(const pair_sums *all, int k, int categories)
{
    const int cells = all->dealer.width * FOUR, removed = all->dealer.removed;
    for (int r = 0; r < removed; r++)
        for (int class = 0; class < CLASSES; class++) {
            const int mixed = class == 1 || class == 2, from = k || !mixed ? class : 1;
            const double *sum = (const double *)all->sum + ((int64_t)(k * CLASSES + from) * removed + r) * cells;
            for (int c = 0; c < categories; c++) all->kind[k].product[r * CLASSES + class] += (k || mixed ? 1 : 2) * sum[c];
        }
}

/* Return the probability of two ends and a category. */
static double chance_of_ends(const pair_sums *all, int first, int second, int category)
{
    const int cells = all->dealer.width * FOUR;
    const double chance = all->joint[(first * MOST_ENDS + second) * cells + category];
    return all->first == all->second ? chance + all->joint[(second * MOST_ENDS + first) * cells + category] : chance;
}

/* Write the joint distribution by category and both symbols. */
static void write_symbols(const pair_sums *all, int categories, int symbols, const uint8_t *symbol, double *joint)
{
    for (int i = 0; i < MOST_ENDS; i++)
        for (int j = 0; j < MOST_ENDS; j++)
            for (int c = 0; c < categories; c++)
                joint[(c * symbols + symbol[i * categories + c]) * symbols + symbol[j * categories + c]] +=
                    chance_of_ends(all, i, j, c);
}

static void free_sums(pair_sums *all)
{
    free(all->brought);
    free(all->marked);
    free(all->high_of);
    free(all->chances);
    free(all->chance);
    free(all->sum);
    free(all->joint);
    free_lists(all);
    free_completed(&all->dealer);
}

/* Allocate what rows are summed in. Returns 0 when there is no memory. */
static int allocate_sums(pair_sums *all)
{
    const size_t highs = (size_t)all->high_sum.size + 1, width = (size_t)all->dealer.width;
    const size_t classes = (size_t)(all->kinds * CLASSES);
    all->brought = make_fours(highs * classes * width);
    all->marked = calloc(highs, MARKS);
    all->high_of = malloc(sizeof(int32_t) * highs);
    all->chances = make_fours((size_t)all->dealer.removed * width);
    all->chance = make_fours(highs * width);
    all->sum = make_fours((size_t)all->dealer.removed * classes * width);
    all->joint = (double *)make_fours(MOST_ENDS * MOST_ENDS * width);
    return all->brought && all->marked && all->high_of && all->chances && all->chance && all->sum && all->joint;
}

/* Draw pairs of hands and complete the dealer's from a shoe, some numbers of cards of a value being out. Returns 0 when
   there is no memory. */
static int sum_pairs(pair_sums *all, const dealer_tree *dealer, int categories, const double *shoe, int value)
{
    all->dealer.width = (categories + FOUR - 1) / FOUR;
    int ok = all->kinds <= MOST_SPLIT && list_pairs(all, categories) && allocate_sums(all);
    ok = ok && start_completed(&all->dealer, dealer, shoe, value, &all->low_sum, &all->high_sum);
    for (int32_t i = 0; ok && i < all->low_sum.size; i++) sum_row(all, next_row(&all->dealer, i));
    return ok;
}

/* Draw pairs of hands and complete the dealer's, with 2 and more cards of a value out: of each of one or two kinds of hands,
   the mean product of what it and one of the first kind bring, by number of cards out and class, where it is wanted; and the
   joint distribution of the symbols of the last kind and the first, with two cards out and both second cards of other
   values. Returns 0, or -1 when there is no memory. */
int pairs_pass(const dealer_tree *dealer, int categories, const double *shoe, int value, int removed, int kinds,
               const split_hands *kind, int symbols, const uint8_t *symbol, double *joint)
{
    pair_sums all = {.kinds = kinds, .kind = kind, .first = kind[kinds - 1].hands, .second = kind[0].hands,
                     .dealer = {.removed = removed, .first_out = 2}};
    const int ok = sum_pairs(&all, dealer, categories, shoe, value);
    for (int k = 0; k < kinds && ok; k++) write_products(&all, k, categories);
    if (ok) write_symbols(&all, categories, symbols, symbol, joint);
    free_sums(&all);
    return ok ? 0 : -1;
}

/* Draw two hands and complete the dealer's from one shoe: the probability of every pair of ends, as
   out[end of the first][end of the second][category], MOST_ENDS ends each. Returns 0, or -1 when there is no memory. */
int two_hands_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *first,
                   const ended_hands *second, double *out)
{
    pair_sums all = {.first = first, .second = second, .dealer = {.removed = 1}};
    const int ok = sum_pairs(&all, dealer, categories, shoe, 0);
    for (int i = 0; i < MOST_ENDS * MOST_ENDS && ok; i++)
        for (int c = 0; c < categories; c++)
            out[i * categories + c] = chance_of_ends(&all, i / MOST_ENDS, i % MOST_ENDS, c);
    free_sums(&all);
    return ok ? 0 : -1;
}
