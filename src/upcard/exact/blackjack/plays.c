/* Dynamic programs over hands drawn without replacement: counts, trees and tables, no rule of a game. */

#include "card_sets.h"

enum { LANES = 16, MANY_SETS = 256 };  /* many: they are completed half by half */

typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t masks __attribute__((vector_size(8 * LANES)));

/* The greater of two numbers, lane by lane. */
#define at_least(x, least) ((lanes)(((masks)(x) & ((x) > (least))) | ((masks)(least) & ~((x) > (least)))))

/* Return the depth of a tree; `copies`: how many cards of each value a hand of it can hold. */
static int measure(const dealer_tree *tree, int *copies)
{
    int depth = 0;
    for (int i = 0; i < tree->nodes; i++) {
        if (tree->copy[i] >= copies[tree->value[i]]) copies[tree->value[i]] = tree->copy[i] + 1;
        if (tree->depth[i] > depth) depth = tree->depth[i];
    }
    return depth;
}

/* Compute the probability of every category of the dealer's completed hand, for LANES sets of removed cards at once. */
FAST static void walk(const dealer_tree *tree, const double *shoe, const uint8_t *removed, int sets, int categories,
                      double *chances)
{
    /* Hands of each category are summed by length, so that they are divided only once. */
    lanes left[VALUES][MOST_DRAWN], weight[MOST_DRAWN + 1], sum[MOST_CATEGORIES * MOST_DRAWN];
    lanes zero = {0}, one = zero + 1;
    uint16_t slot[MOST_NODES];
    int copies[VALUES] = {0}, depth = measure(tree, copies);
    for (int i = 0; i < tree->nodes; i++) slot[i] = (uint16_t)(tree->category[i] * depth + tree->depth[i] - 1);
    for (int first = 0; first < sets; first += LANES) {
        int used = sets - first < LANES ? sets - first : LANES;
        lanes cards = zero, inverse = one;
        for (int v = 0; v < VALUES; v++) {
            lanes n = zero;
            for (int l = 0; l < used; l++) n[l] = shoe[v] - tree->shown[v] - removed[(first + l) * VALUES + v];
            for (int l = used; l < LANES; l++) n[l] = shoe[v];
            cards += n;
            for (int k = 0; k < copies[v]; k++) left[v][k] = at_least(n - k, zero);
        }
        memset(sum, 0, sizeof(lanes) * (size_t)(categories * depth));
        weight[0] = one;
        for (int i = 0; i < tree->nodes; i++) {
            int d = tree->depth[i];
            lanes w = weight[d - 1] * left[tree->value[i]][tree->copy[i]];
            weight[d] = w;
            sum[slot[i]] += w * tree->orderings[i];
        }
        for (int c = 0; c < categories; c++) weight[c] = c == tree->root ? one : zero;
        for (int d = 0; d < depth; d++) {
            inverse /= at_least(cards - d, one);
            for (int c = 0; c < categories; c++) weight[c] += sum[c * depth + d] * inverse;
        }
        for (int l = 0; l < used; l++)
            for (int c = 0; c < categories; c++) chances[(int64_t)(first + l) * categories + c] = weight[c][l];
    }
}

const uint8_t no_cards[VALUES];

/* Compute the probability of every category of the dealer's completed hand, for each set of removed cards. */
void dealer_pass(const dealer_tree *dealer, int categories, const double *shoe, int sets, const uint8_t *removed,
                 double *chances)
{
    if (sets < MANY_SETS || !complete_sets(dealer, categories, shoe, sets, removed, chances))
        walk(dealer, shoe, removed, sets, categories, chances);
}

/* Count the cards left for a hand, by value in `n`; returns their number, or -1 if the shoe does not hold the hand. */
double left_for(const dealer_tree *dealer, const double *shoe, const uint8_t *hand, const uint8_t *extra, double *n)
{
    double cards = 0;
    int possible = 1;
    for (int v = 0; v < VALUES; v++) {
        n[v] = shoe[v] - dealer->shown[v] - extra[v] - hand[v];
        possible &= n[v] >= 0;
        cards += n[v];
    }
    return possible ? cards : -1;
}

