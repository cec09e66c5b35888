/* Rounds in a few looks ahead: two cards for a player, three for the dealer. The rest are played card by card.

   The lanes of a block play their rounds together, look by look, so that the processor has work while it waits for a
   table; a look has no branch that depends on the cards. Hands that one look leaves open are looked at again, lane by
   lane. A place is numbered by card and lane, so one card taken is LANES places. The bits of an entry are in
   kernel.h. */

enum { OPEN = LONGER | UNSURE };               /* an entry that does not decide the hand */

/* The hands of a box whose cells are worked out one by one: split hands, or a box of which wagers see more than
   values. `code`: what wagers see of the opening and the box. */
struct hands { uint32_t many, code; uint16_t hand[MOST_HANDS]; };

/* One round of every lane. */
struct looks {
    union lanes at, next, rounds;              /* where the round begins; the next card; rounds played */
    union lanes need, first_need;              /* how far the dealer's hands are dealt; and besides, the first */
    union lanes dealer, brief;                 /* the dealer's row, and where the row of a hand not completed begins */
    union lanes level;                         /* the step of the schedule */
    union lanes code[MOST_SPOTS];              /* of the dealer's hands */
    union lanes cell[MOST_SEATS];              /* where the cells of an opening and an end begin */
    uint32_t playing, voided;                  /* bits of lanes; voided: the shoe ran out of cards */
    uint32_t failed, one_by_one[MOST_SEATS];   /* failed: to be played card by card */
    struct hands hands[MOST_SEATS][LANES];
};

/* Return the lanes of a mask as bits. */
static inline __attribute__((always_inline)) uint32_t bits_of(v8 mask, int half)
{
#if defined(__AVX2__)
    return (uint32_t)_mm256_movemask_ps((__m256)mask) << half * (LANES / 2);
#else
    uint32_t bits = 0;
    for (int k = 0; k < LANES / 2; k++) bits |= (mask[k] & 1) << k;
    return bits << half * (LANES / 2);
#endif
}

/* Return the lanes of bits as a mask. */
static inline __attribute__((always_inline)) v8 mask_of(uint32_t bits, int half)
{
    const v8 lane = {1, 2, 4, 8, 16, 32, 64, 128};
    return (v8)((lane & bits >> half * (LANES / 2)) != 0);
}

/* The values of four, three and two cards from each lane's place on, and of one. */
static inline __attribute__((always_inline)) v8 fours(const struct places *c, v8 at)
{
    return look_up(c->four + FOUR_END, at);
}
static inline __attribute__((always_inline)) v8 threes(v8 fours) { return fours * 52429u >> 19; }
static inline __attribute__((always_inline)) v8 twos(v8 fours) { return fours * 5243u >> 19; }
static inline __attribute__((always_inline)) v8 values_at(const struct places *c, v8 at)
{
    const v8 four = look_up(c->four, at);
    return four - threes(four) * VALUES;
}

#define EACH_OF(BITS) for (uint32_t bits_ = (BITS), k; bits_ && (k = (uint32_t)__builtin_ctz(bits_), 1); bits_ &= bits_ - 1)

/* The values of four, three and two cards from a place on. */
static inline uint32_t four_at(const struct places *c, size_t at) { return c->four[at + FOUR_END]; }
static inline uint32_t three_at(const struct places *c, size_t at) { return four_at(c, at) / VALUES; }
static inline uint32_t two_at(const struct places *c, size_t at) { return four_at(c, at) / PAIRS; }

/* Return the last place from which a look sees only cards that are dealt: three, and one more. */
static inline uint32_t last_look(const struct block *b) { return (uint32_t)(b->shoe.dealt - 4) * LANES + LANES - 1; }

/* How the first three cards of a box are looked up: not at all, by three classes at once, or by two and the third. */
enum { NOT_SEEN, SEEN_BY_THREE, SEEN_BY_TWO, SEEN };

static inline int opening_by(const struct program *g)
{
    return !g->opening_seen ? NOT_SEEN : g->classes <= FEW_CLASSES ? SEEN_BY_THREE : SEEN_BY_TWO;
}

/* What the compiler knows of a table, so that each kind has its own loop. */
struct kind { int hole, one_seat, lookup; };

