/* Groups of cards drawn from one shoe, hands of a box and the dealer's: which products make the numbers of two groups.

   Groups that are drawn from shoes of their own may hold the same cards. That they do not is found by inclusion and
   exclusion over the cards that one group shares with those before it: a sum of products of numbers of each group, cut off
   at SHARED cards. A group of one hand has a row of numbers for each term (see terms.h); a group of several has one for
   each term and number of cards shared so far. */

#include <stdatomic.h>

#include "shared.h"
#include "terms.h"

enum { MOST_BOX = 8, MOST_POWERS = 256, MOST_TYPES = 8, MOST_GROUPS = 64, LISTED_ENDS = 2 * MOST_ENDS };
enum { DEALERS = MOST_TYPES };      /* the type of the dealer's hand */
enum { MOST_OF_ONE_VALUE = 64 };

typedef struct {
    int16_t first, second;      /* rows of both groups */
    int16_t share;              /* the term of the cards that are in both */
    double factor;
} product_row;

typedef struct {
    int size;
    product_row *product;       /* sorted by the row of the group of both */
    int *first;                 /* of each row */
} product_list;

typedef struct {
    term_numbers terms;
    int rows;
    int *row;                   /* of each term: its first row; the next ones have shared one card more each */
    product_list twice, singles, joined, meeting;   /* of a hand with one alike, of two hands, of several with a hand, of
                                                       groups that are all: no number of both is kept */
} disjoint;

typedef struct {
    int first, second, kept, shared;
    double factor;
} of_one_value;

typedef struct {
    int first, second, to, share;   /* terms of both groups, of the group of both and of the cards that are in both */
    int first_left, second_left, to_left, share_left;   /* how many cards each may yet hold */
    int left;                       /* how many cards may yet be kept or shared */
    double factor;
} partial;

typedef struct {
    int size, capacity;
    partial *product;
} partial_list;

