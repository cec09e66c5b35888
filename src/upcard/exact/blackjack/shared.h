/* What the C files share. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

/* Walk the dealer's tree for sets of removed cards, `extra` cards being out besides: the chance of every category. */
void walk(const dealer_tree *tree, const double *shoe, const uint8_t *removed, int sets, const uint8_t *extra,
          int categories, double *chances);

/* Count the cards left for a hand; a negative count says that the hand cannot be held. */
double left_for(const dealer_tree *dealer, const double *shoe, const uint8_t *hand, const uint8_t *extra, double *n);

extern const uint8_t nothing[VALUES];
