/* Sixteen shoes dealt at once: cumulative counts of cards in vectors, one comparison for each class of cards. */

#include "vectors.h"

struct random { v8 a, b, c, d; };

/* Values: the last card, the last two as one number, the two before the last. Classes: the last card, the last two (as one
   number, or how alike they are); and the rank of the last card. */
struct recent { v16 last, two, before, class, pair, rank; };

struct shoe {
    v16 count[MOST_CLASSES];     /* for each class: cards left of it and of the classes before it; or by halves, below */
    struct recent recent;
    int left, dealt;
};

/* Cards by place and lane: the class, and the values of the four cards that end there as one number. Two or three
   values are read by dividing that number: cheaper than more arrays to fill and to keep in the cache. */
struct places {
    uint8_t card[(MOST_CARDS + SPARE) * LANES];
    uint16_t four[(MOST_CARDS + SPARE) * LANES];
    uint16_t classes[(MOST_CARDS + SPARE) * LANES]; /* of the three cards that end there, or of two if many; or how alike */
    int32_t tags[(MOST_CARDS + 1) * LANES];         /* the sum of the tags of the cards before, where they are counted */
} __attribute__((aligned(64)));

enum { FOUR_END = 3 * LANES };   /* from the first of four cards to the last */

static inline v8 rotated(v8 x, int by) { return x << by | x >> (32 - by); }

/* xoshiro128++, eight streams side by side. */
static inline __attribute__((always_inline)) v8 next_of(struct random *r)
{
    v8 result = rotated(r->a + r->d, 7) + r->a, shifted = r->b << 9;
    r->c ^= r->a;
    r->d ^= r->b;
    r->b ^= r->c;
    r->a ^= r->d;
    r->c ^= shifted;
    r->d = rotated(r->d, 11);
    return result;
}

/* Return a uniform number less than `left` for each lane (D. Lemire, 2019); all lanes redraw if one is rejected. */
static inline __attribute__((always_inline)) v16 uniform_below(struct random *r, v16 many, uint16_t uneven)
{
    const v16 remainder = (v16){0} + uneven;
    for (;;) {
        v16 drawn = (v16)next_of(r);
        if (__builtin_expect(!any_less(drawn * many, remainder), 1)) return high_product(drawn, many);
    }
}

/* Keep the compiler from taking a number apart: a product is then one step, not many shifts and sums; or from
   collecting the sums of many counts, for which it has too few registers. */
#if defined(__AVX2__)
#define OPAQUE(x) __asm__("" : "+x"(x))
#else
#define OPAQUE(x) (void)0
#endif

/* What cards are multiplied by to become one number; `seen`: whether a wager sees the opening; `few`: whether three of
   its classes are one number, else two; `alike`: whether it sees only how alike they are. */
struct factors { v16 ten, hundred, classes; int seen, few, alike; };

static inline __attribute__((always_inline)) struct factors
factors_of(const struct program *g, const int classes, const int alike)
{
    struct factors f = {(v16){0} + VALUES, (v16){0} + PAIRS, (v16){0} + (uint16_t)classes, g->opening_seen,
                        classes <= FEW_CLASSES, alike};
    OPAQUE(f.classes);
    OPAQUE(f.ten);
    OPAQUE(f.hundred);
    return f;
}

/* Return the ranks of classes of 52 cards. */
static inline __attribute__((always_inline)) v16 ranks_of(v16 class)
{
    return either(greater(class, (v16){0} + (TENS_FROM - 1)), class % SUITS | TENS, class / SUITS);
}

/* Write the cards of all lanes to a place. */
static inline __attribute__((always_inline)) void
put_cards(struct places *restrict p, int place, v16 class, v16 value, struct recent *s, const struct factors *f)
{
    if (f->alike) {
        const v16 rank = ranks_of(class), pair = (v16){0} - (v16)(class == s->class) - (v16)(rank == s->rank);
        s->rank = rank;
        *(v16 *)(p->classes + place * LANES) = s->pair << LIKENESS_BITS | pair;
        s->pair = pair;
        s->class = class;
    } else if (f->seen) {
        const v16 pair = s->class * f->classes + class;
        *(v16 *)(p->classes + place * LANES) = f->few ? s->pair * f->classes + class : pair;
        s->pair = pair;
        s->class = class;
    }
    const v16 two = s->last * f->ten + value;
    *(b16 *)(p->card + place * LANES) = as_bytes(class);
    *(v16 *)(p->four + place * LANES) = s->before * f->hundred + two;
    s->before = s->two;
    s->two = two;
    s->last = value;
}

enum { RANKS = 13, TEN = VALUES - 1 };

