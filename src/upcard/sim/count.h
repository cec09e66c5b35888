/* Counting: what was recorded of a lane's rounds, in their order. Playing fills the record, and counts nothing. */

/* A number for each lane, as two vectors or one by one. */
typedef int32_t s8 __attribute__((vector_size(32)));
union lanes { v8 half[2]; uint32_t of[LANES]; };
union signed_lanes { s8 half[2]; int32_t of[LANES]; };

#define BOTH _Pragma("GCC unroll 2") for (int h = 0; h < 2; h++)

/* Look up the entries of eight lanes. With AVX2: by eight loads into a vector, their places read from memory, since
   moving numbers between the two kinds of registers is slower; one load that gathers them is no faster. */
#if defined(__AVX2__)
#define ENTRY_WORD(half, place, entry) (__m128i)_mm_insert_epi16(half, entry, 2 * (place))
#define ENTRY_LONG(half, place, entry) (__m128i)_mm_insert_epi32(half, (int)(entry), place)
#define ENTRY_BYTE(half, place, entry) (__m128i)_mm_insert_epi8(half, entry, 4 * (place))
#define LOOK_UP(NAME, TYPE, ENTRY)                                                                                \
    static inline __attribute__((always_inline)) v8 NAME(const TYPE *table, v8 index)                             \
    {                                                                                                             \
        const union { v8 all; uint64_t two[LANES / 4]; } at = {index};                                            \
        __m128i low = _mm_setzero_si128(), high = low;                                                            \
        low = ENTRY(low, 0, table[(uint32_t)at.two[0]]), high = ENTRY(high, 0, table[(uint32_t)at.two[2]]);       \
        low = ENTRY(low, 1, table[at.two[0] >> 32]), high = ENTRY(high, 1, table[at.two[2] >> 32]);               \
        low = ENTRY(low, 2, table[(uint32_t)at.two[1]]), high = ENTRY(high, 2, table[(uint32_t)at.two[3]]);       \
        low = ENTRY(low, 3, table[at.two[1] >> 32]), high = ENTRY(high, 3, table[at.two[3] >> 32]);               \
        return (v8)_mm256_set_m128i(high, low);                                                                   \
    }
#else
#define LOOK_UP(NAME, TYPE, ENTRY)                                                                                \
    static inline __attribute__((always_inline)) v8 NAME(const TYPE *table, v8 index)                             \
    {                                                                                                             \
        const union { v8 all; uint32_t of[LANES / 2]; } at = {index};                                             \
        return (v8){table[at.of[0]], table[at.of[1]], table[at.of[2]], table[at.of[3]],                           \
                    table[at.of[4]], table[at.of[5]], table[at.of[6]], table[at.of[7]]};                          \
    }
#endif

LOOK_UP(look_up, uint16_t, ENTRY_WORD)
LOOK_UP(look_up_long, uint32_t, ENTRY_LONG)
LOOK_UP(look_up_byte, uint8_t, ENTRY_BYTE)

/* The money of a seat in a session, and its wagers on results of rounds. */
struct seat_state {
    int64_t money, rounds;
    int ruined, run;                    /* run: the state of the wagers on results */
};

struct lane {
    int64_t left, metered;                 /* rounds to count; rounds counted with a wager on the meter */
    int at, recorded;                      /* next card; rounds recorded and not yet counted */
    int may_win;                           /* whether one of them wins the meter, by a counter that is not ahead */
    int64_t shoe_rounds, total[MOST_COLUMNS];  /* of this shoe: rounds, and what each column sums up */
    int64_t between[MOST_LINES];           /* the same: products of what every two seats of a round won */
    struct seat_state seat[MOST_SEATS];
};

struct block {
    const struct program *g;
    struct tally *tally;
    struct random random;
    struct shoe shoe;
    struct places *places;
    const struct dealing *dealing;
    const struct counting *counting;
    uint32_t *record;                      /* [round][seat][lane]: the counter of what a seat had */
    union signed_lanes unseen;             /* tags of cards of these shoes that were discarded face down */
    struct lane lane[LANES];
    int64_t number;
};

