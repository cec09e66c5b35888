/* Several hands and the dealer's drawn from one shoe: the joint distribution of what the hands bring.

   The cards that the first k hands hold together are a set. A set is a pair of halves, its cards of low and of high
   value, so that sets are added, and the dealer's hand is completed, half by half. */

#include "card_sets.h"
#include "several.h"

enum { AHEAD = 6 };             /* how many hands ahead memory is prefetched */

typedef struct {
    int categories, symbols;
    const uint8_t *symbol;      /* of each end and category */
    int64_t rest;               /* how many numbers each category has: one for each symbols of the hands summed */
} summing;

typedef struct {
    int32_t low, high;          /* its halves */
    int32_t alone;              /* the number of its set among those of the first hand, if both hands are alike */
    double orderings;
} last_hand;

typedef struct {
    int32_t place;              /* of a set with the hand: in the table, then its number */
    double orderings;
} set_with_hand;

typedef struct {
    int32_t size;
    int alike;                  /* whether the hand is like the only one before: each two hands are taken once */
    last_hand *hand;            /* sorted by end */
    set_with_hand *set;         /* of the hands that the shoes hold beside a set */
    int32_t after[2 * MOST_ENDS], listed[2 * MOST_ENDS];    /* where the hands and the sets of each end stop */
} hands_by_end;

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static void free_level(set_level *level)
{
    free_sets(&level->low);
    free_sets(&level->high);
    free(level->number);
    free(level->first);
    free(level->high_of);
    free(level->low_next);
    free(level->high_next);
    free(level->of_sets);
}

/* Add every half of a hand to every half of a set: next[half of the set][half of the hand], or -1 if the shoes do not
   hold as many cards. Returns null when there is no memory. */
static int32_t *add_halves(const card_sets *before, const card_sets *of_hand, const int *most, card_sets *after)
{
    int32_t *next = malloc(sizeof(int32_t) * ((size_t)before->size * (size_t)of_hand->size + 1));
    for (int32_t m = 0; m < before->size && next; m++)
        for (int32_t p = 0; p < of_hand->size && next; p++) {
            uint8_t count[VALUES];
            int held = 1;
            for (int v = 0; v < VALUES; v++) {
                int cards = before->count[(int64_t)m * VALUES + v] + of_hand->count[(int64_t)p * VALUES + v];
                held &= cards <= most[v] && cards < 1 << BITS;
                count[v] = (uint8_t)cards;
            }
            int32_t number = held ? number_of(after, key_of(count)) : -1;
            if (held && number < 0) {
                free(next);
                next = 0;
            } else next[(int64_t)m * of_hand->size + p] = number;
        }
    return next;
}

/* Number the sets whose place in the table is marked, in the order of their halves. Returns 0 when there is no memory. */
static int number_marked(set_level *level)
{
    const int64_t places = (int64_t)level->low.size * level->high.size;
    level->size = 0;
    level->first = malloc(sizeof(int32_t) * ((size_t)level->low.size + 1));
    for (int64_t i = 0; i < places; i++) level->size += level->number[i] == 0;
    level->high_of = malloc(sizeof(int32_t) * ((size_t)level->size + 1));
    if (!level->first || !level->high_of) return 0;
    int32_t number = 0;
    for (int32_t a = 0; a < level->low.size; a++) {
        level->first[a] = number;
        for (int32_t b = 0; b < level->high.size; b++) {
            int32_t *at = level->number + (int64_t)a * level->high.size + b;
            if (*at < 0) continue;
            level->high_of[number] = b;
            *at = number++;
        }
    }
    level->first[level->low.size] = number;
    return 1;
}

