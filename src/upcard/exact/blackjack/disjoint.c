/* Groups of cards drawn from one shoe, hands of a box and the dealer's: their distribution without drawing them together.

   Groups that are drawn from shoes of their own may hold the same cards. That they do not is found by inclusion and
   exclusion over the cards that one group shares with those before it: a sum of products of numbers of each group, cut off
   at so many shared cards. A group is a table of numbers, one for each term (see terms.h) and number of cards shared so
   far, each a polynomial whose powers are net results, from shoes of four sizes at once (see `disjoint_hands`). */

#include "shared.h"
#include "terms.h"

typedef struct {
    int first, second, to;      /* rows of both groups and of the group of both */
    int first_most, second_most;    /* the greatest numbers of cards that either may have shared */
    int shared, most;           /* cards that they share; how many both may have shared before */
    double factor;
} product_row;

struct disjoint {
    term_numbers terms;
    int rows, size, capacity, meeting;  /* meeting: the first so many products leave no card to be shared */
    int *row;                   /* of each term: its first row; the next ones have shared one card more each */
    double n[VALUES];
    product_row *product;
};

typedef struct {
    int first, second, kept, shared;
    double factor;
} of_one_value;

enum { MOST_OF_ONE_VALUE = 512 };

static double choose(int n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

static double falling(double n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++) ways *= n - i;
    return ways;
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

/* List the products for cards of one value, n in the shoe: of the numbers (x)_first and (y)_second for (x + y)_kept, where
   `shared` cards are in both groups. (x)_i (x)_m is the sum of C(i, r) C(m, r) r! (x)_(i+m-r). */
static int list_products(double n, int degree, of_one_value *list)
{
    int size = 0;
    for (int kept = 0; kept <= degree; kept++)
        for (int m = 0; m + kept <= degree && n >= m; m++)
            for (int i = 0; i <= kept; i++)
                for (int r = 0; r <= i && r <= m; r++)
                    for (int t = 0; t <= kept - i && t <= m; t++) {
                        double factor = choose(kept, i) * choose(i, r) * choose(m, r) * falling(r, r);
                        factor *= choose(kept - i, t) * choose(m, t) * falling(t, t) / (falling(m, m) * falling(n, m));
                        size = add_product(list, size, (of_one_value){i + m - r, kept - i + m - t, kept, m,
                                                                      m % 2 ? -factor : factor});
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

typedef struct {
    int first, second, to, first_left, second_left, to_left, shared;
} partial;

/* Add the products that begin with some for the values before `v`. Returns 0 when there is no memory. */
static int add_products(disjoint *all, int v, partial at, int left, double factor, of_one_value lists[][MOST_OF_ONE_VALUE],
                        const int *sizes, int meeting)
{
    if (v == VALUES) {
        if (all->size == all->capacity) {
            all->capacity = 2 * all->capacity + 4096;
            product_row *grown = realloc(all->product, sizeof(product_row) * (size_t)all->capacity);
            if (!grown) return 0;
            all->product = grown;
        }
        all->product[all->size++] = (product_row){
            all->row[at.first], all->row[at.second], all->row[at.to], at.first_left, at.second_left, at.shared, left, factor};
        return 1;
    }
    for (int e = 0; e < sizes[v]; e++) {
        const of_one_value *one = lists[v] + e;
        if (one->kept + one->shared > left || (meeting && one->kept)) continue;
        partial next = at;
        next.first += add_to_term(&all->terms, v, &next.first_left, one->first);
        next.second += add_to_term(&all->terms, v, &next.second_left, one->second);
        next.to += add_to_term(&all->terms, v, &next.to_left, one->kept);
        next.shared += one->shared;
        if (!add_products(all, v + 1, next, left - one->kept - one->shared, factor * one->factor, lists, sizes, meeting))
            return 0;
    }
    return 1;
}

/* Number the rows: of every term, one for each number of cards that may have been shared beside it. */
static int number_rows(disjoint *all, int v, int left, int index)
{
    if (v == VALUES) {
        all->row[index] = all->rows;
        all->rows += left + 1;
        return 1;
    }
    for (int k = 0; k <= left; k++) {
        number_rows(all, v + 1, left - k, index);
        index += all->terms.count[v + 1][left - k];
    }
    return 1;
}

void free_disjoint(disjoint *all)
{
    if (!all) return;
    free(all->row);
    free(all->product);
    free(all);
}

/* Make the tables for a shoe with so many cards of each value. Returns null when there is no memory. */
disjoint *new_disjoint(const double *shoe, int degree)
{
    disjoint *all = calloc(1, sizeof(disjoint));
    of_one_value (*lists)[MOST_OF_ONE_VALUE] = malloc(sizeof(*lists) * VALUES);
    int sizes[VALUES], ok = all && lists;
    if (ok) {
        number_terms(&all->terms, degree);
        ok = (all->row = malloc(sizeof(int) * (size_t)all->terms.size)) != 0;
    }
    if (ok) {
        number_rows(all, 0, degree, 0);
        for (int v = 0; v < VALUES; v++) {
            all->n[v] = shoe[v];
            sizes[v] = list_products(shoe[v], degree, lists[v]);
        }
        const partial start = {.first_left = degree, .second_left = degree, .to_left = degree};
        ok = add_products(all, 0, start, degree, 1, lists, sizes, 1);
        all->meeting = all->size;
        ok = ok && add_products(all, 0, start, degree, 1, lists, sizes, 0);
    }
    free(lists);
    if (ok) return all;
    free_disjoint(all);
    return 0;
}

int rows_of(const disjoint *all)
{
    return all->rows;
}

/* Sum the ways to draw hands: to[row][power][shoe], power[end] being that of a hand's end, UNUSED if it is left out; a
   card counts scale[shoe]. Returns 0, or -1 when there is no memory. */
int group_pass(const disjoint *all, const ended_hands *hands, const double *scale, const uint8_t *power, int powers,
               double *to)
{
    term_list list = {0};
    int ok = make_term_list(&list, &all->terms);
    for (int i = 0; i < hands->size && ok; i++) {
        const uint8_t *count = hands->count + i * VALUES;
        if (power[hands->end[i]] == UNUSED) continue;
        double weight[FOUR];
        for (int l = 0; l < FOUR; l++) weight[l] = hands->orderings[i];
        for (int v = 0; v < VALUES; v++)
            for (int k = 0; k < count[v]; k++)
                for (int l = 0; l < FOUR; l++) weight[l] *= (all->n[v] > k ? all->n[v] - k : 0) * scale[l];
        const int size = list_terms(&all->terms, count, &list);
        for (int e = 0; e < size; e++) {
            double *sum = to + ((int64_t)all->row[list.index[e]] * powers + power[hands->end[i]]) * FOUR;
            for (int l = 0; l < FOUR; l++) sum[l] += list.factor[e] * weight[l];
        }
    }
    free_term_list(&list);
    return ok ? 0 : -1;
}

/* Give every power of a group another one, number[power], or leave it out where that is UNUSED. */
void fold_pass(const disjoint *all, int powers, const double *from, const uint8_t *number, int other_powers, double *to)
{
    for (int row = 0; row < all->rows; row++)
        for (int p = 0; p < powers; p++) {
            if (number[p] == UNUSED) continue;
            double *sum = to + ((int64_t)row * other_powers + number[p]) * FOUR;
            for (int l = 0; l < FOUR; l++) sum[l] += from[((int64_t)row * powers + p) * FOUR + l];
        }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

enum { MOST_POWERS = 1024 };    /* of a group: more than four hands can have */

/* List the powers that a group has: those of the first row, which counts all its hands; returns how many. */
static int list_powers(const four *group, int powers, int *list)
{
    int size = 0;
    for (int p = 0; p < powers; p++)
        if (group[p][0] != 0) list[size++] = p;
    return size;
}

/* Add some products of the rows of two groups to those of the group of both. */
FAST static void add_rows(const product_row *from, const product_row *end, int first_most, const four *first, int first_powers,
                          int second_most, const four *second, int second_powers, four *to)
{
    const int powers = first_powers + second_powers - 1;
    int one_power[MOST_POWERS], other_power[MOST_POWERS];
    const int ones = list_powers(first, first_powers, one_power), others = list_powers(second, second_powers, other_power);
    for (; from < end; from++)
        for (int j = 0; j <= least(least(from->first_most, first_most), from->most); j++)
            for (int k = 0; k <= least(least(from->second_most, second_most), from->most - j); k++) {
                const four *x = first + (int64_t)(from->first + j) * first_powers;
                const four *y = second + (int64_t)(from->second + k) * second_powers;
                four *z = to + (int64_t)(from->to + from->shared + j + k) * powers;
                for (int p = 0; p < ones; p++) {
                    const four one = from->factor * x[one_power[p]];
                    for (int q = 0; q < others; q++) z[one_power[p] + other_power[q]] += one * y[other_power[q]];
                }
            }
}

/* Join two groups: to[row][power][shoe]. Up to so many cards may have been shared within each. */
void join_pass(const disjoint *all, int first_most, const double *first, int first_powers, int second_most,
               const double *second, int second_powers, double *to)
{
    add_rows(all->product + all->meeting, all->product + all->size, first_most, (const four *)first, first_powers, second_most,
             (const four *)second, second_powers, (four *)to);
}

/* Join the last two groups, and sum over shared cards and shoes: to[power]. Returns 0, or -1 when there is no memory. */
int meet_pass(const disjoint *all, int first_most, const double *first, int first_powers, int second_most,
              const double *second, int second_powers, const double *weight, double *to)
{
    const int powers = first_powers + second_powers - 1, rows = all->terms.degree + 1;
    four *sum = calloc((size_t)(rows * powers), sizeof(four));
    if (!sum) return -1;
    add_rows(all->product, all->product + all->meeting, first_most, (const four *)first, first_powers, second_most,
             (const four *)second, second_powers, sum);
    for (int row = 0; row < rows; row++)
        for (int p = 0; p < powers; p++)
            for (int l = 0; l < FOUR; l++) to[p] += weight[l] * sum[row * powers + p][l];
    free(sum);
    return 0;
}
