/* Rounds in a few looks ahead: two cards for the player, three for the dealer. The rest are played card by card.

   All lanes are played at once: the looks of one kind together, so that the processor has work while it waits for a
   table, and without a branch that depends on the cards. Rounds that the looks leave open are finished afterward. A
   place is numbered by card and lane, so one card taken is LANES places. The bits of an entry are in kernel.h. */

enum { OPEN = LONGER | UNSURE };               /* an entry that does not decide the hand */
enum { PLAYER_ROW = 0xFFFF, COUNTED = -1 };

/* One round of one seat: its look-ahead cell, or COUNTED; whether it is left open; the place after it. */
struct look { uint32_t cell, open; size_t end; };

/* Return the dealer's first entry; a hand that nobody waits for is in the first row. */
static inline __attribute__((always_inline)) uint32_t
first_dealer_entry(const struct program *g, uint32_t first, uint32_t waits, uint32_t three)
{
    return g->triples[(first >> DEALER_ROW_AT & -waits) + three];
}

/* The values of four, three and two cards from a place on. */
static inline uint32_t four_at(const struct places *c, size_t at) { return c->four[at + FOUR_END]; }
static inline uint32_t three_at(const struct places *c, size_t at) { return four_at(c, at) / VALUES; }
static inline uint32_t two_at(const struct places *c, size_t at) { return four_at(c, at) / PAIRS; }

/* Return the code of an opening, from a small table of its first two cards and one of what they leave to the third. */
static inline __attribute__((always_inline)) uint32_t
opening_code(const struct program *g, uint32_t one, uint32_t up, uint32_t two)
{
    return g->opening_third[g->opening_two[one * (uint32_t)g->classes + up] + two];
}

/* How the first three cards are looked up: not at all, by three classes at once, or by two and the third. */
enum { NOT_SEEN, SEEN_BY_THREE, SEEN_BY_TWO, SEEN };

/* Return where the cells of a round's opening begin. */
static inline __attribute__((always_inline)) uint32_t
opening_at(const struct program *g, const struct places *c, size_t at, int lookup)
{
    if (lookup == NOT_SEEN) return 0;
    if (lookup == SEEN_BY_THREE) return g->opening_cell[c->classes[at + 2 * LANES]];
    return g->opening_cell[g->opening_two[c->classes[at + LANES]] + c->card[at + 2 * LANES]];
}

static inline int opening_by(const struct program *g)
{
    return !g->opening_seen ? NOT_SEEN : g->classes <= FEW_CLASSES ? SEEN_BY_THREE : SEEN_BY_TWO;
}

static inline uint32_t opening_of(const struct program *g, const struct places *c, size_t at)
{
    return opening_at(g, c, at, opening_by(g));
}

static const struct look LEFT_OPEN = {0, OPEN, 0};

/* Follow a player's hand two cards at a time; return its last entry, which is LONGER if too few cards are dealt. */
static inline __attribute__((always_inline)) uint32_t
player_entry(const struct program *g, const struct places *c, uint32_t row, size_t *next, size_t last)
{
    uint32_t player;
    while ((player = g->pairs[row + two_at(c, *next)]) & LONGER && *next + PLAYER_LOOK * LANES <= last) {
        row = (player & NEXT_ROW) * PAIRS;
        *next += PLAYER_LOOK * LANES;
    }
    return player;
}

/* Complete the dealer's hand card by card, where values alone do not decide its code; return that code, and the place
   after the hand in `next`. */
static uint32_t dealer_code_by_card(const struct program *g, const struct places *c, size_t up, size_t second,
                                    size_t *next, size_t last)
{
    uint32_t K = (uint32_t)g->classes, state = g->dealer_step[c->card[up]];
    if (second) state = g->dealer_step[state * K + c->card[second]];
    for (; !g->complete[state]; *next += LANES) {
        if (*next > last) return LONGER;
        state = g->dealer_step[state * K + c->card[*next]];
    }
    return g->dealer_code[state];
}

/* Follow the dealer's hand three cards at a time; `up`, `second`: the places of the first cards, 0 if not dealt. */
static inline __attribute__((always_inline)) uint32_t
dealer_entry(const struct program *g, const struct places *c, uint32_t first, uint32_t waits, size_t up, size_t second,
             size_t *next, size_t last)
{
    if (*next > last) return LONGER;
    size_t at = *next;
    uint32_t dealer = first_dealer_entry(g, first, waits, three_at(c, at));
    while (dealer & LONGER && at + DEALER_LOOK * LANES <= last) {
        at += DEALER_LOOK * LANES;
        dealer = g->triples[(dealer & NEXT_ROW) * TRIPLES + three_at(c, at)];
    }
    if (waits && (dealer & OPEN) == UNSURE) return dealer_code_by_card(g, c, up, second, next, last);
    *next = at;
    return dealer;
}

