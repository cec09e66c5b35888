/* Rounds in a few looks ahead: two cards for a player, three for the dealer. The rest are played card by card.

   The lanes of two blocks play their rounds together, look by look, so that the processor has work while it waits for a
   table; a look has no branch that depends on the cards. Hands that one look leaves open are looked at again, lane by
   lane. A place is numbered by card and lane, so one card taken is LANES places. The bits of an entry are in
   kernel_constants.py. */

enum { OPEN = LONGER | UNSURE };               /* an entry that does not decide the hand */

/* The hands of a box whose cells are worked out one by one: split hands, or a box of which wagers see more than
   values. `code`: what wagers see of the opening and the box. */
struct hands { uint32_t many, code; uint16_t hand[MOST_HANDS]; };

/* A number for each lane of two blocks: the lanes of the first, then those of the second. */
union pair_lanes { v8 half[2 * PAIR]; uint32_t of[PAIR * LANES]; };

/* For each half of each block: both blocks take a step before either takes the next, since a step has to wait for the
   one before. */
#define EVERY _Pragma("GCC unroll 4") for (int h = 0; h < 2 * PAIR; h++)

/* One round of every lane. */
struct looks {
    union pair_lanes at, next, rounds;         /* where the round begins; the next card; rounds played */
    union pair_lanes need, first_need;         /* how far the dealer's hands are dealt; and besides, the first */
    union pair_lanes dealer, brief;            /* the dealer's row, and where the row of a hand not completed begins */
    union pair_lanes level, insured;           /* the step of the schedule; not 0: insurance is taken */
    union pair_lanes code[MOST_SPOTS];         /* of the dealer's hands */
    union pair_lanes drawn[MOST_SPOTS];        /* where the cards drawn to the dealer's hands begin */
    union pair_lanes cell[MOST_SEATS];         /* where the cells of an opening and an end begin */
    uint32_t insurable;                        /* bits of the upcards to which insurance is offered */
    uint32_t playing, voided;                  /* bits of lanes; voided: the shoe ran out of cards */
    uint32_t failed, one_by_one[MOST_SEATS];   /* failed: to be played card by card */
    uint32_t unsure[MOST_SPOTS];               /* values do not decide the dealer's code */
    uint32_t last[PAIR];                       /* of a block: the last place from which a look sees only cards dealt */
    struct hands hands[MOST_SEATS][PAIR * LANES];
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

/* The values of four, three and two cards from a place on, in one lane. */
static inline uint32_t four_at(const struct places *c, size_t at) { return c->four[at + FOUR_END]; }
static inline uint32_t three_at(const struct places *c, size_t at) { return four_at(c, at) / VALUES; }
static inline uint32_t two_at(const struct places *c, size_t at) { return four_at(c, at) / PAIRS; }

/* Return the last place from which a look sees only cards that are dealt: three, and one more. */
static inline uint32_t last_look(const struct block *b) { return (uint32_t)(b->shoe.dealt - 4) * LANES + LANES - 1; }

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
