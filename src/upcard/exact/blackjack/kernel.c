/* Dynamic programs over hands drawn without replacement. Knows counts, trees and tables; no rule of a game. */

#include "walk.h"

enum { LANES = 16, BATCH = 64, OUTS = 2 * PARTS };

typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t masks __attribute__((vector_size(8 * LANES)));

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define FAST __attribute__((target_clones("avx2", "default")))
#else
#define FAST
#endif

/* Give the greater of two numbers, lane by lane. */
#define at_least(x, least) ((lanes)(((masks)(x) & ((x) > (least))) | ((masks)(least) & ~((x) > (least)))))

/* Walk the dealer's tree for several sets of removed cards at once: the chance of every category of completed hand. */
FAST void walk(const dealer_tree *tree, const double *shoe, const uint8_t *removed, int sets, const uint8_t *extra,
               int categories, double *chances)
{
    /* Hands of each category are summed by length, so that they are divided only once. */
    lanes left[VALUES][MOST_DRAWN], weight[MOST_DRAWN + 1], sum[MOST_CATEGORIES * MOST_DRAWN];
    lanes zero = {0}, one = zero + 1;
    uint16_t slot[MOST_NODES];
    int deepest[VALUES] = {0}, depth = 0;
    for (int i = 0; i < tree->nodes; i++) {
        if (tree->copy[i] >= deepest[tree->value[i]]) deepest[tree->value[i]] = tree->copy[i] + 1;
        if (tree->depth[i] > depth) depth = tree->depth[i];
    }
    for (int i = 0; i < tree->nodes; i++) slot[i] = (uint16_t)(tree->category[i] * depth + tree->depth[i] - 1);
    for (int first = 0; first < sets; first += LANES) {
        int used = sets - first < LANES ? sets - first : LANES;
        lanes cards = zero, inverse = one;
        for (int v = 0; v < VALUES; v++) {
            lanes n = zero;
            for (int l = 0; l < used; l++) n[l] = shoe[v] - tree->gone[v] - extra[v] - removed[(first + l) * VALUES + v];
            for (int l = used; l < LANES; l++) n[l] = shoe[v];
            cards += n;
            for (int k = 0; k < deepest[v]; k++) left[v][k] = at_least(n - k, zero);
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

const uint8_t nothing[VALUES];

/* Give the chance of every category of the dealer's completed hand, for each set of removed cards. */
void dealer_pass(const dealer_tree *dealer, int categories, const double *shoe, int sets, const uint8_t *removed,
                 double *chances)
{
    walk(dealer, shoe, removed, sets, nothing, categories, chances);
}

static void compare(const player_hands *player, int hand, const double *chances, double *win, double *lose)
{
    const double *wins = player->win + player->row[hand] * player->categories;
    const double *losses = player->lose + player->row[hand] * player->categories;
    double w = 0, l = 0;
    for (int c = 0; c < player->categories; c++) {
        w += wins[c] * chances[c];
        l += losses[c] * chances[c];
    }
    *win = w;
    *lose = l;
}

/* Give for every hand the chances to win and to lose by standing, dealer's blackjacks left out. */
void stand_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, double *win, double *lose)
{
    double chances[BATCH * MOST_CATEGORIES];
    for (int first = 0; first < player->hands; first += BATCH) {
        int sets = player->hands - first < BATCH ? player->hands - first : BATCH;
        walk(dealer, shoe, player->count + first * VALUES, sets, nothing, player->categories, chances);
        for (int i = 0; i < sets; i++)
            compare(player, first + i, chances + i * player->categories, &win[first + i], &lose[first + i]);
    }
}

/* Count the cards left for a hand; a negative count says that the hand cannot be held. */
double left_for(const dealer_tree *dealer, const double *shoe, const uint8_t *hand, const uint8_t *extra, double *n)
{
    double cards = 0;
    int held = 1;
    for (int v = 0; v < VALUES; v++) {
        n[v] = shoe[v] - dealer->gone[v] - extra[v] - hand[v];
        held &= n[v] >= 0;
        cards += n[v];
    }
    return held ? cards : -1;
}

typedef struct {
    double value;       /* of the hand, dealer's blackjacks left out */
    double bust;        /* units lost by busting when the dealer has a blackjack */
    double busts;       /* chance of busting when the dealer has a blackjack */
} outcome;

/* Give the chance that the dealer has a blackjack once the value `drawn` is gone besides. */
static double blackjack_after(const dealer_tree *dealer, const double *n, double cards, int drawn)
{
    int t = dealer->completes;
    return t < 0 || cards < 2 ? 0 : (n[t] - (drawn == t)) / (cards - 1);
}

/* Draw one card: `next` gives what each hand is worth then. */
static outcome drawn(const dealer_tree *dealer, const int16_t *child, const double *n, double cards, double lose,
                     const outcome *next)
{
    outcome all = {0, 0, 0};
    for (int v = 0; v < VALUES; v++) {
        if (n[v] <= 0) continue;
        double q = n[v] / cards;
        if (child[v] < 0) {
            double blackjack = blackjack_after(dealer, n, cards, v);
            all.value -= q * lose * (1 - blackjack);
            all.bust += q * lose * blackjack;
            all.busts += q * blackjack;
        } else {
            all.value += q * next[child[v]].value;
            all.bust += q * next[child[v]].bust;
            all.busts += q * next[child[v]].busts;
        }
    }
    return all;
}

/* Draw one card and stand, with other units on the hand. */
static outcome doubled(const dealer_tree *dealer, const int16_t *child, const double *n, double cards, double units,
                       double lose, const double *win_at, const double *lose_at)
{
    outcome all = {0, 0, 0};
    for (int v = 0; v < VALUES; v++) {
        if (n[v] <= 0) continue;
        double q = n[v] / cards;
        if (child[v] < 0) {
            double blackjack = blackjack_after(dealer, n, cards, v);
            all.value -= q * lose * (1 - blackjack);
            all.bust += q * lose * blackjack;
            all.busts += q * blackjack;
        } else {
            all.value += q * (units * win_at[child[v]] - lose * lose_at[child[v]]);
        }
    }
    return all;
}

/* Value one play of a hand. */
static outcome play_of(int play, const dealer_tree *dealer, const player_hands *player, const hand_kind *kind, int hand,
                       const double *n, double cards, const double *win, const double *lose, const outcome *next)
{
    const int16_t *child = player->child + hand * VALUES;
    outcome stood = {kind->win * win[hand] - kind->lose * lose[hand], 0, 0};
    switch (play) {
    case DRAW: return drawn(dealer, child, n, cards, kind->lose, next);
    case DOUBLE: return doubled(dealer, child, n, cards, kind->win + 1, kind->lose + 1, win, lose);
    case FREE_DOUBLE: return doubled(dealer, child, n, cards, kind->win + 1, kind->lose, win, lose);
    default: return stood;
    }
}

/* Value every play of every hand; follow the policy, or find the best one where there is none. */
void play_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const hand_kind *kind,
               const double *win, const double *lose, const uint8_t *policy, double *values, uint8_t *best)
{
    static _Thread_local outcome next[MOST_HANDS];
    for (int h = 0; h < player->hands; h++) {
        double n[VALUES];
        double cards = left_for(dealer, shoe, player->count + h * VALUES, nothing, n);
        double *value = values + h * PLAYS;
        next[h] = (outcome){0, 0, 0};
        best[h] = policy ? policy[h] : STAND;
        for (int p = 0; p < PLAYS; p++) {
            value[p] = -9;
            if (cards <= 0 || !(player->plays[h] >> p & 1)) continue;
            value[p] = play_of(p, dealer, player, kind, h, n, cards, win, lose, next).value;
            if (!policy && value[p] > value[best[h]]) best[h] = p;
        }
        if (cards > 0) next[h].value = value[best[h]];
    }
}

/* Add to the chances of the hands held first those of the hands that a policy comes to from them. */
void reach_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const uint8_t *policy,
                double *reach)
{
    double n[VALUES];
    for (int h = player->hands - 1; h >= 0; h--) {
        if (reach[h] == 0 || policy[h] != DRAW) continue;
        double cards = left_for(dealer, shoe, player->count + h * VALUES, nothing, n);
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

/* List the hands that a policy can come to from one card, longest first. */
static int reachable(const player_hands *player, const uint8_t *policy, int value, int one_card, int16_t *list)
{
    uint8_t seen[MOST_HANDS] = {0};
    int found = 0, single = player->single[value];
    for (int v = 0; v < VALUES; v++) seen[player->child[single * VALUES + v]] = 2;
    for (int h = player->hands - 1; h >= 0; h--) {
        if (!seen[h]) continue;
        list[found++] = (int16_t)h;
        int stops = policy[h] == STAND || seen[h] == 3 || (seen[h] == 2 && one_card);
        for (int v = 0; v < VALUES && !stops; v++) {
            int child = player->child[h * VALUES + v];
            int mark = policy[h] == DRAW ? 1 : 3;
            if (child >= 0 && seen[child] != 1) seen[child] = (uint8_t)mark;
        }
    }
    for (int i = 0; i < found / 2; i++) {
        int16_t swap = list[i];
        list[i] = list[found - 1 - i];
        list[found - 1 - i] = swap;
    }
    return found;
}

/* Play a hand that began with one card of a split pair, for 2, 3, … cards of that value out of the shoe.
   `out`: for each of these, value, bust and busts where the second card is of another value, then of the same. */
void split_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const hand_kind *kind,
                const uint8_t *policy, int value, int one_card, int most_removed, double *out)
{
    static _Thread_local outcome next[MOST_HANDS];
    static _Thread_local double win[MOST_HANDS], lose[MOST_HANDS];
    int16_t list[MOST_HANDS];
    uint8_t sets[BATCH * VALUES];
    double chances[BATCH * MOST_CATEGORIES], n[VALUES];
    int found = reachable(player, policy, value, one_card, list), single = player->single[value];
    for (int removed = 2; removed <= most_removed; removed++, out += OUTS) {
        uint8_t extra[VALUES] = {0};
        extra[value] = (uint8_t)(removed - 1);
        memset(out, 0, sizeof(double) * OUTS);
        if (left_for(dealer, shoe, player->count + single * VALUES, extra, n) < 0) continue;
        for (int first = 0; first < found; first += BATCH) {
            int many = found - first < BATCH ? found - first : BATCH;
            for (int i = 0; i < many; i++) memcpy(sets + i * VALUES, player->count + list[first + i] * VALUES, VALUES);
            walk(dealer, shoe, sets, many, extra, player->categories, chances);
            for (int i = 0; i < many; i++) {
                int h = list[first + i];
                compare(player, h, chances + i * player->categories, &win[h], &lose[h]);
            }
        }
        for (int i = 0; i < found; i++) {
            int h = list[i], held = 0;
            for (int v = 0; v < VALUES; v++) held += player->count[h * VALUES + v];
            double cards = left_for(dealer, shoe, player->count + h * VALUES, extra, n);
            int play = held == 2 && one_card ? STAND : policy[h];
            next[h] = (outcome){0, 0, 0};
            if (cards > 0) next[h] = play_of(play, dealer, player, kind, h, n, cards, win, lose, next);
        }
        double cards = left_for(dealer, shoe, player->count + single * VALUES, extra, n);
        for (int v = 0; v < VALUES; v++) {
            if (n[v] <= 0) continue;
            outcome o = next[player->child[single * VALUES + v]];
            double *to = out + (v == value ? OUTS / 2 : 0);
            to[0] += n[v] / cards * o.value;
            to[1] += n[v] / cards * o.bust;
            to[2] += n[v] / cards * o.busts;
        }
    }
}
