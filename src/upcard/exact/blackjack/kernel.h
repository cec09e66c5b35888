/* What Python may call: arrays in, arrays out. Values are numbered 0 (ace) to 9 (worth ten). */

enum { VALUES = 10 };
enum { STAND, DRAW, DOUBLE, FREE_DOUBLE, PLAYS }; /* as policies number them */
enum { PARTS = 3 };             /* of a value: without a dealer's blackjack, with one, and with one as settled at once */
enum { WAYS = 3 };              /* of coming to an end: plainly, doubled down, doubled down free */
enum { MOST_DRAWN = 24, MOST_NODES = 8192, MOST_CATEGORIES = 16, MOST_HANDS = 4096, MOST_ENDS = 32 };

typedef struct {
    int nodes;                  /* drawn cards of the dealer, as a tree of sorted hands, parents first */
    const uint8_t *depth;       /* of each node: how many cards are drawn with it */
    const uint8_t *value;       /* the card drawn */
    const uint8_t *copy;        /* which copy of that value it is in the hand, from 0 */
    const uint8_t *category;    /* of the completed hand */
    const double *orderings;    /* in which the hand can be drawn and be complete with its last card; 0: none */
    int root;                   /* the category of the cards on the table if they are complete, or -1 */
    int completes;              /* the value that makes a blackjack with the upcard, or -1 */
    const uint8_t *gone;        /* the dealer's cards on the table, by value */
} dealer_tree;

typedef struct {
    int hands, initial;         /* longest first; from which on they have two cards at the most */
    const uint8_t *count;       /* of each hand: its cards by value */
    const int16_t *child;       /* of each hand and value: the hand with that card, or -1 when it busts */
    const int16_t *single;      /* of each value: the hand of that card alone */
    const uint8_t *end;         /* of each way and hand: the end that it comes to */
    const uint8_t *bust;        /* of each way: the end of a bust */
    int categories, blackjack;  /* of the dealer's hand, and the category of a blackjack */
} player_hands;

typedef struct {
    const double *net;          /* of each end and category: units won, or lost if negative */
    const double *settled;      /* of each end: the same against a blackjack that shows when busts are collected */
} hand_kind;

void play_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const hand_kind *kind,
               const uint8_t *plays, const double *chances, const uint8_t *policy, double *values, double *parts,
               uint8_t *best);

void allow_pass(int hands, const uint8_t *plays, const uint8_t *first, const uint8_t *second, uint8_t *policy);

void choose_pass(int hands, const uint8_t *plays, const double *values, uint8_t *best);

void reach_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, const uint8_t *policy,
                double *reach);

void class_pass(int hands, const uint8_t *class_of, const double *reach, const double *values, double *sums);

void split_pass(const dealer_tree *dealer, const player_hands *player, const double *shoe, int kinds,
                hand_kind *const *kind, const uint8_t *policy, int value, int most_removed, double *out);

void dealer_pass(const dealer_tree *dealer, int categories, const double *shoe, int sets, const uint8_t *removed,
                 double *chances);

typedef struct {
    int many, room;             /* hands that came to an end, and for how many there is room */
    uint8_t *count;             /* of each: the cards drawn, by value */
    double *orderings;          /* in which they can be drawn */
    uint8_t *end;               /* that it came to */
} ended_hands;

int end_pass(const player_hands *player, const uint8_t *policy, const double *held, const uint8_t *less,
             ended_hands *ended);

int joint_pass(const dealer_tree *dealer, int categories, const double *shoe, const ended_hands *one,
               const ended_hands *other, double *out);
