/* A player's hand in looks of two cards. */

/* How the first three cards of a box are looked up: not at all, by one number of three (their classes, or how alike they
   are), or by two classes and the third. */
enum { NOT_SEEN, SEEN_BY_THREE, SEEN_BY_TWO, SEEN };

static inline int opening_by(const struct program *g)
{
    if (!g->opening_seen) return NOT_SEEN;
    return g->classes <= FEW_CLASSES || g->opening_by_likeness ? SEEN_BY_THREE : SEEN_BY_TWO;
}

/* What the compiler knows of a table, so that each kind has its own loop. */
struct kind { int hole, one_seat, lookup; };

/* Return the ranks of classes of 52 cards, and how alike two cards are, as deal.h has them. */
static inline __attribute__((always_inline)) v8 ranks_of_lanes(v8 class)
{
    const v8 tens = (v8)(class >= TENS_FROM);
    return ((class % SUITS | TENS) & tens) | (class / SUITS & ~tens);
}
static inline __attribute__((always_inline)) v8 likeness_of(v8 class, v8 other)
{
    const v8 rank = ranks_of_lanes(class), other_rank = ranks_of_lanes(other);
    return (v8){0} - (v8)(rank == other_rank) - (v8)(class == other);
}

/* Return where the opening of a box is looked up. */
static inline __attribute__((always_inline)) v8
openings_at(const struct program *g, const struct places *c, v8 at, uint32_t seat, struct kind kind)
{
    const uint32_t seats = kind.one_seat ? 1 : (uint32_t)g->seats, K = (uint32_t)g->classes;
    const uint32_t one = seat * LANES, up = seats * LANES, two = up + (1 + seat) * LANES;
    if (kind.one_seat && kind.lookup == SEEN_BY_THREE) return look_up(c->classes, at + two);
    const v8 third = look_up_byte(c->card, at + two);
    if (kind.lookup == SEEN_BY_THREE && g->opening_by_likeness) {
        const v8 upcard = look_up_byte(c->card, at + up), like = likeness_of(look_up_byte(c->card, at + one), upcard);
        return like << LIKENESS_BITS | likeness_of(upcard, third);
    }
    const v8 first = kind.one_seat ? look_up(c->classes, at + up)
                                   : look_up_byte(c->card, at + one) * K + look_up_byte(c->card, at + up);
    return kind.lookup == SEEN_BY_THREE ? first * K + third : look_up_long(g->opening_two, first) + third;
}

/* Follow a player's hand two cards at a time; return its last entry, which is LONGER if too few cards are dealt. */
static inline uint32_t
player_entry(const struct program *g, const struct places *c, uint32_t row, uint32_t *next, uint32_t last)
{
    for (;;) {
        uint32_t player = g->pairs[row * PAIRS + two_at(c, *next)];
        if (!(player & LONGER) || *next + PLAYER_LOOK * LANES > last) return player;
        row = player & NEXT_ROW;
        *next += PLAYER_LOOK * LANES;
    }
}

/* Play the hands of a split pair by the tables; return what they need of the dealer, or OPEN if the tables and the
   cards dealt did not decide all of them. */
static uint32_t look_split(const struct program *g, const struct places *c, uint32_t number, uint32_t *next,
                           uint32_t last, struct hands *h)
{
    const uint16_t *rows = g->splits + number * (uint32_t)(2 * g->most_splits + 2);
    const uint32_t kind = g->split_kind[number];
    uint32_t splits = 1, waiting = 1, need = 0;
    h->many = 0;
    for (;;) {
        uint32_t player = player_entry(g, c, rows[(h->many ? (uint32_t)g->most_splits + 1 : 0) + splits], next, last);
        if (player & LONGER || (player & UNSURE && !(player & NEXT_ROW))) return OPEN;
        if (player & UNSURE) {
            splits++;
            waiting++;
            *next += LANES;
            continue;
        }
        *next += player & TAKEN;
        if (*next > last) return OPEN;
        need |= player & NEED;
        const uint32_t end = g->ahead_end[(player & END) >> END_AT];
        h->hand[h->many] = (uint16_t)((h->many ? kind : FIRST_OF_SPLIT) * (uint32_t)g->ends + end);
        h->many++;
        if (!waiting--) return need;
    }
}

/* The same bits as in a player's entry. */
static const uint8_t NEED_BITS[] = {0, NEEDS_SECOND, NEEDS_COMPLETED};

/* Play a box card by card, where values do not decide what wagers see of it; return what it needs of the dealer. */
static uint32_t
walk_box(const struct block *b, const struct looks *l, uint32_t seat, uint32_t k, uint32_t *next, struct hands *h)
{
    const struct program *g = b->g;
    const struct places *c = b->places;
    const uint32_t K = (uint32_t)g->classes, seats = (uint32_t)g->seats, at = l->at.of[k];
    const uint32_t one = c->card[at + seat * LANES], up = c->card[at + seats * LANES];
    const uint32_t two = c->card[at + (seats + 1 + seat) * LANES], upcard = g->value[up];
    const uint32_t second = g->hole == AFTER_PLAYERS ? 0 : c->card[at + (2 * seats + 1) * LANES];
    const uint32_t hole = g->hole == AFTER_PLAYERS ? 0 : g->value[second];
    const uint32_t values = (g->value[one] * (uint32_t)VALUES + upcard) * VALUES + g->value[two];
    const uint32_t lane = k % LANES;
    struct table t = {g, c->card + lane, LANES, (int)(*next / LANES), g->showing[upcard * VALUES + hole]};
    struct box box = {0, g->box_seen ? g->box[g->box[one] * (uint32_t)g->box_symbols + two] : 0, {0}};
    uint32_t need = 0;
    play_box(&t, &box, g->first[g->hole == AFTER_PLAYERS ? values : values * VALUES + hole]);
    for (int hand = 0; hand < box.hands; hand++) {
        need |= NEED_BITS[g->need[box.hand[hand] * VALUES + upcard]];
        h->hand[hand] = box.hand[hand];
    }
    if (g->hole != AFTER_PLAYERS && g->blackjack[g->dealer_step[g->dealer_step[up] * K + second]])
        need = NEEDS_COMPLETED; /* it is turned up */
    h->many = (uint32_t)box.hands;
    h->code = (uint32_t)code_of(g, 0, &box);
    *next = (uint32_t)t.at * LANES + lane;
    return need;
}

