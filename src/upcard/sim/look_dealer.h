/* The dealer's hand in looks of three cards. */

static inline uint32_t need_of(const struct looks *l, uint32_t spot, uint32_t k)
{
    return spot ? l->need.of[k] : l->need.of[k] | l->first_need.of[k];
}

/* Return the code of the dealer's hand from its cards and its kind, where values alone do not decide it. */
static uint32_t code_by_card(const struct block *b, const struct looks *l, uint32_t spot, uint32_t k, uint32_t end)
{
    const struct program *g = b->g;
    const uint8_t *card = b->places->card;
    const uint16_t *step = g->hidden_step;
    const uint32_t K = (uint32_t)g->classes, seats = (uint32_t)g->seats, at = l->at.of[k];
    uint32_t state = step[card[at + seats * LANES]];
    if (g->hole == FACE_UP || (g->hole == FACE_DOWN && need_of(l, spot, k)))
        state = step[state * K + card[at + (2 * seats + 1) * LANES]];
    uint32_t next = l->drawn[spot].of[k];
    _Pragma("GCC unroll 3") for (int look = 0; look < DEALER_LOOK; look++, next += LANES) {
        const uint32_t after = step[state * K + card[next]]; /* read in any case: no branch depends on the cards */
        state = next < end ? after : state;
    }
    for (; next < end; next += LANES) state = step[state * K + card[next]];
    return g->hidden_code[l->code[spot].of[k] * (uint32_t)g->hiddens + state];
}

/* Look further where the first look leaves the dealer's hand open. */
static __attribute__((noinline)) void
look_on_dealer(const struct block *pair, struct looks *l, uint32_t spot, uint32_t k, uint32_t entry)
{
    const struct block *b = pair + k / LANES;
    uint32_t next = l->next.of[k];
    while (entry & LONGER && next + DEALER_LOOK * LANES <= l->last[k / LANES]) {
        next += DEALER_LOOK * LANES;
        entry = b->g->triples[(entry & NEXT_ROW) * TRIPLES + three_at(b->places, next)];
    }
    if (entry & LONGER) {
        l->failed |= 1u << k;
        return;
    }
    if (entry & UNSURE) l->unsure[spot] |= 1u << k;
    l->code[spot].of[k] = entry & CODE;
    l->next.of[k] = next + (entry >> TAKEN_AT & TAKEN);
}

/* Look at the dealer's hand of one spot, in all lanes. */
static inline __attribute__((always_inline)) void
look_at_dealer(const struct block *pair, struct looks *l, const uint32_t spot)
{
    const struct program *g = pair->g;
    union pair_lanes dealer, three, need;
    uint32_t open = 0, unsure = 0;
    EVERY three.half[h] = threes(fours(pair[h / 2].places, l->next.half[h]));
    EVERY need.half[h] = spot ? l->need.half[h] : l->need.half[h] | l->first_need.half[h];
    EVERY {
        const v8 completed = (v8)((need.half[h] & NEEDS_COMPLETED) != 0); /* else the first row: nobody waits */
        dealer.half[h] = look_up(g->triples, (l->dealer.half[h] & completed) * TRIPLES + three.half[h]);
    }
    if (g->briefs) EVERY {
        const v8 completed = (v8)((need.half[h] & NEEDS_COMPLETED) != 0), any = (v8)(need.half[h] != 0);
        const v8 brief = look_up(g->briefs, l->brief.half[h] + ((twos(three.half[h]) + 1) & any));
        dealer.half[h] = (dealer.half[h] & completed) | (brief & ~completed);
    }
    EVERY {
        const v8 longer = (v8)((dealer.half[h] & LONGER) != 0), decided = dealer.half[h] & ~longer;
        l->failed |= bits_of((v8)((s8)l->next.half[h] > (s8)((v8){0} + l->last[h / 2])), h);
        l->code[spot].half[h] = decided & CODE;
        l->drawn[spot].half[h] = l->next.half[h];
        l->next.half[h] += decided >> TAKEN_AT & TAKEN;
        open |= bits_of(longer, h);
        unsure |= bits_of((v8)((decided & UNSURE) != 0), h);
    }
    l->unsure[spot] = unsure;
    EACH_OF(open & l->playing & ~l->failed) look_on_dealer(pair, l, spot, k, dealer.of[k]);
}