static inline uint32_t *record_of(const struct block *b, int round) { return b->record + round * b->g->seats * LANES; }

/* Record a counter that is not ahead. */
static inline void record_cell(struct block *b, int round, uint32_t seat, int number, uint32_t id)
{
    record_of(b, round)[seat * LANES + (uint32_t)number] = id;
    if (b->g->meter_won) b->lane[number].may_win |= b->g->meter_won[id];
}

/* Add to a sum of 128 bits, kept in two halves. */
static inline void add_to(uint64_t *low, uint64_t *high, int sum, __int128 number)
{
    const unsigned __int128 before = (unsigned __int128)high[sum] << 64 | low[sum];
    const unsigned __int128 after = before + (unsigned __int128)number;
    high[sum] = (uint64_t)(after >> 64);
    low[sum] = (uint64_t)after;
}

/* Add the squares and products of a shoe's totals: shoes are independent, rounds of one shoe are not. */
static void end_shoe(const struct program *g, struct tally *y, struct lane *lane)
{
    if (!lane->shoe_rounds || !g->lines) return;
    for (int line = 0; line < g->lines; line++) {
        const __int128 won = lane->total[line];
        const __int128 wagered = g->wagered[line] < 0 ? lane->shoe_rounds : lane->total[g->wagered[line]];
        const __int128 moments[MOMENTS] = {won * won, won * wagered, wagered * wagered};
        for (int k = 0; k < MOMENTS; k++) add_to(y->moment_low, y->moment_high, line * MOMENTS + k, moments[k]);
        if (g->seats == 1) continue;
        const __int128 between = lane->between[line];
        const __int128 products[BETWEEN] = {between, between * between, between * lane->shoe_rounds, between * won};
        for (int k = 0; k < BETWEEN; k++) add_to(y->between_low, y->between_high, line * BETWEEN + k, products[k]);
    }
    y->moment_shoes++;
    lane->shoe_rounds = 0;
    memset(lane->total, 0, (size_t)g->columns * sizeof lane->total[0]);
    memset(lane->between, 0, (size_t)g->lines * sizeof lane->between[0]);
}

