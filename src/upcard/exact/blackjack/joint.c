/* Two hands and the dealer's from one shoe: how they end together. */

#include "shared.h"

enum { AHEAD = 8 }; /* sets to fetch before they are needed */

typedef struct {
    uint64_t key;
    int64_t number;             /* of the set, counted from 1; 0: the slot is empty */
} set_slot;

typedef struct {
    int64_t room;               /* a power of two */
    int32_t many;
    set_slot *slot;
    uint8_t *count;             /* of each set: its cards by value */
} union_sets;

static void forget(union_sets *sets)
{
    free(sets->slot);
    free(sets->count);
}

static int make_room(union_sets *sets, int64_t room)
{
    sets->room = room;
    sets->slot = calloc((size_t)room, sizeof(set_slot));
    uint8_t *count = realloc(sets->count, (size_t)room * VALUES / 2);
    if (count) sets->count = count;
    return sets->slot && count;
}

static int begin(union_sets *sets)
{
    *sets = (union_sets){0, 0, 0, 0};
    return make_room(sets, 1 << 10);
}

static set_slot *first_slot(const union_sets *sets, uint64_t key)
{
    return sets->slot + ((key * 0x9E3779B97F4A7C15u) >> 32 & (uint64_t)(sets->room - 1));
}

static set_slot *slot_of(const union_sets *sets, uint64_t key)
{
    set_slot *at = first_slot(sets, key), *end = sets->slot + sets->room;
    while (at->number && at->key != key)
        if (++at == end) at = sets->slot;
    return at;
}

/* Go on with twice the room. */
static int grow(union_sets *sets)
{
    set_slot *old = sets->slot;
    int64_t room = sets->room;
    int ok = make_room(sets, 2 * room);
    for (int64_t i = 0; i < room && ok; i++)
        if (old[i].number) *slot_of(sets, old[i].key) = old[i];
    free(old);
    return ok;
}

/* Count the cards of a set in six bits for each value; with `way` in the bits left over it is a key of its own. */
static uint64_t key_of(const uint8_t *count)
{
    uint64_t key = 0;
    for (int v = 0; v < VALUES; v++) key |= (uint64_t)count[v] << 6 * v;
    return key;
}

/* Find the number of a set of cards, or give it the next one; -1 when there is no memory. */
static int32_t number_of(union_sets *sets, uint64_t key)
{
    set_slot *at = slot_of(sets, key);
    if (at->number) return (int32_t)(at->number - 1);
    if (2 * (int64_t)sets->many + 2 >= sets->room) {
        if (!grow(sets)) return -1;
        at = slot_of(sets, key);
    }
    at->key = key;
    at->number = sets->many + 1;
    for (int v = 0; v < VALUES; v++) sets->count[(int64_t)sets->many * VALUES + v] = key >> 6 * v & 63;
    return sets->many++;
}

/* Count a hand that came to its end. */
static int end_hand(ended_hands *ended, union_sets *sets, const uint8_t *count, int drawn, const uint8_t *less, int way,
                    int end, double orderings)
{
    uint8_t cards[VALUES];
    for (int v = 0; v < VALUES; v++) cards[v] = (uint8_t)(count[v] - less[v] + (v == drawn));
    int before = sets->many, at = number_of(sets, key_of(cards) | (uint64_t)way << 60);
    if (at < 0 || at >= ended->room) return 0;
    if (sets->many > before) {
        ended->many = sets->many;
        memcpy(ended->count + at * VALUES, cards, VALUES);
        ended->end[at] = (uint8_t)end;
        ended->orderings[at] = 0;
    }
    ended->orderings[at] += orderings;
    return 1;
}

/* Play the hands held, each in so many orders, to their ends; the cards `less` were out of the shoe before. A hand that
   busts by drawing is left out: its chance is the whole less all others. Gives 0, or -1 when there is no room. */