/* The hands of a split pair: how each ended, and whether any waits for the dealer. */
struct split_hands { uint32_t many, waits; uint16_t hand[MOST_HANDS]; };

/* Play the hands of a split pair by the tables; return whether these and the cards dealt decided all of them. */
static int look_split(const struct program *g, const struct places *c, uint32_t number, size_t *next, size_t last,
                      struct split_hands *h)
{
    const uint16_t *rows = g->splits + number * (uint32_t)(2 * g->most_splits + 2);
    const uint32_t kind = g->split_kind[number];
    uint32_t splits = 1, waiting = 1;
    h->many = h->waits = 0;
    for (;;) {
        uint32_t player = player_entry(g, c, rows[(h->many ? (uint32_t)g->most_splits + 1 : 0) + splits], next, last);
        if (player & LONGER || (player & UNSURE && !(player & NEXT_ROW))) return 0;
        if (player & UNSURE) {
            splits++;
            waiting++;
            *next += LANES;
            continue;
        }
        *next += player & TAKEN;
        if (*next > last) return 0;
        h->waits |= player & WAITS;
        const uint32_t end = g->ahead_end[(player & END) >> END_AT];
        h->hand[h->many] = (uint16_t)((h->many ? kind : FIRST_OF_SPLIT) * (uint32_t)g->ends + end);
        h->many++;
        if (!waiting--) return 1;
    }
}

/* Return the cell of split hands against a dealer's hand; no wager sees the cards of their box. */
static uint32_t split_cell(const struct program *g, const struct split_hands *h, uint32_t opening, uint32_t dealer)
{
    int sum = -g->lowest_net;
    for (uint32_t hand = 0; hand < h->many; hand++) sum += g->net[h->hand[hand] * (uint32_t)g->dealers + dealer];
    return (opening * (uint32_t)g->dealers + dealer) * (uint32_t)g->nets + g->net_code[sum];
}

/* Deal the dealer's second card only; return the code of the two cards. */
static uint32_t
second_code(const struct program *g, const struct places *c, uint32_t shown, size_t second, size_t *next)
{
    uint32_t card = c->card[second ? second : *next];
    if (!second) *next += LANES;
    return g->dealer_code[g->dealer_step[shown * (uint32_t)g->classes + card]];
}

/* Play a box card by card where values do not decide what wagers see of it, look ahead for the dealer, and count. */
static struct look look_box(struct block *b, size_t at, uint32_t first, size_t second, size_t last)
{
    const struct program *g = b->g;
    const struct places *c = b->places;
    const uint32_t K = (uint32_t)g->classes, one = c->card[at], up = c->card[at + LANES], two = c->card[at + 2 * LANES];
    const uint32_t shown = g->dealer_step[up], upcard = g->value[up], hole = second ? g->value[c->card[second]] : 0;
    const uint32_t values = (g->value[one] * (uint32_t)VALUES + upcard) * VALUES + g->value[two];
    struct table t = {g, c->card + at % LANES, LANES, (int)(at / LANES) + 3 + (second > 0), 0};
    struct box box = {0, g->box_seen ? g->box[g->box[one] * (uint32_t)g->box_symbols + two] : 0, {0}};
    int need = g->completes ? COMPLETED : g->opening_need[0]; /* the same for every opening */
    t.showing = g->showing[upcard * VALUES + hole];
    play_box(&t, &box, g->first[second ? values * VALUES + hole : values]);
    for (int hand = 0; hand < box.hands; hand++) {
        int hand_need = g->need[box.hand[hand] * VALUES + upcard];
        if (hand_need > need) need = hand_need;
    }
    if (second && g->blackjack[g->dealer_step[shown * K + c->card[second]]]) need = COMPLETED; /* it is turned up */
    size_t next = (size_t)t.at * LANES + at % LANES;
    if (next > last) return LEFT_OPEN;
    uint32_t dealer = need == COMPLETED ? dealer_entry(g, c, first, 1, at + LANES, second, &next, last)
                      : need == SECOND_CARD || g->hole == FACE_UP ? second_code(g, c, shown, second, &next)
                                                                  : g->dealer_code[shown];
    int opening = g->opening_seen ? (int)opening_code(g, one, up, two) : 0, code = code_of(g, opening, &box), sum = 0;
    if (dealer & OPEN || (g->meter && g->meter[code])) return LEFT_OPEN;
    for (int hand = 0; hand < box.hands; hand++) sum += g->net[box.hand[hand] * g->dealers + (int)(dealer & CODE)];
    b->tally->cells[(code * g->dealers + (int)(dealer & CODE)) * g->nets + g->net_code[sum - g->lowest_net]]++;
    return (struct look){(uint32_t)COUNTED, 0, next + (dealer >> TAKEN_AT & TAKEN)};
}

