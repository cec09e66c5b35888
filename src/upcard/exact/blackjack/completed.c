/* The dealer's hand completed for rows of sets (see completed.h). */

#include "card_sets.h"
#include "several.h"
#include "completed.h"

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
    qsort(all->order, (size_t)rows, sizeof(row_of_chain), by_chain);
    all->times = all->is_low ? most + all->removed : 1;
    all->chain = -1;
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
    if (!all->high_out || !init_sets(&all->out)) return 0;
    for (int32_t b = 0; b < highs; b++)
        for (int r = 0; r < all->removed; r++) {
            const uint64_t out = all->is_low ? 0 : (uint64_t)(all->first_out + r) << BITS * all->value;
            const int32_t number = number_of(&all->out, key_of(all->high->count + (int64_t)b * VALUES) + out);
            if (number < 0) return 0;
            all->high_out[b * all->removed + r] = number;
        }
    all->high_cards = malloc(sizeof(int) * ((size_t)all->out.size + 1));
    if (!all->high_cards) return 0;
    for (int32_t h = 0; h < all->out.size; h++) {
        all->high_cards[h] = cards_of(all->out.count + (int64_t)h * VALUES);
        if (all->high_cards[h] > all->longest) all->longest = all->high_cards[h];
    }
    return 1;
}

