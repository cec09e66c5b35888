/* The interface of the kernels: integers in, counts out. Read by cffi and by the compiler; the sizes and numbers are those
   of kernel_constants.py. */

struct program {
    int32_t classes, cards, burned, limit, ahead;
    int32_t seats, spots, hole, most_splits, insures, bust_takes_insurance;
    int32_t openings, boxes, dealers, nets, lowest_net, insurances, cells, levels;
    const uint16_t *shoe;        /* [classes] */
    const uint16_t *uneven;      /* [cards + 1]: 65536 modulo that many cards, for the exact bounded draw */
    const uint8_t *value;        /* [classes] */
    const uint16_t *opening;     /* [first][upcard][second] by class */
    const uint8_t *opening_need; /* [openings] */
    const uint8_t *showing;      /* [upcard][second] */
    const uint16_t *first;       /* [first][upcard][second][dealer's second] by value */
    const uint16_t *draw_step;   /* [node][value] */
    const uint16_t *again;       /* [added][showing][value][splits]: a split hand of one card */
    const uint8_t *added;        /* [showing][value]: the kind of hand that a split adds */
    int32_t showings, ends;
    const uint16_t *box;         /* [state][class], or [state][first hand or other][class or split] */
    const uint16_t *box_code;    /* [state] */
    const uint16_t *dealer_step; /* [state][class] */
    const uint8_t *complete;     /* [state] */
    const uint16_t *dealer_code; /* [state] */
    const uint8_t *blackjack;    /* [state] */
    const uint8_t *need;         /* [kind and end][upcard] */
    const uint8_t *bust;         /* [kind and end] */
    const int16_t *net;          /* [kind and end][dealer] */
    const uint8_t *net_code;     /* [net result of a box, from the lowest on]: its number in a cell */
    int32_t box_seen, box_symbols, completes;
    /* counters: [level][those of the look-ahead, then cells] */
    int32_t ids, fast_cells, fresh;    /* ids: counters of a level; fresh: a shoe for every round */
    int32_t lines, columns;
    const int64_t *worth;        /* [counter][columns]: payoffs, then amounts that vary, in whole parts of a column */
    const int32_t *wagered;      /* [lines]: the column of the amounts, or -1 where every round has the same */
    const uint8_t *meter_won;    /* [counter]: the meter is won */
    const uint8_t *on_meter;     /* [level]: the meter's wager is made */
    int32_t meter_ahead;         /* whether a counter of the look-ahead wins the meter */
    /* count of cards */
    const int32_t *tag;          /* [class] */
    const int32_t *bound;        /* [cards + 1][levels - 1]: the least count of each step but the first */
    const uint8_t *insured;      /* [level] */
    const uint8_t *insurable;    /* [upcard] */
    /* results of rounds */
    int32_t run_states;          /* states of a seat's wagers on results */
    const uint8_t *result;       /* [counter] */
    const uint8_t *run_step;  /* [going on or ending][state][result] */
    const uint8_t *run_live;  /* [state]: a wager waits for results */
    const int64_t *run_money; /* [state][result] */
    /* sessions */
    int64_t session, bankroll, bin, bins;
    const int64_t *money;        /* [counter] */
    /* look-ahead tables: rounds that the values of the cards decide */
    int32_t fast, opening_seen, opening_by_likeness, opening_cells, dealer_bits, dealer_shift, hiddens;
    const uint32_t *start;       /* [first][upcard][second][dealer's second] */
    const uint16_t *pairs;       /* [row][two cards] */
    const uint16_t *triples;     /* [row][three cards] */
    const uint16_t *brief;       /* as start: where the row of a hand that is not completed begins */
    const uint16_t *briefs;      /* [row]: no card, then the second card by value */
    const uint32_t *opening_two;   /* [first][upcard] by class: where the row of their kind begins */
    const uint32_t *opening_cell;  /* where the cells of an opening begin: by three classes, by two and the third, or by
                                      how alike first card and upcard are, and upcard and second card */
    const uint8_t *cell_need;    /* as opening_cell: what the opening needs of the dealer, where openings differ */
    const uint16_t *splits;      /* [split][added][splits]: the row of a split hand of one card */
    const uint8_t *split_kind;   /* [split]: the kind of hand that it adds */
    const uint16_t *split_box;   /* [split]: the code of its box, which no card changes */
    const uint16_t *hidden_step; /* [state][class]: what values do not tell of the dealer's hand, from state 0 on */
    const uint16_t *hidden_code; /* [kind][state]: the code of a hand that values leave open, by its kind */
    const uint8_t *ahead_end;    /* [end of the look-ahead tables]: which end of a hand it is */
};

struct meter_win { int64_t block, round; int32_t lane, seats; }; /* round: those with a wager on the meter before */

struct tally {
    uint32_t *counts;            /* [counter] */
    uint64_t moment_low[MOMENTS * MOST_LINES], moment_high[MOMENTS * MOST_LINES]; /* sums over shoes, of 128 bits: */
    int64_t moment_shoes;        /* [line]: won x won, won x wagered, wagered x wagered */
    uint64_t between_low[BETWEEN * MOST_LINES], between_high[BETWEEN * MOST_LINES]; /* [line], of products of seats: */
                                 /* products, products x products, products x rounds, products x won */
    int64_t rounds, shoes, cards, walked, out_of_cards;
    int64_t *run_steps;       /* [block][lane][going on or ending][state][result] */
    int64_t *sessions;           /* [bins + 2] */
    int64_t session_count, ruined, session_sum, session_squares_high;
    uint64_t session_squares_low;
    struct meter_win *wins;
    int64_t most_wins, won;
    int64_t *metered;            /* [block][lane]: rounds with a wager on the meter */
};

struct trace { int32_t start, end, cell[MOST_SEATS]; };

int has_avx2(void);
int64_t play_avx2(const struct program *, const uint32_t *states, const int64_t *quotas, int64_t blocks,
                  struct tally *);
int64_t play_portable(const struct program *, const uint32_t *states, const int64_t *quotas, int64_t blocks,
                      struct tally *);
int64_t follow(const struct program *, const uint8_t *cards, int64_t count, int64_t rounds, int level, struct trace *);
void following_states(const uint32_t *polynomial, int64_t count, uint32_t *states);
void deal_avx2(const struct program *, const uint32_t *states, int64_t shoes, int64_t many, uint8_t *cards);
void deal_portable(const struct program *, const uint32_t *states, int64_t shoes, int64_t many, uint8_t *cards);
