/* Sets of cards and the dealer's completed hands as halves, cards of low and of high value. */

#include "card_sets.h"
#include "several.h"
#include "completed.h"

enum { CELLS_OF_HIGH = MOST_DRAWN * MOST_CATEGORIES };  /* lengths and categories that a high half may have */

typedef struct {
    int32_t low, cell;              /* cell: its number among all that a dealer's hand might have */
    double orderings;
} completed_hand;

/* Whether a set has at most so many cards of each value. */
static int is_held(const uint8_t *count, const int *most)
{
    int held = 1;
    for (int v = 0; v < VALUES && most; v++) held &= count[v] <= most[v];
    return held;
}

/* Sort halved sets by their low half. Returns 0 when there is no memory. */
static int sort_by_low(int32_t sets, halved_sets *to)
{
    to->first = calloc((size_t)to->low.size + 3, sizeof(int32_t));
    if (!to->first) return 0;
    for (int32_t i = 0; i < sets; i++)
        if (to->low_of[i] >= 0) to->first[to->low_of[i] + 2]++;
    for (int32_t p = 0; p < to->low.size; p++) to->first[p + 2] += to->first[p + 1];
    for (int32_t i = 0; i < sets; i++)
        if (to->low_of[i] >= 0) to->set[to->first[to->low_of[i] + 1]++] = i;
    return 1;
}

int halve_sets(int32_t sets, const uint8_t *count, const int *most, halved_sets *to)
{
    const size_t size = (size_t)sets + 1;
    to->low_of = malloc(sizeof(int32_t) * size);
    to->high_of = malloc(sizeof(int32_t) * size);
    to->set = malloc(sizeof(int32_t) * size);
    int ok = init_sets(&to->low) && init_sets(&to->high) && to->low_of && to->high_of && to->set;
    for (int32_t i = 0; i < sets && ok; i++) {
        const uint8_t *cards = count + (int64_t)i * VALUES;
        const uint64_t key = key_of(cards);
        to->low_of[i] = -1;
        if (!is_held(cards, most)) continue;
        to->size++;
        to->low_of[i] = number_of(&to->low, key & LOW);
        to->high_of[i] = number_of(&to->high, key & ~LOW);
        ok = to->low_of[i] >= 0 && to->high_of[i] >= 0;
    }
    return ok && sort_by_low(sets, to);
}

void free_halved(halved_sets *list)
{
    free_sets(&list->low);
    free_sets(&list->high);
    free(list->low_of);
    free(list->high_of);
    free(list->set);
    free(list->first);
}

void free_halves(dealer_halves *all)
{
    free(all->leaf);
    free(all->cell);
    free(all->length);
    free(all->first_length);
    free(all->by_lengths);
    free_sets(&all->low);
    free_sets(&all->high);
}

/* Add a completed hand. Returns 0 when there is no memory. */
static int add_hand(dealer_halves *all, uint64_t cards, int category, int length, double orderings, completed_hand *list)
{
    const int32_t low = number_of(&all->low, cards & LOW), high = number_of(&all->high, cards & ~LOW);
    if (low < 0 || high < 0) return 0;
    list[all->leaves++] = (completed_hand){low, (high * MOST_DRAWN + length) * MOST_CATEGORIES + category, orderings};
    return 1;
}

/* List the dealer's completed hands in the order of the tree. Returns 0 when there is no memory. */
static int list_hands(const dealer_tree *tree, dealer_halves *all, completed_hand *list)
{
    uint64_t path[MOST_DRAWN + 1] = {0};
    int ok = init_sets(&all->low) && init_sets(&all->high);
    if (ok && tree->root >= 0) ok = add_hand(all, 0, tree->root, 0, 1, list);
    for (int i = 0; i < tree->nodes && ok; i++) {
        const int d = tree->depth[i];
        path[d] = path[d - 1] + ((uint64_t)1 << BITS * tree->value[i]);
        if (tree->orderings[i] != 0) ok = add_hand(all, path[d], tree->category[i], d, tree->orderings[i], list);
    }
    return ok;
}

