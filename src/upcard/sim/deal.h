/* Deal sixteen shoes at once: cumulative counts of cards in vectors, one comparison for each class of cards. */

typedef uint16_t v16 __attribute__((vector_size(32)));
typedef int16_t i16 __attribute__((vector_size(32)));  /* counts are small: compared as signed, in one step */
typedef uint32_t v8 __attribute__((vector_size(32)));
typedef uint64_t v4 __attribute__((vector_size(32)));
typedef uint8_t b16 __attribute__((vector_size(16)));
typedef int8_t bytes __attribute__((vector_size(32)));   /* bytes: two of each lane */

struct random { v8 a, b, c, d; };

/* The value dealt last; the last two as one number; the two before the last. The same of classes: the last, and two. */
struct recent { v16 last, two, before, class, pair; };

struct shoe {
    v16 below[MOST_CLASSES];     /* for each class: cards left of it and of those before it */
    struct recent recent;
    int left, dealt;
};

/* Cards by place and lane: the class, and the values of the four cards that end there as one number. Where only two or
   three cards are asked for, the number is divided: that is cheaper than more arrays to fill and to keep at hand. */
struct places {
    uint8_t one[(MOST_CARDS + SPARE) * LANES];
    uint16_t four[(MOST_CARDS + SPARE) * LANES];
    uint16_t seen[(MOST_CARDS + SPARE) * LANES]; /* classes of the three cards that end there, or of two if many */
} __attribute__((aligned(64)));

enum { FEW_CLASSES = 25 };       /* three of so few are one number still */

static inline uint16_t seen_of(const struct program *g) { return g->opening_seen ? (uint16_t)g->classes : 0; }

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

static inline __attribute__((always_inline)) v16 high_product(v16 x, v16 y)
{
#if defined(__AVX2__)
    return (v16)_mm256_mulhi_epu16((__m256i)x, (__m256i)y);
#elif defined(__SSE2__)
    union { v16 whole; __m128i half[2]; } p = {x}, q = {y};
    p.half[0] = _mm_mulhi_epu16(p.half[0], q.half[0]);
    p.half[1] = _mm_mulhi_epu16(p.half[1], q.half[1]);
    return p.whole;
#else
    for (int lane = 0; lane < LANES; lane++) x[lane] = (uint16_t)(((uint32_t)x[lane] * y[lane]) >> 16);
    return x;
#endif
}

/* Which lanes of one are more than those of the other, as a mask; halves where the compiler would go lane by lane. */
static inline __attribute__((always_inline)) v16 more(v16 x, v16 y)
{
#if defined(__SSE2__) && !defined(__AVX2__)
    union { v16 whole; __m128i half[2]; } p = {x}, q = {y};
    p.half[0] = _mm_cmpgt_epi16(p.half[0], q.half[0]);
    p.half[1] = _mm_cmpgt_epi16(p.half[1], q.half[1]);
    return p.whole;
#else
    return (v16)((i16)x > (i16)y);
#endif
}

static inline __attribute__((always_inline)) bytes more_bytes(bytes x, bytes y)
{
#if defined(__SSE2__) && !defined(__AVX2__)
    union { bytes whole; __m128i half[2]; } p = {x}, q = {y};
    p.half[0] = _mm_cmpgt_epi8(p.half[0], q.half[0]);
    p.half[1] = _mm_cmpgt_epi8(p.half[1], q.half[1]);
    return p.whole;
#else
    return (bytes)(x > y);
#endif
}

/* Tell whether any lane of one is less than that of the other. */
static inline __attribute__((always_inline)) int any_less(v16 one, v16 other)
{
#if defined(__AVX2__)
    __m256i less = _mm256_subs_epu16((__m256i)other, (__m256i)one);
    return !_mm256_testz_si256(less, less);
#else
#if defined(__SSE2__)
    union { v16 whole; __m128i half[2]; } p = {one}, q = {other};
    p.half[0] = _mm_subs_epu16(q.half[0], p.half[0]);
    p.half[1] = _mm_subs_epu16(q.half[1], p.half[1]);
    v4 m = (v4)p.whole;
#else
    v4 m = (v4)(one < other);
#endif
    return (m[0] | m[1] | m[2] | m[3]) != 0;
#endif
}

/* A uniform number below `left` for each lane (D. Lemire, 2019); drawn anew for all where any lane's is uneven. */
static inline __attribute__((always_inline)) v16 below(struct random *r, int left, const uint16_t *too_many)
{
    const v16 many = (v16){0} + (uint16_t)left, uneven = (v16){0} + too_many[left];
    for (;;) {
        v16 drawn = (v16)next_of(r);
        if (__builtin_expect(!any_less(drawn * many, uneven), 1)) return high_product(drawn, many);
    }
}

