/* Rounds in a few looks ahead: two cards for the player, three for the dealer. The rest are walked card by card.

   All lanes are played at once: the looks of one kind together, so that the processor has work while it waits for a
   table, and without a branch that depends on the cards. What the looks leave open is told afterwards. A place is
   numbered by card and lane; how many cards were taken is told as so many places. */

enum { PLAYER_LOOK = 2, DEALER_LOOK = 3 };     /* cards that a look sees */
enum { PAIRS = 100, TRIPLES = 1000 };          /* entries of a row: of two cards, of three */
enum { LONGER = 0x8000, UNSURE = 0x4000, NOT_TOLD = LONGER | UNSURE, NEXT_ROW = 0x3FFF };
enum { WAITS = 1, TAKEN = 3 * LANES, END = 0x3FC0, END_AT = 6, TAKEN_AT = 8, CODE = 0xFF };
enum { PLAYER_ROW = 0xFFFF, DEALER_ROW_AT = 16, COUNTED = -1 };

/* What the tables tell of one round of one seat; a cell of -1 is counted already. */
struct look { uint32_t cell, not_told; size_t end; };

/* Find the dealer's entry; a hand that nobody waits for is the first row. */
static inline __attribute__((always_inline)) uint32_t
dealer_of(const struct program *g, uint32_t first, uint32_t waits, uint32_t three)
{
    return g->triples[(first >> DEALER_ROW_AT & -waits) + three];
}

/* The values of four, three and two cards from a place on. */
static inline uint32_t four_at(const struct places *c, size_t at) { return c->four[at + FOUR_END]; }
static inline uint32_t three_at(const struct places *c, size_t at) { return four_at(c, at) / 10; }
static inline uint32_t two_at(const struct places *c, size_t at) { return four_at(c, at) / 100; }

/* What the first three cards tell, by a small table of the first two and one of what they leave to the third. */
static inline __attribute__((always_inline)) uint32_t
opening_told(const struct program *g, uint32_t one, uint32_t up, uint32_t two)
{
    return g->opening_third[g->opening_two[one * (uint32_t)g->classes + up] + two];
}

/* Where the cells of a round's opening begin; `seen`: not at all, by three classes at once, or by two and the third. */
enum { NOT_SEEN, SEEN_BY_THREE, SEEN_BY_TWO, SEEN };

static inline __attribute__((always_inline)) uint32_t
opening_at(const struct program *g, const struct places *c, size_t at, int seen)
{
    if (seen == NOT_SEEN) return 0;
    if (seen == SEEN_BY_THREE) return g->opening_cell[c->seen[at + 2 * LANES]];
    return g->opening_cell[g->opening_two[c->seen[at + LANES]] + c->one[at + 2 * LANES]];
}

static inline int opening_by(const struct program *g)
{
    return !g->opening_seen ? NOT_SEEN : g->classes <= FEW_CLASSES ? SEEN_BY_THREE : SEEN_BY_TWO;
}

static inline uint32_t opening_of(const struct program *g, const struct places *c, size_t at)
{
    return opening_at(g, c, at, opening_by(g));
}

static const struct look NOTHING_TOLD = {0, NOT_TOLD, 0};

/* Look on through a hand's cards, two at a time; give its last entry, longer still if the cards dealt are too few. */
static inline __attribute__((always_inline)) uint32_t
hand_of(const struct program *g, const struct places *c, uint32_t row, size_t *next, size_t last)
{
    uint32_t player;
    while ((player = g->pairs[row + two_at(c, *next)]) & LONGER && *next + PLAYER_LOOK * LANES <= last) {
        row = (player & NEXT_ROW) * PAIRS;
        *next += PLAYER_LOOK * LANES;
    }
    return player;
}

/* Deal the dealer's hand card by card, where values alone do not tell its code: give that, and the place after it. */
static uint32_t dealers_code(const struct program *g, const struct places *c, size_t up, size_t second, size_t *next,
                             size_t last)
{
    uint32_t K = (uint32_t)g->classes, state = g->dealer_step[c->one[up]];
    if (second) state = g->dealer_step[state * K + c->one[second]];
    for (; !g->complete[state]; *next += LANES) {
        if (*next > last) return LONGER;
        state = g->dealer_step[state * K + c->one[*next]];
    }
    return g->dealer_code[state];
}

