/* Groups of cards drawn from one shoe, hands of a box and the dealer's: which products make the numbers of two groups.

   Groups that are drawn from shoes of their own may hold the same cards. That they do not is found by inclusion and
   exclusion over the cards that one group shares with those before it: a sum of products of numbers of each group, cut off
   at SHARED cards. A group of one hand has a row of numbers for each term (see terms.h); a group of several has one for
   each term and number of cards shared so far. */

#include "shared.h"
#include "disjoint.h"

typedef struct {
    int first, second, kept, shared;
    double factor;
} of_one_value;

enum { MOST_OF_ONE_VALUE = 64 };

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

void free_disjoint(disjoint *all)
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
disjoint *new_disjoint(void)
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
