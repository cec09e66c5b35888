/* Declarations that the C files share. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "program_constants.h"
#include "programs.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define FAST __attribute__((target_clones("avx2", "default")))
#else
#define FAST
#endif

typedef double four __attribute__((vector_size(8 * FOUR), aligned(8))); /* a number for each of four shoes */

/* Compute the probability of every category of the dealer's completed hand for many sets of removed cards. Returns 0 when
   there is no memory, or a set has too many cards. */
int complete_sets(const dealer_tree *dealer, int categories, const double *shoe, int sets, const uint8_t *removed,
                  double *chances);

/* Count the cards left for a hand, by value in `n`; returns their number, or -1 if the shoe does not hold the hand. */
double left_for(const dealer_tree *dealer, const double *shoe, const uint8_t *hand, const uint8_t *extra, double *n);

extern const uint8_t no_cards[VALUES];
