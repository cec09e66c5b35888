/* Dynamic programs over hands drawn without replacement. Knows counts, trees and tables; no rule of a game. */

#include "shared.h"

enum { LANES = 16, BATCH = 64, OUTS = 2 * PARTS };

static const double NOT_ALLOWED = -9; /* the value of a play that a hand does not have */

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
    double value;       /* of the hand where the dealer has no blackjack */
    double blackjack;   /* where the dealer has one */
    double settled;     /* the same, busts being collected before it shows */
} outcome;

static void add(outcome *sum, double q, outcome o)
{
    sum->value += q * o.value;
    sum->blackjack += q * o.blackjack;
    sum->settled += q * o.settled;
}

/* What a hand that came to an end is worth, given the chances of the dealer's hand. */
static outcome stood(const player_hands *player, const hand_kind *kind, int way, int hand, const double *chances)
{
    const int end = player->end[way * player->hands + hand], b = player->blackjack;
    const double *net = kind->net + end * player->categories;
    double all = 0;
    for (int c = 0; c < player->categories; c++) all += net[c] * chances[c];
    outcome o = {all - net[b] * chances[b], net[b] * chances[b], kind->settled[end] * chances[b]};
    return o;
}

/* What a hand that busts with the value `drawn` is worth; against all but a blackjack it is the same. */
static outcome busted(const dealer_tree *dealer, const player_hands *player, const hand_kind *kind, int way,
                      const double *n, double cards, int drawn)
{
    const int t = dealer->completes, end = player->bust[way], b = player->blackjack;
    const double *net = kind->net + end * player->categories;
    double blackjack = t < 0 || cards < 2 ? 0 : (n[t] - (drawn == t)) / (cards - 1);
    outcome o = {net[b ? 0 : 1] * (1 - blackjack), net[b] * blackjack, kind->settled[end] * blackjack};
    return o;
}

/* Value one play of a hand; `chances`: of the dealer's hand for every hand, `next`: what each hand drawn is worth. */
static outcome play_of(int play, const dealer_tree *dealer, const player_hands *player, const hand_kind *kind, int hand,
                       const double *n, double cards, const double *chances, const outcome *next)
{
    const int16_t *child = player->child + hand * VALUES;
    const int way = play == DOUBLE ? 1 : play == FREE_DOUBLE ? 2 : 0;
    if (play == STAND) return stood(player, kind, 0, hand, chances + hand * player->categories);
    outcome all = {0, 0, 0};
    for (int v = 0; v < VALUES; v++) {
        if (n[v] <= 0) continue;
        add(&all, n[v] / cards,
            child[v] < 0 ? busted(dealer, player, kind, way, n, cards, v)
            : way ? stood(player, kind, way, child[v], chances + child[v] * player->categories)
                  : next[child[v]]);
    }
    return all;
}

/* Value every play of every hand; follow the policy, or find the best one where there is none. `parts`: the parts of
   the values of hands of two cards at the most. */
void play_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const hand_kind *kind,
               const uint8_t *plays, const double *chances, const uint8_t *policy, double *values, double *parts,
               uint8_t *best)
{
    static _Thread_local outcome next[MOST_HANDS];
    for (int h = 0; h < player->hands; h++) {
        double n[VALUES], most = NOT_ALLOWED;
        double cards = left_for(dealer, shoe, player->count + h * VALUES, nothing, n);
        double *value = values + h * PLAYS;
        outcome of[PLAYS];
        best[h] = policy ? policy[h] : STAND;
        for (int p = 0; p < PLAYS; p++) {
            of[p] = (outcome){NOT_ALLOWED, 0, 0};
            if (cards > 0 && plays[h] >> p & 1) {
                of[p] = play_of(p, dealer, player, kind, h, n, cards, chances, next);
            }
            value[p] = of[p].value + of[p].blackjack;
            if (!policy && value[p] > most) {
                most = value[p];
                best[h] = (uint8_t)p;
            }
        }
        if (h >= player->initial) memcpy(parts + (h - player->initial) * PLAYS * PARTS, of, sizeof of);
        next[h] = cards > 0 ? of[best[h]] : (outcome){0, 0, 0};
    }
}

