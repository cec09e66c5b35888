/* The dealer's hand completed for rows of sets (see completed.h). */

#include "card_sets.h"
#include "several.h"
#include "completed.h"

enum { TABLES = 4 };            /* of numbers of cards out that are filled at once */

/* Numbers read before are kept, not read again for each use: that is what takes the time here. */
#if defined(__GNUC__)
#define KEEP_LOADED __asm__ volatile("" : : : "memory")
#else
#define KEEP_LOADED
#endif

static int by_chain(const void *a, const void *b)
{
    const row_of_chain *x = a, *y = b;
    if (x->chain != y->chain) return x->chain < y->chain ? -1 : 1;
    return x->copies - y->copies;
}

/* Sort the rows by chain. Returns 0 when there is no memory. */
static int order_rows(completed_hands *all)
{
    const int32_t rows = all->low->size;
    all->order = malloc(sizeof(row_of_chain) * ((size_t)rows + 1));
    if (!all->order) return 0;
    int most = 0;
    for (int32_t row = 0; row < rows; row++) {
        const uint8_t *count = all->low->count + (int64_t)row * VALUES;
        const int copies = all->is_low ? count[all->value] : 0;
        all->order[row] = (row_of_chain){key_of(count) - ((uint64_t)copies << BITS * all->value), copies, row};
        if (copies > most) most = copies;
    }
    if (all->is_low) qsort(all->order, (size_t)rows, sizeof(row_of_chain), by_chain);
    all->times = all->is_low ? (most + all->removed + FOUR - 1) / FOUR * FOUR : FOUR;
    return 1;
}

static int cards_of(const uint8_t *count)
{
    int cards = 0;
    for (int v = 0; v < VALUES; v++) cards += count[v];
    return cards;
}

/* List the high halves with the cards out, and count their cards. Returns 0 when there is no memory. */
static int list_out(completed_hands *all)
{
    const int32_t highs = all->high->size;
    all->high_out = malloc(sizeof(int32_t) * ((size_t)highs * (size_t)all->removed + 1));
    all->high_cards = malloc(sizeof(int) * ((size_t)highs + 1));
    if (!all->high_out || !all->high_cards || !init_sets(&all->out)) return 0;
    for (int32_t b = 0; b < highs; b++) {
        all->high_cards[b] = cards_of(all->high->count + (int64_t)b * VALUES);
        for (int r = 0; r < all->removed; r++) {
            const uint64_t out = all->is_low ? 0 : (uint64_t)(all->first_out + r) << BITS * all->value;
            const int32_t number = number_of(&all->out, key_of(all->high->count + (int64_t)b * VALUES) + out);
            if (number < 0) return 0;
            all->high_out[b * all->removed + r] = number;
        }
    }
    all->out_cards = malloc(sizeof(int) * ((size_t)all->out.size + 1));
    if (!all->out_cards) return 0;
    for (int32_t h = 0; h < all->out.size; h++) {
        all->out_cards[h] = cards_of(all->out.count + (int64_t)h * VALUES);
        if (all->out_cards[h] > all->longest) all->longest = all->out_cards[h];
    }
    return 1;
}

/* Return the ways to draw a half in one particular order, so many cards of the value being out. */
static double ways_to_hold(const completed_hands *all, const uint8_t *count, int out)
{
    double ways = 1;
    for (int v = 0; v < VALUES; v++)
        for (int k = 0; k < count[v]; k++) {
            const double left = all->n[v] - (v == all->value ? out : 0) - k;
            ways *= left > 0 ? left : 0;
        }
    return ways;
}

/* Compute the ways to draw cards of each value, and 1 / the ways to draw any. */
static void fill_ways(completed_hands *all)
{
    for (int v = 0; v < VALUES; v++)
        for (int out = 0; out < MOST_OUT + FOUR; out++) {
            double ways = 1;
            for (int k = 0; k < MOST_DRAWN; k++) {
                all->ways[v][k][out] = ways;
                ways *= all->n[v] > out + k ? all->n[v] - out - k : 0;
            }
        }
    double one[3 * MOST_OUT];
    for (int k = 0; k < 3 * MOST_OUT; k++) one[k] = all->cards > k ? 1 / (all->cards - k) : 0;
    for (int out = 0; out < 2 * MOST_OUT; out++) {
        double inverse = 1;
        for (int k = 0; k < MOST_OUT; k++) {
            all->inverse[out * MOST_OUT + k] = inverse;
            inverse *= one[out + k];
        }
    }
}