static void fresh(struct shoe *s, const struct program *g)
{
    uint16_t count = 0;
    for (int class = 0; class < g->classes; class++) s->below[class] = (v16){0} + (count += g->shoe[class]);
    s->recent = (struct recent){{0}, {0}, {0}, {0}, {0}};
    s->left = g->cards;
    s->dealt = 0;
}

/* Put cards at their place; `seen`: how many classes there are, where any wager sees the opening, else none. */
static inline __attribute__((always_inline)) void
put(struct places *restrict p, int place, v16 class, v16 value, struct recent *s, const uint16_t seen)
{
    if (seen) {
        const v16 pair = s->class * seen + class;
        *(v16 *)(p->seen + place * LANES) = seen <= FEW_CLASSES ? s->pair * seen + class : pair;
        s->pair = pair;
        s->class = class;
    }
    v16 two = s->last * 10 + value;
    *(b16 *)(p->one + place * LANES) = __builtin_convertvector(class, b16);
    *(v16 *)(p->four + place * LANES) = s->before * 100 + two;
    s->before = s->two;
    s->two = two;
    s->last = value;
}

/* Deal up to a place by ranks: so few classes that their counts stay in registers. */
enum { RANKS = 13, TEN = 9 };

static void deal_ranks(struct places *restrict p, struct random *random, struct shoe *shoe, int to,
                       const struct program *g)
{
    struct random r = *random;
    struct recent recent = shoe->recent;
    v16 count[RANKS - 1];
    int left = shoe->left;
    const uint16_t seen = seen_of(g);
    for (int one = 0; one < RANKS - 1; one++) count[one] = shoe->below[one];
    for (int place = shoe->dealt; place < to; place++) {
        v16 drawn = below(&r, left, g->uneven), class = (v16){0} + (uint16_t)(RANKS - 1), value = (v16){0} + TEN;
        _Pragma("GCC unroll 16") for (int one = 0; one < RANKS - 1; one++) {
            const v16 taken = more(count[one], drawn);
            count[one] += taken;
            class += taken;
            if (one < TEN) value += taken;
        }
        put(p, place, class, value, &recent, seen);
        left--;
    }
    for (int one = 0; one < RANKS - 1; one++) shoe->below[one] = count[one];
    shoe->recent = recent;
    shoe->left = left;
    shoe->dealt = to;
    *random = r;
}

/* The same for an even number of classes, in bytes: the shoe is cut in two halves of classes, and cards are counted from
   the cut, downwards for the lower classes and upwards for the higher, so that a byte is enough. A number of a lane holds
   both counts, the lower half's in its low byte; the half without the card has 255. */
enum { BIAS = 0x8080, LOW = 0x00FF, HIGH = 0xFF00 };   /* BIAS: unsigned bytes are compared as signed */
enum { FOUR_CARDS = 4 };                               /* that are dealt at once where the counts are many */

struct halves {
    struct random random;
    struct recent recent;
    v16 cut;
    bytes count[MOST_CLASSES / 2];
    int left;
};

/* Keep the compiler from gathering sums over many counts, for which it has too few registers. */
#if defined(__AVX2__)
#define IN_ORDER(x) __asm__("" : "+x"(x))
#else
#define IN_ORDER(x) (void)0
#endif

/* Deal some cards, one after the other; a count is changed by all of them before the next count is. */
static inline __attribute__((always_inline)) void
deal_some(struct places *restrict p, struct halves *h, int place, const struct program *g, const int half,
          const int each, const int many)
{
    v16 lower[FOUR_CARDS];
    bytes seen[FOUR_CARDS], passed[FOUR_CARDS];
    for (int card = 0; card < many; card++) {
        const v16 from_cut = below(&h->random, h->left--, g->uneven) - h->cut;
        lower[card] = (v16)((i16)from_cut >> 15);
        const v16 away = from_cut ^ lower[card];
        seen[card] = (bytes)((((away | HIGH) & lower[card]) | ((away << 8 | LOW) & ~lower[card])) ^ BIAS);
        passed[card] = (bytes){0};
        h->cut += lower[card];
    }
    _Pragma("GCC unroll 32") for (int one = 0; one < half - 1; one++) {
        bytes count = h->count[one];
        _Pragma("GCC unroll 4") for (int card = 0; card < many; card++) {
            const bytes taken = more_bytes(count, seen[card]);
            count += taken;
            passed[card] -= taken;
            if (many > 1) IN_ORDER(passed[card]);
        }
        if (many > 1) IN_ORDER(count);
        h->count[one] = count;
    }
    for (int card = 0; card < many; card++) {
        const v16 both = (v16)passed[card];
        const v16 class = (both & LOW) - (both >> 8) + ((uint16_t)(2 * half - 1) & ~lower[card]);
        const v16 value = class / (uint16_t)each, over = more(value, (v16){0} + TEN);
        put(p, place + card, class, (value & ~over) | (TEN & over), &h->recent, seen_of(g));
    }
}

