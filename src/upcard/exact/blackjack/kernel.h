/* The functions that Python calls: arrays in, arrays out. Values are numbered 0 (ace) to 9 (worth ten). */

enum { VALUES = 10 };           /* the number of card values */
enum { STAND, DRAW, DOUBLE, FREE_DOUBLE, PLAYS }; /* as policies number them */
enum { WORTH_PARTS = 3 };       /* fields of a worth: without a dealer's blackjack, with one, with one as settled */
enum { SPLIT_PARTS = 2 * WORTH_PARTS }; /* a worth by second card: of another value, of the pair's value */
enum { DOUBLINGS = 3 };         /* how a hand was doubled down before it ended: not, for chips, free */
enum { NOT_ALLOWED = -9 };      /* the value of a play that a hand does not have */
enum { MOST_DRAWN = 24, MOST_NODES = 8192, MOST_CATEGORIES = 16, MOST_HANDS = 4096, MOST_ENDS = 32 };

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

int set_pass(const player_hands *player, int more, int capacity, uint8_t *count, int32_t *number);

void split_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const int32_t *number,
                const double *chances, int kinds, hand_kind *const *kind, const uint8_t *policy, int value,
                int most_removed, double *out);

void dealer_pass(const dealer_tree *dealer, int categories, const double *shoe, int sets, const uint8_t *removed,
                 double *chances);

typedef struct {
    int size, capacity;         /* how many hands have ended, and the length of the arrays */
    uint8_t *count;             /* of each: the cards drawn, by value */
    double *orderings;          /* in which they can be drawn */
    uint8_t *end;               /* of the hand */
} ended_hands;

int end_pass(const player_hands *player, const uint8_t *policy, const double *start, const uint8_t *out_before,
             int busts, ended_hands *ended);

int two_hands_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *first,
                   const ended_hands *second, double *out);

int joint_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *first,
               const ended_hands *second, double *out);

enum { MOST_SEVERAL = 4, UNUSED = 255 }; /* how many hands are drawn together at most; the net result of no symbol */

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

enum { MOST_DEGREE = 12 };      /* how many cards held by both sides are counted at most */

int crossed_pass(int categories, const double *shoe, const ended_hands *hands, const ended_hands *dealers,
                 const double *win, int degree, double *out);

enum { FOUR = 4 };              /* shoes at once */
enum { SHARED = 3 };            /* how many cards that two groups share are counted; odd, so that no sum is too great */

typedef struct disjoint disjoint;

disjoint *new_disjoint(void);

void free_disjoint(disjoint *all);

int bounds_pass(const disjoint *all, const double *shoe, const double *scale, const double *weight, int types,
                ended_hands *const *hands, const uint8_t *power, int span, int kinds, const ended_hands *dealers, int size,
                int patterns, const uint8_t *pattern, double *out);

int product_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *hands,
                 const double *net, double *product);
