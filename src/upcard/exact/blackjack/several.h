/* Sets of cards in two halves, as several.c builds them and halves.c completes the dealer's hand for them. */

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { LOW_VALUES = 3 };

static const uint64_t LOW = ((uint64_t)1 << BITS * LOW_VALUES) - 1; /* the part of a key that is the low half */

typedef int64_t places __attribute__((vector_size(8 * FOUR), aligned(8)));

/* Return memory for so many fours, so laid that no two of them, the first being even, lie across a cache line. */
static inline four *allocate_fours(size_t number)
{
    const size_t line = 2 * sizeof(four);
    return aligned_alloc(line, (number * sizeof(four) / line + 1) * line);
}

/* The same, cleared. */
static inline four *make_fours(size_t number)
{
    four *made = allocate_fours(number);
    if (made) memset(made, 0, number * sizeof(four));
    return made;
}

/* The same for very many, which lie in large pages, where there are any, but not at a cache line. */
static inline four *make_many_fours(size_t number)
{
    four *made = calloc(number + 1, sizeof(four));
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 1 << 12, begin = ((uintptr_t)made + page) / page * page, end = (uintptr_t)(made + number);
    if (made && end > begin) madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#endif
    return made;
}

typedef struct {
    card_sets low, high;            /* the halves of sets of cards */
    int size;                       /* how many sets are listed */
    int32_t *low_of, *high_of;      /* of each set; -1: it is not listed */
    int32_t *set, *first;           /* the sets sorted by low half, and where each low half begins */
} halved_sets;

typedef struct {
    card_sets low, high;            /* the halves of the sets */
    int32_t size;                   /* how many sets */
    int32_t *number;                /* of the set of a low and a high half, or -1 */
    int32_t *first, *high_of;       /* the first set of each low half; the high half of each set */
    int32_t *low_next, *high_next;  /* of each half of a set and of a hand: the half of both */
    four *of_sets;                  /* of each set: the probabilities that are wanted */
} set_level;

typedef struct {
    int low;                        /* the low half of a completed hand */
    double orderings;
} leaf;

typedef struct {
    int length, category, leaves;   /* completed hands that differ by their low half only, and how many they are */
    int32_t number;                 /* among all cells that a dealer's hand might have */
} cell;

typedef struct {
    int leaves, cells;
    leaf *leaf;                     /* sorted by cell */
    cell *cell;                     /* those of fewest leaves first, so that the processor can predict the next number */
    int lengths;                    /* how many lengths there are, those of each high half apart */
    int *length, *first_length;     /* each of them; the first of each high half */
    int *by_lengths;                /* the high halves, those of fewest lengths first */
    card_sets low, high;
} dealer_halves;

/* List sets of cards by their halves: all, or those with at most so many cards of each value. Returns 0 when there is no
   memory. */
int halve_sets(int32_t sets, const uint8_t *count, const int *most, halved_sets *to);

void free_halved(halved_sets *list);

/* List the dealer's completed hands by their halves. Returns 0 when there is no memory. */
int split_tree(const dealer_tree *tree, dealer_halves *all);

void free_halves(dealer_halves *all);

/* Compute the probability of each set of cards, in one particular order, with each category of the dealer's hand, from
   up to four shoes. Returns 0 when there is no memory. */
int draw_dealers(const dealer_tree *dealer, int categories, int shoes, const double *shoe, set_level *level);