/* Return the ways to draw cards in one particular order when others are out. */
static double ways_of(const completed_hands *all, const uint8_t *out, const uint8_t *count)
{
    double ways = 1;
    for (int v = 0; v < VALUES; v++) ways *= all->ways[v][out[v]][count[v]];
    return ways;
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
        for (int out = 0; out < MOST_OUT; out++) {
            double ways = 1;
            for (int k = 0; k < MOST_DRAWN; k++) {
                all->ways[v][out][k] = ways;
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
        for (int q = 0; q < highs; q++)
            all->high_ways[(int64_t)h * highs + q] =
                ways_of(all, all->out.count + (int64_t)h * VALUES, all->hand.high.count + q * VALUES);
    for (int32_t b = 0; b < all->high->size; b++)
        for (int r = 0; r < all->removed; r++)
            all->held_high[b * all->removed + r] =
                ways_to_hold(all, all->high->count + (int64_t)b * VALUES, all->first_out + r);
}

/* Allocate the tables. Returns 0 when there is no memory. */
static int allocate_tables(completed_hands *all)
{
    const size_t times = (size_t)all->times, out = (size_t)all->out.size + 1, width = sizeof(four) * (size_t)all->width;
    const size_t highs = (size_t)all->hand.high.size + 1, lengths = (size_t)all->longest + 1;
    all->ways = malloc(sizeof(*all->ways) * VALUES);
    all->inverse = malloc(sizeof(double) * 2 * MOST_OUT * MOST_OUT);
    all->of_low = malloc(sizeof(double) * ((size_t)all->hand.low.size + 1));
    all->of_cell = malloc(sizeof(double) * times * ((size_t)all->hand.cells + 1));
    all->of_high = malloc(width * times * lengths * highs);
    all->done = malloc(width * times * out);
    all->high_ways = malloc(sizeof(double) * out * highs);
    all->held_high = malloc(sizeof(double) * ((size_t)all->high->size * (size_t)all->removed + 1));
    all->held_low = malloc(sizeof(double) * (size_t)(all->removed + 1));
    all->cells_at = calloc(times, sizeof(int32_t));
    all->highs_at = calloc(times * lengths, sizeof(int32_t));
    all->done_at = calloc(times * out, sizeof(int32_t));
    return all->ways && all->inverse && all->of_low && all->of_cell && all->of_high && all->done && all->high_ways &&
           all->held_high && all->held_low && all->cells_at && all->highs_at && all->done_at;
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
    free(all->high_cards);
    free(all->order);
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

int32_t next_row(completed_hands *all, int32_t i)
{
    const row_of_chain *at = all->order + i;
    const uint8_t *count = all->low->count + (int64_t)at->row * VALUES;
    if (i == 0 || at->chain != at[-1].chain) {
        all->chain = i + 1;
        memcpy(all->base, count, VALUES);
        if (all->is_low) all->base[all->value] = 0;
        all->chain_cards = cards_of(all->base);
    }
    all->copies = at->copies;
    all->row_cards = cards_of(count);
    for (int r = 0; r < all->removed; r++) all->held_low[r] = ways_to_hold(all, count, all->first_out + r);
    return at->row;
}

/* Sum the dealer's low halves for a low half of sets. */
FAST static void fill_cells(completed_hands *all, const uint8_t *out, double *of_cell)
{
    const dealer_halves *hand = &all->hand;
    for (int i = 0; i < hand->low.size; i++) {
        const uint8_t *count = hand->low.count + i * VALUES;
        double ways = 1;
        for (int v = 0; v < LOW_VALUES; v++) ways *= all->ways[v][out[v]][count[v]];
        all->of_low[i] = ways;
    }
    memset(of_cell, 0, sizeof(double) * (size_t)hand->cells);
    for (int i = 0; i < hand->leaves; i++) of_cell[hand->leaf[i].cell] += hand->leaf[i].orderings * all->of_low[hand->leaf[i].low];
}

/* Sum the cells by the dealer's high half and category, divided by the ways to draw as many cards. */
static void fill_highs(const completed_hands *all, const double *of_cell, const double *inverse, double *of_high)
{
    const int cells = all->width * FOUR;
    memset(of_high, 0, sizeof(double) * (size_t)(all->hand.high.size * cells));
    for (int i = 0; i < all->hand.cells; i++) {
        const cell *at = all->hand.cell + i;
        of_high[at->high * cells + at->category] += of_cell[i] * inverse[at->length];
    }
}

/* Sum over the dealer's high halves. */
FAST static void sum_highs(int width, int highs, const double *ways, const four *of_high, four *to)
{
    const four zero = {0};
    if (width == 2) {
        four one = zero, other = zero;
        for (int q = 0; q < highs; q++) {
            one += ways[q] * of_high[2 * q];
            other += ways[q] * of_high[2 * q + 1];
        }
        to[0] = one;
        to[1] = other;
        return;
    }
    for (int w = 0; w < width; w++) {
        four sum = zero;
        for (int q = 0; q < highs; q++) sum += ways[q] * of_high[q * width + w];
        to[w] = sum;
    }
}

const four *completed(completed_hands *all, int32_t high, int r)
{
    const int time = all->is_low ? all->copies + r : 0, highs = all->hand.high.size;
    const int32_t out = all->high_out[high * all->removed + r];
    const int cards = all->high_cards[out], lengths = all->longest + 1;
    const int low_cards = all->chain_cards + (all->is_low ? all->first_out + time : 0);
    const int64_t at = (int64_t)time * all->out.size + out, table = (int64_t)time * lengths + cards;
    four *done = all->done + at * all->width, *of_high = all->of_high + table * highs * all->width;
    double *of_cell = all->of_cell + (int64_t)time * all->hand.cells;
    if (all->done_at[at] == all->chain) return done;
    if (all->cells_at[time] != all->chain) {
        uint8_t low[VALUES];
        memcpy(low, all->base, VALUES);
        if (all->is_low) low[all->value] = (uint8_t)(all->first_out + time);
        fill_cells(all, low, of_cell);
        all->cells_at[time] = all->chain;
    }
    if (all->highs_at[table] != all->chain) {
        fill_highs(all, of_cell, all->inverse + (low_cards + cards) * MOST_OUT, (double *)of_high);
        all->highs_at[table] = all->chain;
    }
    sum_highs(all->width, highs, all->high_ways + (int64_t)out * highs, of_high, done);
    all->done_at[at] = all->chain;
    return done;
}

double chance_of_cards(const completed_hands *all, int32_t high, int r)
{
    const int cards = all->row_cards + all->high_cards[all->high_out[high * all->removed + r]] -
                      (all->is_low ? 0 : all->first_out + r);
    return all->held_low[r] * all->held_high[high * all->removed + r] * all->inverse[(all->first_out + r) * MOST_OUT + cards];
}