static void fill_halves(completed_hands *all)
{
    const int highs = all->hand.high.size;
    for (int32_t h = 0; h < all->out.size; h++)
        for (int q = 0; q < highs; q++) {
            const uint8_t *out = all->out.count + (int64_t)h * VALUES, *count = all->hand.high.count + q * VALUES;
            double ways = 1;
            for (int v = LOW_VALUES; v < VALUES; v++) ways *= all->ways[v][count[v]][out[v]];
            all->high_ways[(int64_t)h * highs + q] = ways;
        }
    for (int32_t b = 0; b < all->high->size; b++)
        for (int r = 0; r < all->removed; r++)
            all->held_high[b * all->removed + r] =
                ways_to_hold(all, all->high->count + (int64_t)b * VALUES, all->first_out + r);
}

/* Allocate the tables. Returns 0 when there is no memory. */
static int allocate_tables(completed_hands *all)
{
    const size_t times = (size_t)all->times, out = (size_t)all->out.size + 1, width = (size_t)all->width;
    const size_t highs = (size_t)all->hand.high.size + 1, lengths = (size_t)all->longest + 1;
    all->ways = malloc(sizeof(*all->ways) * VALUES);
    all->inverse = malloc(sizeof(double) * 2 * MOST_OUT * MOST_OUT);
    all->low_out = malloc(sizeof(*all->low_out) * times);
    all->low_cards = malloc(sizeof(int) * times);
    all->first_pending = malloc(sizeof(int32_t) * (lengths + 2));
    all->unsorted = malloc(sizeof(int32_t) * ((size_t)all->high->size + 1));
    all->pending = malloc(sizeof(int32_t) * ((size_t)all->high->size + 1));
    all->of_low = allocate_fours((size_t)all->hand.low.size);
    all->of_cell = make_fours(times * ((size_t)all->hand.lengths + 1) * width);
    all->of_high = allocate_fours(width * times * lengths * highs);
    all->done = allocate_fours(width * times * out);
    all->high_ways = malloc(sizeof(double) * out * highs);
    all->held_high = malloc(sizeof(double) * ((size_t)all->high->size * (size_t)all->removed + 1));
    all->held_low = malloc(sizeof(double) * (size_t)(all->removed + 1));
    all->cells_at = calloc(times / FOUR, sizeof(int32_t));
    all->highs_at = calloc(times * lengths, sizeof(int32_t));
    all->done_at = calloc(times * out, sizeof(int32_t));
    return all->ways && all->inverse && all->low_out && all->low_cards && all->first_pending && all->unsorted &&
           all->pending && all->of_low && all->of_cell && all->of_high && all->done && all->high_ways && all->held_high &&
           all->held_low && all->cells_at && all->highs_at && all->done_at;
}

int start_completed(completed_hands *all, const dealer_tree *dealer, const double *shoe, int value, const card_sets *low,
                    const card_sets *high)
{
    all->value = value;
    all->is_low = value < LOW_VALUES;
    all->low = low;
    all->high = high;
    for (int v = 0; v < VALUES; v++) {
        all->n[v] = shoe[v] > dealer->shown[v] ? shoe[v] - dealer->shown[v] : 0;
        all->cards += all->n[v];
    }
    if (!split_tree(dealer, &all->hand) || !order_rows(all) || !list_out(all) || !allocate_tables(all)) return 0;
    fill_ways(all);
    fill_halves(all);
    return 1;
}

void free_completed(completed_hands *all)
{
    free_halves(&all->hand);
    free_sets(&all->out);
    free(all->high_out);
    free(all->out_cards);
    free(all->high_cards);
    free(all->order);
    free(all->low_out);
    free(all->low_cards);
    free(all->first_pending);
    free(all->unsorted);
    free(all->pending);
    free(all->ways);
    free(all->inverse);
    free(all->of_low);
    free(all->of_cell);
    free(all->of_high);
    free(all->done);
    free(all->high_ways);
    free(all->held_high);
    free(all->held_low);
    free(all->cells_at);
    free(all->highs_at);
    free(all->done_at);
}

/* Begin the chain of the i-th row. */
static void next_chain(completed_hands *all, int32_t i)
{
    all->chain = i + 1;
    for (int time = 0; time < all->times; time++) {
        const int32_t other = !all->is_low && i + time < all->low->size ? i + time : i;
        uint8_t *low = all->low_out[time];
        memcpy(low, all->low->count + (int64_t)all->order[other].row * VALUES, VALUES);
        if (all->is_low) low[all->value] = (uint8_t)(all->first_out + time);
        all->low_cards[time] = cards_of(low);
    }
}

int32_t next_row(completed_hands *all, int32_t i)
{
    const row_of_chain *at = all->order + i;
    const uint8_t *count = all->low->count + (int64_t)at->row * VALUES;
    if (all->is_low ? i == 0 || at->chain != at[-1].chain : i % FOUR == 0) next_chain(all, i);
    all->time = all->is_low ? at->copies : i % FOUR;
    all->row_cards = cards_of(count);
    for (int r = 0; r < all->removed; r++) all->held_low[r] = ways_to_hold(all, count, all->first_out + r);
    return at->row;
}