/* Deal up to a place by ranks: so few classes that their counts stay in registers. */
static void deal_ranks(struct places *restrict p, struct random *random, struct shoe *shoe, int to,
                       const struct program *g)
{
    struct random r = *random;
    struct recent recent = shoe->recent;
    v16 count[RANKS - 1];
    int left = shoe->left;
    const struct factors factors = factors_of(g, RANKS, 0);
    for (int index = 0; index < RANKS - 1; index++) count[index] = shoe->count[index];
    for (int place = shoe->dealt; place < to; place++) {
        const v16 drawn = uniform_below(&r, (v16){0} + (uint16_t)left, g->uneven[left]);
        v16 class = (v16){0} + (uint16_t)(RANKS - 1), value = (v16){0} + TEN;
        _Pragma("GCC unroll 16") for (int index = 0; index < RANKS - 1; index++) {
            const v16 taken = greater(count[index], drawn);
            count[index] += taken;
            class += taken;
            if (index < TEN) value += taken;
        }
        put_cards(p, place, class, value, &recent, &factors);
        left--;
    }
    for (int index = 0; index < RANKS - 1; index++) shoe->count[index] = count[index];
    shoe->recent = recent;
    shoe->left = left;
    shoe->dealt = to;
    *random = r;
}

/* The same for an even number of classes, in bytes: the classes are divided into a lower and a higher half, and cards
   are counted from the division, downward and upward, so that a byte is enough. The 16 bits of a lane hold both counts,
   the lower half's in the low byte; the half that does not hold the card reads 255. The shoe keeps its counts so, and
   after them the cards left in the lower half. */
enum { BIAS = 0x80, BOTH_BIASED = 0x8080, LOW_FULL = 0x007F, HIGH_FULL = 0x7F00 }; /* unsigned, compared as signed */
enum { FOUR_CARDS = 4 };                                       /* dealt at once where there are many counts */

struct halves {
    struct random random;
    struct recent recent;
    v16 middle;                  /* cards left in the lower half */
    bytes count[MOST_CLASSES / 2];
    int left;
};

/* Count a full shoe by halves. */
static void count_halves(struct shoe *s, int half)
{
    const v16 middle = s->count[half - 1];
    for (int index = 0; index < half - 1; index++)
        s->count[index] = ((middle - s->count[index]) | (s->count[half + index] - middle) << 8) ^ BOTH_BIASED;
}

/* Deal `many` cards in a row; all of them update one count before the next count is touched. */
static inline __attribute__((always_inline)) void
deal_some(struct places *restrict p, struct halves *h, int place, const uint16_t *uneven, const struct factors *f,
          const int half, const int each, const int many)
{
    v16 left = (v16){0} + (uint16_t)h->left;
    bytes drawn[FOUR_CARDS], passed[FOUR_CARDS];
    _Pragma("GCC unroll 4") for (int card = 0; card < many; card++) {
        const v16 from_middle = uniform_below(&h->random, left, uneven[h->left - card]) - h->middle;
        const v16 lower = (v16)((i16)from_middle >> 15), away = from_middle ^ lower ^ BIAS;
        drawn[card] = (bytes)(either(lower, away, away << 8) | either(lower, (v16){0} + HIGH_FULL, (v16){0} + LOW_FULL));
        passed[card] = (bytes)((uint16_t)(2 * half - 1) & ~lower);
        h->middle += lower;
        left -= 1;
    }
    h->left -= many;
    _Pragma("GCC unroll 32") for (int index = 0; index < half - 1; index++) {
        bytes count = h->count[index];
        _Pragma("GCC unroll 4") for (int card = 0; card < many; card++) {
            const bytes taken = greater_bytes(count, drawn[card]);
            count += taken;
            passed[card] -= taken;
            if (many > 1) OPAQUE(passed[card]);
        }
        if (many > 1) OPAQUE(count);
        h->count[index] = count;
    }
    _Pragma("GCC unroll 4") for (int card = 0; card < many; card++) {
        const v16 class = low_less_high(passed[card]), value = class / (uint16_t)each;
        const v16 over = greater(value, (v16){0} + TEN);
        put_cards(p, place + card, class, each > 1 ? (value & ~over) | (TEN & over) : value, &h->recent, f);
    }
}