/* Look further where the first look leaves a seat's hand open. */
static __attribute__((noinline)) void
look_on(const struct block *pair, struct looks *l, uint32_t seat, uint32_t k, uint32_t row)
{
    const struct block *b = pair + k / LANES;
    const uint32_t last = l->last[k / LANES];
    const struct program *g = b->g;
    const struct places *c = b->places;
    struct hands *h = &l->hands[seat][k];
    uint32_t next = l->next.of[k], player = player_entry(g, c, row, &next, last);
    if (!(player & OPEN)) {
        l->cell[seat].of[k] = (player & END) >> END_AT << g->dealer_shift;
        l->need.of[k] |= player & NEED;
        l->next.of[k] = next + (player & TAKEN);
        return;
    }
    l->one_by_one[seat] |= 1u << k;
    if (player & LONGER || l->next.of[k] > last) {
        l->failed |= 1u << k;
        return;
    }
    if (player & NEXT_ROW) {
        h->code = g->split_box[player & NEXT_ROW];
        player = look_split(g, c, player & NEXT_ROW, &next, last, h);
    } else {
        next = l->next.of[k];
        player = walk_box(b, l, seat, k, &next, h);
    }
    if (player & OPEN || next > last) l->failed |= 1u << k;
    l->need.of[k] |= player & NEED;
    l->next.of[k] = next;
}

/* Leave the rounds with insurance to be played card by card; `values`: of the first cards of a seat. */
static inline __attribute__((always_inline)) void
leave_insured(struct looks *l, const union pair_lanes *values, const struct kind kind)
{
    EVERY {
        const v8 until = kind.hole ? twos(values->half[h]) : threes(values->half[h]), up = until - threes(until) * VALUES;
        const v8 offered = ((v8){0} + l->insurable) >> up & 1;
        l->failed |= bits_of((v8)((offered & l->insured.half[h]) != 0), h);
    }
}

/* Look at the hands of one seat, in all lanes. */
static inline __attribute__((always_inline)) void
look_at_seat(const struct block *pair, struct looks *l, const uint32_t seat, const struct kind kind)
{
    const struct program *g = pair->g;
    const uint32_t seats = kind.one_seat ? 1 : (uint32_t)g->seats, upcard = seats * LANES;
    const uint32_t shift = (uint32_t)g->dealer_shift;
    union pair_lanes values, first, player, opening;
    uint32_t open = 0;
    EVERY {
        const struct places *c = pair[h / 2].places;
        const v8 at = l->at.half[h];
        if (kind.one_seat) {
            values.half[h] = kind.hole ? fours(c, at) : threes(fours(c, at));
        } else {
            values.half[h] = values_at(c, at + seat * LANES) * (VALUES * VALUES) + values_at(c, at + upcard) * VALUES
                             + values_at(c, at + upcard + (1 + seat) * LANES);
            if (kind.hole) values.half[h] = values.half[h] * VALUES + values_at(c, at + (2 * seats + 1) * LANES);
        }
    }
    if (g->insures && !seat) leave_insured(l, &values, kind);
    EVERY first.half[h] = look_up_long(g->start, values.half[h]);
    if (kind.lookup) EVERY {
        const v8 index = openings_at(g, pair[h / 2].places, l->at.half[h], seat, kind);
        opening.half[h] = look_up_long(g->opening_cell, index);
        if (g->cell_need) l->first_need.half[h] |= look_up_byte(g->cell_need, index);
    }
    EVERY player.half[h] = twos(fours(pair[h / 2].places, l->next.half[h]));
    EVERY player.half[h] = look_up(g->pairs, (first.half[h] & PLAYER_ROW) * PAIRS + player.half[h]);
    EVERY {
        const v8 undecided = (v8)((player.half[h] & OPEN) != 0), decided = player.half[h] & ~undecided;
        l->cell[seat].half[h] = (decided & END) >> END_AT << shift;
        l->need.half[h] |= decided & NEED;
        l->next.half[h] += decided & TAKEN;
        l->dealer.half[h] = first.half[h] >> DEALER_ROW_AT;
        open |= bits_of(undecided, h);
    }
    if (g->briefs) EVERY l->brief.half[h] = look_up(g->brief, values.half[h]);
    EACH_OF(open & l->playing & ~l->failed) look_on(pair, l, seat, k, first.of[k] & PLAYER_ROW);
    if (kind.lookup) EVERY l->cell[seat].half[h] += opening.half[h];
}
