/* The dealer's hand completed for many sets of cards: a player's hands, with more cards of a split pair's value out. */

#include "card_sets.h"
#include "several.h"
#include "completed.h"

enum { MOST_COPIES = MOST_OUT / 2 };    /* of a value in a set */

int complete_sets(const dealer_tree *dealer, int categories, const double *shoe, int sets, const uint8_t *removed,
                  double *chances)
{
    halved_sets list = {.size = 0};
    completed_hands all = {.removed = 1, .width = (categories + FOUR - 1) / FOUR};
    int most[VALUES];
    for (int v = 0; v < VALUES; v++) most[v] = MOST_COPIES;
    int ok = halve_sets(sets, removed, most, &list) && list.size == sets;
    int32_t *high = malloc(sizeof(int32_t) * ((size_t)sets + 1));
    ok = ok && high && start_completed(&all, dealer, shoe, 0, &list.low, &list.high);
    for (int32_t i = 0; ok && i < list.low.size; i++) {
        const int32_t row = next_row(&all, i);
        for (int32_t m = list.first[row]; m < list.first[row + 1]; m++) high[m - list.first[row]] = list.high_of[list.set[m]];
        complete_row(&all, list.first[row + 1] - list.first[row], high);
        for (int32_t m = list.first[row]; m < list.first[row + 1]; m++) {
            const int32_t set = list.set[m];
            memcpy(chances + (int64_t)set * categories, completed(&all, list.high_of[set], 0), sizeof(double) * (size_t)categories);
        }
    }
    free(high);
    free_completed(&all);
    free_halved(&list);
    return ok;
}

/* List the sets of cards of all hands, in their order, and then of hands with 1, 2, … more cards of a value that they hold:
   number[cards more - 1][value][hand], -1 where it does not hold the value. Returns how many sets there are; -1 when there
   is no memory, or more than `capacity`. */
int set_pass(int hands, const uint8_t *count, int more, int capacity, uint8_t *listed, int32_t *number)
{
    card_sets sets;
    int ok = init_sets(&sets);
    for (int h = 0; h < hands && ok; h++) ok = number_of(&sets, key_of(count + h * VALUES)) == h;
    for (int k = 1; k <= more && ok; k++)
        for (int v = 0; v < VALUES && ok; v++)
            for (int h = 0; h < hands && ok; h++) {
                const uint8_t *hand = count + h * VALUES;
                int32_t *to = number + ((int64_t)(k - 1) * VALUES + v) * hands + h;
                *to = hand[v] ? number_of(&sets, key_of(hand) + ((uint64_t)k << BITS * v)) : -1;
                ok = *to >= 0 || !hand[v];
            }
    ok = ok && sets.size <= capacity;
    if (ok) memcpy(listed, sets.count, (size_t)sets.size * VALUES);
    const int size = sets.size;
    free_sets(&sets);
    return ok ? size : -1;
}

/* Return the hand that began with a card of a value and drew these. */
static int hand_with(const player_hands *player, int value, const uint8_t *drawn)
{
    int hand = player->single[value];
    for (int v = 0; v < VALUES; v++)
        for (int k = 0; k < drawn[v]; k++) hand = player->child[hand * VALUES + v];
    return hand;
}

/* Draw a hand that began with a card of a split pair's value, and complete the dealer's, with `first_out` and more cards of
   that value out: the probability of out[shoe][category][symbol], as several_pass does for one hand. The chances of the
   dealer's hand are those of the sets that set_pass lists. */
void single_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, int value, int first_out,
                 int shoes, const int32_t *number, const double *chances, const ended_hands *ended, int symbols,
                 const uint8_t *symbol, double *out)
{
    const int categories = player->categories;
    for (int i = 0; i < ended->size; i++) {
        const uint8_t *count = ended->count + i * VALUES, *symbols_of = symbol + ended->end[i] * categories;
        const int hand = hand_with(player, value, count);
        for (int s = 0; s < shoes; s++) {
            double n[VALUES], cards = 0;
            for (int v = 0; v < VALUES; v++) cards += n[v] = shoe[v] - dealer->shown[v] - (v == value ? first_out + s : 0);
            const double chance = ended->orderings[i] * chance_of(n, cards, count);
            const int64_t set = number[((int64_t)(first_out + s - 2) * VALUES + value) * player->hands + hand];
            double *to = out + (int64_t)s * categories * symbols;
            for (int c = 0; c < categories; c++) to[c * symbols + symbols_of[c]] += chance * chances[set * categories + c];
        }
    }
}