static double choose(int n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

static double factorial(int k)
{
    return k > 1 ? k * factorial(k - 1) : 1;
}

/* Add a product to the list of a value, or its factor to one that is listed; returns how many are. */
static int add_product(of_one_value *list, int size, of_one_value more)
{
    int at = 0;
    while (at < size && (list[at].first != more.first || list[at].second != more.second || list[at].kept != more.kept ||
                         list[at].shared != more.shared))
        at++;
    if (at < size) list[at].factor += more.factor;
    else list[size++] = more;
    return size;
}

/* List the products for cards of one value: of the numbers (x)_first and (y)_second for (x + y)_kept, where `shared` cards
   are in both groups. (x)_i (x)_m is the sum of C(i, r) C(m, r) r! (x)_(i+m-r). */
static int list_products(of_one_value *list)
{
    int size = 0;
    for (int kept = 0; kept <= SHARED; kept++)
        for (int m = 0; m + kept <= SHARED; m++)
            for (int i = 0; i <= kept; i++)
                for (int r = 0; r <= i && r <= m; r++)
                    for (int t = 0; t <= kept - i && t <= m; t++) {
                        const double first = choose(i, r) * choose(m, r) * factorial(r);
                        const double second = choose(kept - i, t) * choose(m, t) * factorial(t);
                        size = add_product(list, size, (of_one_value){i + m - r, kept - i + m - t, kept, m,
                                                                      choose(kept, i) * first * second});
                    }
    return size;
}

/* Return the number of a term with `more` cards of a value after a shorter one, `left` being what that may yet hold. */
static int add_to_term(const term_numbers *terms, int v, int *left, int more)
{
    int index = 0;
    for (; more > 0; more--) index += terms->count[v + 1][(*left)--];
    return index;
}

/* Add the products that begin with some for the values before `v`. Returns 0 when there is no memory. */
static int add_products(const term_numbers *terms, int v, partial at, const of_one_value *list, int size, partial_list *to)
{
    if (v == VALUES) {
        if (to->size == to->capacity) {
            to->capacity = 2 * to->capacity + 4096;
            partial *grown = realloc(to->product, sizeof(partial) * (size_t)to->capacity);
            if (!grown) return 0;
            to->product = grown;
        }
        to->product[to->size++] = at;
        return 1;
    }
    for (const of_one_value *one = list; one < list + size; one++) {
        if (one->kept + one->shared > at.left) continue;
        partial next = at;
        next.first += add_to_term(terms, v, &next.first_left, one->first);
        next.second += add_to_term(terms, v, &next.second_left, one->second);
        next.to += add_to_term(terms, v, &next.to_left, one->kept);
        next.share += add_to_term(terms, v, &next.share_left, one->shared);
        next.left -= one->kept + one->shared;
        next.factor *= one->factor;
        if (!add_products(terms, v + 1, next, list, size, to)) return 0;
    }
    return 1;
}

/* Number the rows: of every term, one for each number of cards that may have been shared beside it. */
static void number_rows(disjoint *all, int v, int left, int index)
{
    if (v == VALUES) {
        all->row[index] = all->rows;
        all->rows += left + 1;
        return;
    }
    for (int k = 0; k <= left; k++) {
        number_rows(all, v + 1, left - k, index);
        index += all->terms.count[v + 1][left - k];
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Which products a list has: of groups of several hands first or second, or such that each two hands come once. */
typedef struct {
    int several_first, several_second, once, keep;
} list_kind;

/* List products by the row of the group of both, or only count them: those of row `to` from at[to] on. */
static int sort_products(const disjoint *all, const partial_list *from, list_kind kind, int *at, product_row *to)
{
    int size = 0;
    for (const partial *one = from->product; one < from->product + from->size; one++) {
        if ((!kind.keep && one->to) || (kind.once && one->first > one->second)) continue;
        const int shared = SHARED - one->share_left, twice = kind.once && one->first < one->second;
        for (int j = 0; j <= (kind.several_first ? least(one->first_left, one->left) : 0); j++)
            for (int k = 0; k <= (kind.several_second ? least(one->second_left, one->left - j) : 0); k++, size++) {
                const int row = kind.keep ? all->row[one->to] + shared + j + k : 0;
                if (to)
                    to[at[row]] = (product_row){
                        (int16_t)(kind.several_first ? all->row[one->first] + j : one->first),
                        (int16_t)(kind.several_second ? all->row[one->second] + k : one->second),
                        (int16_t)one->share, twice ? 2 * one->factor : one->factor};
                at[row]++;
            }
    }
    return size;
}

/* Make a list of products. Returns 0 when there is no memory. */
static int make_list(const disjoint *all, const partial_list *from, list_kind kind, product_list *to)
{
    int *at = calloc((size_t)all->rows + 1, sizeof(int));
    to->first = malloc(sizeof(int) * ((size_t)all->rows + 1));
    int ok = at && to->first;
    if (ok) to->size = sort_products(all, from, kind, at, 0);
    ok = ok && (to->product = malloc(sizeof(product_row) * ((size_t)to->size + 1))) != 0;
    for (int row = 0, begin = 0; row <= all->rows && ok; row++) {
        const int size = at[row];
        at[row] = to->first[row] = begin;
        begin += size;
    }
    if (ok) sort_products(all, from, kind, at, to->product);
    free(at);
    return ok;
}

static void free_list(product_list *list)
{
    free(list->product);
    free(list->first);
}

static void free_disjoint(disjoint *all)
{
    if (!all) return;
    free_list(&all->twice);
    free_list(&all->singles);
    free_list(&all->joined);
    free_list(&all->meeting);
    free(all->row);
    free(all);
}

/* List the products, which are the same for all shoes. Returns null when there is no memory. */
static disjoint *new_disjoint(void)
{
    disjoint *all = calloc(1, sizeof(disjoint));
    of_one_value list[MOST_OF_ONE_VALUE];
    partial_list products = {0};
    if (!all) return 0;
    number_terms(&all->terms, SHARED);
    int ok = (all->row = malloc(sizeof(int) * (size_t)all->terms.size)) != 0;
    if (ok) number_rows(all, 0, SHARED, 0);
    const partial start = {.first_left = SHARED, .second_left = SHARED, .to_left = SHARED, .share_left = SHARED,
                           .left = SHARED, .factor = 1};
    ok = ok && add_products(&all->terms, 0, start, list, list_products(list), &products);
    ok = ok && make_list(all, &products, (list_kind){.once = 1, .keep = 1}, &all->twice);
    ok = ok && make_list(all, &products, (list_kind){.keep = 1}, &all->singles);
    ok = ok && make_list(all, &products, (list_kind){.several_first = 1, .keep = 1}, &all->joined);
    ok = ok && make_list(all, &products, (list_kind){.several_first = 1, .several_second = 1}, &all->meeting);
    free(products.product);
    if (ok) return all;
    free_disjoint(all);
    return 0;
}

/* Return the products, listed when they are first needed. Returns null when there is no memory. */
static const disjoint *listed_products(void)
{
    static _Atomic(disjoint *) listed;
    disjoint *all = atomic_load(&listed), *other = 0;
    if (all || !(all = new_disjoint()) || atomic_compare_exchange_strong(&listed, &other, all)) return all;
    free_disjoint(all);     /* another thread was faster */
    return other;
}

/* A number is a polynomial whose powers are net results, from shoes of four sizes at once (see `length_rule`). */

typedef struct {
    const ended_hands *hands;
    int number[LISTED_ENDS];        /* of each end: its place among those that occur, or -1 */
    int ends;
    four *rows;                     /* of each end and term */
} summed_hands;

typedef struct {
    int types[MOST_BOX], size;      /* the hands of the group */
    int several;                    /* whether its rows also tell how many cards were shared */
    int of_kind;                    /* the kind of dealer's hand for which it was made, counted from 1 */
    int least, powers;              /* its net results: the least power, and how many from that on */
    four *rows;
} group;

typedef struct {
    const disjoint *all;
    int span, kinds, types, lists, groups;
    double n[VALUES], *share;       /* of each term: 1 / the ways to draw its cards, with the sign of their number */
    const uint8_t *power;           /* of each type, kind of dealer's hand and end */
    const double *weight;
    int list_of[MOST_TYPES + 1];    /* of each type, and of the dealer's hand */
    summed_hands list[MOST_TYPES + 1];
    group group[MOST_GROUPS];
} box_sums;

/* Sum the ways to draw hands by their end; a card counts scale[shoe]. Returns 0 when there is no memory. */
FAST static int sum_hands(const box_sums *box, const double *scale, summed_hands *to)
{
    const ended_hands *hands = to->hands;
    const term_numbers *terms = &box->all->terms;
    term_list list = {0};
    for (int end = 0; end < LISTED_ENDS; end++) to->number[end] = -1;
    for (int i = 0; i < hands->size; i++)
        if (to->number[hands->end[i]] < 0) to->number[hands->end[i]] = to->ends++;
    to->rows = calloc((size_t)(to->ends * terms->size) + 1, sizeof(four));
    int ok = make_term_list(&list, terms) && to->rows;
    for (int i = 0; i < hands->size && ok; i++) {
        const uint8_t *count = hands->count + i * VALUES;
        four weight, of_card;
        for (int l = 0; l < FOUR; l++) {
            weight[l] = hands->orderings[i];
            of_card[l] = scale[l];
        }
        for (int v = 0; v < VALUES; v++)
            for (int k = 0; k < count[v]; k++) weight *= (box->n[v] > k ? box->n[v] - k : 0) * of_card;
        const int size = list_terms(terms, count, &list);
        four *rows = to->rows + (int64_t)to->number[hands->end[i]] * terms->size;
        for (int e = 0; e < size; e++) rows[list.index[e]] += list.factor[e] * weight;
    }
    free_term_list(&list);
    return ok;
}

/* Compute what the cards of each term that two groups share count. */
static void fill_share(box_sums *box, int v, int left, int index, double factor)
{
    const term_numbers *terms = &box->all->terms;
    if (v == VALUES) {
        box->share[index] = factor;
        return;
    }
    for (int k = 0; k <= left; k++) {
        fill_share(box, v + 1, left - k, index, factor);
        index += terms->count[v + 1][left - k];
        factor = box->n[v] > k ? -factor / ((k + 1) * (box->n[v] - k)) : 0;
    }
}

/* Add up the products of each row of the group of both; called with the numbers of powers as constants. */
static inline __attribute__((always_inline)) void add_shape(const product_list *list, int rows, const double *share,
                                                            const four *x, int ones, const four *y, int others, four *z)
{
    const int powers = ones + others - 1;
    for (int row = 0; row < rows; row++, z += powers) {
        four sum[MOST_POWERS];
        for (int p = 0; p < powers; p++) sum[p] = (four){0};
        for (const product_row *at = list->product + list->first[row]; at < list->product + list->first[row + 1]; at++) {
            const four *first = x + at->first * ones, *second = y + at->second * others;
            const double factor = at->factor * share[at->share];
            for (int p = 0; p < ones; p++) {
                const four one = factor * first[p];
                for (int q = 0; q < others; q++) sum[p + q] += one * second[q];
            }
        }
        for (int p = 0; p < powers; p++) z[p] = sum[p];
    }
}

/* Add up the products of the rows of two groups. */
FAST static void add_rows(const product_list *list, int rows, const double *share, const four *x, int ones, const four *y,
                          int others, four *z)
{
#define SHAPE(first, second) if (ones == first && others == second) add_shape(list, rows, share, x, first, y, second, z)
    SHAPE(1, 1);
    else SHAPE(1, 2);
    else SHAPE(1, 3);
    else SHAPE(1, 4);
    else SHAPE(1, 5);
    else SHAPE(2, 1);
    else SHAPE(2, 2);
    else SHAPE(3, 3);
    else SHAPE(4, 3);
    else SHAPE(4, 4);
    else SHAPE(5, 4);
    else SHAPE(5, 5);
    else SHAPE(6, 5);
    else SHAPE(7, 7);
    else add_shape(list, rows, share, x, ones, y, others, z);
#undef SHAPE
}

/* Return the group of some hands, or a new one to be filled; null if there is no room. */
static group *group_of(box_sums *box, const int *types, int size)
{
    group *at = box->group, *end = box->group + box->groups;
    while (at < end && (at->size != size || memcmp(at->types, types, sizeof(int) * (size_t)size))) at++;
    if (at < end) return at;
    if (box->groups == MOST_GROUPS) return 0;
    const int hands = size - (types[0] == DEALERS), powers = hands * box->span + 1;
    at->size = size;
    memcpy(at->types, types, sizeof(int) * (size_t)size);
    at->several = size > 1;
    at->of_kind = 0;
    at->rows = malloc(sizeof(four) * (size_t)(powers * (at->several ? box->all->rows : box->all->terms.size)));
    if (!at->rows) return 0;
    box->groups++;
    return at;
}

/* Return the power of an end of a hand, or UNUSED: of those that occur. */
static int power_of(const box_sums *box, int type, int kind, int end)
{
    if (box->list[box->list_of[type]].number[end] < 0) return UNUSED;
    if (type == DEALERS) return end == kind ? 0 : UNUSED;
    return box->power[(type * box->kinds + kind) * LISTED_ENDS + end];
}

/* Find the powers that a hand can have. */
static void measure_powers(const box_sums *box, int type, int kind, group *to)
{
    int least = UNUSED, most = 0;
    for (int end = 0; end < LISTED_ENDS; end++) {
        const int power = power_of(box, type, kind, end);
        if (power == UNUSED) continue;
        if (power < least) least = power;
        if (power > most) most = power;
    }
    to->least = least <= most ? least : 0;
    to->powers = least <= most ? most - least + 1 : 1;
}

/* Fill a group of one hand: its ends by their powers. */
FAST static void fill_single(const box_sums *box, int kind, group *to)
{
    const int type = to->types[0], terms = box->all->terms.size;
    const summed_hands *from = box->list + box->list_of[type];
    measure_powers(box, type, kind, to);
    memset(to->rows, 0, sizeof(four) * (size_t)(terms * to->powers));
    for (int end = 0; end < LISTED_ENDS; end++) {
        const int power = power_of(box, type, kind, end);
        if (power == UNUSED) continue;
        const four *rows = from->rows + (int64_t)from->number[end] * terms;
        for (int t = 0; t < terms; t++) to->rows[t * to->powers + power - to->least] += rows[t];
    }
}

/* Return the group of some hands, made if need be: all but the last joined with the last. Null when there is no room. */
static const group *make_group(box_sums *box, int kind, const int *types, int size)
{
    group *to = group_of(box, types, size);
    if (!to || to->of_kind == kind + 1) return to;
    if (size == 1) fill_single(box, kind, to);
    else {
        const group *before = make_group(box, kind, types, size - 1), *last = make_group(box, kind, types + size - 1, 1);
        if (!before || !last) return 0;
        const product_list *list = before->several ? &box->all->joined : before == last ? &box->all->twice : &box->all->singles;
        to->least = before->least + last->least;
        to->powers = before->powers + last->powers - 1;
        add_rows(list, box->all->rows, box->share, before->rows, before->powers, last->rows, last->powers, to->rows);
    }
    to->of_kind = kind + 1;
    return to;
}

/* Add the net results of a pattern: half of the hands join the dealer's, the others each other; all meet. Returns 0 when
   there is no memory. */
static int add_pattern(box_sums *box, int kind, int size, const uint8_t *pattern, double *to)
{
    int first[MOST_BOX] = {DEALERS}, second[MOST_BOX], half = size / 2;
    for (int k = 0; k < half; k++) first[k + 1] = pattern[k];
    for (int k = half; k < size; k++) second[k - half] = pattern[k];
    const group *one = make_group(box, kind, first, half + 1), *other = make_group(box, kind, second, size - half);
    four sum[MOST_POWERS];
    if (!one || !other) return 0;
    add_rows(&box->all->meeting, 1, box->share, one->rows, one->powers, other->rows, other->powers, sum);
    to += one->least + other->least;
    for (int p = 0; p < one->powers + other->powers - 1; p++)
        for (int l = 0; l < FOUR; l++) to[p] += box->weight[l] * sum[p][l];
    return 1;
}

/* Sum the lists of hands, each once. Returns 0 when there is no memory. */
static int sum_lists(box_sums *box, const double *scale, ended_hands *const *hands, const ended_hands *dealers)
{
    int ok = 1;
    for (int t = 0; t <= box->types && ok; t++) {
        const ended_hands *of = t == box->types ? dealers : hands[t];
        int at = 0;
        while (at < box->lists && box->list[at].hands != of) at++;
        if (at == box->lists) {
            box->list[box->lists++].hands = of;
            ok = sum_hands(box, scale, box->list + at);
        }
        box->list_of[t == box->types ? DEALERS : t] = at;
    }
    return ok;
}

/* Whether the dealer's hand can be of a kind. */
static int can_be(const box_sums *box, int kind)
{
    return box->list[box->list_of[DEALERS]].number[kind] >= 0;
}

/* Sum boxes of `size` hands, three at least, drawn from a shoe with the dealer's: of each pattern of types of hands, the
   probability of each net result, never too great, as out[pattern][power], the greatest power being size * span. A hand of
   a type has power[type][kind of dealer's hand][end], at most `span`, or UNUSED where it is left out. The chance to draw L
   cards is the sum of weight * scale ** L. Returns 0, or -1 when there is no memory. */
int bounds_pass(const double *shoe, const double *scale, const double *weight, int types,
                ended_hands *const *hands, const uint8_t *power, int span, int kinds, const ended_hands *dealers, int size,
                int patterns, const uint8_t *pattern, double *out)
{
    const disjoint *all = listed_products();
    box_sums *box = calloc(1, sizeof(box_sums));
    int ok = all && box && types <= MOST_TYPES && size >= 3 && size <= MOST_BOX && size * span < MOST_POWERS;
    if (ok) {
        *box = (box_sums){.all = all, .span = span, .kinds = kinds, .types = types, .power = power, .weight = weight};
        memcpy(box->n, shoe, sizeof box->n);
        ok = (box->share = malloc(sizeof(double) * (size_t)all->terms.size)) != 0;
    }
    if (ok) fill_share(box, 0, SHARED, 0, 1);
    ok = ok && sum_lists(box, scale, hands, dealers);
    for (int kind = 0; kind < kinds && ok; kind++)
        for (int p = 0; p < patterns && ok && can_be(box, kind); p++)
            ok = add_pattern(box, kind, size, pattern + p * size, out + p * (size * span + 1));
    for (int i = 0; box && i < box->lists; i++) free(box->list[i].rows);
    for (int i = 0; box && i < box->groups; i++) free(box->group[i].rows);
    if (box) free(box->share);
    free(box);
    return ok ? 0 : -1;
}
