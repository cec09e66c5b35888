/* The kernel for any machine, rounds of a given shoe, and the states of consecutive streams. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#include "kernel_constants.h"
#include "kernel.h"
#include "deal.h"
#include "card_by_card.h"
#include "kernel.c"

int has_avx2(void)
{
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_cpu_supports("avx2");
#else
    return 0;
#endif
}

int64_t play_portable(const struct program *g, const uint32_t *states, const int64_t *quotas, int64_t blocks,
                      struct tally *y)
{
    return play_blocks(g, states, quotas, blocks, y);
}

void deal_portable(const struct program *g, const uint32_t *states, int64_t shoes, int64_t many, uint8_t *cards)
{
    deal_shoes(g, states, shoes, many, cards);
}

/* Advance a state of xoshiro128 by one step, without its output. */
static void step(uint32_t *s)
{
    const uint32_t shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3] << 11 | s[3] >> 21;
}

/* Fill in the states after the first, each one jump ahead of the one before; the polynomial is that of the jump. */
void following_states(const uint32_t *polynomial, int64_t count, uint32_t *states)
{
    for (int64_t stream = 1; stream < count; stream++) {
        uint32_t state[WORDS], *jumped = states + stream * WORDS;
        memcpy(state, jumped - WORDS, sizeof state);
        memset(jumped, 0, sizeof state);
        for (int bit = 0; bit < 32 * WORDS; bit++, step(state))
            if (polynomial[bit / 32] >> bit % 32 & 1)
                for (int word = 0; word < WORDS; word++) jumped[word] ^= state[word];
    }
}

/* Play rounds from one given shoe as far as its cards go; return how many were played. */
int64_t follow(const struct program *g, const uint8_t *cards, int64_t count, int64_t rounds, int level,
               struct trace *trace)
{
    int at = g->burned;
    int64_t played = 0;
    uint8_t *padded = calloc((size_t)count + SPARE, 1);
    if (!padded) return -1;
    memcpy(padded, cards, (size_t)count);
    while (played < rounds && at < g->limit) {
        struct played p;
        walk(g, padded, 1, at, level, &p);
        if (p.end > count) break;
        trace[played].start = at;
        trace[played].end = p.end;
        for (int seat = 0; seat < g->seats; seat++) trace[played].cell[seat] = p.cell[seat];
        played++;
        at = p.end;
    }
    free(padded);
    return played;
}