/* Return where the opening of a box is looked up. */
static inline __attribute__((always_inline)) v8
openings_at(const struct program *g, const struct places *c, v8 at, uint32_t seat, struct kind kind)
{
    const uint32_t seats = kind.one_seat ? 1 : (uint32_t)g->seats, K = (uint32_t)g->classes;
    const uint32_t one = seat * LANES, up = seats * LANES, two = up + (1 + seat) * LANES;
    if (kind.one_seat && kind.lookup == SEEN_BY_THREE) return look_up(c->classes, at + two);
    const v8 first = kind.one_seat ? look_up(c->classes, at + up)
                                   : look_up_byte(c->card, at + one) * K + look_up_byte(c->card, at + up);
    const v8 third = look_up_byte(c->card, at + two);
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
    struct table t = {g, c->card + k, LANES, (int)(*next / LANES), g->showing[upcard * VALUES + hole]};
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
    *next = (uint32_t)t.at * LANES + k;
    return need;
}

/* Look further where the first look leaves a seat's hand open. */
static __attribute__((noinline)) void
look_on(struct block *b, struct looks *l, uint32_t seat, uint32_t k, uint32_t row, uint32_t last)
{
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
        h->code = 0;
        player = look_split(g, c, player & NEXT_ROW, &next, last, h);
    } else {
        next = l->next.of[k];
        player = walk_box(b, l, seat, k, &next, h);
    }
    if (player & OPEN || next > last) l->failed |= 1u << k;
    l->need.of[k] |= player & NEED;
    l->next.of[k] = next;
}

/* Look at the hands of one seat, in all lanes. */
static inline __attribute__((always_inline)) void
look_at_seat(struct block *b, struct looks *l, const uint32_t seat, const uint32_t last, const struct kind kind)
{
    const struct program *g = b->g;
    const struct places *c = b->places;
    const uint32_t seats = kind.one_seat ? 1 : (uint32_t)g->seats, upcard = seats * LANES;
    const uint32_t shift = (uint32_t)g->dealer_shift;
    union lanes values, first, player;
    uint32_t open = 0;
    BOTH {
        const v8 at = l->at.half[h];
        if (kind.one_seat) {
            values.half[h] = kind.hole ? fours(c, at) : threes(fours(c, at));
        } else {
            values.half[h] = values_at(c, at + seat * LANES) * (VALUES * VALUES) + values_at(c, at + upcard) * VALUES
                             + values_at(c, at + upcard + (1 + seat) * LANES);
            if (kind.hole) values.half[h] = values.half[h] * VALUES + values_at(c, at + (2 * seats + 1) * LANES);
        }
    }
    BOTH first.half[h] = look_up_long(g->start, values.half[h]);
    BOTH player.half[h] = twos(fours(c, l->next.half[h]));
    BOTH player.half[h] = look_up(g->pairs, (first.half[h] & PLAYER_ROW) * PAIRS + player.half[h]);
    BOTH {
        const v8 undecided = (v8)((player.half[h] & OPEN) != 0), decided = player.half[h] & ~undecided;
        l->cell[seat].half[h] = (decided & END) >> END_AT << shift;
        l->need.half[h] |= decided & NEED;
        l->next.half[h] += decided & TAKEN;
        l->dealer.half[h] = first.half[h] >> DEALER_ROW_AT;
        open |= bits_of(undecided, h);
    }
    if (g->briefs) BOTH l->brief.half[h] = look_up(g->brief, values.half[h]);
    EACH_OF(open & l->playing & ~l->failed) look_on(b, l, seat, k, first.of[k] & PLAYER_ROW, last);
    if (kind.lookup) BOTH {
        const v8 opening = openings_at(g, c, l->at.half[h], seat, kind);
        l->cell[seat].half[h] += look_up_long(g->opening_cell, opening);
        if (g->cell_need) l->first_need.half[h] |= look_up_byte(g->cell_need, opening);
    }
}

static inline uint32_t need_of(const struct looks *l, uint32_t spot, uint32_t k)
{
    return spot ? l->need.of[k] : l->need.of[k] | l->first_need.of[k];
}

