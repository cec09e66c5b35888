/* Hands played to their ends by a policy. */

#include "card_sets.h"

/* Add a hand that has ended, its cards being `count`, one more of the value `drawn`, less those `out_before`. Returns 0
   when there is no memory or the arrays are full. */
static int add_ended(ended_hands *ended, card_sets *sets, const uint8_t *count, int drawn, const uint8_t *out_before,
                     int doubling, int end, double orderings)
{
    uint8_t cards[VALUES];
    for (int v = 0; v < VALUES; v++) cards[v] = (uint8_t)(count[v] - out_before[v] + (v == drawn));
    int before = sets->size, at = number_of(sets, key_of(cards) | (uint64_t)doubling << DOUBLING_AT);
    if (at < 0 || at >= ended->capacity) return 0;
    if (sets->size > before) {
        ended->size = sets->size;
        memcpy(ended->count + at * VALUES, cards, VALUES);
        ended->end[at] = (uint8_t)end;
        ended->orderings[at] = 0;
    }
    ended->orderings[at] += orderings;
    return 1;
}

/* Play hands to their ends, `start` being the number of orders of each; the cards `out_before` were out of the shoe
   before. Without `busts`, hands that bust by drawing are left out: their probability is what all others leave over.
   Returns 0, or -1 when there is no memory or the arrays are full. */
int end_pass(const player_hands *player, const uint8_t *policy, const double *start, const uint8_t *out_before,
             int busts, ended_hands *ended)
{
    double orders[MOST_HANDS];
    card_sets sets;
    int ok = init_sets(&sets);
    memcpy(orders, start, sizeof(double) * (size_t)player->hands);
    ended->size = 0;
    for (int h = player->hands - 1; h >= 0 && ok; h--) {
        if (orders[h] == 0) continue;
        const uint8_t *count = player->count + h * VALUES;
        const int play = policy[h], doubling = play == DOUBLE ? 1 : play == FREE_DOUBLE ? 2 : 0;
        const uint8_t *ends = player->end + doubling * player->hands;
        if (play == STAND) ok = add_ended(ended, &sets, count, -1, out_before, doubling, ends[h], orders[h]);
        for (int v = 0; v < VALUES && play != STAND && ok; v++) {
            int child = player->child[h * VALUES + v], end = child < 0 ? player->bust[doubling] : ends[child];
            if (play != DRAW || (child < 0 && busts)) ok = add_ended(ended, &sets, count, v, out_before, doubling, end, orders[h]);
            else if (child >= 0) orders[child] += orders[h];
        }
    }
    free_sets(&sets);
    return ok ? 0 : -1;
}