/* Look on through the dealer's cards, three at a time; `up`, `second`: where the first lie, the second if dealt. */
static inline __attribute__((always_inline)) uint32_t
dealers_hand(const struct program *g, const struct places *c, uint32_t first, uint32_t waits, size_t up, size_t second,
             size_t *next, size_t last)
{
    if (*next > last) return LONGER;
    size_t at = *next;
    uint32_t dealer = dealer_of(g, first, waits, three_at(c, at));
    while (dealer & LONGER && at + DEALER_LOOK * LANES <= last) {
        at += DEALER_LOOK * LANES;
        dealer = g->triples[(dealer & NEXT_ROW) * TRIPLES + three_at(c, at)];
    }
    if (waits && (dealer & NOT_TOLD) == UNSURE) return dealers_code(g, c, up, second, next, last);
    *next = at;
    return dealer;
}

/* The hands of a split pair, as they end. */
struct split_hands { uint32_t many, waits; uint16_t hand[MOST_HANDS]; };

/* Play the hands of a split pair ahead; tell whether the tables and the cards dealt told all of them. */
static int look_split(const struct program *g, const struct places *c, uint32_t number, size_t *next, size_t last,
                      struct split_hands *h)
{
    const uint16_t *rows = g->splits + number * (uint32_t)(2 * g->most_splits + 2);
    const uint32_t kind = g->split_kind[number];
    uint32_t splits = 1, waiting = 1;
    h->many = h->waits = 0;
    for (;;) {
        uint32_t player = hand_of(g, c, rows[(h->many ? (uint32_t)g->most_splits + 1 : 0) + splits], next, last);
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

/* The cell of split hands against a dealer's hand; no wager sees the cards of their box. */
static uint32_t split_cell(const struct program *g, const struct split_hands *h, uint32_t opening, uint32_t dealer)
{
    int sum = -g->lowest_net;
    for (uint32_t one = 0; one < h->many; one++) sum += g->net[h->hand[one] * (uint32_t)g->dealers + dealer];
    return (opening * (uint32_t)g->dealers + dealer) * (uint32_t)g->nets + g->net_code[sum];
}

/* Deal the dealer's second card and no more: give the code of the two. */
static uint32_t
second_code(const struct program *g, const struct places *c, uint32_t shown, size_t second, size_t *next)
{
    uint32_t card = c->one[second ? second : *next];
    if (!second) *next += LANES;
    return g->dealer_code[g->dealer_step[shown * (uint32_t)g->classes + card]];
}

/* Play a box card by card where values do not tell what is seen of it, look at the dealer's hand, count the round. */
static struct look look_box(struct block *b, size_t at, uint32_t first, size_t second, size_t last)
{
    const struct program *g = b->g;
    const struct places *c = b->places;
    const uint32_t K = (uint32_t)g->classes, one = c->one[at], up = c->one[at + LANES], two = c->one[at + 2 * LANES];
    const uint32_t shown = g->dealer_step[up], upcard = g->value[up], hole = second ? g->value[c->one[second]] : 0;
    const uint32_t held = (g->value[one] * (uint32_t)VALUES + upcard) * VALUES + g->value[two];
    struct table t = {g, c->one + at % LANES, LANES, (int)(at / LANES) + 3 + (second > 0), 0};
    struct box box = {0, g->box_seen ? g->box[g->box[one] * (uint32_t)g->box_symbols + two] : 0, {0}};
    int need = g->completes ? COMPLETED : g->opening_need[0]; /* the same for every opening */
    t.showing = g->showing[upcard * VALUES + hole];
    play_box(&t, &box, g->first[second ? held * VALUES + hole : held]);
    for (int hand = 0; hand < box.hands; hand++) {
        int asked = g->need[box.hand[hand] * VALUES + upcard];
        if (asked > need) need = asked;
    }
    if (second && g->blackjack[g->dealer_step[shown * K + c->one[second]]]) need = COMPLETED; /* it is turned up */
    size_t next = (size_t)t.at * LANES + at % LANES;
    if (next > last) return NOTHING_TOLD;
    uint32_t dealer = need == COMPLETED ? dealers_hand(g, c, first, 1, at + LANES, second, &next, last)
                      : need == SECOND_CARD || g->hole == FACE_UP ? second_code(g, c, shown, second, &next)
                                                                  : g->dealer_code[shown];
    int opening = g->opening_seen ? (int)opening_told(g, one, up, two) : 0, code = code_of(g, opening, &box), sum = 0;
    if (dealer & NOT_TOLD || (g->meter && g->meter[code])) return NOTHING_TOLD;
    for (int hand = 0; hand < box.hands; hand++) sum += g->net[box.hand[hand] * g->dealers + (int)(dealer & CODE)];
    b->tally->cells[(code * g->dealers + (int)(dealer & CODE)) * g->nets + g->net_code[sum - g->lowest_net]]++;
    return (struct look){(uint32_t)COUNTED, 0, next + (dealer >> TAKEN_AT & TAKEN)};
}

/* The last place from which three cards are dealt, and one more. */
static inline size_t last_look(const struct block *b) { return (size_t)(b->shoe.dealt - 4) * LANES + LANES - 1; }

/* Look on where the first looks do not tell all; what they leave is walked card by card. */
static __attribute__((noinline)) struct look look_on(struct block *b, size_t at)
{
    const struct program *g = b->g;
    const struct places *c = b->places;
    const int hole = g->hole != AFTER_PLAYERS;
    const size_t last = last_look(b);
    const uint32_t first = g->start[hole ? four_at(c, at) : three_at(c, at)];
    const size_t second = hole ? at + 3 * LANES : 0;
    size_t next = at + (size_t)(3 + hole) * LANES;
    uint32_t player = hand_of(g, c, first & PLAYER_ROW, &next, last), dealer;
    if (player & UNSURE && !(player & LONGER) && player & NEXT_ROW) {
        struct split_hands h;
        if (!look_split(g, c, player & NEXT_ROW, &next, last, &h)) return NOTHING_TOLD;
        dealer = dealers_hand(g, c, first, h.waits, at + LANES, second, &next, last);
        if (dealer & NOT_TOLD) return NOTHING_TOLD;
        uint32_t opening = opening_of(g, c, at) / (uint32_t)g->opening_cells;
        b->tally->cells[split_cell(g, &h, opening, dealer & CODE)]++;
        return (struct look){(uint32_t)COUNTED, 0, next + (dealer >> TAKEN_AT & TAKEN)};
    }
    if (player & NOT_TOLD) return player & LONGER ? NOTHING_TOLD : look_box(b, at, first, second, last);
    next += player & TAKEN;
    dealer = dealers_hand(g, c, first, player & WAITS, at + LANES, second, &next, last);
    return (struct look){((player & END) >> (END_AT - g->dealer_bits)) + (dealer & CODE), dealer & NOT_TOLD,
                         next + (dealer >> TAKEN_AT & TAKEN)};
}

static inline size_t place_of(const struct block *b, int number)
{
    return (size_t)(b->lane[number].at * LANES + number);
}

/* Tell of a round that the first looks leave open: look on, or walk it card by card; give the place after it. */
static __attribute__((noinline)) size_t tell(struct block *b, int number, size_t at, int64_t told)
{
    struct tally *y = b->tally;
    struct lane *lane = &b->lane[number];
    struct look found = look_on(b, at);
    if (!found.not_told) {
        if (found.cell != (uint32_t)COUNTED) y->fast[found.cell + opening_of(b->g, b->places, at)]++;
        lane->left--;
        lane->rounds++;
        y->rounds++;
        return found.end;
    }
    lane->at = (int)(at / LANES);
    lane->rounds += told;
    walk_round(b, number);
    lane->rounds -= told;
    return place_of(b, number);
}

/* A number for each lane, as one vector or one by one. */
union lanes { v16 all; uint16_t of[LANES]; };

#define EACH(ONE)                                                                                               \
    (v16){ONE(0), ONE(1), ONE(2),  ONE(3),  ONE(4),  ONE(5),  ONE(6),  ONE(7),                                  \
          ONE(8), ONE(9), ONE(10), ONE(11), ONE(12), ONE(13), ONE(14), ONE(15)}

enum { BITS_EACH = 2, ONE_BIT_EACH = 0x55555555, FEW = 4 * BITS_EACH }; /* FEW lanes are sooner told one by one */

/* The lanes of a mask as bits, two for each lane. */
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

/* Where lanes are in their shoes, where their rounds began, and how many rounds each has to play and was told of. Where
   the player's or the dealer's hand is longer than the look, the round goes on in the next wave from another row. */
struct wave {
    union lanes at, began, left, told;
    v16 longer_player, longer_dealer, player_row, dealer_row, held; /* held: the player's entry, told already */
    v16 last;                                                       /* from where the looks see cards that are dealt */
};

/* The looks of one wave. */
struct looks { v16 playing, player, dealer, dealer_row, next; };

static void enter(const struct block *b, struct wave *w, uint16_t drawn)
{
    *w = (struct wave){.last = (v16){0} + (uint16_t)(last_look(b) - (size_t)(drawn + PLAYER_LOOK * LANES))};
    for (int k = 0; k < LANES; k++) {
        const int64_t left = b->lane[k].left;
        w->at.of[k] = (uint16_t)place_of(b, k);
        w->left.of[k] = (uint16_t)(left < 0 ? 0 : left > b->g->limit ? b->g->limit : left);
    }
}

static inline __attribute__((always_inline)) v16 either(v16 which, v16 one, v16 other)
{
    return (one & which) | (other & ~which);
}

/* Begin rounds in the lanes that have none to go on with; give the lanes that play. */
static inline __attribute__((always_inline)) v16 begin_rounds(struct wave *w, v16 limit)
{
    w->began.all = either(w->longer_player | w->longer_dealer, w->began.all, w->at.all);
    return more(limit, w->began.all) & more(w->left.all, w->told.all);
}

static inline __attribute__((always_inline)) v16 has_bit(v16 entries, int bit)
{
    return (v16)((i16)(entries * (uint16_t)(LONGER / bit)) >> 15);
}

/* Let lanes go on to the next round where this one is told, or with it where a hand is longer; give those left open. */
static inline __attribute__((always_inline)) v16
go_on(struct wave *w, const struct looks *seen, uint16_t drawn, v16 *told)
{
    const v16 player = seen->player, dealer = seen->dealer, longer_player = has_bit(player, LONGER);
    const v16 longer_dealer = has_bit(dealer, LONGER) & ~longer_player, longer = longer_player | longer_dealer;
    const v16 unsure = has_bit(player | dealer, UNSURE) & ~longer_player;
    const v16 after_player = w->at.all + PLAYER_LOOK * LANES, after_dealer = seen->next - drawn + DEALER_LOOK * LANES;
    const v16 longer_at = either(longer_player, after_player, after_dealer);
    const v16 goes_on = seen->playing & longer & ~unsure & ~more(longer_at, w->last);
    *told = seen->playing & ~(longer | unsure);
    w->longer_player = longer_player & goes_on;
    w->longer_dealer = longer_dealer & goes_on;
    w->player_row = (player & NEXT_ROW) * PAIRS;
    w->dealer_row = either(longer_player, seen->dealer_row, (dealer & NEXT_ROW) * TRIPLES);
    w->held = player & (uint16_t)~TAKEN;
    w->told.all += *told & 1;
    w->at.all = either(*told, seen->next + (dealer >> TAKEN_AT & TAKEN), either(goes_on, longer_at, w->at.all));
    return seen->playing & ~(*told | goes_on);
}

/* Tell of the rounds that a wave leaves open. */
static inline void tell_open(struct block *b, struct wave *w, v16 open)
{
    for (uint32_t bits = bits_of(open) & ONE_BIT_EACH; bits; bits &= bits - 1) {
        const int k = __builtin_ctz(bits) / BITS_EACH;
        w->at.of[k] = (uint16_t)tell(b, k, w->began.of[k], w->told.of[k]);
        w->left.of[k]--;
    }
}

/* Tell of the rounds that are left when few lanes play on, lane by lane. */
static void leave(struct block *b, struct wave *w)
{
    for (int k = 0; k < LANES; k++) {
        struct lane *lane = &b->lane[k];
        size_t at = w->began.of[k];
        while (at < (size_t)b->g->limit * LANES && w->left.of[k] > w->told.of[k]) {
            at = tell(b, k, at, w->told.of[k]);
            w->left.of[k]--;
        }
        lane->at = (int)(at / LANES);
        lane->left -= w->told.of[k];
        lane->rounds += w->told.of[k];
        b->tally->rounds += w->told.of[k];
    }
}

/* Two blocks are played at once, step by step, so that there is work while the tables of the other are awaited. */
#define BOTH _Pragma("GCC unroll 2") for (int p = 0; p < PAIR; p++)
#define FIRST(k) (first[p][k] = start[hole ? four[p][w[p].at.of[k]] : four[p][w[p].at.of[k]] / VALUES])
#define ROW(k) (uint16_t)first[p][k]
#define DEALERS_ROW(k) (uint16_t)(first[p][k] >> DEALER_ROW_AT)
#define TWO(k) four[p][w[p].at.of[k] + drawn]
#define THREE(k) four[p][index[p].of[k]]
#define PLAYER(k) pairs[index[p].of[k]]
#define DEALER(k) triples[index[p].of[k]]

static inline __attribute__((always_inline)) void
ahead_lanes(struct block *const *pair, const int hole, const int opening)
{
    const struct program *g = pair[0]->g;
    const uint32_t *restrict start = g->start;
    const uint16_t *restrict pairs = g->pairs, *restrict triples = g->triples, *four[PAIR];
    uint32_t *cells = pair[0]->tally->fast, first[PAIR][LANES];
    const v16 limit = (v16){0} + (uint16_t)(g->limit * LANES);
    const uint16_t drawn = (uint16_t)((3 + hole) * LANES); /* from the first card of a round to those that are drawn */
    const int shift = END_AT - g->dealer_bits;
    struct wave w[PAIR];
    struct looks seen[PAIR];
    union lanes index[PAIR], sure[PAIR];
    v16 open[PAIR];
    BOTH {
        four[p] = pair[p]->places->four + FOUR_END;
        enter(pair[p], &w[p], drawn);
    }
    for (;;) {
        BOTH seen[p].playing = begin_rounds(&w[p], limit);
        if (__builtin_popcount(bits_of(seen[0].playing)) + __builtin_popcount(bits_of(seen[1].playing)) <= FEW) break;
        BOTH _Pragma("GCC unroll 16") for (int k = 0; k < LANES; k++) FIRST(k);
        BOTH index[p].all = either(w[p].longer_player, w[p].player_row, EACH(ROW)) + EACH(TWO) / PAIRS;
        BOTH seen[p].player = either(w[p].longer_dealer, w[p].held, EACH(PLAYER));
        BOTH seen[p].dealer_row = either(w[p].longer_player | w[p].longer_dealer, w[p].dealer_row, EACH(DEALERS_ROW));
        BOTH index[p].all = seen[p].next = w[p].at.all + drawn + (seen[p].player & TAKEN);
        BOTH index[p].all = (seen[p].dealer_row & -(seen[p].player & WAITS)) + EACH(THREE) / VALUES;
        BOTH seen[p].dealer = EACH(DEALER);
        BOTH {
            v16 told;
            open[p] = go_on(&w[p], &seen[p], drawn, &told);
            index[p].all = (((seen[p].player & END) >> shift) + (seen[p].dealer & CODE)) & told;
            sure[p].all = told & 1;
            _Pragma("GCC unroll 16") for (int k = 0; k < LANES; k++)
                cells[index[p].of[k] + opening_at(g, pair[p]->places, w[p].began.of[k], opening)] += sure[p].of[k];
        }
        BOTH tell_open(pair[p], &w[p], open[p]);
    }
    BOTH leave(pair[p], &w[p]);
}

static void late(struct block *const *pair) { ahead_lanes(pair, 0, NOT_SEEN); }
static void late_by_three(struct block *const *pair) { ahead_lanes(pair, 0, SEEN_BY_THREE); }
static void late_by_two(struct block *const *pair) { ahead_lanes(pair, 0, SEEN_BY_TWO); }
static void hole(struct block *const *pair) { ahead_lanes(pair, 1, NOT_SEEN); }
static void hole_by_three(struct block *const *pair) { ahead_lanes(pair, 1, SEEN_BY_THREE); }
static void hole_by_two(struct block *const *pair) { ahead_lanes(pair, 1, SEEN_BY_TWO); }

static void (*const AHEAD[][SEEN])(struct block *const *) = {{late, late_by_three, late_by_two},
                                                             {hole, hole_by_three, hole_by_two}};

/* What is told of one seat before the dealer's hand is: a look-ahead cell, or split hands. */
struct seat_told { uint32_t cell, opening; int split; struct split_hands hands; };

/* Look on where the first look at a seat's cards leaves its hand open; give its last entry. */
static __attribute__((noinline)) uint32_t
look_on_seat(const struct program *g, const struct places *c, uint32_t row, size_t *next, size_t last,
             struct seat_told *s)
{
    uint32_t player = hand_of(g, c, row, next, last);
    if (player & LONGER || !(player & UNSURE)) return player;
    s->split = 1;
    return player & NEXT_ROW && look_split(g, c, player & NEXT_ROW, next, last, &s->hands) ? s->hands.waits : UNSURE;
}

/* Count what every seat comes to against a dealer's hand, and the squares of the round's totals. */
static void count_seats(struct block *b, const struct seat_told *seat, uint32_t dealer)
{
    const struct program *g = b->g;
    int64_t total[MOST_LINES] = {0};
    for (int one = 0; one < g->seats; one++) {
        const struct seat_told *s = &seat[one];
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
    for (int line = 0; line < g->lines; line++) b->tally->square[line] += total[line] * total[line];
}

/* Play a round of several seats ahead; tell whether the tables told all of it. */
static int ahead_seats(struct block *b, int number)
{
    const struct program *g = b->g;
    const struct places *c = b->places;
    struct lane *lane = &b->lane[number];
    struct seat_told told[MOST_SEATS];
    const int hole = g->hole != AFTER_PLAYERS, shift = END_AT - g->dealer_bits;
    const size_t seats = (size_t)g->seats, at = place_of(b, number), upcard = at + seats * LANES;
    const size_t last = last_look(b);
    const uint32_t up = c->one[upcard], shown = g->value[up];
    const size_t begun = at + (2 * seats + 1 + (size_t)hole) * LANES;
    size_t next = begun;
    uint32_t second = hole ? g->value[c->one[begun - LANES]] : 0, first = 0, waits = 0;
    for (size_t seat = 0; seat < seats; seat++) {
        struct seat_told *s = &told[seat];
        uint32_t one = c->one[at + seat * LANES], two = c->one[upcard + (1 + seat) * LANES];
        uint32_t held = ((uint32_t)g->value[one] * VALUES + shown) * VALUES + g->value[two];
        first = g->start[hole ? held * VALUES + second : held];
        uint32_t player = g->pairs[(first & PLAYER_ROW) + two_at(c, next)];
        s->split = 0;
        s->opening = g->opening_seen ? opening_told(g, one, up, two) : 0;
        if (__builtin_expect(player & NOT_TOLD, 0)) {
            player = look_on_seat(g, c, first & PLAYER_ROW, &next, last, s);
            if (player & NOT_TOLD) return 0;
        }
        s->cell = (player & END) >> shift;
        waits |= player & WAITS;
        next += player & TAKEN;
    }
    uint32_t dealer = dealers_hand(g, c, first, waits, upcard, hole ? begun - LANES : 0, &next, last);
    if (dealer & NOT_TOLD || next > last) return 0;
    count_seats(b, told, dealer & CODE);
    lane->at = (int)((next + (dealer >> TAKEN_AT & TAKEN)) / LANES);
    lane->left--;
    lane->rounds++;
    b->tally->rounds++;
    return 1;
}

/* Play the shoes of two blocks ahead; what is left of them is walked. */
static void ahead_shoes(struct block *const *pair)
{
    const struct program *g = pair[0]->g;
    const int most = g->limit / 4 + 1;
    if (g->seats == 1) {
        AHEAD[g->hole != AFTER_PLAYERS][opening_by(g)](pair);
        return;
    }
    for (int p = 0; p < PAIR; p++)
        for (int number = 0; number < LANES; number++)
            if (pair[p]->lane[number].left >= most)
                while (pair[p]->lane[number].at < g->limit)
                    if (!ahead_seats(pair[p], number)) walk_round(pair[p], number);
}
