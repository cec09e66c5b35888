/* Blocks of rounds: sixteen lanes, each a table of its own with its own shoes. Included once for each machine. */

enum { PAIR = 2 };                        /* blocks played side by side */

struct seat_state {
    int wins;
    uint8_t state[MOST_RESULT_LINES], live[MOST_RESULT_LINES];
    int64_t lasts[MOST_RESULT_LINES];
    int64_t money, rounds;
    int ruined;
};

struct lane {
    int64_t left, rounds, count;           /* rounds to play, rounds played, running count */
    int64_t metered;                       /* rounds played with a wager on the meter */
    int at, waiting;                       /* next card; wagers to be decided in later rounds */
    struct seat_state seat[MOST_SEATS];
};

struct block {
    const struct program *g;
    struct tally *tally;
    struct random random;
    struct shoe shoe;
    struct places *places;
    struct lane lane[LANES];
    int64_t number;
};

/* Add the squares of a round's totals. */
static inline void add_squares(const struct program *g, struct tally *y, const int64_t *total)
{
    for (int line = 0; line < g->lines; line++) {
        unsigned __int128 square = (unsigned __int128)((__int128)total[line] * total[line]);
        uint64_t low = y->square_low[line] + (uint64_t)square;
        y->square_high[line] += (uint64_t)(square >> 64) + (low < (uint64_t)square);
        y->square_low[line] = low;
    }
}

/* Return the step of the schedule that the count of a lane's cards has reached. */
static int level_of(const struct program *g, const struct lane *lane)
{
    int level = 0;
    int64_t left = g->per_card ? g->per_card * (g->cards - lane->at) : 1;
    while (level < g->levels - 1 && lane->count * g->per_deck >= g->threshold[level] * left) level++;
    return level;
}

static void end_session(const struct program *g, struct tally *y, struct seat_state *s)
{
    int64_t bin = s->money / g->bin - (s->money % g->bin < 0) + g->bins / 2;
    y->sessions[bin < 0 ? 0 : bin >= g->bins ? g->bins + 1 : bin + 1]++;
    y->session_count++;
    y->ruined += s->ruined;
    y->session_sum += s->money;
    unsigned __int128 squares = (unsigned __int128)(uint64_t)y->session_squares_high << 64 | y->session_squares_low;
    squares += (unsigned __int128)((__int128)s->money * s->money);
    y->session_squares_high = (int64_t)(squares >> 64);
    y->session_squares_low = (uint64_t)squares;
    s->money = s->rounds = s->ruined = 0;
}

static void add_money(const struct program *g, struct seat_state *s, int64_t money)
{
    if (s->ruined) return;
    s->money += money;
    if (g->bankroll && s->money <= -g->bankroll) s->ruined = 1;
}

/* Step the wagers on results of rounds: count those decided; before a first win, make them again. */
static int64_t step_results(struct block *b, struct lane *lane, struct seat_state *s, int net)
{
    const struct program *g = b->g;
    int result = net > 0 ? WIN : net < 0 ? LOSS : PUSH;
    int64_t money = 0;
    int64_t *decided = b->tally->decided + (b->number * LANES + (lane - b->lane)) * g->result_lines * WAYS;
    for (int line = 0; line < g->result_lines; line++) {
        if (!s->live[line] && (s->wins || lane->left <= 0)) continue;
        if (!s->live[line]) s->live[line] = 1, s->state[line] = 0, s->lasts[line] = 0, lane->waiting++;
        s->lasts[line]++;
        s->state[line] = g->result_step[s->state[line] * RESULTS + result];
        int way = g->result_way[line * g->result_states + s->state[line]];
        if (way == STANDING) continue;
        decided[line * WAYS + way]++;
        b->tally->lasted[line] += s->lasts[line];
        if (g->session) money += g->result_money[line * WAYS + way];
        s->live[line] = 0;
        lane->waiting--;
    }
    if (result == LOSS) s->wins = 0;
    else if (result == WIN) s->wins = s->wins + 1 < g->most_wins ? s->wins + 1 : 0;
    return money;
}

/* Count a round with wagers on the meter, and record it if the meter was won. */
static void count_meter(struct block *b, struct lane *lane, int meters, int number)
{
    struct tally *y = b->tally;
    if (meters && y->won < y->most_wins) {
        int64_t before = b->g->on_meter ? lane->metered : lane->rounds;
        y->wins[y->won] = (struct meter_win){b->number, before, number, meters};
    }
    y->won += meters > 0;
    lane->metered++;
}

/* Count a round played card by card; after a lane's last round only wagers that wait for results go on. */
static void count_round(struct block *b, struct lane *lane, int level, const struct played *p, int number)
{
    const struct program *g = b->g;
    struct tally *y = b->tally;
    int counted = lane->left > 0;
    if (g->plain && !p->meters) {
        y->cells[p->cell[0]]++;
        y->rounds++;
        lane->left--;
        lane->rounds++;
        return;
    }
    int64_t total[MOST_LINES] = {0};
    for (int seat = 0; seat < g->seats; seat++) {
        struct seat_state *s = &lane->seat[seat];
        int cell = level * g->cells + p->cell[seat];
        int64_t money = g->result_lines ? step_results(b, lane, s, p->net[seat]) : 0;
        if (!counted) continue;
        y->cells[cell]++;
        for (int line = 0; line < g->lines; line++) total[line] += g->worth[(int64_t)cell * g->lines + line];
        if (g->session) {
            add_money(g, s, money + g->money[cell]);
            if (++s->rounds == g->session) end_session(g, y, s);
        }
    }
    if (counted) {
        add_squares(g, y, total);
        if (!g->on_meter || g->on_meter[level]) count_meter(b, lane, p->meters, number);
        y->rounds++;
    }
    lane->left--;
    lane->rounds++;
}

