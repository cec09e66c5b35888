/* Rounds in a few looks ahead: two cards for a player, three for the dealer. The rest are played card by card.

   The lanes of two blocks play their rounds together, look by look, so that the processor has work while it waits for a
   table; a look has no branch that depends on the cards. Hands that one look leaves open are looked at again, lane by
   lane. */

#include "looks.h"
#include "look_player.h"
#include "look_dealer.h"

/* Return the counter of hands worked out one by one. */
static uint32_t one_by_one_id(const struct program *g, const struct looks *l, uint32_t seat, uint32_t k)
{
    const struct hands *h = &l->hands[seat][k];
    const uint32_t opening = l->cell[seat].of[k] / (uint32_t)g->opening_cells;
    uint32_t cell = (opening * (uint32_t)g->boxes + h->code) * (uint32_t)g->dealers + l->code[0].of[k];
    for (int spot = 0; spot < g->spots; spot++) {
        int sum = -g->lowest_net;
        for (uint32_t hand = 0; hand < h->many; hand++)
            sum += g->net[h->hand[hand] * (uint32_t)g->dealers + l->code[spot].of[k]];
        cell = (cell * (uint32_t)g->nets + g->net_code[sum]) * (uint32_t)g->insurances + NOT_INSURED;
    }
    return (uint32_t)g->fast_cells + cell;
}

/* Put the codes of the dealer's hands that values do not decide into what was recorded, which has their kinds. */
static void add_codes(const struct block *pair, struct looks *l, int round, uint32_t spot, uint32_t end_of[])
{
    const struct program *g = pair->g;
    const uint32_t shift = (uint32_t)(g->dealer_bits * (g->spots - 1)) - spot * (uint32_t)g->dealer_bits;
    EACH_OF(l->unsure[spot] & l->playing & ~l->failed) {
        uint32_t *record = record_of(pair + k / LANES, round) + k % LANES;
        const uint32_t code = code_by_card(pair + k / LANES, l, spot, k, end_of[k]);
        const uint32_t more = (code - l->code[spot].of[k]) << shift;
        l->code[spot].of[k] = code;
        for (int seat = 0; seat < g->seats; seat++, record += LANES) *record += more;
    }
}

/* Record what every seat had. */
static inline __attribute__((always_inline)) void
record_looks(struct block *pair, struct looks *l, int round, const uint32_t seats)
{
    const struct program *g = pair->g;
    v8 codes[2 * PAIR];
    EVERY codes[h] = l->code[0].half[h];
    for (int spot = 1; spot < g->spots; spot++)
        EVERY codes[h] = (codes[h] << (uint32_t)g->dealer_bits) + l->code[spot].half[h];
    EVERY codes[h] += l->level.half[h] * (uint32_t)g->ids;
    for (uint32_t seat = 0; seat < seats; seat++) EVERY {
        uint32_t *record = record_of(&pair[h / 2], round) + seat * LANES + (h % 2) * (LANES / 2);
        *(v8 *)record = l->cell[seat].half[h] + codes[h];
    }
    for (uint32_t spot = 0; spot < (uint32_t)g->spots; spot++)
        add_codes(pair, l, round, spot, spot + 1 < (uint32_t)g->spots ? l->drawn[spot + 1].of : l->next.of);
    for (uint32_t seat = 0; seat < seats; seat++)
        EACH_OF(l->one_by_one[seat] & l->playing & ~l->failed)
            record_cell(pair + k / LANES, round, seat, (int)(k % LANES),
                        one_by_one_id(g, l, seat, k) + l->level.of[k] * (uint32_t)g->ids);
}

/* Find the step of the schedule in every lane. */
static void find_levels(const struct block *pair, struct looks *l)
{
    EVERY {
        const v8 entry = steps_at(&pair[h / 2], l->at.half[h], pair[h / 2].unseen.half[h % 2]);
        l->level.half[h] = entry >> STEP_AT;
        l->insured.half[h] = entry & INSURED;
    }
}

