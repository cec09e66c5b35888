/* The dealer's hand completed for many sets of cards at once: its cards of low and of high value are drawn apart. */

#include "card_sets.h"
#include "several.h"

void free_halves(dealer_halves *all)
{
    free(all->leaf);
    free(all->cell);
    free_sets(&all->low);
    free_sets(&all->high);
    free_sets(&all->numbers);
}

/* Add a completed hand. Returns 0 when there is no memory. */
static int add_leaf(dealer_halves *all, uint64_t cards, int category, int length, double orderings)
{
    int32_t low = number_of(&all->low, cards & LOW), high = number_of(&all->high, cards & ~LOW);
    if (low < 0 || high < 0) return 0;
    const uint64_t key = (uint64_t)high << 2 * BITS | (uint64_t)length << BITS | (uint64_t)category;
    const int32_t at = number_of(&all->numbers, key);
    if (at < 0) return 0;
    if (at == all->cells) all->cell[all->cells++] = (cell){high, category, length};
    all->leaf[all->leaves++] = (leaf){low, at, orderings};
    if (length > all->length) all->length = length;
    return 1;
}

/* List the dealer's completed hands by their halves. Returns 0 when there is no memory. */
int split_tree(const dealer_tree *tree, dealer_halves *all)
{
    uint64_t path[MOST_DRAWN + 1] = {0};
    all->leaf = malloc(sizeof(leaf) * (size_t)(tree->nodes + 1));
    all->cell = malloc(sizeof(cell) * (size_t)(tree->nodes + 1));
    int ok = init_sets(&all->low) && init_sets(&all->high) && init_sets(&all->numbers) && all->leaf && all->cell;
    if (ok && tree->root >= 0) ok = add_leaf(all, 0, tree->root, 0, 1);
    for (int i = 0; i < tree->nodes && ok; i++) {
        const int d = tree->depth[i];
        path[d] = path[d - 1] + ((uint64_t)1 << BITS * tree->value[i]);
        if (tree->orderings[i] != 0) ok = add_leaf(all, path[d], tree->category[i], d, tree->orderings[i]);
    }
    return ok;
}

/* Return in how many ways the cards `count` can be drawn, in order, when `held` are out of each shoe. */
static inline four ways(const four *n, const uint8_t *held, const uint8_t *count)
{
    const four zero = {0};
    four all = zero + 1;
    for (int v = 0; v < VALUES; v++)
        for (int k = 0; k < count[v]; k++) {
            four left = n[v] - (double)(held[v] + k);
            all *= (four)((places)left & (left > zero));
        }
    return all;
}

static int cards_of(const card_sets *sets, int32_t number)
{
    int cards = 0;
    for (int v = 0; v < VALUES; v++) cards += sets->count[(int64_t)number * VALUES + v];
    return cards;
}

/* The rows of tables that a low half needs. */
typedef struct {
    four *of_low, *of_cell;         /* the ways of the dealer's low halves, and those of cells */
    four *of_high;                  /* of each number of cards in the high half, high half of the dealer and category */
    four *high_ways, *held_ways;    /* of each high half of a set: the ways of the dealer's, and its own */
    four *inverse;                  /* of each number of cards: 1 / the ways to draw any */
    char *filled;                   /* of each number of cards in the high half: whether of_high is filled */
} work;

static void free_work(work *w)
{
    free(w->of_low);
    free(w->of_cell);
    free(w->of_high);
    free(w->high_ways);
    free(w->held_ways);
    free(w->inverse);
    free(w->filled);
}

static int allocate_work(work *w, const dealer_halves *all, const set_level *level, int categories, int longest)
{
    const size_t highs = (size_t)all->high.size, places = (size_t)(level->high.size + 1);
    w->of_low = malloc(sizeof(four) * (size_t)(all->low.size + 1));
    w->of_cell = malloc(sizeof(four) * (size_t)(all->cells + 1));
    w->of_high = malloc(sizeof(four) * (size_t)(longest + 1) * highs * (size_t)categories);
    w->high_ways = malloc(sizeof(four) * places * highs);
    w->held_ways = malloc(sizeof(four) * places);
    w->inverse = malloc(sizeof(four) * (size_t)(2 * longest + all->length + 2));
    w->filled = malloc((size_t)longest + 1);
    return w->of_low && w->of_cell && w->of_high && w->high_ways && w->held_ways && w->inverse && w->filled;
}

/* Sum the dealer's low halves for a low half of sets. */
FAST static void fill_cells(const dealer_halves *all, const four *n, const uint8_t *held, work *w)
{
    const four zero = {0};
    for (int i = 0; i < all->low.size; i++) w->of_low[i] = ways(n, held, all->low.count + i * VALUES);
    for (int i = 0; i < all->cells; i++) w->of_cell[i] = zero;
    for (int i = 0; i < all->leaves; i++) w->of_cell[all->leaf[i].cell] += all->leaf[i].orderings * w->of_low[all->leaf[i].low];
}