/* Make the sets with one hand more. Returns 0; 1 if their table would be too large; -1 when there is no memory. */
static int next_level(set_level *before, const halved_sets *hands, const int *most, set_level *after)
{
    if (!init_sets(&after->low) || !init_sets(&after->high)) return -1;
    before->low_next = add_halves(&before->low, &hands->low, most, &after->low);
    before->high_next = add_halves(&before->high, &hands->high, most, &after->high);
    if (!before->low_next || !before->high_next) return -1;
    const int64_t places = (int64_t)after->low.size * after->high.size;
    if (places > MOST_PLACES) return NO_ROOM;
    after->number = malloc(sizeof(int32_t) * (size_t)(places + 1));
    if (!after->number) return -1;
    memset(after->number, -1, sizeof(int32_t) * (size_t)places);
    for (int32_t a = 0; a < before->low.size; a++)
        for (int32_t p = 0; p < hands->low.size; p++) {
            const int32_t low = before->low_next[(int64_t)a * hands->low.size + p];
            if (low < 0) continue;
            int32_t *row = after->number + (int64_t)low * after->high.size;
            for (int32_t m = before->first[a]; m < before->first[a + 1]; m++) {
                const int32_t *high = before->high_next + (int64_t)before->high_of[m] * hands->high.size;
                for (int32_t i = hands->first[p]; i < hands->first[p + 1]; i++) {
                    const int32_t b = high[hands->high_of[hands->set[i]]];
                    if (b >= 0) row[b] = 0;
                }
            }
        }
    return number_marked(after) ? 0 : -1;
}

/* Add probabilities of a set with one hand more: to[category][symbol][rest] from from[category][rest], in fours. */
static inline __attribute__((always_inline)) void add_four(const summing *sum, const uint8_t *symbol, double orderings,
                                                           const four *from, four *to)
{
    for (int c = 0; c < sum->categories; c++) {
        four *at = to + (c * sum->symbols + symbol[c]) * sum->rest;
        for (int64_t r = 0; r < sum->rest; r++) at[r] += orderings * from[c * sum->rest + r];
    }
}

/* List the hands by their end; `first`: where the hand is like the first, the level of no hands and that of the first.
   Returns 0 when there is no memory. */
static int list_by_end(const halved_sets *halves, const ended_hands *hands, const set_level *first, hands_by_end *to)
{
    to->alike = first != 0;
    to->hand = malloc(sizeof(last_hand) * ((size_t)halves->size + 1));
    to->set = malloc(sizeof(set_with_hand) * ((size_t)halves->size + AHEAD + 1));
    if (!to->hand || !to->set) return 0;
    for (int end = 0; end < 2 * MOST_ENDS; end++) {
        for (int32_t i = 0; i < halves->size; i++) {
            const int32_t hand = halves->set[i];
            if (hands->end[hand] != end) continue;
            const int32_t low = halves->low_of[hand], high = halves->high_of[hand];
            const int64_t place = first ? (int64_t)first->low_next[low] * first[1].high.size + first->high_next[high] : 0;
            to->hand[to->size++] = (last_hand){low, high, first ? first[1].number[place] : 0, hands->orderings[hand]};
        }
        to->after[end] = to->size;
    }
    return 1;
}

/* List, for a set, the sets with one hand more that the shoes hold. */
static void list_with_hand(const set_level *before, const set_level *after, const halved_sets *halves,
                           const int32_t *low_next, int32_t m, hands_by_end *hands)
{
    const int32_t *high_next = before->high_next + (int64_t)before->high_of[m] * halves->high.size;
    int32_t listed = 0, i = 0;
    for (int end = 0; end < 2 * MOST_ENDS; end++) {
        for (; i < hands->after[end]; i++) {
            const last_hand *hand = hands->hand + i;
            const int32_t low = low_next[hand->low], high = high_next[hand->high];
            const int held = low >= 0 && high >= 0 && (!hands->alike || hand->alone >= m);
            const int32_t place = held ? low * after->high.size + high : 0;
            __builtin_prefetch(after->number + place);
            hands->set[listed] = (set_with_hand){place, hand->orderings * (hands->alike && hand->alone == m ? 0.5 : 1)};
            listed += held;
        }
        hands->listed[end] = listed;
    }
    for (i = 0; i < listed; i++) hands->set[i].place = after->number[hands->set[i].place];
    for (i = listed; i < listed + AHEAD; i++) hands->set[i].place = 0;
}