/* Compute the ways to draw the dealer's low halves for four times of the chain, which differ by cards of the value only if
   that is of the low half. */
static inline __attribute__((always_inline)) void fill_lows(completed_hands *all, int time)
{
    const uint8_t (*out)[VALUES] = (const uint8_t (*)[VALUES])all->low_out + time;
    for (int i = 0; i < all->hand.low.size; i++) {
        const uint8_t *count = all->hand.low.count + i * VALUES;
        four ways = {1, 1, 1, 1};
        if (all->is_low) {
            double others = 1;
            for (int v = 0; v < LOW_VALUES; v++) others *= v == all->value ? 1 : all->ways[v][count[v]][out[0][v]];
            memcpy(&ways, all->ways[all->value][count[all->value]] + all->first_out + time, sizeof ways);
            all->of_low[i] = others * ways;
            continue;
        }
        for (int v = 0; v < LOW_VALUES; v++)
            for (int l = 0; l < FOUR; l++) ways[l] *= all->ways[v][count[v]][out[l][v]];
        all->of_low[i] = ways;
    }
}

/* Sum the dealer's low halves for four times of the chain. */
FAST static void fill_cells(completed_hands *all, int time)
{
    const dealer_halves *hand = &all->hand;
    const int64_t cells = (int64_t)hand->lengths * all->width * FOUR;
    double *of_cell = (double *)all->of_cell + time * cells;
    fill_lows(all, time);
    const leaf *at = hand->leaf;
    for (int i = 0; i < hand->cells; i++) {
        four sum = {0};
        for (const leaf *end = at + hand->cell[i].leaves; at < end; at++) sum += at->orderings * all->of_low[at->low];
        double *to = of_cell + hand->cell[i].length * all->width * FOUR + hand->cell[i].category;
        for (int l = 0; l < FOUR; l++) to[l * cells] = sum[l];
    }
}

/* Sum the cells by the dealer's high half, divided by the ways to draw as many cards: for some numbers of cards out at
   once, as the cells are more than fit into the nearest memory. */
static inline __attribute__((always_inline)) void fill_wide(const dealer_halves *hand, int width, int tables,
                                                            const four *of_cell, const double *const *inverse,
                                                            four *const *of_high)
{
    for (int i = 0; i < hand->high.size; i++) {
        const int64_t q = hand->by_lengths[i];
        const int *length = hand->length + hand->first_length[q], *end = hand->length + hand->first_length[q + 1];
        const four *cell = of_cell + (int64_t)hand->first_length[q] * width;
        four sum[TABLES][MOST_WIDTH] = {{{0}}};
        for (; length < end; length++, cell += width)
            for (int w = 0; w < width; w++)
                for (int t = 0; t < tables; t++) sum[t][w] += inverse[t][*length] * cell[w];
        for (int t = 0; t < tables; t++)
            for (int w = 0; w < width; w++) of_high[t][q * width + w] = sum[t][w];
    }
}

FAST static void fill_highs(const dealer_halves *hand, int width, int tables, const four *of_cell,
                            const double *const *inverse, four *const *of_high)
{
    if (width == USUAL_WIDTH && tables == 1) fill_wide(hand, USUAL_WIDTH, 1, of_cell, inverse, of_high);
    else if (width == USUAL_WIDTH && tables == 2) fill_wide(hand, USUAL_WIDTH, 2, of_cell, inverse, of_high);
    else if (width == USUAL_WIDTH && tables == 3) fill_wide(hand, USUAL_WIDTH, 3, of_cell, inverse, of_high);
    else if (width == USUAL_WIDTH) fill_wide(hand, USUAL_WIDTH, TABLES, of_cell, inverse, of_high);
    else fill_wide(hand, width, tables, of_cell, inverse, of_high);
}

/* Sum over the dealer's high halves for some sets at once; every other half apart, so that no sum waits for the one before. */
static inline __attribute__((always_inline)) void sum_wide(int width, int64_t highs, int sets, const double *const *ways,
                                                           const four *of_high, four *const *to)
{
    const four zero = {0};
    for (int w = 0; w < width; w += USUAL_WIDTH) {
        four even[2][USUAL_WIDTH] = {{zero, zero}, {zero, zero}}, odd[2][USUAL_WIDTH] = {{zero, zero}, {zero, zero}};
        const int used = width - w < USUAL_WIDTH ? width - w : USUAL_WIDTH;
        const four *at = of_high + w;
        const double *of_set[2] = {ways[0], ways[sets - 1]};
        int64_t q = 0;
        for (; q + 1 < highs; q += 2, at += 2 * width) {
            four one[USUAL_WIDTH], other[USUAL_WIDTH];
            for (int u = 0; u < used; u++) one[u] = at[u];
            for (int u = 0; u < used; u++) other[u] = at[width + u];
            KEEP_LOADED;
            for (int s = 0; s < sets; s++)
                for (int u = 0; u < used; u++) {
                    even[s][u] += of_set[s][q] * one[u];
                    odd[s][u] += of_set[s][q + 1] * other[u];
                }
        }
        for (int s = 0; s < sets; s++)
            for (int u = 0; u < used; u++) {
                if (q < highs) even[s][u] += ways[s][q] * at[u];
                to[s][w + u] = even[s][u] + odd[s][u];
            }
    }
}