/* Add the products of what every two seats won in each of the rounds recorded. */
static void count_between(const struct program *g, struct lane *lane, const uint32_t *record, int rounds)
{
    if (g->seats == 1) return;
    for (int round = 0; round < rounds; round++, record += g->seats * LANES)
        for (int line = 0; line < g->lines; line++) {
            uint64_t before = 0, products = 0;  /* unsigned: what does not fit 64 bits is not reported */
            for (int seat = 0; seat < g->seats; seat++) {
                const uint64_t won = (uint64_t)g->worth[(int64_t)record[seat * LANES] * g->columns + line];
                products += before * won;
                before += won;
            }
            lane->between[line] = (int64_t)((uint64_t)lane->between[line] + products);
        }
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

/* Add the money of a round to a seat's session, unless the seat is ruined. */
static inline void add_money(const struct program *g, struct tally *y, struct seat_state *s, int64_t money)
{
    s->money += s->ruined ? 0 : money;
    s->ruined |= g->bankroll && s->money <= -g->bankroll;
    if (++s->rounds == g->session) end_session(g, y, s);
}

/* Step the wagers on results of a seat; return where the step is counted. After a lane's last round (`ending`) no
   wager is made, and those made go on. */
static inline int64_t step_results(struct block *b, int number, struct seat_state *s, uint32_t id, int ending)
{
    const struct program *g = b->g;
    const int64_t step = (ending * g->run_states + s->run) * RESULTS + g->result[id];
    b->tally->run_steps[(b->number * LANES + number) * 2 * g->run_states * RESULTS + step]++;
    s->run = g->run_step[step];
    return step;
}

/* Count what each seat had in one round. */
static inline void count_round(struct block *b, struct lane *lane, int number, const uint32_t *record)
{
    const struct program *g = b->g;
    struct tally *y = b->tally;
    const int ending = lane->left <= 0;
    for (int seat = 0; seat < g->seats; seat++) {
        struct seat_state *s = &lane->seat[seat];
        const uint32_t id = record[seat * LANES];
        const int64_t step = g->run_states ? step_results(b, number, s, id, ending) : 0;
        if (ending) continue;
        y->counts[id]++;
        for (int column = 0; column < g->columns; column++)
            lane->total[column] += g->worth[(int64_t)id * g->columns + column];
        if (g->session) add_money(g, y, s, g->money[id] + (g->run_states ? g->run_money[step] : 0));
    }
    lane->left--;
    if (ending) return;
    lane->shoe_rounds++;
    count_between(g, lane, record, 1);
    if (g->fresh) end_shoe(g, y, lane);
}

/* Count the rounds recorded of a lane where only counters and the totals of the shoe are needed. */
static inline __attribute__((always_inline)) void
count_plain(struct block *b, struct lane *lane, const uint32_t *record, const size_t columns)
{
    const int64_t *restrict worth = b->g->worth;
    const size_t ids = (size_t)(lane->recorded * b->g->seats);
    uint32_t *restrict counts = b->tally->counts;
    int64_t total[MOST_COLUMNS];
    for (size_t column = 0; column < columns; column++) total[column] = 0;
    for (size_t at = 0; at < ids; at++) {
        const uint32_t id = record[at * LANES];
        counts[id]++;
        for (size_t column = 0; column < columns; column++) total[column] += worth[id * columns + column];
    }
    for (size_t column = 0; column < columns; column++) lane->total[column] += total[column];
    lane->left -= lane->recorded;
    lane->shoe_rounds += lane->recorded;
}

/* The same, with the number of columns known to the compiler where they are few. */
static void count_columns(struct block *b, struct lane *lane, const uint32_t *record)
{
    switch (b->g->columns) {
    case 0: count_plain(b, lane, record, 0); break;
    case 1: count_plain(b, lane, record, 1); break;
    case 2: count_plain(b, lane, record, 2); break;
    case 3: count_plain(b, lane, record, 3); break;
    case 4: count_plain(b, lane, record, 4); break;
    default: count_plain(b, lane, record, (size_t)b->g->columns);
    }
}

/* Count the first rounds recorded of a lane with a wager on the meter, and note those that won it. */
static void count_meter(struct block *b, struct lane *lane, int number, int64_t rounds)
{
    const struct program *g = b->g;
    struct tally *y = b->tally;
    const uint32_t *record = b->record + number;
    if (!lane->may_win && !g->meter_ahead && g->levels == 1) {
        lane->metered += rounds;
        return;
    }
    lane->may_win = 0;
    for (int64_t round = 0; round < rounds; round++, record += g->seats * LANES) {
        int seats = 0;
        if (!g->on_meter[record[0] / (uint32_t)g->ids]) continue;
        for (int seat = 0; seat < g->seats; seat++) seats += g->meter_won[record[seat * LANES]];
        if (seats && y->won < y->most_wins)
            y->wins[y->won] = (struct meter_win){b->number, lane->metered, number, seats};
        y->won += seats > 0;
        lane->metered++;
    }
}

/* Count the rounds recorded of a lane, and empty its record. */
static void count_rounds(struct block *b, int number)
{
    const struct program *g = b->g;
    struct lane *lane = &b->lane[number];
    const uint32_t *record = b->record + number;
    const int64_t counted = lane->left < lane->recorded ? lane->left > 0 ? lane->left : 0 : lane->recorded;
    if (!lane->recorded) return;
    if (g->meter_won) count_meter(b, lane, number, counted);
    if (g->run_states || g->session || (g->fresh && g->columns))
        for (int round = 0; round < lane->recorded; round++, record += g->seats * LANES)
            count_round(b, lane, number, record);
    else {
        count_columns(b, lane, record);
        count_between(g, lane, record, lane->recorded);
    }
    b->tally->rounds += counted;
    lane->recorded = 0;
}

/* Whether a lane has rounds to play: its own, or those that wagers on results wait for. Its record must be counted. */
static int goes_on(const struct program *g, const struct lane *lane)
{
    if (lane->left > 0) return 1;
    for (int seat = 0; g->run_states && seat < g->seats; seat++)
        if (g->run_live[lane->seat[seat].run]) return 1;
    return 0;
}