/* Where cards are counted: note the second card of the dealer if it was discarded face down. */
static void note_unseen(struct block *pair, const struct looks *l)
{
    const struct program *g = pair->g;
    const uint32_t second = (2 * (uint32_t)g->seats + 1) * LANES;
    uint32_t unseen = 0;
    EVERY unseen |= bits_of((v8)((l->need.half[h] | l->first_need.half[h]) == 0), h);
    EACH_OF(unseen & l->playing & ~l->failed) {
        struct block *b = pair + k / LANES;
        b->unseen.of[k % LANES] += g->tag[b->places->card[l->at.of[k] + second]];
    }
}

/* Play one round in all lanes that play; those that the looks leave open are played card by card. */
static inline __attribute__((always_inline)) void
look_ahead_round(struct block *pair, struct looks *l, const int round, const struct kind kind)
{
    const struct program *g = pair->g;
    const uint32_t seats = kind.one_seat ? 1 : (uint32_t)g->seats;
    const uint32_t drawn = (2 * seats + 1 + (uint32_t)kind.hole) * LANES, limit = (uint32_t)g->limit * LANES;
    l->failed = 0;
    for (int p = 0; p < PAIR; p++) l->last[p] = last_look(&pair[p]);
    EVERY {
        l->next.half[h] = l->at.half[h] + drawn;
        l->need.half[h] = (v8){0};
        l->first_need.half[h] = (v8){0} + (uint32_t)(g->completes ? NEEDS_COMPLETED : 0);
    }
    if (g->levels > 1) find_levels(pair, l);
    for (uint32_t seat = 0; seat < seats; seat++) {
        l->one_by_one[seat] = 0;
        look_at_seat(pair, l, seat, kind);
    }
    look_at_dealer(pair, l, 0);
    for (uint32_t spot = 1; spot < (uint32_t)g->spots; spot++) look_at_dealer(pair, l, spot);
    record_looks(pair, l, round, seats);
    if (g->levels > 1 && g->hole == FACE_DOWN) note_unseen(pair, l);
    EACH_OF(l->failed & l->playing) {
        struct block *b = pair + k / LANES;
        const int number = (int)(k % LANES);
        b->lane[number].at = (int)(l->at.of[k] / LANES);
        if (!walk_round(b, number, round)) l->voided |= 1u << k, l->rounds.of[k]--;
        l->next.of[k] = (uint32_t)place_of(b, number);
    }
    uint32_t playing = 0;
    EVERY {
        const v8 played = mask_of(l->playing, h);
        l->at.half[h] = (l->next.half[h] & played) | (l->at.half[h] & ~played);
        l->rounds.half[h] -= played;
        playing |= bits_of((v8)((s8)l->at.half[h] < (s8)((v8){0} + limit)), h);
    }
    l->playing &= playing;
}

/* Set the looks up where the lanes of two blocks stand. */
static void begin_looks(const struct block *pair, struct looks *l, uint32_t playing)
{
    l->playing = playing;
    l->voided = l->insurable = 0;
    for (int value = 0; value < VALUES; value++) l->insurable |= (uint32_t)pair->g->insurable[value] << value;
    EVERY l->level.half[h] = l->brief.half[h] = l->rounds.half[h] = (v8){0};
    EVERY l->insured.half[h] = (v8){0} + pair->g->insured[0];
    for (int k = 0; k < PAIR * LANES; k++) l->at.of[k] = (uint32_t)place_of(&pair[k / LANES], k % LANES);
}

/* Hand the lanes back with the rounds they recorded. */
static void end_looks(struct block *pair, const struct looks *l)
{
    for (int k = 0; k < PAIR * LANES; k++) {
        struct lane *lane = &pair[k / LANES].lane[k % LANES];
        lane->at = (int)(l->at.of[k] / LANES);
        lane->recorded = (int)l->rounds.of[k];
    }
}