/* Return the last place from which a look sees only cards that are dealt: three, and one more. */
static inline size_t last_look(const struct block *b) { return (size_t)(b->shoe.dealt - 4) * LANES + LANES - 1; }

/* Look further where the first looks leave a round open; what is still open is played card by card. */
static __attribute__((noinline)) struct look look_on(struct block *b, size_t at)
{
    const struct program *g = b->g;
    const struct places *c = b->places;
    const int hole = g->hole != AFTER_PLAYERS;
    const size_t last = last_look(b);
    const uint32_t first = g->start[hole ? four_at(c, at) : three_at(c, at)];
    const size_t second = hole ? at + 3 * LANES : 0;
    size_t next = at + (size_t)(3 + hole) * LANES;
    uint32_t player = player_entry(g, c, first & PLAYER_ROW, &next, last), dealer;
    if (player & UNSURE && !(player & LONGER) && player & NEXT_ROW) {
        struct split_hands h;
        if (!look_split(g, c, player & NEXT_ROW, &next, last, &h)) return LEFT_OPEN;
        dealer = dealer_entry(g, c, first, h.waits, at + LANES, second, &next, last);
        if (dealer & OPEN) return LEFT_OPEN;
        uint32_t opening = opening_of(g, c, at) / (uint32_t)g->opening_cells;
        b->tally->cells[split_cell(g, &h, opening, dealer & CODE)]++;
        return (struct look){(uint32_t)COUNTED, 0, next + (dealer >> TAKEN_AT & TAKEN)};
    }
    if (player & OPEN) return player & LONGER ? LEFT_OPEN : look_box(b, at, first, second, last);
    next += player & TAKEN;
    dealer = dealer_entry(g, c, first, player & WAITS, at + LANES, second, &next, last);
    return (struct look){((player & END) >> (END_AT - g->dealer_bits)) + (dealer & CODE), dealer & OPEN,
                         next + (dealer >> TAKEN_AT & TAKEN)};
}

static inline size_t place_of(const struct block *b, int number)
{
    return (size_t)(b->lane[number].at * LANES + number);
}

/* Finish a round that the first looks leave open, by more looks or card by card; return the place after it. `done`:
   rounds that the lane has finished in this wave. */
static __attribute__((noinline)) size_t finish_round(struct block *b, int number, size_t at, int64_t done)
{
    struct tally *y = b->tally;
    struct lane *lane = &b->lane[number];
    struct look look = look_on(b, at);
    if (!look.open) {
        if (look.cell != (uint32_t)COUNTED) y->fast[look.cell + opening_of(b->g, b->places, at)]++;
        lane->left--;
        lane->rounds++;
        y->rounds++;
        return look.end;
    }
    lane->at = (int)(at / LANES);
    lane->rounds += done;
    walk_round(b, number);
    lane->rounds -= done;
    return place_of(b, number);
}

/* A number for each lane, as one vector or one by one. */
union lanes { v16 all; uint16_t of[LANES]; };

#define EACH(ONE)                                                                                               \
    (v16){ONE(0), ONE(1), ONE(2),  ONE(3),  ONE(4),  ONE(5),  ONE(6),  ONE(7),                                  \
          ONE(8), ONE(9), ONE(10), ONE(11), ONE(12), ONE(13), ONE(14), ONE(15)}

enum { BITS_EACH = 2, ONE_BIT_EACH = 0x55555555, FEW = 4 * BITS_EACH }; /* FEW lanes are faster one by one */

/* Return the lanes of a mask as bits, two for each lane. */
static inline __attribute__((always_inline)) uint32_t bits_of(v16 mask)
{
#if defined(__AVX2__)
    return (uint32_t)_mm256_movemask_epi8((__m256i)mask);
#else
    uint32_t bits = 0;
    for (int lane = 0; lane < LANES; lane++) bits |= (mask[lane] & 3u) << 2 * lane;
    return bits;
#endif
}