/* Sum the cells by the dealer's high half and category, divided by the ways to draw as many cards. */
FAST static void fill_highs(const dealer_halves *all, int categories, const four *inverse, work *w, four *of_high)
{
    memset(of_high, 0, sizeof(four) * (size_t)(all->high.size * categories));
    for (int i = 0; i < all->cells; i++) {
        const cell *at = all->cell + i;
        of_high[at->high * categories + at->category] += w->of_cell[i] * inverse[at->length];
    }
}

/* Complete the dealer's hand for the sets of one low half. */
FAST static void fill_row(const dealer_halves *all, int categories, set_level *level, int32_t low, const four *n, work *w,
                          const int *high_cards)
{
    const uint8_t *held = level->low.count + (int64_t)low * VALUES;
    const int out = cards_of(&level->low, low), highs = all->high.size;
    const four one = ways(n, no_cards, held);
    fill_cells(all, n, held, w);
    for (int32_t m = level->first[low]; m < level->first[low + 1]; m++) {
        const int32_t high = level->high_of[m];
        const int cards = high_cards[high];
        four *of_high = w->of_high + (int64_t)cards * highs * categories, sum[MOST_CATEGORIES];
        if (!w->filled[cards]) fill_highs(all, categories, w->inverse + out + cards, w, of_high);
        w->filled[cards] = 1;
        memset(sum, 0, sizeof(four) * (size_t)categories);
        for (int q = 0; q < highs; q++) {
            const four drawn = w->high_ways[(int64_t)high * highs + q];
            for (int c = 0; c < categories; c++) sum[c] += drawn * of_high[q * categories + c];
        }
        for (int c = 0; c < categories; c++) level->of_sets[(int64_t)m * categories + c] = sum[c] * one * w->held_ways[high];
    }
}

/* Compute 1 / the ways to draw so many cards, and the ways of every high half. */
static void fill_tables(const dealer_halves *all, const set_level *level, const four *n, int most, work *w)
{
    four cards = {0}, inverse = {1, 1, 1, 1};
    for (int v = 0; v < VALUES; v++) cards += n[v];
    for (int t = 0; t < most; t++) {
        w->inverse[t] = inverse;
        for (int l = 0; l < FOUR; l++) inverse[l] = cards[l] > t ? inverse[l] / (cards[l] - t) : 0;
    }
    for (int32_t b = 0; b < level->high.size; b++) {
        const uint8_t *held = level->high.count + (int64_t)b * VALUES;
        w->held_ways[b] = ways(n, no_cards, held);
        for (int q = 0; q < all->high.size; q++)
            w->high_ways[(int64_t)b * all->high.size + q] = ways(n, held, all->high.count + q * VALUES);
    }
}

/* Compute the probability of each set of cards, in one particular order, with each category of the dealer's hand, from
   up to four shoes. Returns 0 when there is no memory. */
int draw_dealers(const dealer_tree *dealer, int categories, int shoes, const double *shoe, set_level *level)
{
    dealer_halves all = {0};
    work w = {0};
    four n[VALUES] = {{0}};
    int longest = 0;
    int *high_cards = malloc(sizeof(int) * (size_t)(level->high.size + 1));
    level->of_sets = malloc(sizeof(four) * (size_t)(level->size + 1) * (size_t)categories);
    int ok = high_cards && level->of_sets && split_tree(dealer, &all);
    for (int s = 0; s < shoes; s++)
        for (int v = 0; v < VALUES; v++) {
            double left = shoe[s * VALUES + v] - dealer->shown[v];
            n[v][s] = left > 0 ? left : 0;
        }
    for (int32_t b = 0; b < level->high.size && ok; b++) {
        high_cards[b] = cards_of(&level->high, b);
        if (high_cards[b] > longest) longest = high_cards[b];
    }
    for (int32_t a = 0; a < level->low.size && ok; a++)
        if (cards_of(&level->low, a) > longest) longest = cards_of(&level->low, a);
    ok = ok && allocate_work(&w, &all, level, categories, longest);
    if (ok) fill_tables(&all, level, n, 2 * longest + all.length + 1, &w);
    for (int32_t a = 0; a < level->low.size && ok; a++) {
        memset(w.filled, 0, (size_t)longest + 1);
        if (level->first[a] < level->first[a + 1]) fill_row(&all, categories, level, a, n, &w, high_cards);
    }
    free_work(&w);
    free_halves(&all);
    free(high_cards);
    return ok;
}