static inline __attribute__((always_inline)) void
deal_halves(struct places *restrict p, struct random *random, struct shoe *shoe, int to, const struct program *g,
            const int half, const int each, const int many)
{
    struct halves h = {.random = *random, .recent = shoe->recent, .cut = shoe->below[half - 1], .left = shoe->left};
    int place = shoe->dealt;
    for (int one = 0; one < half - 1; one++)
        h.count[one] = (bytes)(((h.cut - shoe->below[one]) | (shoe->below[half + one] - h.cut) << 8) ^ BIAS);
    for (; place + many <= to; place += many) deal_some(p, &h, place, g, half, each, many);
    for (; place < to; place++) deal_some(p, &h, place, g, half, each, 1);
    for (int one = 0; one < half - 1; one++) {
        const v16 both = (v16)h.count[one] ^ BIAS;
        shoe->below[one] = h.cut - (both & LOW);
        shoe->below[half + one] = h.cut + (both >> 8);
    }
    shoe->below[half - 1] = h.cut;
    shoe->recent = h.recent;
    shoe->left = h.left;
    shoe->dealt = to;
    *random = h.random;
}

static void deal_values(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    deal_halves(p, r, s, to, g, 5, 1, 1);
}

static void deal_suited_values(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    deal_halves(p, r, s, to, g, 20, 4, FOUR_CARDS);
}

static void deal_cards(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    deal_halves(p, r, s, to, g, 26, 4, FOUR_CARDS);
}

/* The same for any other number of classes. */
static void deal_any(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    for (int place = s->dealt; place < to; place++) {
        v16 drawn = below(r, s->left, g->uneven), class = (v16){0} + (uint16_t)(g->classes - 1), value = (v16){0} + TEN;
        for (int one = 0; one < g->classes - 1; one++) {
            v16 taken = more(s->below[one], drawn);
            s->below[one] += taken;
            class += taken;
            if (g->value[one] != g->value[one + 1]) value += taken;
        }
        put(p, place, class, value, &s->recent, seen_of(g));
        s->left--;
    }
    s->dealt = to;
}

/* Tell whether the classes are so many of each value, and so many tens. */
static int is_even(const struct program *g, int each, int tens)
{
    if (g->classes != 9 * each + tens) return 0;
    for (int one = 0; one < g->classes; one++)
        if (g->value[one] != (one / each < 9 ? one / each : 9)) return 0;
    return 1;
}

/* Tell whether each half of so many classes has few enough cards to be counted in bytes, as eight decks have. */
static int halves_fit(const struct program *g, int half)
{
    int lower = 0, higher = 0;
    for (int one = 0; one < half; one++) lower += g->shoe[one];
    for (int one = half; one < 2 * half; one++) higher += g->shoe[one];
    return lower < 256 && higher <= 256 && g->shoe[2 * half - 1] > 0;
}

static void deal(struct places *p, struct random *r, struct shoe *s, int to, const struct program *g)
{
    if (to > g->cards) to = g->cards;
    if (to <= s->dealt) return;
    if (is_even(g, 1, 1) && halves_fit(g, 5)) deal_values(p, r, s, to, g);
    else if (is_even(g, 1, 4)) deal_ranks(p, r, s, to, g);
    else if (is_even(g, 4, 4) && halves_fit(g, 20)) deal_suited_values(p, r, s, to, g);
    else if (is_even(g, 4, 16) && halves_fit(g, 26)) deal_cards(p, r, s, to, g);
    else deal_any(p, r, s, to, g);
}

static void seeded(struct random *r, const uint32_t *states)
{
    for (int stream = 0; stream < STREAMS; stream++) {
        r->a[stream] = states[stream * WORDS];
        r->b[stream] = states[stream * WORDS + 1];
        r->c[stream] = states[stream * WORDS + 2];
        r->d[stream] = states[stream * WORDS + 3];
    }
}
