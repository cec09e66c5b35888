/* One round played card by card: right for any table and any cards. It reads tables and knows no wager. */

struct box { int hands, state; uint16_t hand[MOST_HANDS]; };

struct played {
    int end, hidden;                       /* the place after the round; a second card never turned, or -1 */
    int cell[MOST_SEATS];
};

struct table {                             /* the cards of one lane, and the state of its round */
    const struct program *g;
    const uint8_t *cards;
    int stride, at, showing;
};

static inline int card_at(const struct table *t, int place) { return t->cards[place * t->stride]; }

/* Play all hands of a box; a split hand waits with one card until its turn. */
static void play_box(struct table *t, struct box *b, int node)
{
    const struct program *g = t->g;
    const int others = g->box_symbols > g->classes ? g->classes + 1 : 0; /* where the symbols of other hands begin */
    int pair = -1, splits = 0, waiting = 0, kind = 0, symbols = 0;
    for (;;) {
        while (node < SPLIT) {
            int card = card_at(t, t->at++), value = g->value[card];
            if (g->box_seen) b->state = g->box[b->state * g->box_symbols + symbols + card];
            node = g->draw_step[node * VALUES + value];
        }
        if (node & ENDED) {
            b->hand[b->hands++] = (uint16_t)(kind * g->ends + (node & ~ENDED));
            if (!waiting) return;
            waiting--;
            symbols = others;
            kind = g->added[t->showing * VALUES + pair];
        } else {
            if (pair < 0) pair = node & ~SPLIT, kind = FIRST_OF_SPLIT;
            splits++;
            waiting++;
            if (others) b->state = g->box[b->state * g->box_symbols + symbols + g->classes];
        }
        int added = kind > FIRST_OF_SPLIT, row = (added * g->showings + t->showing) * VALUES + pair;
        node = g->again[row * (g->most_splits + 1) + splits];
    }
}

/* Deal the dealer's hand as far as it is needed; return its state. */
static int play_dealer(struct table *t, int state, int need)
{
    const struct program *g = t->g;
    if (need == COMPLETED)
        while (!g->complete[state]) state = g->dealer_step[state * g->classes + card_at(t, t->at++)];
    return state;
}

static int code_of(const struct program *g, int opening, const struct box *b)
{
    return opening * g->boxes + g->box_code[b->state];
}

/* Return the cell of a seat extended by the net result of its hands against a dealer's hand, and by its insurance. */
static int settled_cell(const struct program *g, int cell, const struct box *b, int state, int insurance)
{
    int sum = 0, code = g->dealer_code[state];
    for (int hand = 0; hand < b->hands; hand++) sum += g->net[b->hand[hand] * g->dealers + code];
    return (cell * g->nets + g->net_code[sum - g->lowest_net]) * g->insurances + insurance;
}

/* Whether every hand of the box went bust and its insurance was collected with the last. */
static int is_insurance_collected(const struct program *g, const struct box *b)
{
    if (!g->bust_takes_insurance) return 0;
    for (int hand = 0; hand < b->hands; hand++)
        if (!g->bust[b->hand[hand]]) return 0;
    return 1;
}

static int insurance_of(const struct program *g, const struct box *b, int insured, int blackjack)
{
    if (!insured) return NOT_INSURED;
    return blackjack && !is_insurance_collected(g, b) ? INSURANCE_WON : INSURANCE_LOST;
}

/* Play a round card by card; `alone`: one seat, one spot and no insurance, known to the compiler. */
static inline __attribute__((always_inline)) void
walk_seats(const struct program *g, const uint8_t *cards, int stride, int start, int level, struct played *out,
           const int alone)
{
    const int K = g->classes, seats = alone ? 1 : g->seats, spots = alone ? 1 : g->spots;
    struct table t = {g, cards, stride, start + 2 * seats + 1, 0};
    struct box box[alone ? 1 : MOST_SEATS];
    int opening[alone ? 1 : MOST_SEATS], up = card_at(&t, start + seats), upcard = g->value[up], second = 0, state = 0;
    int shown = g->dealer_step[up], hole = g->hole != AFTER_PLAYERS, hole_at = t.at, blackjack = 0;
    if (hole) {
        int card = card_at(&t, t.at++);
        second = g->value[card];
        state = g->dealer_step[shown * K + card];
        blackjack = g->blackjack[state];
    }
    t.showing = g->showing[upcard * VALUES + second];
    int insured = !alone && g->insures && g->insurable[upcard] && g->insured[level], waits = 0, need = NOT_NEEDED;
    int first_need = g->completes ? COMPLETED : NOT_NEEDED;
    for (int seat = 0; seat < seats; seat++) {
        int one = card_at(&t, start + seat), two = card_at(&t, start + seats + 1 + seat);
        struct box *b = &box[seat];
        int at = (g->value[one] * VALUES + upcard) * VALUES + g->value[two];
        b->hands = 0;
        b->state = g->box_seen ? g->box[g->box[one] * g->box_symbols + two] : 0;
        opening[seat] = g->openings > 1 ? g->opening[(one * K + up) * K + two] : 0;
        play_box(&t, b, g->first[hole ? at * VALUES + second : at]);
        for (int hand = 0; hand < b->hands; hand++) {
            int hand_need = g->need[b->hand[hand] * VALUES + upcard];
            if (hand_need > need) need = hand_need;
        }
        if (insured && !is_insurance_collected(g, b)) waits = 1;
        if (g->opening_need[opening[seat]] > first_need) first_need = g->opening_need[opening[seat]];
    }
    out->hidden = -1;
    for (int spot = 0; spot < spots; spot++) {
        int spot_need = need > first_need || spot ? need : first_need;
        if (waits && spot_need == NOT_NEEDED && !(hole && !spot)) spot_need = SECOND_CARD;
        if (hole && !spot) {
            if (spot_need == NOT_NEEDED && !blackjack && g->hole == FACE_DOWN) out->hidden = hole_at, state = shown;
        } else {
            state = spot_need == NOT_NEEDED ? shown : g->dealer_step[shown * K + card_at(&t, t.at++)];
        }
        if (spot_need != NOT_NEEDED) state = play_dealer(&t, state, spot_need);
        int has_blackjack = hole && !spot ? blackjack : g->blackjack[state];
        for (int seat = 0; seat < seats; seat++) {
            if (!spot) out->cell[seat] = code_of(g, opening[seat], &box[seat]) * g->dealers + g->dealer_code[state];
            int insurance = insurance_of(g, &box[seat], insured, has_blackjack);
            out->cell[seat] = settled_cell(g, out->cell[seat], &box[seat], state, insurance);
        }
    }
    out->end = t.at;
}

static __attribute__((noinline)) void
walk_alone(const struct program *g, const uint8_t *cards, int stride, int start, struct played *out)
{
    walk_seats(g, cards, stride, start, 0, out, 1);
}

static __attribute__((noinline)) void
walk_all(const struct program *g, const uint8_t *cards, int stride, int start, int level, struct played *out)
{
    walk_seats(g, cards, stride, start, level, out, 0);
}

static void walk(const struct program *g, const uint8_t *cards, int stride, int start, int level, struct played *out)
{
    if (g->seats == 1 && g->spots == 1 && !g->insures) walk_alone(g, cards, stride, start, out);
    else walk_all(g, cards, stride, start, level, out);
}