/* Deal the dealer's hand card by card, where values alone do not decide its code. */
static void dealer_by_card(const struct block *b, struct looks *l, uint32_t spot, uint32_t k, uint32_t last)
{
    const struct program *g = b->g;
    const uint8_t *card = b->places->card;
    const uint32_t K = (uint32_t)g->classes, seats = (uint32_t)g->seats, at = l->at.of[k], need = need_of(l, spot, k);
    const int hole = g->hole != AFTER_PLAYERS;
    uint32_t state = g->dealer_step[card[at + seats * LANES]], next = l->next.of[k];
    if (hole && (need || g->hole == FACE_UP)) state = g->dealer_step[state * K + card[at + (2 * seats + 1) * LANES]];
    if (!hole && need) state = g->dealer_step[state * K + card[next]], next += LANES;
    while (need & NEEDS_COMPLETED && !g->complete[state]) {
        if (next > last) {
            l->failed |= 1u << k;
            return;
        }
        state = g->dealer_step[state * K + card[next]];
        next += LANES;
    }
    l->code[spot].of[k] = g->dealer_code[state];
    l->next.of[k] = next;
}

/* Look further where the first look leaves the dealer's hand open. */
static __attribute__((noinline)) void
look_on_dealer(struct block *b, struct looks *l, uint32_t spot, uint32_t k, uint32_t entry, uint32_t last)
{
    const struct program *g = b->g;
    uint32_t next = l->next.of[k];
    while (entry & LONGER && next + DEALER_LOOK * LANES <= last) {
        next += DEALER_LOOK * LANES;
        entry = g->triples[(entry & NEXT_ROW) * TRIPLES + three_at(b->places, next)];
    }
    if (entry & LONGER) {
        l->failed |= 1u << k;
    } else if (entry & UNSURE) {
        dealer_by_card(b, l, spot, k, last);
    } else {
        l->code[spot].of[k] = entry & CODE;
        l->next.of[k] = next + (entry >> TAKEN_AT & TAKEN);
    }
}

/* Look at the dealer's hand of one spot, in all lanes. */
static inline __attribute__((always_inline)) void
look_at_dealer(struct block *b, struct looks *l, const uint32_t spot, const uint32_t last)
{
    const struct program *g = b->g;
    union lanes dealer, three, need;
    uint32_t open = 0;
    BOTH three.half[h] = threes(fours(b->places, l->next.half[h]));
    BOTH need.half[h] = spot ? l->need.half[h] : l->need.half[h] | l->first_need.half[h];
    BOTH {
        const v8 completed = (v8)((need.half[h] & NEEDS_COMPLETED) != 0); /* else the first row: nobody waits */
        dealer.half[h] = look_up(g->triples, (l->dealer.half[h] & completed) * TRIPLES + three.half[h]);
    }
    if (g->briefs) BOTH {
        const v8 completed = (v8)((need.half[h] & NEEDS_COMPLETED) != 0), any = (v8)(need.half[h] != 0);
        const v8 brief = look_up(g->briefs, l->brief.half[h] + ((twos(three.half[h]) + 1) & any));
        dealer.half[h] = (dealer.half[h] & completed) | (brief & ~completed);
    }
    BOTH {
        const v8 undecided = (v8)((dealer.half[h] & OPEN) != 0), decided = dealer.half[h] & ~undecided;
        l->failed |= bits_of((v8)((s8)l->next.half[h] > (s8)((v8){0} + last)), h);
        l->code[spot].half[h] = decided & CODE;
        l->next.half[h] += decided >> TAKEN_AT & TAKEN;
        open |= bits_of(undecided, h);
    }
    EACH_OF(open & l->playing & ~l->failed) look_on_dealer(b, l, spot, k, dealer.of[k], last);
}

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

/* Record what every seat had. */
static inline __attribute__((always_inline)) void
record_looks(struct block *b, const struct looks *l, int round, const uint32_t seats)
{
    const struct program *g = b->g;
    uint32_t *record = record_of(b, round);
    v8 codes[2];
    BOTH codes[h] = l->code[0].half[h];
    for (int spot = 1; spot < g->spots; spot++)
        BOTH codes[h] = (codes[h] << (uint32_t)g->dealer_bits) + l->code[spot].half[h];
    for (uint32_t seat = 0; seat < seats; seat++, record += LANES) {
        BOTH ((v8 *)record)[h] = l->cell[seat].half[h] + codes[h] + l->level.half[h] * (uint32_t)g->ids;
        EACH_OF(l->one_by_one[seat] & l->playing & ~l->failed)
            record[k] = one_by_one_id(g, l, seat, k) + l->level.of[k] * (uint32_t)g->ids;
    }
}

