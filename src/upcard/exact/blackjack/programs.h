/* The programs that Python calls: structures and arrays in, arrays out. Values are numbered 0 (ace) to 9 (worth ten).

   This is the one description of what a program takes. cffi compiles it, `compiled_programs` turns arguments into the
   types found here, and `numpy_programs` has functions of the same names and parameters. A structure is made of a Python
   object that has its fields as attributes. A negative result says that there was no memory, or no room in an array. */

typedef struct {
    int nodes;                  /* cards drawn by the dealer, as a tree of sorted hands, parents first */
    const uint8_t *depth;       /* of each node: the number of cards drawn, this one included */
    const uint8_t *value;       /* the card drawn */
    const uint8_t *copy;        /* how many cards of that value precede it in the hand */
    const uint8_t *category;    /* of the completed hand */
    const double *orderings;    /* in which the hand can be drawn and be completed by its last card; 0: none */
    int root;                   /* the category of the cards on the table if they are complete, or -1 */
    int blackjack_with;         /* the value that makes a blackjack with the upcard, or -1 */
    const uint8_t *shown;       /* the dealer's cards on the table, by value */
} dealer_tree;

typedef struct {
    int hands, initial;         /* their number, longest first; the first that has at most two cards */
    const uint8_t *count;       /* of each hand: its cards by value */
    const int16_t *child;       /* of each hand and value: the hand with that card, or -1 when it busts */
    const int16_t *single;      /* of each value: the hand of that card alone */
    const uint8_t *end;         /* of each doubling and hand: the end of the hand */
    const uint8_t *bust;        /* of each doubling: the end of a bust */
    int categories, blackjack;  /* of the dealer's hand: their number, and that of a blackjack */
} player_hands;

typedef struct {
    const double *net;          /* of each end and category: units won, or lost if negative */
    const double *settled;      /* of each end: the same against a blackjack that shows after busts are collected */
} hand_kind;

void play_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const hand_kind *kind,
               const uint8_t *plays, const double *chances, const uint8_t *policy, double *values, double *worths,
               uint8_t *best);

void allow_pass(int hands, const uint8_t *plays, const uint8_t *first, const uint8_t *second, uint8_t *policy);

void choose_pass(int hands, const uint8_t *plays, const double *values, uint8_t *best);

void reach_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const uint8_t *policy,
                double *reach);

void class_pass(int hands, const uint8_t *class_of, const double *reach, const double *values, double *sums);

int set_pass(int hands, const uint8_t *count, int more, int capacity, uint8_t *listed, int32_t *number);

void split_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const int32_t *number,
                const double *chances, int kinds, hand_kind *const *kind, const uint8_t *policy, int value,
                int most_removed, double *out);

void dealer_pass(const dealer_tree *dealer, int categories, const double *shoe, int sets, const uint8_t *removed,
                 double *chances);

typedef struct {
    int size;                   /* how many hands have ended */
    const uint8_t *count;       /* of each: the cards drawn, by value */
    const double *orderings;    /* in which they can be drawn */
    const uint8_t *end;         /* of the hand */
} ended_hands;

int end_pass(const player_hands *player, const uint8_t *policy, const double *start, const uint8_t *out_before,
             int busts, int capacity, uint8_t *count, double *orderings, uint8_t *end);

int two_hands_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *first,
                   const ended_hands *second, double *out);

int joint_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *first,
               const ended_hands *second, double *out);

int several_pass(const dealer_tree *dealer, int categories, int shoes, const double *shoe, int hands,
                 ended_hands *const *ended, int symbols, const uint8_t *symbol, int64_t *steps, double *out);

void single_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, int value, int first_out,
                 int shoes, const int32_t *number, const double *chances, const ended_hands *ended, int symbols,
                 const uint8_t *symbol, double *out);

typedef struct {
    const ended_hands *hands;   /* ends from MOST_ENDS on: a second card of the pair's value */
    const double *net;          /* of each end and category: what a hand wins beyond a bust */
    const uint8_t *wanted;      /* of each class: the first place among the numbers of cards out, and the place after the last */
    double *product;            /* to fill: of each number of cards out and class, with a hand of the first kind */
} split_hands;

int pairs_pass(const dealer_tree *dealer, int categories, const double *shoe, int value, int removed, int kinds,
               const split_hands *kind, int symbols, const uint8_t *symbol, double *joint);

void net_pass(int categories, int shoes, int hands, int symbols, const double *joint, const uint8_t *net,
              const uint8_t *bust, int powers, double *out);

int opposing_pass(int categories, const double *shoe, const ended_hands *hands, const ended_hands *dealers,
                 const double *win, int degree, double *out);

int bounds_pass(const double *shoe, const double *scale, const double *weight, int types,
                ended_hands *const *hands, const uint8_t *power, int span, int kinds, const ended_hands *dealers, int size,
                int patterns, const uint8_t *pattern, double *out);

int product_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *hands,
                 const double *net, double *product);