FAST static void sum_highs(int width, int highs, int sets, const double *const *ways, const four *of_high, four *const *to)
{
    if (width == USUAL_WIDTH && sets == 2) sum_wide(USUAL_WIDTH, highs, 2, ways, of_high, to);
    else if (width == USUAL_WIDTH) sum_wide(USUAL_WIDTH, highs, 1, ways, of_high, to);
    else sum_wide(width, highs, sets, ways, of_high, to);
}

/* Return the sums by the dealer's high half for a time of the chain and a number of cards of the high half. */
static four *highs_of(const completed_hands *all, int time, int cards)
{
    return all->of_high + ((int64_t)time * (all->longest + 1) + cards) * all->hand.high.size * all->width;
}

/* Fill those sums, for a time of the chain and the numbers of cards of the sets that are listed. */
static void fill_wanted(completed_hands *all, int time)
{
    const double *inverse[TABLES];
    four *of_high[TABLES];
    int tables = 0;
    if (all->cells_at[time / FOUR] != all->chain) {
        fill_cells(all, time / FOUR * FOUR);
        all->cells_at[time / FOUR] = all->chain;
    }
    const four *of_cell = all->of_cell + (int64_t)time * all->hand.lengths * all->width;
    for (int cards = 0; cards <= all->longest; cards++) {
        int32_t *filled = all->highs_at + (int64_t)time * (all->longest + 1) + cards;
        if (all->first_pending[cards] < all->first_pending[cards + 1] && *filled != all->chain) {
            inverse[tables] = all->inverse + (all->low_cards[time] + cards) * MOST_OUT;
            of_high[tables++] = highs_of(all, time, cards);
            *filled = all->chain;
        }
        if (tables < TABLES && (cards < all->longest || !tables)) continue;
        fill_highs(&all->hand, all->width, tables, of_cell, inverse, of_high);
        tables = 0;
    }
}

/* Complete the dealer's hand for a time of the chain and one or two of `out`, with the same number of cards. */
static void complete_out(completed_hands *all, int time, int sets, const int32_t *out)
{
    const int highs = all->hand.high.size;
    const double *ways[2] = {0};
    four *to[2] = {0};
    for (int s = 0; s < sets; s++) {
        const int64_t at = (int64_t)time * all->out.size + out[s];
        ways[s] = all->high_ways + (int64_t)out[s] * highs;
        to[s] = all->done + at * all->width;
        all->done_at[at] = all->chain;
    }
    sum_highs(all->width, highs, sets, ways, highs_of(all, time, all->out_cards[out[0]]), to);
}

/* List those of the sets of a row that are not completed for a time of the chain, those with the fewest cards first, and
   where each number of cards begins; returns how many there are. */
static int32_t list_pending(completed_hands *all, int r, int time, int32_t size, const int32_t *high)
{
    const int32_t *done_at = all->done_at + (int64_t)time * all->out.size;
    int32_t pending = 0, *first = all->first_pending;
    memset(first, 0, sizeof(int32_t) * (size_t)(all->longest + 3));
    for (int32_t i = 0; i < size; i++) {
        const int32_t out = all->high_out[high[i] * all->removed + r];
        if (done_at[out] == all->chain) continue;
        all->unsorted[pending++] = out;
        first[all->out_cards[out] + 2]++;
    }
    for (int cards = 0; cards <= all->longest; cards++) first[cards + 2] += first[cards + 1];
    for (int32_t i = 0; i < pending; i++) all->pending[first[all->out_cards[all->unsorted[i]] + 1]++] = all->unsorted[i];
    return pending;
}

void complete_row(completed_hands *all, int32_t size, const int32_t *high)
{
    for (int r = 0; r < all->removed; r++) {
        const int time = all->is_low ? all->time + r : all->time;
        if (!list_pending(all, r, time, size, high)) continue;
        fill_wanted(all, time);
        for (int cards = 0; cards <= all->longest; cards++)
            for (int32_t i = all->first_pending[cards]; i < all->first_pending[cards + 1]; i += 2)
                complete_out(all, time, i + 1 < all->first_pending[cards + 1] ? 2 : 1, all->pending + i);
    }
}