typedef struct {
    double clear;       /* the mean net result over dealer's hands that are no blackjack */
    double blackjack;   /* over blackjacks, as if they showed before any hand bust */
    double settled;     /* over blackjacks, with busts collected before they show */
} worth;

static void add(worth *sum, double q, worth o)
{
    sum->clear += q * o.clear;
    sum->blackjack += q * o.blackjack;
    sum->settled += q * o.settled;
}

/* Return the worth of a hand that has ended, given the probabilities of the dealer's hand. */
static worth worth_of_end(const player_hands *player, const hand_kind *kind, int doubling, int hand,
                          const double *chances)
{
    const int end = player->end[doubling * player->hands + hand], b = player->blackjack;
    const double *net = kind->net + end * player->categories;
    double all = 0;
    for (int c = 0; c < player->categories; c++) all += net[c] * chances[c];
    worth o = {all - net[b] * chances[b], net[b] * chances[b], kind->settled[end] * chances[b]};
    return o;
}

/* Return the worth of a hand that busts with the value `drawn`; it is settled the same against all but a blackjack. */
static worth worth_of_bust(const dealer_tree *dealer, const player_hands *player, const hand_kind *kind, int doubling,
                           const double *n, double cards, int drawn)
{
    const int t = dealer->blackjack_with, end = player->bust[doubling], b = player->blackjack;
    const double *net = kind->net + end * player->categories;
    double blackjack = t < 0 || cards < 2 ? 0 : (n[t] - (drawn == t)) / (cards - 1);
    worth o = {net[b ? 0 : 1] * (1 - blackjack), net[b] * blackjack, kind->settled[end] * blackjack};
    return o;
}

typedef struct {
    const double *of_set;       /* of each set of cards and category */
    const int32_t *number;      /* of each hand: its set; null: sets are numbered as hands are */
} dealers_chances;

static const double *chances_of(const player_hands *player, dealers_chances chances, int hand)
{
    return chances.of_set + (int64_t)(chances.number ? chances.number[hand] : hand) * player->categories;
}

/* Return the worth of a play of a hand; `chances`: of the dealer's hand, `next`: the worth of every hand that a draw can
   lead to. */
static worth worth_of_play(int play, const dealer_tree *dealer, const player_hands *player, const hand_kind *kind,
                           int hand, const double *n, double cards, dealers_chances chances, const worth *next)
{
    const int16_t *child = player->child + hand * VALUES;
    const int doubling = play == DOUBLE ? 1 : play == DOUBLE_FREE ? 2 : 0;
    if (play == STAND) return worth_of_end(player, kind, 0, hand, chances_of(player, chances, hand));
    worth all = {0, 0, 0};
    for (int v = 0; v < VALUES; v++) {
        if (n[v] <= 0) continue;
        add(&all, n[v] / cards,
            child[v] < 0 ? worth_of_bust(dealer, player, kind, doubling, n, cards, v)
            : doubling ? worth_of_end(player, kind, doubling, child[v], chances_of(player, chances, child[v]))
                  : next[child[v]]);
    }
    return all;
}

/* Value every play of every hand, played on by the policy, or by the best play where there is none. `worths`: of the
   plays of hands of at most two cards. */
void play_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const hand_kind *kind,
               const uint8_t *plays, const double *chances, const uint8_t *policy, double *values, double *worths,
               uint8_t *best)
{
    static _Thread_local worth next[MOST_HANDS];
    for (int h = 0; h < player->hands; h++) {
        double n[VALUES], most = NOT_ALLOWED;
        double cards = left_for(dealer, shoe, player->count + h * VALUES, no_cards, n);
        double *value = values + h * PLAYS;
        worth of[PLAYS];
        best[h] = policy ? policy[h] : STAND;
        for (int p = 0; p < PLAYS; p++) {
            of[p] = (worth){NOT_ALLOWED, 0, 0};
            if (cards > 0 && plays[h] >> p & 1) {
                of[p] = worth_of_play(p, dealer, player, kind, h, n, cards, (dealers_chances){chances, 0}, next);
            }
            value[p] = of[p].clear + of[p].blackjack;
            if (!policy && value[p] > most) {
                most = value[p];
                best[h] = (uint8_t)p;
            }
        }
        if (h >= player->initial) memcpy(worths + (h - player->initial) * PLAYS * WORTH_PARTS, of, sizeof of);
        next[h] = cards > 0 ? of[best[h]] : (worth){0, 0, 0};
    }
}

