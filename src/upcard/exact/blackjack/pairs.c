/* Two hands of a split pair and the dealer's drawn from one shoe: the mean product of what both bring, with more and more
   cards of the pair's value out, and their joint distribution.

   The cards that both hands hold are summed by their low halves, as in several.c, row by row: all pairs of hands whose low
   halves have one sum. What two hands bring together is added up for each high half of a row, and only then multiplied by
   the chance of the cards and of the dealer's hand (completed.c), which is all that depends on the shoe. */

#include "card_sets.h"
#include "several.h"
#include "completed.h"

enum { MOST_SPLIT = 2, MARKS = 8 };    /* kinds of hands; bytes of a high half, of which each class has one */
enum { IN_FIRST = 1, IN_SECOND = 2 };   /* in which lists a half occurs */

typedef struct {
    int32_t high;               /* its high half; hands are sorted by their low half */
    int32_t end;
    double orderings;
} drawn_hand;

typedef struct {
    int hands;
    int32_t *low_of;            /* of each hand as listed */
    drawn_hand *hand;           /* sorted by low half */
    int32_t *first_hand;        /* of each low half */
} sorted_hands;

typedef struct {
    int32_t high, like;         /* its high half; whether the second card is of the pair's value */
} split_hand;

typedef struct {
    card_sets cards;            /* of hands of any kind; apart where the second card is of the pair's value */
    split_hand *hand;           /* sorted by low half */
    int32_t *first_hand, *first_like;   /* of each low half: its hands, and those whose second card is of the pair's value */
    four *worth;                /* of each hand and kind: what it brings, times the ways to draw it */
} merged_hands;

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
    const ended_hands *first, *second;  /* of which the joint distribution is wanted */
    sorted_hands list[2];       /* those whose second card is not of the pair's value */
    int kinds;                  /* of hands whose products are wanted */
    const split_hands *kind;
    merged_hands merged;
    four *brought;              /* of each kind, class and high half: what both hands bring together */
    uint8_t *marked;            /* of each high half and class: whether anything was added; one byte for both classes of unlike hands */
    int32_t *high_of;           /* the high halves of a row */
    four *chances;              /* of each number of cards out: those of a high half */
    four *chance;               /* of each high half: the chance of the cards and each dealer's hand, the fewest cards out */
    four *sum;                  /* of each kind, class and number of cards out */
    double *joint;              /* by both ends and the dealer's hand */
} pair_sums;

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
static int list_pairs(pair_sums *all, int categories)
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

static void free_lists(pair_sums *all)
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

/* Return where what two hands bring begins: of a kind, by whether the second card of either is of the pair's value. */
static inline four *brought_to(const pair_sums *all, int kind, int like, int also, int width)
{
    return all->brought + ((int64_t)(kind * PAIR_CLASSES + 2 * like + also) * all->high_sum.size) * width;
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
    four *restrict sum = all->sum + (int64_t)(k * PAIR_CLASSES + class) * all->dealer.removed * width;
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
        for (int class = 0; class < PAIR_CLASSES && kinds; class++) {
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
        for (int class = 0; class < PAIR_CLASSES; class++) {
            const int mixed = class == 1 || class == 2, from = k || !mixed ? class : 1;
            const double *sum = (const double *)all->sum + ((int64_t)(k * PAIR_CLASSES + from) * removed + r) * cells;
            for (int c = 0; c < categories; c++) all->kind[k].product[r * PAIR_CLASSES + class] += (k || mixed ? 1 : 2) * sum[c];
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
    const size_t classes = (size_t)(all->kinds * PAIR_CLASSES);
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
