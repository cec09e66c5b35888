/* Blocks of rounds: sixteen lanes, each a table of its own with its own shoes. Included once for each machine. */

#include "count.h"
#include "schedule.h"

enum { PAIR = 2, EVERY_LANE = 0xFFFF };     /* blocks played side by side; the bits of the lanes of one */

static inline size_t place_of(const struct block *b, int number)
{
    return (size_t)(b->lane[number].at * LANES + number);
}

/* Deal the cards of all lanes up to a place; where cards are counted, note the sum of the tags before each place. */
static void deal_up_to(struct block *b, int to)
{
    const struct program *g = b->g;
    const int from = b->shoe.dealt;
    b->dealing->deal(b->places, &b->random, &b->shoe, to < g->cards ? to : g->cards, g);
    if (g->levels > 1) sum_tags(b, from);
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
        deal_up_to(b, b->shoe.dealt + b->g->ahead);
    }
}

/* Play one round of a lane card by card and record it; return whether it was played. It is void if the shoe runs out. */
static int walk_round(struct block *b, int number, int round)
{
    const struct program *g = b->g;
    struct lane *lane = &b->lane[number];
    struct played p;
    const int level = g->levels > 1 ? level_of(b, number) : 0;
    b->tally->walked++;
    if (!walk_lane(b, number, level, &p)) {
        b->tally->out_of_cards++;
        lane->at = g->limit;
        return 0;
    }
    for (int seat = 0; seat < g->seats; seat++)
        record_cell(b, round, (uint32_t)seat, number, (uint32_t)(level * g->ids + g->fast_cells + p.cell[seat]));
    if (g->levels > 1 && p.hidden >= 0) b->unseen.of[number] += g->tag[b->places->card[p.hidden * LANES + number]];
    lane->at = p.end;
    return 1;
}

/* Fill and deal the shoes of a block for the lanes that play. */
static void next_shoes(struct block *b, uint32_t playing)
{
    b->tally->shoes += __builtin_popcount(playing);
    memset(&b->unseen, 0, sizeof b->unseen);
    fill_shoe(&b->shoe, b->dealing, b->g);
    deal_up_to(b, b->g->limit - 1 + b->g->ahead);
}

#include "look_ahead.h"

/* Play what is left of a lane's shoe card by card. */
static void walk_shoe(struct block *b, int number)
{
    struct lane *lane = &b->lane[number];
    count_rounds(b, number);
    while (lane->at < b->g->limit && goes_on(b->g, lane)) {
        const int64_t most = lane->left > 0 ? lane->left : 1;
        while (lane->at < b->g->limit && lane->recorded < most) lane->recorded += walk_round(b, number, lane->recorded);
        count_rounds(b, number);
    }
}

/* Take the lanes of a block that go on to new shoes; return them as bits, or 0 if none does. */
static uint32_t new_shoes(struct block *b)
{
    uint32_t playing = 0;
    for (int number = 0; number < LANES; number++) {
        b->lane[number].at = b->g->burned;
        playing |= (uint32_t)goes_on(b->g, &b->lane[number]) << number;
    }
    if (playing) next_shoes(b, playing);
    return playing;
}

/* Play two blocks side by side until all their lanes are done. */
static void play_pair(struct block *pair)
{
    const struct program *g = pair->g;
    for (;;) {
        uint32_t playing = 0;
        for (int p = 0; p < PAIR; p++) playing |= new_shoes(&pair[p]) << p * LANES;
        if (!playing) return;
        if (g->fast) look_ahead(pair, playing);
        for (int p = 0; p < PAIR; p++)
            for (int number = 0; number < LANES; number++) {
                struct lane *lane = &pair[p].lane[number];
                walk_shoe(&pair[p], number);
                end_shoe(g, pair->tally, lane);
                pair->tally->cards += lane->at - g->burned;
            }
    }
}

/* Set a block up with its streams and the rounds that each lane plays; without streams no lane plays. */
static void begin_block(struct block *b, int64_t number, const uint32_t *states, const int64_t *quotas)
{
    memset(b->lane, 0, sizeof b->lane);
    b->number = number;
    if (!states) return;
    seed(&b->random, states);
    for (int lane = 0; lane < LANES; lane++) b->lane[lane].left = quotas[lane];
}

/* Return how many rounds a shoe may have at most, or how many are recorded before they are counted. */
static size_t record_rounds(const struct program *g)
{
    const size_t shoe = (size_t)(g->limit / (2 * g->seats + 1)) + 2;
    return shoe > FRESH_ROUNDS ? shoe : FRESH_ROUNDS;
}

static int64_t play_blocks(const struct program *g, const uint32_t *states, const int64_t *quotas, int64_t blocks,
                           struct tally *y)
{
    const size_t records = record_rounds(g) * (size_t)g->seats * LANES;
    struct places *places = aligned_alloc(64, PAIR * sizeof *places);
    struct block *pair = aligned_alloc(64, (PAIR * sizeof *pair + 63) & ~(size_t)63);
    uint32_t *record = aligned_alloc(64, PAIR * records * sizeof *record);
    struct counting *counting = malloc(sizeof *counting);
    const int there = places && pair && record && counting;
    struct dealing dealing;
    choose_dealing(&dealing, g);
    if (there) {
        prepare_counting(counting, g);
        memset(places, 0, PAIR * sizeof *places);
        memset(pair, 0, PAIR * sizeof *pair);
    }
    for (int p = 0; there && p < PAIR; p++) {
        pair[p].g = g;
        pair[p].tally = y;
        pair[p].places = places + p;
        pair[p].record = record + (size_t)p * records;
        pair[p].dealing = &dealing;
        pair[p].counting = counting;
    }
    for (int64_t first = 0; there && first < blocks; first += PAIR) {
        for (int64_t number = first; number < first + PAIR; number++) /* the last block may be alone */
            begin_block(&pair[number - first], number, number < blocks ? states + number * STREAMS * WORDS : NULL,
                        quotas + number * LANES);
        play_pair(pair);
        for (int64_t number = first; number < first + PAIR && number < blocks; number++)
            for (int lane = 0; lane < LANES; lane++)
                y->metered[number * LANES + lane] = pair[number - first].lane[lane].metered;
    }
    free(places);
    free(pair);
    free(record);
    free(counting);
    return there ? y->rounds : -1;
}

/* Deal shoes from the streams of one block, for tests of the shuffle: classes by shoe, lane and place. */
static void deal_shoes(const struct program *g, const uint32_t *states, int64_t shoes, int64_t many, uint8_t *cards)
{
    struct places *places = aligned_alloc(64, sizeof *places);
    struct random random;
    struct shoe shoe;
    struct dealing dealing;
    if (!places) return;
    choose_dealing(&dealing, g);
    memset(&shoe, 0, sizeof shoe);
    seed(&random, states);
    for (int64_t number = 0; number < shoes; number++) {
        fill_shoe(&shoe, &dealing, g);
        dealing.deal(places, &random, &shoe, (int)many, g);
        for (int lane = 0; lane < LANES; lane++)
            for (int64_t place = 0; place < many; place++)
                cards[(number * LANES + lane) * many + place] = places->card[place * LANES + lane];
    }
    free(places);
}