/* Set each hand's policy to the first of two plays that it has; it stands if it has neither. */
void allow_pass(int hands, const uint8_t *plays, const uint8_t *first, const uint8_t *second, uint8_t *policy)
{
    for (int h = 0; h < hands; h++)
        policy[h] = plays[h] >> first[h] & 1 ? first[h] : plays[h] >> second[h] & 1 ? second[h] : STAND;
}

/* Choose the best among the plays of every hand, by values computed before. */
void choose_pass(int hands, const uint8_t *plays, const double *values, uint8_t *best)
{
    for (int h = 0; h < hands; h++) {
        double most = 2 * NOT_ALLOWED;
        best[h] = STAND;
        for (int p = 0; p < PLAYS; p++) {
            const double value = values[h * PLAYS + p];
            if (!(plays[h] >> p & 1) || value <= most) continue;
            most = value;
            best[h] = (uint8_t)p;
        }
    }
}

/* Add to the probabilities of the starting hands those of the hands that a policy reaches from them. */
void reach_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const uint8_t *policy,
                double *reach)
{
    double n[VALUES];
    for (int h = player->hands - 1; h >= 0; h--) {
        if (reach[h] == 0 || policy[h] != DRAW) continue;
        double cards = left_for(dealer, shoe, player->count + h * VALUES, no_cards, n);
        for (int v = 0; v < VALUES; v++) {
            int child = player->child[h * VALUES + v];
            if (n[v] > 0 && child >= 0) reach[child] += reach[h] * n[v] / cards;
        }
    }
}

/* Sum values over the hands of each class, weighted by their reach; the last column is the weight. */
void class_pass(int hands, const uint8_t *class_of, const double *reach, const double *values, double *sums)
{
    for (int h = 0; h < hands; h++) {
        double *sum = sums + class_of[h] * (PLAYS + 1);
        for (int p = 0; p < PLAYS; p++) sum[p] += reach[h] * values[h * PLAYS + p];
        sum[PLAYS] += reach[h];
    }
}

/* List the hands that a policy can reach from one card, longest first; returns their number. */
static int reachable(const player_hands *player, const uint8_t *policy, int value, int16_t *list)
{
    uint8_t reached[MOST_HANDS] = {0};
    int listed = 0, single = player->single[value];
    for (int v = 0; v < VALUES; v++) reached[player->child[single * VALUES + v]] = 1;
    for (int h = player->hands - 1; h >= 0; h--) {
        if (!reached[h]) continue;
        list[listed++] = (int16_t)h;
        for (int v = 0; v < VALUES && policy[h] != STAND && reached[h] != 2; v++) {
            int child = player->child[h * VALUES + v];
            if (child < 0 || reached[child] == 1) continue;
            reached[child] = policy[h] == DRAW ? 1 : 2; /* 2: only as a doubled hand */
        }
    }
    for (int i = 0; i < listed / 2; i++) {
        int16_t swap = list[i];
        list[i] = list[listed - 1 - i];
        list[listed - 1 - i] = swap;
    }
    return listed;
}

/* Add up the worth of a hand that began with one card of a pair, over its second cards; `n`, `left`: the cards left. */
static void add_second_cards(const player_hands *player, int value, const double *n, double left, const worth *next,
                             double *out)
{
    for (int v = 0; v < VALUES; v++) {
        if (n[v] <= 0) continue;
        const worth o = next[player->child[player->single[value] * VALUES + v]];
        double *to = out + (v == value ? WORTH_PARTS : 0), q = n[v] / left;
        to[0] += q * o.clear;
        to[1] += q * o.blackjack;
        to[2] += q * o.settled;
    }
}

/* Play hands of some kinds that began with one card of a split pair, for 2, 3, … cards of that value out of the shoe.
   `chances`: of the dealer's hand for the sets that set_pass lists. `out`: for each kind and number, the worth where the
   second card is of another value, then of the same. */