/* Find the step of the schedule in every lane; rounds with insurance are played card by card. */
static void find_levels(const struct block *b, struct looks *l)
{
    const struct program *g = b->g;
    const uint32_t steps = (uint32_t)g->levels - 1, upcard = (uint32_t)g->seats * LANES;
    if (steps) BOTH {
        const s8 count = (s8)look_up_long((const uint32_t *)b->places->tags, l->at.half[h]) - b->unseen.half[h];
        const v8 row = l->at.half[h] / LANES * steps;
        v8 level = {0};
        for (uint32_t step = 0; step < steps; step++)
            level -= (v8)(count >= (s8)look_up_long((const uint32_t *)g->bound, row + step));
        l->level.half[h] = level;
    }
    if (g->insures) BOTH {
        const v8 up = look_up_byte(g->value, look_up_byte(b->places->card, l->at.half[h] + upcard));
        const v8 insured = look_up_byte(g->insured, l->level.half[h]) & look_up_byte(g->insurable, up);
        l->failed |= bits_of((v8)(insured != 0), h);
    }
}

/* Where cards are counted: note the second card of the dealer if it was discarded face down. */
static void note_unseen(struct block *b, const struct looks *l)
{
    const struct program *g = b->g;
    const uint32_t second = (2 * (uint32_t)g->seats + 1) * LANES, playing = l->playing & ~l->failed;
    BOTH {
        const v8 unseen = (v8)((l->need.half[h] | l->first_need.half[h]) == 0) & mask_of(playing, h);
        const v8 card = look_up_byte(b->places->card, l->at.half[h] + second);
        b->unseen.half[h] += (s8)(look_up_long((const uint32_t *)g->tag, card) & unseen);
    }
}

/* Play one round in all lanes that play; those that the looks leave open are played card by card. */
static inline __attribute__((always_inline)) void
look_ahead_round(struct block *b, struct looks *l, const int round, const struct kind kind)
{
    const struct program *g = b->g;
    const uint32_t seats = kind.one_seat ? 1 : (uint32_t)g->seats, last = last_look(b);
    const uint32_t drawn = (2 * seats + 1 + (uint32_t)kind.hole) * LANES, limit = (uint32_t)g->limit * LANES;
    l->failed = 0;
    BOTH {
        l->next.half[h] = l->at.half[h] + drawn;
        l->need.half[h] = (v8){0};
        l->first_need.half[h] = (v8){0} + (uint32_t)(g->completes ? NEEDS_COMPLETED : 0);
    }
    if (g->levels > 1 || g->insures) find_levels(b, l);
    for (uint32_t seat = 0; seat < seats; seat++) {
        l->one_by_one[seat] = 0;
        look_at_seat(b, l, seat, last, kind);
    }
    look_at_dealer(b, l, 0, last);
    for (uint32_t spot = 1; spot < (uint32_t)g->spots; spot++) look_at_dealer(b, l, spot, last);
    record_looks(b, l, round, seats);
    if (g->levels > 1 && g->hole == FACE_DOWN) note_unseen(b, l);
    EACH_OF(l->failed & l->playing) {
        b->lane[k].at = (int)(l->at.of[k] / LANES);
        if (!walk_round(b, (int)k, round)) l->voided |= 1u << k, l->rounds.of[k]--;
        l->next.of[k] = (uint32_t)place_of(b, (int)k);
    }
    uint32_t playing = 0;
    BOTH {
        const v8 played = mask_of(l->playing, h);
        l->at.half[h] = (l->next.half[h] & played) | (l->at.half[h] & ~played);
        l->rounds.half[h] -= played;
        playing |= bits_of((v8)((s8)l->at.half[h] < (s8)((v8){0} + limit)), h);
    }
    l->playing &= playing;
}