/* Sum over the last hand of a set, end by end, for so many categories: to[category][symbol] from of_sets[set][category]. */
static inline __attribute__((always_inline)) void sum_ends(const four *of_sets, const hands_by_end *hands,
                                                           const summing *sum, int categories, four *to)
{
    const set_with_hand *at = hands->set;
    for (int end = 0; end < 2 * MOST_ENDS; end++) {
        const set_with_hand *stop = hands->set + hands->listed[end];
        const uint8_t *symbol = sum->symbol + end * categories;
        four ended[MOST_CATEGORIES];
        if (at == stop) continue;
        for (int c = 0; c < categories; c++) ended[c] = (four){0};
        for (; at < stop; at++) {
            const four *from = of_sets + (int64_t)at->place * categories;
            const char *ahead = (const char *)(of_sets + (int64_t)at[AHEAD].place * categories);
            for (int line = 0; line < 4; line++) __builtin_prefetch(ahead + 64 * line);
            for (int c = 0; c < categories; c++) ended[c] += at->orderings * from[c];
        }
        for (int c = 0; c < categories; c++) to[c * sum->symbols + symbol[c]] += ended[c];
    }
}

/* Sum over the last hand of a set: to[category][symbol][rest] from after->of_sets[set][category][rest]. */
FAST static void sum_set(const set_level *after, const hands_by_end *hands, const summing *sum, four *to)
{
    const int64_t size = sum->categories * sum->rest;
    if (sum->rest == 1 && sum->categories == 7) sum_ends(after->of_sets, hands, sum, 7, to);
    else if (sum->rest == 1 && sum->categories == 8) sum_ends(after->of_sets, hands, sum, 8, to);
    else if (sum->rest == 1) sum_ends(after->of_sets, hands, sum, sum->categories, to);
    else
        for (int end = 0, i = 0; end < 2 * MOST_ENDS; end++)
            for (; i < hands->listed[end]; i++) {
                const char *ahead = (const char *)(after->of_sets + hands->set[i + 1].place * size);
                for (int64_t at = 0; at < size * (int64_t)sizeof(four); at += 64) __builtin_prefetch(ahead + at);
                add_four(sum, sum->symbol + end * sum->categories, hands->set[i].orderings,
                         after->of_sets + hands->set[i].place * size, to);
            }
}

/* Sum over the last hand of all sets; `first` as for list_by_end. Returns 0 when there is no memory. */
static int sum_hand(set_level *before, const set_level *after, const halved_sets *halves, const ended_hands *list,
                    const set_level *first, const summing *sum)
{
    hands_by_end hands = {.size = 0};
    const int ok = list_by_end(halves, list, first, &hands);
    for (int32_t a = 0; a < before->low.size && ok; a++)
        for (int32_t m = before->first[a]; m < before->first[a + 1]; m++) {
            list_with_hand(before, after, halves, before->low_next + (int64_t)a * halves->low.size, m, &hands);
            sum_set(after, &hands, sum, before->of_sets + (int64_t)m * sum->categories * sum->symbols * sum->rest);
        }
    free(hands.hand);
    free(hands.set);
    return ok;
}

/* Return the greatest number of cards of each value that any shoe holds beside the dealer's. */
static void most_cards(const dealer_tree *dealer, int shoes, const double *shoe, int *most)
{
    for (int v = 0; v < VALUES; v++) {
        most[v] = 0;
        for (int s = 0; s < shoes; s++) most[v] = max_int(most[v], (int)(shoe[s * VALUES + v] - dealer->shown[v]));
    }
}

/* Make the set of no hands. Returns 0, or -1 when there is no memory. */
static int first_level(set_level *level)
{
    if (!init_sets(&level->low) || !init_sets(&level->high)) return -1;
    if (number_of(&level->low, 0) < 0 || number_of(&level->high, 0) < 0) return -1;
    level->number = calloc(1, sizeof(int32_t));
    return level->number && number_marked(level) ? 0 : -1;
}

/* Sum over the hands from the last to the first. Returns 0 when there is no memory. */
static int sum_hands(set_level *level, const halved_sets *list, int hands, ended_hands *const *ended, summing sum)
{
    for (int k = hands - 1; k >= 0; k--) {
        size_t width = (size_t)(sum.categories * sum.symbols * sum.rest);
        level[k].of_sets = make_many_fours(((size_t)level[k].size + 1) * width);
        if (!level[k].of_sets) return 0;
        const set_level *first = k == 1 && ended[0] == ended[1] ? level : 0;
        if (!sum_hand(level + k, level + k + 1, list + k, ended[k], first, &sum)) return 0;
        free(level[k + 1].of_sets);
        level[k + 1].of_sets = 0;
        sum.rest *= sum.symbols;
    }
    return 1;
}

