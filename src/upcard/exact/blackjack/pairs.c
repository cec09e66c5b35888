/* Two hands of a split pair and the dealer's drawn from one shoe: the mean product of what both bring, with more and more
   cards of the pair's value out, and their joint distribution.

   The cards that both hands hold are summed by their low halves, as in several.c, row by row: all pairs of hands whose low
   halves have one sum. What two hands bring together is added up for each high half of a row, and only then multiplied by
   the chance of the cards and of the dealer's hand (completed.c), which is all that depends on the shoe. */

#include "card_sets.h"
#include "several.h"
#include "completed.h"

enum { CLASSES = 4 };           /* of two hands: whether the second card of either is of the pair's value */
enum { FIRST_LISTS = 0x55 };    /* the bits of first hands; those of second hands lie above */

typedef struct {
    int32_t low, high;          /* its halves */
    int like, end;              /* whether its second card is of the pair's value */
    double orderings;
} drawn_hand;

typedef struct {
    int hands, units;           /* a unit: the hands that hold the same cards and are like the pair, or not */
    drawn_hand *hand, *unit;    /* sorted by low half */
    int32_t *first_hand, *first_unit;   /* of each low half */
    four *worth;                /* of each unit: what its hands bring, times the ways to draw them */
} sorted_hands;

typedef struct {
    int32_t first, second;      /* low halves of two hands */
} two_lows;

typedef struct {
    completed_hands dealer;
    card_sets low, high;        /* the halves of single hands */
    card_sets low_sum, high_sum;
    int32_t *low_row, *high_row;    /* of two halves: the number of their sum */
    int32_t *first_of_row;
    two_lows *of_row;           /* the low halves by the number of their sum */
    int pairs;
    const hand_pair *pair;
    sorted_hands (*list)[2];
    four *brought;              /* of each high half, pair and class: what both hands bring together */
    uint32_t *classes;          /* of each high half: which pairs and classes occur in the row; bits */
    int32_t *touched;           /* the high halves of the row */
    int touching;
    four *chance;               /* of each high half: the chance of the cards and each dealer's hand, two cards out */
    four *sum;                  /* of each pair, number of cards out and class */
    double **joint;             /* of each pair: by both ends and the dealer's hand */
} pair_sums;

