/* From joint distributions of symbols to polynomials whose powers are net results. */

#include "shared.h"

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