/* Set the looks up where the lanes of a block stand. */
static void begin_looks(const struct block *b, struct looks *l, uint32_t playing)
{
    l->playing = playing;
    l->voided = 0;
    BOTH l->level.half[h] = l->brief.half[h] = l->rounds.half[h] = (v8){0};
    for (int k = 0; k < LANES; k++) l->at.of[k] = (uint32_t)place_of(b, k);
}

/* Hand the lanes back with the rounds they recorded. */
static void end_looks(struct block *b, const struct looks *l)
{
    for (int k = 0; k < LANES; k++) {
        b->lane[k].at = (int)(l->at.of[k] / LANES);
        b->lane[k].recorded = (int)l->rounds.of[k];
    }
}

/* Play the shoes of the lanes that have more rounds to play than a shoe holds. */
static inline __attribute__((always_inline)) void
look_ahead_shoes(struct block *pair, const uint32_t *playing, struct kind kind)
{
    const struct program *g = pair->g;
    const int most = (g->limit - g->burned) / (2 * g->seats + 1 + kind.hole) + 1;
    struct looks l[PAIR];
    for (int p = 0; p < PAIR; p++) {
        uint32_t lanes = playing[p];
        EACH_OF(playing[p]) if (pair[p].lane[k].left < most) lanes &= ~(1u << k);
        begin_looks(&pair[p], &l[p], lanes);
    }
    for (int round = 0; l[0].playing | l[1].playing; round++)
        for (int p = 0; p < PAIR; p++)
            if (l[p].playing) look_ahead_round(&pair[p], &l[p], round, kind);
    for (int p = 0; p < PAIR; p++) end_looks(&pair[p], &l[p]);
}

/* Play fresh shoes until a lane is done, a round is void, or the record is full. The first shoes are dealt. */
static inline __attribute__((always_inline)) void
look_ahead_fresh(struct block *pair, const uint32_t *playing, struct kind kind)
{
    int64_t most = FRESH_ROUNDS;
    struct looks l[PAIR];
    union lanes cards = {{{0}, {0}}};
    for (int p = 0; p < PAIR; p++) {
        EACH_OF(playing[p]) {
            const int64_t left = pair[p].lane[k].left > 0 ? pair[p].lane[k].left : 1;
            if (left < most) most = left;
        }
        begin_looks(&pair[p], &l[p], playing[p]);
    }
    for (int round = 0;; round++) {
        for (int p = 0; p < PAIR; p++) {
            l[p].playing = playing[p];
            if (playing[p]) look_ahead_round(&pair[p], &l[p], round, kind);
        }
        if (round + 1 == most || l[0].voided | l[1].voided) break;
        for (int p = 0; p < PAIR; p++) {
            if (!playing[p]) continue;
            BOTH {
                cards.half[h] += l[p].at.half[h] / LANES & mask_of(playing[p], h);
                l[p].at.half[h] = (v8){0, 1, 2, 3, 4, 5, 6, 7} + (uint32_t)(h * LANES / 2);
            }
            next_shoes(&pair[p], playing[p]);
        }
    }
    for (int k = 0; k < LANES; k++) pair->tally->cards += cards.of[k];
    for (int p = 0; p < PAIR; p++) end_looks(&pair[p], &l[p]);
}

#define KIND(NAME, HOLE, ONE_SEAT, LOOKUP)                                                                        \
    static __attribute__((noinline)) void NAME(struct block *pair, const uint32_t *playing)                      \
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
static void (*const LOOK_AHEAD[2][2][SEEN])(struct block *, const uint32_t *) = {
    {{one_seat, one_seat_by_three, one_seat_by_two}, {one_seat_hole, one_seat_hole_by_three, one_seat_hole_by_two}},
    {{seats, seats_by_three, seats_by_two}, {seats_hole, seats_hole_by_three, seats_hole_by_two}},
};

/* Play rounds of two blocks by the tables, and record them. */
static void look_ahead(struct block *pair, const uint32_t *playing)
{
    const struct program *g = pair->g;
    LOOK_AHEAD[g->seats > 1][g->hole != AFTER_PLAYERS][opening_by(g)](pair, playing);
}