/* One look of all lanes: the next place of each, the place where its round began, rounds left to play and rounds done.
   Where a hand is longer than the look, the round goes on in the next wave from another row. */
struct wave {
    union lanes at, began, left, done;
    v16 longer_player, longer_dealer, player_row, dealer_row, player; /* player: the entry of a decided hand */
    v16 last;                                                       /* from there on a look would see cards not dealt */
};

/* The looks of one wave. */
struct looks { v16 playing, player, dealer, dealer_row, next; };

/* Set a wave up where the lanes of a block stand. */
static void begin_wave(const struct block *b, struct wave *w, uint16_t drawn)
{
    *w = (struct wave){.last = (v16){0} + (uint16_t)(last_look(b) - (size_t)(drawn + PLAYER_LOOK * LANES))};
    for (int k = 0; k < LANES; k++) {
        const int64_t left = b->lane[k].left;
        w->at.of[k] = (uint16_t)place_of(b, k);
        w->left.of[k] = (uint16_t)(left < 0 ? 0 : left > b->g->limit ? b->g->limit : left);
    }
}

/* Return x in the lanes of a mask, y in the others. */
static inline __attribute__((always_inline)) v16 either(v16 which, v16 x, v16 y)
{
    return (x & which) | (y & ~which);
}

/* Begin rounds in the lanes that have no open one; return the lanes that play. */
static inline __attribute__((always_inline)) v16 begin_rounds(struct wave *w, v16 limit)
{
    w->began.all = either(w->longer_player | w->longer_dealer, w->began.all, w->at.all);
    return greater(limit, w->began.all) & greater(w->left.all, w->done.all);
}

static inline __attribute__((always_inline)) v16 has_bit(v16 entries, int bit)
{
    return (v16)((i16)(entries * (uint16_t)(LONGER / bit)) >> 15);
}

/* Move lanes on to the next round where this one is decided (`done`), or to the next look where a hand is longer;
   return the lanes whose rounds are left open. */
static inline __attribute__((always_inline)) v16
go_on(struct wave *w, const struct looks *looks, uint16_t drawn, v16 *done)
{
    const v16 player = looks->player, dealer = looks->dealer, longer_player = has_bit(player, LONGER);
    const v16 longer_dealer = has_bit(dealer, LONGER) & ~longer_player, longer = longer_player | longer_dealer;
    const v16 unsure = has_bit(player | dealer, UNSURE) & ~longer_player;
    const v16 after_player = w->at.all + PLAYER_LOOK * LANES, after_dealer = looks->next - drawn + DEALER_LOOK * LANES;
    const v16 longer_at = either(longer_player, after_player, after_dealer);
    const v16 goes_on = looks->playing & longer & ~unsure & ~greater(longer_at, w->last);
    *done = looks->playing & ~(longer | unsure);
    w->longer_player = longer_player & goes_on;
    w->longer_dealer = longer_dealer & goes_on;
    w->player_row = (player & NEXT_ROW) * PAIRS;
    w->dealer_row = either(longer_player, looks->dealer_row, (dealer & NEXT_ROW) * TRIPLES);
    w->player = player & (uint16_t)~TAKEN;
    w->done.all += *done & 1;
    w->at.all = either(*done, looks->next + (dealer >> TAKEN_AT & TAKEN), either(goes_on, longer_at, w->at.all));
    return looks->playing & ~(*done | goes_on);
}

/* Finish the rounds that a wave leaves open. */
static inline void finish_open(struct block *b, struct wave *w, v16 open)
{
    for (uint32_t bits = bits_of(open) & ONE_BIT_EACH; bits; bits &= bits - 1) {
        const int k = __builtin_ctz(bits) / BITS_EACH;
        w->at.of[k] = (uint16_t)finish_round(b, k, w->began.of[k], w->done.of[k]);
        w->left.of[k]--;
    }
}

/* Finish the shoes lane by lane when few lanes still play. */
static void finish_wave(struct block *b, struct wave *w)
{
    for (int k = 0; k < LANES; k++) {
        struct lane *lane = &b->lane[k];
        size_t at = w->began.of[k];
        while (at < (size_t)b->g->limit * LANES && w->left.of[k] > w->done.of[k]) {
            at = finish_round(b, k, at, w->done.of[k]);
            w->left.of[k]--;
        }
        lane->at = (int)(at / LANES);
        lane->left -= w->done.of[k];
        lane->rounds += w->done.of[k];
        b->tally->rounds += w->done.of[k];
    }
}