void split_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const int32_t *number,
                const double *chances, int kinds, hand_kind *const *kind, const uint8_t *policy, int value,
                int most_removed, double *out)
{
    static _Thread_local worth next[MOST_HANDS];
    int16_t list[MOST_HANDS];
    double n[VALUES], m[VALUES];
    int listed = reachable(player, policy, value, list), single = player->single[value];
    memset(out, 0, sizeof(double) * (size_t)(SPLIT_PARTS * kinds * (most_removed - 1)));
    for (int removed = 2; removed <= most_removed; removed++) {
        uint8_t extra[VALUES] = {0};
        extra[value] = (uint8_t)(removed - 1);
        double left = left_for(dealer, shoe, player->count + single * VALUES, extra, n);
        if (left < 0) continue;
        const dealers_chances of = {chances, number + ((int64_t)(removed - 2) * VALUES + value) * player->hands};
        for (int k = 0; k < kinds; k++) {
            for (int i = 0; i < listed; i++) {
                int h = list[i];
                double cards = left_for(dealer, shoe, player->count + h * VALUES, extra, m);
                next[h] = (worth){0, 0, 0};
                if (cards > 0) next[h] = worth_of_play(policy[h], dealer, player, kind[k], h, m, cards, of, next);
            }
            add_second_cards(player, value, n, left, next, out + SPLIT_PARTS * (k * (most_removed - 1) + removed - 2));
        }
    }
}

typedef struct {
    card_sets sets;             /* the cards of hands that have ended, and how they were doubled down */
    int capacity;
    uint8_t *count;             /* of each hand: its cards by value, its orders, its end */
    double *orderings;
    uint8_t *end;
} ends_list;

/* Add a hand that has ended, its cards being `count`, one more of the value `drawn`, less those `out_before`. Returns 0
   when there is no memory or the arrays are full. */
static int add_ended(ends_list *to, const uint8_t *count, int drawn, const uint8_t *out_before, int doubling, int end,
                     double orderings)
{
    uint8_t cards[VALUES];
    for (int v = 0; v < VALUES; v++) cards[v] = (uint8_t)(count[v] - out_before[v] + (v == drawn));
    int before = to->sets.size, at = number_of(&to->sets, key_of(cards) | (uint64_t)doubling << DOUBLING_AT);
    if (at < 0 || at >= to->capacity) return 0;
    if (to->sets.size > before) {
        memcpy(to->count + at * VALUES, cards, VALUES);
        to->end[at] = (uint8_t)end;
        to->orderings[at] = 0;
    }
    to->orderings[at] += orderings;
    return 1;
}

/* Play hands to their ends, `start` being the number of orders of each; the cards `out_before` were out of the shoe
   before. Without `busts`, hands that bust by drawing are left out: their probability is what all others leave over.
   Returns how many hands have ended; -1 when there is no memory or the arrays are full. */
int end_pass(const player_hands *player, const uint8_t *policy, const double *start, const uint8_t *out_before,
             int busts, int capacity, uint8_t *count, double *orderings, uint8_t *end)
{
    double orders[MOST_HANDS];
    ends_list list = {.capacity = capacity, .count = count, .orderings = orderings, .end = end};
    int ok = init_sets(&list.sets);
    memcpy(orders, start, sizeof(double) * (size_t)player->hands);
    for (int h = player->hands - 1; h >= 0 && ok; h--) {
        if (orders[h] == 0) continue;
        const uint8_t *cards = player->count + h * VALUES;
        const int play = policy[h], doubling = play == DOUBLE ? 1 : play == DOUBLE_FREE ? 2 : 0;
        const uint8_t *ends = player->end + doubling * player->hands;
        if (play == STAND) ok = add_ended(&list, cards, -1, out_before, doubling, ends[h], orders[h]);
        for (int v = 0; v < VALUES && play != STAND && ok; v++) {
            int child = player->child[h * VALUES + v], to = child < 0 ? player->bust[doubling] : ends[child];
            if (play != DRAW || (child < 0 && busts)) ok = add_ended(&list, cards, v, out_before, doubling, to, orders[h]);
            else if (child >= 0) orders[child] += orders[h];
        }
    }
    const int size = list.sets.size;
    free_sets(&list.sets);
    return ok ? size : -1;
}
