/* Two hands of a split pair and the dealer's drawn from one shoe: the mean product of what both bring, with more and more
   cards of the pair's value out, and their joint distribution.

   The cards that both hands hold are summed by their low halves, as in several.c, row by row: all pairs of hands whose low
   halves have one sum. What two hands bring together is added up for each high half of a row, and only then multiplied by
   the chance of the cards and of the dealer's hand (completed.c), which is all that depends on the shoe. */

#include "card_sets.h"
#include "several.h"
#include "completed.h"
#include "pairs.h"

/* Add up what the hands of two low halves bring together. If both hands are alike, each two are taken once, and one with
   itself counts half. */
static inline __attribute__((always_inline)) void bring_wide(pair_sums *all, int p, two_lows lows, int width)
{
    const sorted_hands *one = all->list[p], *other = all->list[p] + 1;
    const int same = all->pair[p].same && lows.first == lows.second;
    const int32_t begin = other->first_hand[lows.second], end = other->first_hand[lows.second + 1];
    for (int32_t i = one->first_hand[lows.first]; i < one->first_hand[lows.first + 1]; i++) {
        const drawn_hand *first = one->hand + i;
        const int32_t *at = all->high_at + (int64_t)first->high * all->high.size;
        char *brought = (char *)(all->brought + (p * CLASSES + 2 * first->like) * width);
        uint8_t *marked = all->marked + (p * CLASSES + 2 * first->like) * width;
        four x[MOST_WIDTH];
        for (int w = 0; w < width; w++) x[w] = one->worth[i * width + w];
        if (same) {
            const uint32_t place = (uint32_t)(at[first->high] + first->like_at);
            four *to = (four *)(brought + place);
            marked[place / sizeof(four)] = 1;
            for (int w = 0; w < width; w++) to[w] += 0.5 * x[w] * x[w];
        }
        const drawn_hand *hand = other->hand + (same ? i + 1 : begin), *stop = other->hand + end;
        const four *y = other->worth + (int64_t)(same ? i + 1 : begin) * width;
        for (; hand < stop; hand++, y += width) {
            const uint32_t place = (uint32_t)(at[hand->high] + hand->like_at);
            four *to = (four *)(brought + place);
            marked[place / sizeof(four)] = 1;
            for (int w = 0; w < width; w++) to[w] += x[w] * y[w];
        }
    }
}

FAST static void bring(pair_sums *all, int p, two_lows lows)
{
    if (all->dealer.width == USUAL_WIDTH) bring_wide(all, p, lows, USUAL_WIDTH);
    else bring_wide(all, p, lows, all->dealer.width);
}

/* Mark the sums that the hands of two low halves hold, of which no product is wanted. */
static void mark(pair_sums *all, int p, two_lows lows)
{
    const sorted_hands *one = all->list[p], *other = all->list[p] + 1;
    for (int32_t i = one->first_hand[lows.first]; i < one->first_hand[lows.first + 1]; i++) {
        const int32_t *at = all->high_at + (int64_t)one->hand[i].high * all->high.size;
        for (int32_t j = other->first_hand[lows.second]; j < other->first_hand[lows.second + 1]; j++)
            all->marked[p * CLASSES * all->dealer.width + at[other->hand[j].high] / (int)sizeof(four)] = 1;
    }
}

/* Multiply what the hands of a row bring by the chances of their cards and the dealer's hand, for every number of cards
   out. */
static inline __attribute__((always_inline)) void multiply_wide(pair_sums *all, int width, int pairs)
{
    const int removed = all->dealer.removed, size = CLASSES * pairs * width;
    four *restrict chances = all->chances;
    int32_t highs = 0;
    for (int32_t high = 0; high < all->high_sum.size; high++) {
        uint64_t marked[MOST_MARKS] = {0};
        memcpy(marked, all->marked + (int64_t)high * size, (size_t)size);
        if (marked[0] | marked[1] | marked[2] | marked[3]) all->high_of[highs++] = high;
    }
    complete_row(&all->dealer, highs, all->high_of);
    for (int32_t i = 0; i < highs; i++) {
        const int32_t high = all->high_of[i];
        uint8_t *marked = all->marked + (int64_t)high * size;
        for (int r = 0; r < removed; r++) {
            const four *dealer = completed(&all->dealer, high, r);
            const double cards = chance_of_cards(&all->dealer, high, r);
            for (int w = 0; w < width; w++) chances[r * width + w] = cards * dealer[w];
        }
        memcpy(all->chance + (int64_t)high * width, chances, sizeof(four) * (size_t)width);
        four *brought = all->brought + (int64_t)high * size;
        for (int at = 0; at < size; at += width) {
            if (!marked[at]) continue;
            marked[at] = 0;
            four *restrict sum = all->sum + (int64_t)at * removed, b[MOST_WIDTH];
            memcpy(b, brought + at, sizeof(four) * (size_t)width);
            memset(brought + at, 0, sizeof(four) * (size_t)width);
            for (int r = 0; r < removed; r++)
                for (int w = 0; w < width; w++) sum[r * width + w] += chances[r * width + w] * b[w];
        }
    }
}