/* Two blocks are played at once, step by step, so that there is work while table reads of the other are pending. */
#define BOTH _Pragma("GCC unroll 2") for (int p = 0; p < PAIR; p++)
#define FIRST(k) (first[p][k] = start[hole ? four[p][w[p].at.of[k]] : four[p][w[p].at.of[k]] / VALUES])
#define ROW(k) (uint16_t)first[p][k]
#define DEALERS_ROW(k) (uint16_t)(first[p][k] >> DEALER_ROW_AT)
#define TWO(k) four[p][w[p].at.of[k] + drawn]
#define THREE(k) four[p][index[p].of[k]]
#define PLAYER(k) pairs[index[p].of[k]]
#define DEALER(k) triples[index[p].of[k]]

static inline __attribute__((always_inline)) void
look_ahead_lanes(struct block *const *pair, const int hole, const int opening)
{
    const struct program *g = pair[0]->g;
    const uint32_t *restrict start = g->start;
    const uint16_t *restrict pairs = g->pairs, *restrict triples = g->triples, *four[PAIR];
    uint32_t *cells = pair[0]->tally->fast, first[PAIR][LANES];
    const v16 limit = (v16){0} + (uint16_t)(g->limit * LANES);
    const uint16_t drawn = (uint16_t)((3 + hole) * LANES); /* from a round's first card to the first drawn */
    const int shift = END_AT - g->dealer_bits;
    struct wave w[PAIR];
    struct looks looks[PAIR];
    union lanes index[PAIR], sure[PAIR];
    v16 open[PAIR];
    BOTH {
        four[p] = pair[p]->places->four + FOUR_END;
        begin_wave(pair[p], &w[p], drawn);
    }
    for (;;) {
        BOTH looks[p].playing = begin_rounds(&w[p], limit);
        if (__builtin_popcount(bits_of(looks[0].playing)) + __builtin_popcount(bits_of(looks[1].playing)) <= FEW) break;
        BOTH _Pragma("GCC unroll 16") for (int k = 0; k < LANES; k++) FIRST(k);
        BOTH index[p].all = either(w[p].longer_player, w[p].player_row, EACH(ROW)) + EACH(TWO) / PAIRS;
        BOTH looks[p].player = either(w[p].longer_dealer, w[p].player, EACH(PLAYER));
        BOTH looks[p].dealer_row = either(w[p].longer_player | w[p].longer_dealer, w[p].dealer_row, EACH(DEALERS_ROW));
        BOTH index[p].all = looks[p].next = w[p].at.all + drawn + (looks[p].player & TAKEN);
        BOTH index[p].all = (looks[p].dealer_row & -(looks[p].player & WAITS)) + EACH(THREE) / VALUES;
        BOTH looks[p].dealer = EACH(DEALER);
        BOTH {
            v16 done;
            open[p] = go_on(&w[p], &looks[p], drawn, &done);
            index[p].all = (((looks[p].player & END) >> shift) + (looks[p].dealer & CODE)) & done;
            sure[p].all = done & 1;
            _Pragma("GCC unroll 16") for (int k = 0; k < LANES; k++)
                cells[index[p].of[k] + opening_at(g, pair[p]->places, w[p].began.of[k], opening)] += sure[p].of[k];
        }
        BOTH finish_open(pair[p], &w[p], open[p]);
    }
    BOTH finish_wave(pair[p], &w[p]);
}

static void after_players(struct block *const *pair) { look_ahead_lanes(pair, 0, NOT_SEEN); }
static void after_players_by_three(struct block *const *pair) { look_ahead_lanes(pair, 0, SEEN_BY_THREE); }
static void after_players_by_two(struct block *const *pair) { look_ahead_lanes(pair, 0, SEEN_BY_TWO); }
static void before_players(struct block *const *pair) { look_ahead_lanes(pair, 1, NOT_SEEN); }
static void before_players_by_three(struct block *const *pair) { look_ahead_lanes(pair, 1, SEEN_BY_THREE); }
static void before_players_by_two(struct block *const *pair) { look_ahead_lanes(pair, 1, SEEN_BY_TWO); }

/* By when the dealer's second card is dealt, and by how the opening is looked up. */
static void (*const LOOK_AHEAD[][SEEN])(struct block *const *) = {
    {after_players, after_players_by_three, after_players_by_two},
    {before_players, before_players_by_three, before_players_by_two},
};

