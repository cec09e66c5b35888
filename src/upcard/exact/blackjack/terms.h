/* Terms of inclusion and exclusion: a term is a number of cards of each value, `degree` in all at most. */

typedef struct {
    int degree, size;                       /* how many cards a term has at most; how many terms there are */
    int count[VALUES + 1][MOST_DEGREE + 1]; /* of terms in the values from one on, with so many cards at most */
} term_numbers;

typedef struct {
    int *index, *left;                      /* of each term of a set: its number, how many cards it may yet hold */
    double *factor;                         /* in how many ways its cards are chosen from the set, in order */
} term_list;

static inline void number_terms(term_numbers *terms, int degree)
{
    terms->degree = degree;
    for (int r = 0; r <= degree; r++) terms->count[VALUES][r] = 1;
    for (int v = VALUES - 1; v >= 0; v--)
        for (int r = 0; r <= degree; r++)
            terms->count[v][r] = terms->count[v + 1][r] + (r ? terms->count[v][r - 1] : 0);
    terms->size = terms->count[0][degree];
}

static inline void free_term_list(term_list *list)
{
    free(list->index);
    free(list->left);
    free(list->factor);
}

/* Make room for the terms of one set. Returns 0 when there is no memory. */
static inline int make_term_list(term_list *list, const term_numbers *terms)
{
    list->index = malloc(sizeof(int) * (size_t)terms->size);
    list->left = malloc(sizeof(int) * (size_t)terms->size);
    list->factor = malloc(sizeof(double) * (size_t)terms->size);
    return list->index && list->left && list->factor;
}

/* List the terms that the cards of a set can make; returns how many. */
static inline int list_terms(const term_numbers *terms, const uint8_t *count, term_list *to)
{
    int size = 1;
    to->index[0] = 0;
    to->left[0] = terms->degree;
    to->factor[0] = 1;
    for (int v = 0; v < VALUES; v++) {
        const int before = size;
        for (int e = 0; e < before && count[v]; e++) {
            int index = to->index[e], left = to->left[e];
            double factor = to->factor[e];
            for (int k = 0; k < count[v] && left > 0; k++, left--) {
                index += terms->count[v + 1][left];
                factor *= count[v] - k;
                to->index[size] = index;
                to->left[size] = left - 1;
                to->factor[size++] = factor;
            }
        }
    }
    return size;
}
