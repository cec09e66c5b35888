/* Schedules: the count of the cards at each place of a shoe, and the step of the schedule that a count has reached. */

enum { TAG_TABLES = 4, TABLE_TAGS = 16 };            /* tables of tags that a vector holds, and how many tags each has */
enum { MOST_ENTRIES = 1 << 16 };                     /* of the table of steps */
enum { INSURED = 1, STEP_AT = 1 };                   /* an entry: whether insurance is taken, above it the step */

/* What is worked out once of a schedule. Counts above or below all bounds reach the same step, so a row of the table of
   steps has only the counts between; it has none (`width` is 0) where they are too many. */
struct counting {
    int few_tags;                                    /* every tag fits a byte */
    int8_t tag[TAG_TABLES * TABLE_TAGS];             /* [class], if so */
    int32_t lowest, highest, width;                  /* the counts of a row */
    uint16_t step[MOST_ENTRIES];                     /* [place][count, from the lowest on]: an entry */
};

/* Return the step that a count has reached. */
static int step_of(const struct program *g, int place, int32_t count)
{
    const int32_t *bound = g->bound + place * (g->levels - 1);
    int step = 0;
    while (step < g->levels - 1 && count >= bound[step]) step++;
    return step;
}

static void prepare_tags(struct counting *c, const struct program *g)
{
    memset(c->tag, 0, sizeof c->tag);
    c->few_tags = 1;
    for (int class = 0; class < g->classes; class++) {
        c->tag[class] = (int8_t)g->tag[class];
        c->few_tags &= c->tag[class] == g->tag[class];
    }
}

static void prepare_steps(struct counting *c, const struct program *g)
{
    const int bounds = (g->cards + 1) * (g->levels - 1);
    int32_t lowest = g->bound[0], highest = g->bound[0];
    for (int at = 1; at < bounds; at++) {
        if (g->bound[at] < lowest) lowest = g->bound[at];
        if (g->bound[at] > highest) highest = g->bound[at];
    }
    const int64_t width = (int64_t)highest - lowest + 2;
    c->width = width * (g->cards + 1) > MOST_ENTRIES || g->levels > MOST_ENTRIES >> STEP_AT ? 0 : (int32_t)width;
    c->lowest = lowest - 1;
    c->highest = highest;
    for (int place = 0; place <= g->cards; place++)
        for (int column = 0; column < c->width; column++) {
            const int step = step_of(g, place, c->lowest + column);
            c->step[place * c->width + column] = (uint16_t)(step << STEP_AT | (g->insured[step] ? INSURED : 0));
        }
}

/* Work out what counting the cards needs, where a schedule has more than one step. */
static void prepare_counting(struct counting *c, const struct program *g)
{
    if (g->levels == 1) return;
    prepare_tags(c, g);
    prepare_steps(c, g);
}

#if defined(__AVX2__)
/* Return the tags of sixteen cards, each looked up in the table of its class. */
static inline __attribute__((always_inline)) __m128i few_tags(const struct counting *c, __m128i card, const int tables)
{
    const __m128i beyond = _mm_set1_epi8(0x70);      /* added to the number of a tag: the table has none from here on */
    __m128i tags = _mm_setzero_si128();
    _Pragma("GCC unroll 4") for (int table = 0; table < tables; table++) {
        const __m128i number = _mm_adds_epu8(_mm_xor_si128(card, _mm_set1_epi8((char)(table * TABLE_TAGS))), beyond);
        tags = _mm_or_si128(tags, _mm_shuffle_epi8(((const __m128i_u *)c->tag)[table], number));
    }
    return tags;
}

/* Note the sums of tags before each place, from one place to another. */
static inline __attribute__((always_inline)) void
sum_few_tags(struct places *p, const struct counting *c, int place, int to, const int tables)
{
    __m256i *sums = (__m256i *)(p->tags + place * LANES), low = sums[0], high = sums[1];
    for (; place < to; place++) {
        const __m128i tags = few_tags(c, *(__m128i *)(p->card + place * LANES), tables);
        low = _mm256_add_epi32(low, _mm256_cvtepi8_epi32(tags));
        high = _mm256_add_epi32(high, _mm256_cvtepi8_epi32(_mm_srli_si128(tags, LANES / 2)));
        *(sums += 2) = low;
        sums[1] = high;
    }
}
#endif

/* Note the sum of the tags before each place, for the cards dealt since `from`. */
static void sum_tags(struct block *b, int from)
{
    const struct program *g = b->g;
    const int first = from > g->burned ? from : g->burned;
#if defined(__AVX2__)
    if (b->counting->few_tags) {
        if (g->classes <= TABLE_TAGS) sum_few_tags(b->places, b->counting, first, b->shoe.dealt, 1);
        else sum_few_tags(b->places, b->counting, first, b->shoe.dealt, TAG_TABLES);
        return;
    }
#endif
    for (int place = first; place < b->shoe.dealt; place++) BOTH {
        const v8 card = __builtin_convertvector(*(b8 *)(b->places->card + place * LANES + h * LANES / 2), v8);
        const s8 tag = (s8)look_up_long((const uint32_t *)g->tag, card);
        s8 *const sums = (s8 *)(b->places->tags + place * LANES) + h;
        sums[2] = sums[0] + tag;
    }
}

/* Return the step that the count of a lane's cards has reached at its next card. */
static int level_of(const struct block *b, int number)
{
    const int at = b->lane[number].at;
    return step_of(b->g, at, b->places->tags[at * LANES + number] - b->unseen.of[number]);
}

static inline __attribute__((always_inline)) s8 clamped(s8 x, int32_t lowest, int32_t highest)
{
    const s8 low = (s8){0} + lowest, high = (s8){0} + highest;
#if defined(__AVX2__)
    return (s8)_mm256_min_epi32(_mm256_max_epi32((__m256i)x, (__m256i)low), (__m256i)high);
#else
    const s8 under = x < low, over = x > high;
    return (x & ~(under | over)) | (low & under) | (high & over);
#endif
}

/* Return the entries of the steps that eight lanes have reached at their places. */
static inline __attribute__((always_inline)) v8 steps_at(const struct block *b, v8 at, s8 unseen)
{
    const struct program *g = b->g;
    const struct counting *c = b->counting;
    const s8 count = (s8)look_up_long((const uint32_t *)b->places->tags, at) - unseen;
    if (c->width)
        return look_up(c->step, at / LANES * (uint32_t)c->width + (v8)(clamped(count, c->lowest, c->highest) - c->lowest));
    const uint32_t bounds = (uint32_t)g->levels - 1;
    v8 step = {0};
    for (uint32_t bound = 0; bound < bounds; bound++)
        step -= (v8)(count >= (s8)look_up_long((const uint32_t *)g->bound, at / LANES * bounds + bound));
    return step << STEP_AT | ((v8)(look_up_byte(g->insured, step) != 0) & INSURED);
}