static int by_halves(const void *a, const void *b)
{
    const drawn_hand *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    if (x->high != y->high) return x->high < y->high ? -1 : 1;
    if (x->like != y->like) return x->like < y->like ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

static int same_unit(const drawn_hand *x, const drawn_hand *y)
{
    return x->low == y->low && x->high == y->high && x->like == y->like;
}

/* Sort hands by their halves. Returns 0 when there is no memory. */
static int sort_hands(pair_sums *all, const ended_hands *hands, sorted_hands *to)
{
    to->hands = hands->size;
    to->hand = malloc(sizeof(drawn_hand) * (size_t)(hands->size + 1));
    to->unit = malloc(sizeof(drawn_hand) * (size_t)(hands->size + 1));
    to->worth = malloc(sizeof(four) * (size_t)(all->dealer.width * (hands->size + 1)));
    if (!to->hand || !to->unit || !to->worth) return 0;
    for (int i = 0; i < hands->size; i++) {
        const uint64_t key = key_of(hands->count + i * VALUES);
        const int32_t low = number_of(&all->low, key & LOW), high = number_of(&all->high, key & ~LOW);
        if (low < 0 || high < 0) return 0;
        to->hand[i] = (drawn_hand){low, high, hands->end[i] >= MOST_ENDS, hands->end[i], hands->orderings[i]};
    }
    qsort(to->hand, (size_t)hands->size, sizeof(drawn_hand), by_halves);
    return 1;
}

/* Merge sorted hands into units, and find where each low half begins. Returns 0 when there is no memory. */
static int merge_hands(const pair_sums *all, const double *net, int categories, sorted_hands *to)
{
    const int lows = all->low.size, cells = all->dealer.width * FOUR;
    double *worth = (double *)to->worth;
    to->first_hand = calloc((size_t)lows + 1, sizeof(int32_t));
    to->first_unit = calloc((size_t)lows + 1, sizeof(int32_t));
    if (!to->first_hand || !to->first_unit) return 0;
    for (int i = 0; i < to->hands; i++) {
        const drawn_hand *hand = to->hand + i;
        to->first_hand[hand->low + 1]++;
        if (!i || !same_unit(hand, hand - 1)) {
            memset(worth + to->units * cells, 0, sizeof(double) * (size_t)cells);
            to->unit[to->units++] = *hand;
            to->first_unit[hand->low + 1]++;
        }
        for (int c = 0; c < categories && net; c++)
            worth[(to->units - 1) * cells + c] += hand->orderings * net[hand->end * categories + c];
    }
    for (int p = 0; p < lows; p++) {
        to->first_hand[p + 1] += to->first_hand[p];
        to->first_unit[p + 1] += to->first_unit[p];
    }
    return 1;
}

/* Mark in which lists each half occurs, a bit for each: two bits for a pair. Returns null when there is no memory. */
static uint8_t *find_lists(const pair_sums *all, const card_sets *halves, int of_high)
{
    uint8_t *lists = calloc((size_t)halves->size + 1, 1);
    for (int k = 0; k < 2 * all->pairs && lists; k++) {
        const sorted_hands *list = all->list[k / 2] + k % 2;
        for (int i = 0; i < list->units; i++) lists[of_high ? list->unit[i].high : list->unit[i].low] |= (uint8_t)(1 << k);
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

/* Mark that a pair and class occur in a high half of the row. */
static inline void touch(pair_sums *all, int32_t high, int bit)
{
    if (!all->classes[high]) all->touched[all->touching++] = high;
    all->classes[high] |= 1u << bit;
}

/* Add up what the units of two low halves bring together. If both hands are alike, each two units are taken once, and a
   unit with itself counts half. */
FAST static void bring(pair_sums *all, int p, two_lows lows)
{
    const sorted_hands *one = all->list[p], *other = all->list[p] + 1;
    const int width = all->dealer.width, same = all->pair[p].same && lows.first == lows.second;
    const int32_t begin = other->first_unit[lows.second], end = other->first_unit[lows.second + 1];
    for (int32_t i = one->first_unit[lows.first]; i < one->first_unit[lows.first + 1]; i++) {
        const int32_t *row = all->high_row + (int64_t)one->unit[i].high * all->high.size;
        for (int32_t j = same ? i : begin; j < end; j++) {
            const int32_t high = row[other->unit[j].high];
            const int class = 2 * one->unit[i].like + other->unit[j].like;
            const four *x = one->worth + (int64_t)i * width, *y = other->worth + (int64_t)j * width;
            const double half = same && i == j ? 0.5 : 1;
            four *to = all->brought + (((int64_t)high * all->pairs + p) * CLASSES + class) * width;
            touch(all, high, CLASSES * p + class);
            for (int w = 0; w < width; w++) to[w] += half * x[w] * y[w];
        }
    }
}

/* Mark the sums that the units of two low halves hold. */
static void mark(pair_sums *all, int p, two_lows lows)
{
    const sorted_hands *one = all->list[p], *other = all->list[p] + 1;
    for (int32_t i = one->first_unit[lows.first]; i < one->first_unit[lows.first + 1]; i++) {
        const int32_t *row = all->high_row + (int64_t)one->unit[i].high * all->high.size;
        for (int32_t j = other->first_unit[lows.second]; j < other->first_unit[lows.second + 1]; j++)
            touch(all, row[other->unit[j].high], CLASSES * p);
    }
}

/* Multiply what the hands of a row bring by the chances of their cards and the dealer's hand, for every number of cards
   out. */
FAST static void multiply_row(pair_sums *all)
{
    const int width = all->dealer.width, removed = all->dealer.removed;
    for (int i = 0; i < all->touching; i++) {
        const int32_t high = all->touched[i];
        const uint32_t bits = all->classes[high];
        four *brought = all->brought + (int64_t)high * all->pairs * CLASSES * width;
        for (int r = 0; r < removed; r++) {
            const four *dealer = completed(&all->dealer, high, r);
            const double cards = chance_of_cards(&all->dealer, high, r);
            four chance[MOST_WIDTH];
            for (int w = 0; w < width; w++) chance[w] = cards * dealer[w];
            if (r == 0) memcpy(all->chance + (int64_t)high * width, chance, sizeof(four) * (size_t)width);
            for (int k = 0; k < CLASSES * all->pairs; k++) {
                if (!(bits >> k & 1)) continue;
                four *sum = all->sum + ((int64_t)r * all->pairs * CLASSES + k) * width;
                for (int w = 0; w < width; w++) sum[w] += chance[w] * brought[k * width + w];
            }
        }
        memset(brought, 0, sizeof(four) * (size_t)(all->pairs * CLASSES * width));
        all->classes[high] = 0;
    }
    all->touching = 0;
}

/* Add the chances of the hands of two low halves whose second cards are not of the pair's value, by their ends. */
FAST static void join(pair_sums *all, int p, two_lows lows)
{
    const sorted_hands *one = all->list[p], *other = all->list[p] + 1;
    const int width = all->dealer.width, same = all->pair[p].same && lows.first == lows.second;
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
            const double *sum = (const double *)all->sum + (int64_t)((r * all->pairs + p) * CLASSES) * cells;
            for (int c = 0; c < categories; c++)
                pair->product[r * CLASSES + k] += sum[k * cells + c] + (pair->same ? sum[turned * cells + c] : 0);
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
    for (int p = 0; p < all->pairs; p++) {
        for (int k = 0; k < 2 && all->list; k++) {
            sorted_hands *list = all->list[p] + k;
            free(list->hand);
            free(list->unit);
            free(list->worth);
            free(list->first_hand);
            free(list->first_unit);
        }
        if (all->joint) free(all->joint[p]);
    }
    free_sets(&all->low);
    free_sets(&all->high);
    free_sets(&all->low_sum);
    free_sets(&all->high_sum);
    free(all->low_row);
    free(all->high_row);
    free(all->first_of_row);
    free(all->of_row);
    free(all->list);
    free(all->brought);
    free(all->classes);
    free(all->touched);
    free(all->chance);
    free(all->sum);
    free(all->joint);
    free_completed(&all->dealer);
}

/* List hands and the sums of their halves. Returns 0 when there is no memory. */
static int list_pairs(pair_sums *all, int categories)
{
    int ok = init_sets(&all->low) && init_sets(&all->high) && init_sets(&all->low_sum) && init_sets(&all->high_sum);
    ok = ok && (all->list = calloc((size_t)all->pairs, sizeof(*all->list))) != 0;
    for (int i = 0; i < 2 * all->pairs && ok; i++) {
        const hand_pair *pair = all->pair + i / 2;
        ok = sort_hands(all, i % 2 ? pair->second : pair->first, all->list[i / 2] + i % 2);
    }
    for (int i = 0; i < 2 * all->pairs && ok; i++) {
        const hand_pair *pair = all->pair + i / 2;
        ok = merge_hands(all, i % 2 ? pair->second_net : pair->first_net, categories, all->list[i / 2] + i % 2);
    }
    ok = ok && (all->low_row = sum_halves(all, &all->low, 0, &all->low_sum)) != 0;
    ok = ok && (all->high_row = sum_halves(all, &all->high, 1, &all->high_sum)) != 0;
    return ok && sort_rows(all);
}

/* Allocate what rows are summed in. Returns 0 when there is no memory. */
static int allocate_sums(pair_sums *all)
{
    const size_t highs = (size_t)all->high_sum.size + 1, width = sizeof(four) * (size_t)all->dealer.width;
    const size_t classes = (size_t)(all->pairs * CLASSES);
    all->brought = calloc(highs * classes, width);
    all->classes = calloc(highs, sizeof(uint32_t));
    all->touched = malloc(highs * sizeof(int32_t));
    all->chance = malloc(highs * width);
    all->sum = calloc((size_t)all->dealer.removed * classes, width);
    all->joint = calloc((size_t)all->pairs, sizeof(double *));
    int ok = all->brought && all->classes && all->touched && all->chance && all->sum && all->joint;
    for (int p = 0; p < all->pairs && ok; p++)
        if (all->pair[p].joint) ok = (all->joint[p] = calloc(MOST_ENDS * MOST_ENDS, width)) != 0;
    return ok;
}

/* Draw pairs of hands and complete the dealer's from a shoe, some numbers of cards of a value being out. Returns 0 when
   there is no memory. */
static int sum_pairs(pair_sums *all, const dealer_tree *dealer, int categories, const double *shoe, int value)
{
    all->dealer.width = (categories + FOUR - 1) / FOUR;
    int ok = list_pairs(all, categories) && allocate_sums(all);
    ok = ok && start_completed(&all->dealer, dealer, shoe, value, &all->low_sum, &all->high_sum);
    for (int32_t i = 0; ok && i < all->low_sum.size; i++) sum_row(all, next_row(&all->dealer, i));
    return ok;
}

/* Draw pairs of hands and complete the dealer's, with 2 and more cards of a value out: of each pair, the mean product of
   what both bring, by number of cards out and class, and the joint distribution of their symbols where it is wanted, with
   two cards out and both second cards of other values. Returns 0, or -1 when there is no memory. */
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
int joint_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *first,
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