/* Number the lengths of the high halves, and list the cells; `size`: of each cell that a hand might have. */
static void list_cells(dealer_halves *all, const int32_t *size)
{
    for (int q = 0; q < all->high.size; q++) {
        all->first_length[q] = all->lengths;
        for (int of_high = 0; of_high < CELLS_OF_HIGH; of_high++) {
            const int length = of_high / MOST_CATEGORIES, fresh = all->lengths == all->first_length[q];
            const int leaves = size[q * CELLS_OF_HIGH + of_high];
            if (!leaves) continue;
            if (fresh || all->length[all->lengths - 1] != length) all->length[all->lengths++] = length;
            all->cell[all->cells++] = (cell){all->lengths - 1, of_high % MOST_CATEGORIES, leaves, q * CELLS_OF_HIGH + of_high};
        }
    }
    all->first_length[all->high.size] = all->lengths;
}
static int by_leaves(const void *a, const void *b)
{
    const cell *x = a, *y = b;
    return x->leaves != y->leaves ? x->leaves - y->leaves : x->number - y->number;
}

/* Sort the hands by cell; `at`: of each cell that a hand might have, how many there are, then where they lie. */
static void sort_cells(dealer_halves *all, const completed_hand *list, int32_t *at)
{
    for (int i = 0; i < all->leaves; i++) at[list[i].cell]++;
    list_cells(all, at);
    qsort(all->cell, (size_t)all->cells, sizeof(cell), by_leaves);
    for (int i = 0, first = 0; i < all->cells; first += all->cell[i++].leaves) at[all->cell[i].number] = first;
    for (int i = 0; i < all->leaves; i++) all->leaf[at[list[i].cell]++] = (leaf){list[i].low, list[i].orderings};
    for (int lengths = 0, listed = 0; listed < all->high.size; lengths++)
        for (int q = 0; q < all->high.size; q++)
            if (all->first_length[q + 1] - all->first_length[q] == lengths) all->by_lengths[listed++] = q;
}

int split_tree(const dealer_tree *tree, dealer_halves *all)
{
    const size_t most = (size_t)tree->nodes + 2;
    completed_hand *list = malloc(sizeof(completed_hand) * most);
    int32_t *at = 0;
    all->leaf = malloc(sizeof(leaf) * most);
    all->cell = malloc(sizeof(cell) * most);
    all->length = malloc(sizeof(int) * most);
    all->first_length = malloc(sizeof(int) * most);
    all->by_lengths = malloc(sizeof(int) * most);
    int ok = list && all->leaf && all->cell && all->length && all->first_length && all->by_lengths;
    ok = ok && list_hands(tree, all, list);
    ok = ok && (at = calloc((size_t)all->high.size * CELLS_OF_HIGH + 1, sizeof(int32_t))) != 0;
    if (ok) sort_cells(all, list, at);
    free(at);
    free(list);
    return ok;
}

/* Return how many of the shoes, the first among them, differ only by having each one card less of a value than the one
   before. */
static int count_alike(int shoes, const double *shoe, int *value)
{
    *value = 0;
    for (int v = 0; v < VALUES && shoes > 1; v++)
        if (shoe[v] != shoe[VALUES + v]) *value = v;
    for (int s = 1; s < shoes; s++)
        for (int v = 0; v < VALUES; v++)
            if (shoe[s * VALUES + v] != shoe[v] - (v == *value ? s : 0)) return s;
    return shoes;
}

/* Complete the dealer's hand for the sets of a row, from shoes that begin with a lane. */
FAST static void fill_row(completed_hands *all, int categories, set_level *level, int32_t row, int lane)
{
    complete_row(all, level->first[row + 1] - level->first[row], level->high_of + level->first[row]);
    for (int32_t m = level->first[row]; m < level->first[row + 1]; m++)
        for (int r = 0; r < all->removed; r++) {
            const double cards = chance_of_cards(all, level->high_of[m], r);
            const double *dealer = (const double *)completed(all, level->high_of[m], r);
            double *to = (double *)(level->of_sets + (int64_t)m * categories) + lane + r;
            for (int c = 0; c < categories; c++) to[c * FOUR] = cards * dealer[c];
        }
}

int draw_dealers(const dealer_tree *dealer, int categories, int shoes, const double *shoe, set_level *level)
{
    level->of_sets = make_many_fours((size_t)(level->size + 1) * (size_t)categories);
    int ok = level->of_sets != 0, value, alike;
    for (int s = 0; s < shoes && ok; s += alike) {
        alike = count_alike(shoes - s, shoe + s * VALUES, &value);
        completed_hands all = {.removed = alike, .width = (categories + FOUR - 1) / FOUR};
        ok = start_completed(&all, dealer, shoe + s * VALUES, value, &level->low, &level->high);
        for (int32_t i = 0; ok && i < level->low.size; i++) fill_row(&all, categories, level, next_row(&all, i), s);
        free_completed(&all);
    }
    return ok;
}