/* Play the shoes of the lanes that have more rounds to play than a shoe holds. */
static inline __attribute__((always_inline)) void
look_ahead_shoes(struct block *pair, uint32_t playing, struct kind kind)
{
    const struct program *g = pair->g;
    const int most = (g->limit - g->burned) / (2 * g->seats + 1 + kind.hole) + 1;
    struct looks l;
    uint32_t lanes = playing;
    EACH_OF(playing) if (pair[k / LANES].lane[k % LANES].left < most) lanes &= ~(1u << k);
    begin_looks(pair, &l, lanes);
    for (int round = 0; l.playing; round++) look_ahead_round(pair, &l, round, kind);
    end_looks(pair, &l);
}

/* Play fresh shoes until a lane is done, a round is void, or the record is full. The first shoes are dealt. */
static inline __attribute__((always_inline)) void
look_ahead_fresh(struct block *pair, uint32_t playing, struct kind kind)
{
    int64_t most = FRESH_ROUNDS;
    struct looks l;
    union pair_lanes cards = {{{0}}};
    EACH_OF(playing) {
        const int64_t left = pair[k / LANES].lane[k % LANES].left;
        if (left < most) most = left > 0 ? left : 1;
    }
    begin_looks(pair, &l, playing);
    for (int round = 0;; round++) {
        l.playing = playing;
        look_ahead_round(pair, &l, round, kind);
        if (round + 1 == most || l.voided) break;
        EVERY {
            cards.half[h] += l.at.half[h] / LANES & mask_of(playing, h);
            l.at.half[h] = (v8){0, 1, 2, 3, 4, 5, 6, 7} + (uint32_t)(h % 2 * LANES / 2);
        }
        for (int p = 0; p < PAIR; p++)
            if (playing >> p * LANES & EVERY_LANE) next_shoes(&pair[p], playing >> p * LANES & EVERY_LANE);
    }
    for (int k = 0; k < PAIR * LANES; k++) pair->tally->cards += cards.of[k];
    end_looks(pair, &l);
}

#define KIND(NAME, HOLE, ONE_SEAT, LOOKUP)                                                                        \
    static __attribute__((noinline)) void NAME(struct block *pair, uint32_t playing)                      \
    {                                                                                                             \
        if (pair->g->fresh) look_ahead_fresh(pair, playing, (struct kind){HOLE, ONE_SEAT, LOOKUP});               \
        else look_ahead_shoes(pair, playing, (struct kind){HOLE, ONE_SEAT, LOOKUP});                              \
    }

KIND(one_seat, 0, 1, NOT_SEEN)
KIND(one_seat_by_three, 0, 1, SEEN_BY_THREE)
KIND(one_seat_by_two, 0, 1, SEEN_BY_TWO)
KIND(one_seat_hole, 1, 1, NOT_SEEN)
KIND(one_seat_hole_by_three, 1, 1, SEEN_BY_THREE)
KIND(one_seat_hole_by_two, 1, 1, SEEN_BY_TWO)
KIND(seats, 0, 0, NOT_SEEN)
KIND(seats_by_three, 0, 0, SEEN_BY_THREE)
KIND(seats_by_two, 0, 0, SEEN_BY_TWO)
KIND(seats_hole, 1, 0, NOT_SEEN)
KIND(seats_hole_by_three, 1, 0, SEEN_BY_THREE)
KIND(seats_hole_by_two, 1, 0, SEEN_BY_TWO)

/* By seats, by when the dealer's second card is dealt, and by how the opening is looked up. */
static void (*const LOOK_AHEAD[2][2][SEEN])(struct block *, uint32_t) = {
    {{one_seat, one_seat_by_three, one_seat_by_two}, {one_seat_hole, one_seat_hole_by_three, one_seat_hole_by_two}},
    {{seats, seats_by_three, seats_by_two}, {seats_hole, seats_hole_by_three, seats_hole_by_two}},
};

/* Play rounds of two blocks by the tables, and record them. */
static void look_ahead(struct block *pair, uint32_t playing)
{
    const struct program *g = pair->g;
    LOOK_AHEAD[g->seats > 1][g->hole != AFTER_PLAYERS][opening_by(g)](pair, playing);
}