/* One seat before the dealer's hand is known: a look-ahead cell, or split hands. */
struct seat_result { uint32_t cell, opening; int split; struct split_hands hands; };

/* Look further where the first look leaves a seat's hand open; return its last entry. */
static __attribute__((noinline)) uint32_t
look_on_seat(const struct program *g, const struct places *c, uint32_t row, size_t *next, size_t last,
             struct seat_result *s)
{
    uint32_t player = player_entry(g, c, row, next, last);
    if (player & LONGER || !(player & UNSURE)) return player;
    s->split = 1;
    return player & NEXT_ROW && look_split(g, c, player & NEXT_ROW, next, last, &s->hands) ? s->hands.waits : UNSURE;
}

/* Count the cell of every seat against a dealer's hand, and the squares of the round's totals. */
static void count_seats(struct block *b, const struct seat_result *seat, uint32_t dealer)
{
    const struct program *g = b->g;
    int64_t total[MOST_LINES] = {0};
    for (int number = 0; number < g->seats; number++) {
        const struct seat_result *s = &seat[number];
        const int32_t *worth;
        if (s->split) {
            uint32_t cell = split_cell(g, &s->hands, s->opening, dealer);
            b->tally->cells[cell]++;
            worth = g->worth + cell * (uint32_t)g->lines;
        } else {
            uint32_t cell = s->cell + s->opening * (uint32_t)g->opening_cells + dealer;
            b->tally->fast[cell]++;
            worth = g->fast_worth + cell * (uint32_t)g->lines;
        }
        for (int line = 0; line < g->lines; line++) total[line] += worth[line];
    }
    add_squares(g, b->tally, total);
}

/* Play a round of several seats by the tables; return whether they decided all of it. */
static int look_ahead_seats(struct block *b, int number)
{
    const struct program *g = b->g;
    const struct places *c = b->places;
    struct lane *lane = &b->lane[number];
    struct seat_result results[MOST_SEATS];
    const int hole = g->hole != AFTER_PLAYERS, shift = END_AT - g->dealer_bits;
    const size_t seats = (size_t)g->seats, at = place_of(b, number), upcard = at + seats * LANES;
    const size_t last = last_look(b);
    const uint32_t up = c->card[upcard], shown = g->value[up];
    const size_t drawn = at + (2 * seats + 1 + (size_t)hole) * LANES;
    size_t next = drawn;
    uint32_t second = hole ? g->value[c->card[drawn - LANES]] : 0, first = 0, waits = 0;
    for (size_t seat = 0; seat < seats; seat++) {
        struct seat_result *s = &results[seat];
        uint32_t one = c->card[at + seat * LANES], two = c->card[upcard + (1 + seat) * LANES];
        uint32_t values = ((uint32_t)g->value[one] * VALUES + shown) * VALUES + g->value[two];
        first = g->start[hole ? values * VALUES + second : values];
        uint32_t player = g->pairs[(first & PLAYER_ROW) + two_at(c, next)];
        s->split = 0;
        s->opening = g->opening_seen ? opening_code(g, one, up, two) : 0;
        if (__builtin_expect(player & OPEN, 0)) {
            player = look_on_seat(g, c, first & PLAYER_ROW, &next, last, s);
            if (player & OPEN) return 0;
        }
        s->cell = (player & END) >> shift;
        waits |= player & WAITS;
        next += player & TAKEN;
    }
    uint32_t dealer = dealer_entry(g, c, first, waits, upcard, hole ? drawn - LANES : 0, &next, last);
    if (dealer & OPEN || next > last) return 0;
    count_seats(b, results, dealer & CODE);
    lane->at = (int)((next + (dealer >> TAKEN_AT & TAKEN)) / LANES);
    lane->left--;
    lane->rounds++;
    b->tally->rounds++;
    return 1;
}

/* Play the shoes of two blocks by the tables; what is left of them is played card by card. */
static void look_ahead_shoes(struct block *const *pair)
{
    const struct program *g = pair[0]->g;
    const int most = g->limit / 4 + 1;
    if (g->seats == 1) {
        LOOK_AHEAD[g->hole != AFTER_PLAYERS][opening_by(g)](pair);
        return;
    }
    for (int p = 0; p < PAIR; p++)
        for (int number = 0; number < LANES; number++)
            if (pair[p]->lane[number].left >= most)
                while (pair[p]->lane[number].at < g->limit)
                    if (!look_ahead_seats(pair[p], number)) walk_round(pair[p], number);
}