static inline __attribute__((always_inline)) void
deal_halves(struct places *restrict p, struct random *random, struct shoe *shoe, int to, const struct program *g,
            const int half, const int each, const int many, const int alike)
{
    struct halves h = {.random = *random, .recent = shoe->recent, .middle = shoe->count[half - 1], .left = shoe->left};
    const struct factors factors = factors_of(g, 2 * half, alike);
    const uint16_t *const uneven = g->uneven;
    int place = shoe->dealt;
    for (int index = 0; index < half - 1; index++) h.count[index] = (bytes)shoe->count[index];
    for (; place + many <= to; place += many) deal_some(p, &h, place, uneven, &factors, half, each, many);
    for (; place < to; place++) deal_some(p, &h, place, uneven, &factors, half, each, 1);
    for (int index = 0; index < half - 1; index++) shoe->count[index] = (v16)h.count[index];
    shoe->count[half - 1] = h.middle;
    shoe->recent = h.recent;
    shoe->left = h.left;
    shoe->dealt = to;
    *random = h.random;
}

static void deal_values(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    deal_halves(p, r, s, to, g, 5, 1, 1, 0);
}

static void deal_suited_values(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    deal_halves(p, r, s, to, g, 20, 4, FOUR_CARDS, 0);
}

static void deal_cards(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    deal_halves(p, r, s, to, g, 26, 4, FOUR_CARDS, 0);
}

static void deal_cards_alike(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    deal_halves(p, r, s, to, g, 26, 4, FOUR_CARDS, 1);
}

/* The same for any other set of classes. */
static void deal_any(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    const struct factors factors = factors_of(g, g->classes, g->opening_by_likeness);
    for (int place = s->dealt; place < to; place++) {
        const v16 drawn = uniform_below(r, (v16){0} + (uint16_t)s->left, g->uneven[s->left]);
        v16 class = (v16){0} + (uint16_t)(g->classes - 1), value = (v16){0} + TEN;
        for (int index = 0; index < g->classes - 1; index++) {
            v16 taken = greater(s->count[index], drawn);
            s->count[index] += taken;
            class += taken;
            if (g->value[index] != g->value[index + 1]) value += taken;
        }
        put_cards(p, place, class, value, &s->recent, &factors);
        s->left--;
    }
    s->dealt = to;
}

/* Whether there are `each` classes of every value from ace to nine, and `tens` classes of ten-values. */
static int is_even(const struct program *g, int each, int tens)
{
    if (g->classes != 9 * each + tens) return 0;
    for (int index = 0; index < g->classes; index++)
        if (g->value[index] != (index / each < 9 ? index / each : 9)) return 0;
    return 1;
}

/* Whether each half of the classes has few enough cards to count them in a byte, as eight decks have. */
static int halves_fit(const struct program *g, int half)
{
    int lower = 0, higher = 0;
    for (int index = 0; index < half; index++) lower += g->shoe[index];
    for (int index = half; index < 2 * half; index++) higher += g->shoe[index];
    return lower < 256 && higher <= 256 && g->shoe[2 * half - 1] > 0;
}

typedef void deal_function(struct places *, struct random *, struct shoe *, int to, const struct program *);

/* A way to deal, and a full shoe counted as it has it: the first `counts` of the counts are used. */
struct dealing {
    deal_function *deal;
    int counts;
    struct shoe full;
};

/* Choose the fastest way to deal that fits the classes. */
static void choose_dealing(struct dealing *d, const struct program *g)
{
    uint16_t count = 0;
    int half = 0;
    d->deal = deal_any;
    if (is_even(g, 1, 1) && halves_fit(g, 5)) d->deal = deal_values, half = 5;
    else if (is_even(g, 1, 4)) d->deal = deal_ranks;
    else if (is_even(g, 4, 4) && halves_fit(g, 20)) d->deal = deal_suited_values, half = 20;
    else if (is_even(g, 4, 16) && halves_fit(g, 26))
        d->deal = g->opening_by_likeness ? deal_cards_alike : deal_cards, half = 26;
    for (int class = 0; class < g->classes; class++) d->full.count[class] = (v16){0} + (count += g->shoe[class]);
    if (half) count_halves(&d->full, half);
    d->counts = half ? half : g->classes - 1;
}

/* Fill a shoe with all its cards. The recent cards are those of the shoe before: no look sees the places they reach. */
static void fill_shoe(struct shoe *s, const struct dealing *d, const struct program *g)
{
    for (int index = 0; index < d->counts; index++) s->count[index] = d->full.count[index];
    s->left = g->cards;
    s->dealt = 0;
}

/* Load the states of a block's streams. */
static void seed(struct random *r, const uint32_t *states)
{
    for (int stream = 0; stream < STREAMS; stream++) {
        r->a[stream] = states[stream * WORDS];
        r->b[stream] = states[stream * WORDS + 1];
        r->c[stream] = states[stream * WORDS + 2];
        r->d[stream] = states[stream * WORDS + 3];
    }
}
