/* The same kernel for machines with 256-bit vectors of integers. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#pragma GCC target("avx2,bmi2")
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif
#include "kernel_constants.h"
#include "kernel.h"
#include "deal.h"
#include "card_by_card.h"
#include "kernel.c"

int64_t play_avx2(const struct program *g, const uint32_t *states, const int64_t *quotas, int64_t blocks,
                  struct tally *y)
{
    return play_blocks(g, states, quotas, blocks, y);
}

void deal_avx2(const struct program *g, const uint32_t *states, int64_t shoes, int64_t many, uint8_t *cards)
{
    deal_shoes(g, states, shoes, many, cards);
}
