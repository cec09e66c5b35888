/* The kernel for any machine, and rounds from cards that are given. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#include "kernel.h"
#include "deal.h"
#include "walk.h"
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

/* Follow rounds through one shoe of cards that are given, as far as they go; give how many were played. */
int64_t follow(const struct program *g, const uint8_t *cards, int64_t count, int64_t rounds, int level,
               struct trace *trace)
{
    int at = g->burned;
    int64_t done = 0;
    uint8_t *padded = calloc((size_t)count + SPARE, 1);
    if (!padded) return -1;
    memcpy(padded, cards, (size_t)count);
    while (done < rounds && at < g->limit) {
        struct played p;
        walk(g, padded, 1, at, level, &p);
        if (p.end > count) break;
        trace[done].start = at;
        trace[done].end = p.end;
        trace[done].meters = p.meters;
        for (int seat = 0; seat < g->seats; seat++) trace[done].cell[seat] = p.cell[seat];
        done++;
        at = p.end;
    }
    free(padded);
    return done;
}
