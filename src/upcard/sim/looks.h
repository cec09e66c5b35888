/* Looks: a round of every lane of two blocks, and what one look sees. A place is numbered by card and lane, so one card
   taken is LANES places. The bits of an entry are in kernel.h. */

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