/* Return the place of symbols of hands, after the category, with those of the first two hands exchanged. */
static int64_t turned(int64_t place, int hands, int symbols)
{
    int64_t rest = 1;
    for (int k = 2; k < hands; k++) rest *= symbols;
    const int64_t pair = place / rest % (symbols * symbols);
    return place + (pair % symbols * symbols + pair / symbols - pair) * rest;
}

/* Draw hands that have ended, at most MOST_SEVERAL, and complete the dealer's from each of the shoes: the probability of
   out[shoe][category][symbol of the first hand] … [symbol of the last], symbol[end][category] being what a hand's end
   stands for. `steps`: how many a hand more, like the last, would take. Returns 0; NO_ROOM if there are too many; -1 when there is no
   memory. */
int several_pass(const dealer_tree *dealer, int categories, int shoes, const double *shoe, int hands,
                 ended_hands *const *ended, int symbols, const uint8_t *symbol, int64_t *steps, double *out)
{
    set_level level[MOST_SEVERAL + 1] = {{0}};
    halved_sets list[MOST_SEVERAL] = {{0}};
    int held[VALUES], failed = hands > MOST_SEVERAL ? NO_ROOM : first_level(level);
    int64_t tuples = categories;
    most_cards(dealer, shoes, shoe, held);
    for (int k = 0; k < hands && !failed; k++) {
        failed = halve_sets(ended[k]->size, ended[k]->count, held, list + k) ? 0 : -1;
        if (!failed) failed = next_level(level + k, list + k, held, level + k + 1);
        tuples *= symbols;
    }
    for (int s = 0; s < shoes && !failed; s += FOUR) {
        const int used = shoes - s < FOUR ? shoes - s : FOUR;
        int ok = draw_dealers(dealer, categories, used, shoe + s * VALUES, level + hands);
        ok = ok && sum_hands(level, list, hands, ended, (summing){categories, symbols, symbol, 1});
        const int alike = hands > 1 && ended[0] == ended[1];
        for (int64_t t = 0; t < tuples && ok; t++)
            for (int l = 0; l < used; l++)
                out[(s + l) * tuples + t] = level->of_sets[t][l] + (alike ? level->of_sets[turned(t, hands, symbols)][l] : 0);
        free(level->of_sets);
        level->of_sets = 0;
        failed = ok ? 0 : -1;
    }
    if (!failed) *steps = (int64_t)level[hands].size * list[hands - 1].size;
    for (int k = 0; k <= hands && k <= MOST_SEVERAL; k++) free_level(level + k);
    for (int k = 0; k < hands && k < MOST_SEVERAL; k++) free_halved(list + k);
    return failed;
}

/* Add to a polynomial a product of terms z^(net of the hand) - z^(net of a bust), one for each hand, times `chance`. */
static void add_product(int hands, const int *net, const int *bust, double chance, double *to)
{
    for (int busts = 0; busts < 1 << hands; busts++) {
        int power = 0;
        double sign = chance;
        for (int k = 0; k < hands; k++) {
            power += busts >> k & 1 ? bust[k] : net[k];
            if (busts >> k & 1) sign = -sign;
        }
        to[power] += sign;
    }
}

/* Sum the joint distribution of symbols to polynomials whose powers are net results: out[shoe][category][power]. The net
   results are net[hand][category][symbol], UNUSED where a hand cannot have the symbol, and bust[hand][category]. */
void net_pass(int categories, int shoes, int hands, int symbols, const double *joint, const uint8_t *net,
              const uint8_t *bust, int powers, double *out)
{
    int64_t tuples = 1;
    for (int k = 0; k < hands; k++) tuples *= symbols;
    for (int c = 0; c < categories; c++)
        for (int64_t t = 0; t < tuples; t++) {
            int nets[MOST_SEVERAL], busts[MOST_SEVERAL], used = 1;
            int64_t left = t;
            for (int k = hands - 1; k >= 0; k--, left /= symbols) {
                nets[k] = net[(k * categories + c) * symbols + left % symbols];
                busts[k] = bust[k * categories + c];
                used &= nets[k] != UNUSED;
            }
            for (int s = 0; s < shoes && used; s++) {
                double chance = joint[((int64_t)s * categories + c) * tuples + t];
                if (chance != 0) add_product(hands, nets, busts, chance, out + ((int64_t)s * categories + c) * powers);
            }
        }
}