/* Play the round that begins at a lane's next card, dealing more cards to the block while it needs them; return whether
   the shoe had enough. */
static int walk_lane(struct block *b, int number, int level, struct played *p)
{
    const uint8_t *cards = b->places->card + number;
    for (;;) {
        walk(b->g, cards, LANES, b->lane[number].at, level, p);
        if (p->end <= b->shoe.dealt) return 1;
        if (b->shoe.dealt >= b->g->cards) return 0;
        deal(b->places, &b->random, &b->shoe, b->shoe.dealt + b->g->ahead, b->g);
    }
}

static void add_tags(const struct program *g, struct lane *lane, const uint8_t *cards, const struct played *p)
{
    for (int place = lane->at; place < p->end; place++)
        if (place != p->hidden) lane->count += g->tag[cards[place * LANES]];
}

/* Play one round of a lane card by card. The round is void if the shoe runs out. */
static void walk_round(struct block *b, int number)
{
    struct lane *lane = &b->lane[number];
    struct played p;
    int level = b->g->levels > 1 ? level_of(b->g, lane) : 0;
    b->tally->walked++;
    if (!walk_lane(b, number, level, &p)) {
        b->tally->out_of_cards++;
        lane->at = b->g->limit;
        return;
    }
    count_round(b, lane, level, &p, number);
    if (b->g->levels > 1) add_tags(b->g, lane, b->places->card + number, &p);
    lane->at = p.end;
}

static int goes_on(const struct lane *lane) { return lane->left > 0 || lane->waiting > 0; }

static void walk_shoe(struct block *b, int number, int limit)
{
    struct lane *lane = &b->lane[number];
    while (goes_on(lane) && lane->at < limit) walk_round(b, number);
}

#include "look_ahead.h"

/* Fill and deal the shoes of a block if any lane goes on; return whether one does. */
static int new_shoes(struct block *b)
{
    const struct program *g = b->g;
    int playing = 0;
    for (int number = 0; number < LANES; number++) {
        b->lane[number].at = g->burned;
        b->lane[number].count = 0;
        playing += goes_on(&b->lane[number]);
    }
    if (!playing) return 0;
    b->tally->shoes += playing;
    fill_shoe(&b->shoe, g);
    deal(b->places, &b->random, &b->shoe, g->limit - 1 + g->ahead, g);
    return 1;
}

/* Play two blocks side by side until all their lanes are done. */
static void play_pair(struct block *const *pair)
{
    const struct program *g = pair[0]->g;
    for (;;) {
        int playing = 0;
        for (int p = 0; p < PAIR; p++) playing |= new_shoes(pair[p]);
        if (!playing) return;
        if (g->fast) look_ahead_shoes(pair);
        for (int p = 0; p < PAIR; p++)
            for (int number = 0; number < LANES; number++) {
                walk_shoe(pair[p], number, g->limit);
                pair[p]->tally->cards += pair[p]->lane[number].at - g->burned;
            }
    }
}

/* Set a block up with its streams and the rounds that each lane plays; without streams no lane plays. */
static void begin_block(struct block *b, const struct program *g, struct tally *y, int64_t number,
                        const uint32_t *states, const int64_t *quotas)
{
    struct places *places = b->places;
    memset(b, 0, sizeof *b);
    b->g = g;
    b->tally = y;
    b->places = places;
    b->number = number;
    if (!states) return;
    seed(&b->random, states);
    for (int lane = 0; lane < LANES; lane++) b->lane[lane].left = quotas[lane];
}

static int64_t play_blocks(const struct program *g, const uint32_t *states, const int64_t *quotas, int64_t blocks,
                           struct tally *y)
{
    struct places *places = aligned_alloc(64, PAIR * sizeof *places);
    struct block *b = aligned_alloc(64, (PAIR * sizeof *b + 63) & ~(size_t)63);
    if (!places || !b) {
        free(places);
        free(b);
        return -1;
    }
    memset(places, 0, PAIR * sizeof *places);
    struct block *const pair[PAIR] = {b, b + 1};
    for (int p = 0; p < PAIR; p++) b[p].places = places + p;
    for (int64_t first = 0; first < blocks; first += PAIR) {
        for (int p = 0; p < PAIR; p++) {
            const int64_t number = first + p;
            const int exists = number < blocks; /* the last block may be alone */
            const uint32_t *streams = exists ? states + number * STREAMS * WORDS : NULL;
            begin_block(pair[p], g, y, number, streams, quotas + number * LANES);
        }
        play_pair(pair);
        for (int64_t number = first; g->on_meter && number < first + PAIR && number < blocks; number++)
            for (int lane = 0; lane < LANES; lane++)
                y->metered[number * LANES + lane] = pair[number - first]->lane[lane].metered;
    }
    free(places);
    free(b);
    return y->rounds;
}

/* Deal shoes from the streams of one block, for tests of the shuffle: classes by shoe, lane and place. */
static void deal_shoes(const struct program *g, const uint32_t *states, int64_t shoes, int64_t many, uint8_t *cards)
{
    struct places *places = aligned_alloc(64, sizeof *places);
    struct random random;
    struct shoe shoe;
    if (!places) return;
    seed(&random, states);
    for (int64_t number = 0; number < shoes; number++) {
        fill_shoe(&shoe, g);
        deal(places, &random, &shoe, (int)many, g);
        for (int lane = 0; lane < LANES; lane++)
            for (int64_t place = 0; place < many; place++)
                cards[(number * LANES + lane) * many + place] = places->card[place * LANES + lane];
    }
    free(places);
}