FAST static void multiply_row(pair_sums *all)
{
    if (all->dealer.width == USUAL_WIDTH && all->pairs == 1) multiply_wide(all, USUAL_WIDTH, 1);
    else if (all->dealer.width == USUAL_WIDTH) multiply_wide(all, USUAL_WIDTH, MOST_PAIRS);
    else multiply_wide(all, all->dealer.width, all->pairs);
}

/* Add the chances of the hands of two low halves whose second cards are not of the pair's value, by their ends. */
static inline __attribute__((always_inline)) void join_wide(pair_sums *all, int p, two_lows lows, int width)
{
    const sorted_hands *one = all->list[p], *other = all->list[p] + 1;
    const int same = all->pair[p].same && lows.first == lows.second;
    const int32_t begin = other->first_hand[lows.second], end = other->first_hand[lows.second + 1];
    for (int32_t i = one->first_hand[lows.first]; i < one->first_hand[lows.first + 1]; i++) {
        const drawn_hand *first = one->hand + i;
        if (first->like) continue;
        const int32_t *row = all->high_row + (int64_t)first->high * all->high.size;
        four *to = (four *)all->joint[p] + (int64_t)first->end * MOST_ENDS * width;
        for (int32_t j = same ? i : begin; j < end; j++) {
            const drawn_hand *second = other->hand + j;
            if (second->like) continue;
            const four *from = all->chance + (int64_t)row[second->high] * width;
            const double orderings = (same && i == j ? 0.5 : 1) * first->orderings * second->orderings;
            for (int w = 0; w < width; w++) to[second->end * width + w] += orderings * from[w];
        }
    }
}

FAST static void join(pair_sums *all, int p, two_lows lows)
{
    if (all->dealer.width == USUAL_WIDTH) join_wide(all, p, lows, USUAL_WIDTH);
    else join_wide(all, p, lows, all->dealer.width);
}

/* Whether two low halves count: those of two hands that are alike, in one order only. */
static int counts(const pair_sums *all, int p, two_lows lows)
{
    return !all->pair[p].same || lows.first <= lows.second;
}

static void sum_row(pair_sums *all, int32_t row)
{
    const two_lows *begin = all->of_row + all->first_of_row[row], *end = all->of_row + all->first_of_row[row + 1];
    for (int p = 0; p < all->pairs; p++)
        for (const two_lows *lows = begin; lows < end; lows++)
            if (counts(all, p, *lows)) (all->pair[p].product ? bring : mark)(all, p, *lows);
    multiply_row(all);
    for (int p = 0; p < all->pairs; p++)
        for (const two_lows *lows = begin; lows < end && all->joint[p]; lows++)
            if (counts(all, p, *lows)) join(all, p, *lows);
}

/* Write the mean products, by number of cards out and class. */
static void write_products(const pair_sums *all, int p, int categories)
{
    const hand_pair *pair = all->pair + p;
    const int cells = all->dealer.width * FOUR;
    for (int r = 0; r < all->dealer.removed; r++)
        for (int k = 0; k < CLASSES; k++) {
            const int turned = 2 * (k % 2) + k / 2;
            const double *sum = (const double *)all->sum + (int64_t)(p * CLASSES * all->dealer.removed + r) * cells;
            const int64_t of_class = (int64_t)all->dealer.removed * cells;
            for (int c = 0; c < categories; c++)
                pair->product[r * CLASSES + k] += sum[k * of_class + c] + (pair->same ? sum[turned * of_class + c] : 0);
        }
}