int end_pass(const player_hands *player, const uint8_t *policy, const double *held, const uint8_t *less,
             ended_hands *ended)
{
    double orders[MOST_HANDS];
    union_sets sets;
    int ok = begin(&sets);
    memcpy(orders, held, sizeof(double) * (size_t)player->hands);
    ended->many = 0;
    for (int h = player->hands - 1; h >= 0 && ok; h--) {
        if (orders[h] == 0) continue;
        const uint8_t *count = player->count + h * VALUES, *ends;
        int play = policy[h], way = play == DOUBLE ? 1 : play == FREE_DOUBLE ? 2 : 0;
        ends = player->end + way * player->hands;
        if (play == STAND) ok = end_hand(ended, &sets, count, -1, less, way, ends[h], orders[h]);
        for (int v = 0; v < VALUES && play != STAND && ok; v++) {
            int child = player->child[h * VALUES + v];
            if (play == DRAW) {
                if (child >= 0) orders[child] += orders[h];
                continue;
            }
            ok = end_hand(ended, &sets, count, v, less, way, child < 0 ? player->bust[way] : ends[child], orders[h]);
        }
    }
    forget(&sets);
    return ok ? 0 : -1;
}

/* Give the chance that just these cards come next, in one given order. */
static double chance_of(const double *n, double cards, const uint8_t *count)
{
    double chance = 1;
    for (int v = 0; v < VALUES; v++)
        for (int k = 0; k < count[v]; k++) chance *= n[v] > k ? (n[v] - k) / cards-- : 0;
    return chance;
}

/* Draw two hands and complete the dealer's from one shoe: the chance of every pair of ends, as
   out[end of one][end of the other][category], MOST_ENDS ends each. Gives 0, or -1 when there is no memory. */
int joint_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *one,
               const ended_hands *other, double *out)
{
    int64_t pairs = (int64_t)one->many * other->many;
    union_sets sets;
    int32_t *of_pair = malloc(sizeof(int32_t) * (size_t)(pairs + 1));
    double *chances = 0, n[VALUES], cards = left_for(dealer, shoe, nothing, nothing, n);
    int ok = begin(&sets) && of_pair, same = one == other;
    uint64_t *keys = malloc(sizeof(uint64_t) * (size_t)(other->many + AHEAD));
    ok = ok && keys;
    for (int j = 0; j < other->many + AHEAD && ok; j++)
        keys[j] = j < other->many ? key_of(other->count + j * VALUES) : 0;
    for (int i = 0; i < one->many && ok; i++) {
        uint64_t key = key_of(one->count + i * VALUES);
        for (int j = same ? i : 0; j < other->many && ok; j++) {
            __builtin_prefetch(first_slot(&sets, key + keys[j + AHEAD]));
            int32_t number = number_of(&sets, key + keys[j]);
            of_pair[(int64_t)i * other->many + j] = number;
            ok = number >= 0;
        }
    }
    free(keys);
    if (ok) ok = (chances = malloc(sizeof(double) * (size_t)(sets.many + 1) * (size_t)categories)) != 0;
    if (ok) walk(dealer, shoe, sets.count, sets.many, nothing, categories, chances);
    for (int32_t u = 0; u < sets.many && ok; u++) {
        double chance = chance_of(n, cards, sets.count + (int64_t)u * VALUES);
        for (int c = 0; c < categories; c++) chances[(int64_t)u * categories + c] *= chance;
    }
    for (int i = 0; i < one->many && ok; i++)
        for (int j = same ? i : 0; j < other->many; j++) {
            int64_t at = (int64_t)i * other->many + j;
            const double *chance = chances + (int64_t)of_pair[at] * categories;
            if (at + AHEAD < pairs && (!same || j + AHEAD < other->many))
                __builtin_prefetch(chances + (int64_t)of_pair[at + AHEAD] * categories);
            double orderings = one->orderings[i] * other->orderings[j];
            /* Two hands that may change places count twice. */
            for (int turn = 0; turn <= (same && i != j); turn++) {
                int first = turn ? other->end[j] : one->end[i], second = turn ? one->end[i] : other->end[j];
                double *to = out + (first * MOST_ENDS + second) * categories;
                for (int c = 0; c < categories; c++) to[c] += orderings * chance[c];
            }
        }
    free(of_pair);
    free(chances);
    forget(&sets);
    return ok ? 0 : -1;
}
