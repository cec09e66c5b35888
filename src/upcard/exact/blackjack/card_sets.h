/* Sets of cards, numbered in the order in which they are met: a hash table by their key. */

#include "shared.h"

enum { BITS = 6, DOUBLING_AT = BITS * VALUES }; /* of a key: bits for each value, the place of the doubling */

typedef struct {
    uint64_t key;
    int64_t number;             /* of the set, counted from 1; 0: the slot is empty */
} set_slot;

typedef struct {
    int64_t capacity;           /* in slots, a power of two */
    int32_t size;
    set_slot *slot;
    uint8_t *count;             /* of each set: its cards by value */
} card_sets;

static inline void free_sets(card_sets *sets)
{
    free(sets->slot);
    free(sets->count);
}

static inline int allocate(card_sets *sets, int64_t capacity)
{
    sets->capacity = capacity;
    sets->slot = calloc((size_t)capacity, sizeof(set_slot));
    uint8_t *count = realloc(sets->count, (size_t)capacity * VALUES / 2);
    if (count) sets->count = count;
    return sets->slot && count;
}

static inline int init_sets(card_sets *sets)
{
    *sets = (card_sets){0, 0, 0, 0};
    return allocate(sets, 1 << 10);
}

static inline set_slot *first_slot(const card_sets *sets, uint64_t key)
{
    return sets->slot + ((key * 0x9E3779B97F4A7C15u) >> 32 & (uint64_t)(sets->capacity - 1));
}

static inline set_slot *slot_of(const card_sets *sets, uint64_t key)
{
    set_slot *at = first_slot(sets, key), *end = sets->slot + sets->capacity;
    while (at->number && at->key != key)
        if (++at == end) at = sets->slot;
    return at;
}

/* Double the capacity; returns 0 when there is no memory. */
static inline int grow(card_sets *sets)
{
    set_slot *old = sets->slot;
    int64_t capacity = sets->capacity;
    int ok = allocate(sets, 2 * capacity);
    for (int64_t i = 0; i < capacity && ok; i++)
        if (old[i].number) *slot_of(sets, old[i].key) = old[i];
    free(old);
    return ok;
}

/* Return the key of a set of cards: their number of each value. Keys of disjoint sets add up to that of their union. */
static inline uint64_t key_of(const uint8_t *count)
{
    uint64_t key = 0;
    for (int v = 0; v < VALUES; v++) key |= (uint64_t)count[v] << BITS * v;
    return key;
}

/* Return the number of a set of cards, the next one if it is new; -1 when there is no memory. */
static inline int32_t number_of(card_sets *sets, uint64_t key)
{
    set_slot *at = slot_of(sets, key);
    if (at->number) return (int32_t)(at->number - 1);
    if (2 * (int64_t)sets->size + 2 >= sets->capacity) {
        if (!grow(sets)) return -1;
        at = slot_of(sets, key);
    }
    at->key = key;
    at->number = sets->size + 1;
    uint8_t *count = sets->count + (int64_t)sets->size * VALUES;
    for (int v = 0; v < VALUES; v++) count[v] = key >> BITS * v & ((1 << BITS) - 1);
    return sets->size++;
}

/* Return the probability that the next cards are exactly these, in one particular order. */
static inline double chance_of(const double *n, double cards, const uint8_t *count)
{
    double chance = 1;
    for (int v = 0; v < VALUES; v++)
        for (int k = 0; k < count[v]; k++) chance *= n[v] > k ? (n[v] - k) / cards-- : 0;
    return chance;
}