/* Return the probability of two ends and a category. */
static double chance_of_ends(const pair_sums *all, int p, int first, int second, int category)
{
    const int cells = all->dealer.width * FOUR;
    const double chance = all->joint[p][(first * MOST_ENDS + second) * cells + category];
    return all->pair[p].same ? chance + all->joint[p][(second * MOST_ENDS + first) * cells + category] : chance;
}

/* Write the joint distribution by category and both symbols. */
static void write_symbols(const pair_sums *all, int p, int categories, int symbols, const uint8_t *symbol)
{
    for (int i = 0; i < MOST_ENDS; i++)
        for (int j = 0; j < MOST_ENDS; j++)
            for (int c = 0; c < categories; c++)
                all->pair[p].joint[(c * symbols + symbol[i * categories + c]) * symbols + symbol[j * categories + c]] +=
                    chance_of_ends(all, p, i, j, c);
}

static void free_sums(pair_sums *all)
{
    for (int p = 0; p < all->pairs && all->joint; p++) free(all->joint[p]);
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
    const size_t classes = (size_t)(all->pairs * CLASSES);
    all->brought = make_fours(highs * classes * width);
    all->marked = calloc(highs * classes * width, 1);
    all->high_of = malloc(sizeof(int32_t) * highs);
    all->chances = make_fours((size_t)all->dealer.removed * width);
    all->chance = make_fours(highs * width);
    all->sum = make_fours((size_t)all->dealer.removed * classes * width);
    all->joint = calloc((size_t)all->pairs, sizeof(double *));
    int ok = all->brought && all->marked && all->high_of && all->chances && all->chance && all->sum && all->joint;
    for (int p = 0; p < all->pairs && ok; p++)
        if (all->pair[p].joint) ok = (all->joint[p] = (double *)make_fours(MOST_ENDS * MOST_ENDS * width)) != 0;
    return ok;
}

/* Draw pairs of hands and complete the dealer's from a shoe, some numbers of cards of a value being out. Returns 0 when
   there is no memory. */
static int sum_pairs(pair_sums *all, const dealer_tree *dealer, int categories, const double *shoe, int value)
{
    all->dealer.width = (categories + FOUR - 1) / FOUR;
    int ok = all->pairs <= MOST_PAIRS && list_pairs(all, categories) && allocate_sums(all);
    ok = ok && start_completed(&all->dealer, dealer, shoe, value, &all->low_sum, &all->high_sum);
    for (int32_t i = 0; ok && i < all->low_sum.size; i++) sum_row(all, next_row(&all->dealer, i));
    return ok;
}

/* Draw pairs of hands and complete the dealer's, with 2 and more cards of a value out: of each pair, the mean product of
   what both bring, by number of cards out and class, and the joint distribution of their symbols where it is wanted, with
   two cards out and both second cards of other values. There may be MOST_PAIRS. Returns 0, or -1 when there is no memory. */
int pairs_pass(const dealer_tree *dealer, int categories, const double *shoe, int value, int removed, int pairs,
               const hand_pair *pair, int symbols, const uint8_t *symbol)
{
    pair_sums all = {.pairs = pairs, .pair = pair, .dealer = {.removed = removed, .first_out = 2}};
    const int ok = sum_pairs(&all, dealer, categories, shoe, value);
    for (int p = 0; p < pairs && ok; p++) {
        write_products(&all, p, categories);
        if (pair[p].joint) write_symbols(&all, p, categories, symbols, symbol);
    }
    free_sums(&all);
    return ok ? 0 : -1;
}

/* Draw two hands and complete the dealer's from one shoe: the probability of every pair of ends, as
   out[end of the first][end of the second][category], MOST_ENDS ends each. Returns 0, or -1 when there is no memory. */
int two_hands_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *first,
                   const ended_hands *second, double *out)
{
    const hand_pair pair = {.first = first, .second = second, .same = first == second, .joint = out};
    pair_sums all = {.pairs = 1, .pair = &pair, .dealer = {.removed = 1}};
    const int ok = sum_pairs(&all, dealer, categories, shoe, 0);
    for (int i = 0; i < MOST_ENDS * MOST_ENDS && ok; i++)
        for (int c = 0; c < categories; c++)
            out[i * categories + c] = chance_of_ends(&all, 0, i / MOST_ENDS, i % MOST_ENDS, c);
    free_sums(&all);
    return ok ? 0 : -1;
}