/* Give every hand the first of two plays that it has; it stands if it has neither. */
void allow_pass(int hands, const uint8_t *plays, const uint8_t *first, const uint8_t *second, uint8_t *policy)
{
    for (int h = 0; h < hands; h++)
        policy[h] = plays[h] >> first[h] & 1 ? first[h] : plays[h] >> second[h] & 1 ? second[h] : STAND;
}

/* Choose the best among the plays of every hand by values found before. */
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
static int reachable(const player_hands *player, const uint8_t *policy, int value, int16_t *list)
{
    uint8_t seen[MOST_HANDS] = {0};
    int found = 0, single = player->single[value];
    for (int v = 0; v < VALUES; v++) seen[player->child[single * VALUES + v]] = 1;
    for (int h = player->hands - 1; h >= 0; h--) {
        if (!seen[h]) continue;
        list[found++] = (int16_t)h;
        for (int v = 0; v < VALUES && policy[h] != STAND && seen[h] != 2; v++) {
            int child = player->child[h * VALUES + v];
            if (child >= 0 && seen[child] != 1) seen[child] = policy[h] == DRAW ? 1 : 2; /* 2: only as a doubled hand */
        }
    }
    for (int i = 0; i < found / 2; i++) {
        int16_t swap = list[i];
        list[i] = list[found - 1 - i];
        list[found - 1 - i] = swap;
    }
    return found;
}

/* Play hands of some kinds that began with one card of a split pair, for 2, 3, … cards of that value out of the shoe.
   `out`: for each kind and number, the parts of the value where the second card is of another value, then the same. */
void split_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, int kinds,
                hand_kind *const *kind, const uint8_t *policy, int value, int most_removed, double *out)
{
    static _Thread_local outcome next[MOST_HANDS];
    static _Thread_local double chances[MOST_HANDS * MOST_CATEGORIES];
    int16_t list[MOST_HANDS];
    uint8_t sets[BATCH * VALUES];
    double some[BATCH * MOST_CATEGORIES], n[VALUES];
    int found = reachable(player, policy, value, list), single = player->single[value], many = player->categories;
    memset(out, 0, sizeof(double) * (size_t)(OUTS * kinds * (most_removed - 1)));
    for (int removed = 2; removed <= most_removed; removed++) {
        uint8_t extra[VALUES] = {0};
        extra[value] = (uint8_t)(removed - 1);
        double left = left_for(dealer, shoe, player->count + single * VALUES, extra, n);
        if (left < 0) continue;
        for (int first = 0; first < found; first += BATCH) {
            int batch = found - first < BATCH ? found - first : BATCH;
            for (int i = 0; i < batch; i++) memcpy(sets + i * VALUES, player->count + list[first + i] * VALUES, VALUES);
            walk(dealer, shoe, sets, batch, extra, many, some);
            for (int i = 0; i < batch; i++)
                memcpy(chances + list[first + i] * many, some + i * many, sizeof(double) * (size_t)many);
        }
        for (int k = 0; k < kinds; k++) {
            double *to = out + OUTS * (k * (most_removed - 1) + removed - 2), m[VALUES];
            for (int i = 0; i < found; i++) {
                int h = list[i];
                double cards = left_for(dealer, shoe, player->count + h * VALUES, extra, m);
                next[h] = (outcome){0, 0, 0};
                if (cards > 0) next[h] = play_of(policy[h], dealer, player, kind[k], h, m, cards, chances, next);
            }
            for (int v = 0; v < VALUES; v++) {
                if (n[v] <= 0) continue;
                const outcome o = next[player->child[single * VALUES + v]];
                double *of = to + (v == value ? PARTS : 0), q = n[v] / left;
                of[0] += q * o.value;
                of[1] += q * o.blackjack;
                of[2] += q * o.settled;
            }
        }
    }
}
