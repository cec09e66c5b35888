/* A second simulator, for the tests: written from the rules alone, it shares nothing with the package.
 *
 * It reads a game from standard input, one line for each thing to know:
 *   KEY NUMBER                    a rule or a setting, see `keys`
 *   step FROM AMOUNT INSURES      from which true count an amount is wagered; the steps go up, the first is from -1000
 *   play CHART ROW SHOWN LETTER   what to do with a hand; charts, rows and letters are below
 * It prints sums over the shoes, with which means and their errors can be worked out, the counts of the net results,
 * and the results of sessions. All results are in tenths of a unit.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACE = 1, TEN = 10, RANKS = 13, DECK = 52, MOST_CARDS = 8 * DECK };
enum { MOST_SEATS = 7, MOST_HANDS = 4, MOST_SPOTS = 3, MOST_STEPS = 16, UNIT = 10, NETS = 801, NO_NET = NETS / 2 };
enum { AFTER_PLAYERS, DOWN, UP }; /* when the dealer's second card is dealt */
enum { NOTHING, SECOND_CARD, ALL_CARDS }; /* how much of the dealer's hand must be dealt */
enum { FIRST, MORE, FREE_FIRST, FREE_MORE, CHARTS }; /* two cards, or more; the same for hands without chips */
enum { SOFT = 32, PAIR = 64, ROWS = 80, SHOWN = 11 * 11 }; /* rows: points, SOFT + points, PAIR + value */
enum { STAND = 'S', DRAW = 'H', DOUBLE = 'D', FREE_DOUBLE = 'F', SPLIT = 'P', FREE_SPLIT = 'Q', SURRENDER = 'R' };
enum { INSURANCE = MOST_SPOTS, PUSH_22, PRODUCT, STEP, QUANTITIES = STEP + MOST_STEPS };

static int decks, hole_card, draws_to_soft_17, blackjack_pays, splits, pushes_on_22, spots = 1, seats = 1, fresh,
    cutting_card, push_22_wager, session_rounds, bankroll;
static int64_t rounds, seed;
static const struct { const char *name; int *value; } keys[] = {
    {"decks", &decks}, {"hole_card", &hole_card}, {"draws_to_soft_17", &draws_to_soft_17},
    {"blackjack_pays", &blackjack_pays}, {"splits", &splits}, {"pushes_on_22", &pushes_on_22}, {"spots", &spots},
    {"seats", &seats}, {"fresh", &fresh}, {"cutting_card", &cutting_card}, {"push_22_wager", &push_22_wager},
    {"session_rounds", &session_rounds}, {"bankroll", &bankroll},
};
static struct { double since; int amount, insures; } steps[MOST_STEPS] = {{-1000, 1, 0}};
static int step_count;
static char chart[CHARTS][ROWS][SHOWN];

/* PCG32: M. O'Neill, 2014. */
static uint64_t random_state;

static uint32_t random_number(void)
{
    uint64_t old = random_state;
    random_state = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t mixed = (uint32_t)((old >> 18 ^ old) >> 27);
    int turn = (int)(old >> 59);
    return mixed >> turn | mixed << (-turn & 31);
}

/* The shoe: the cards from `dealt` on are still in it, in no order; one of them is chosen when it is dealt. */
static int cards_in_shoe, dealt, running_count;
static uint8_t shoe[MOST_CARDS];

typedef struct { int value, suit; } Card;

static Card deal(void)
{
    if (dealt == cards_in_shoe) {
        fputs("the shoe has run out of cards\n", stderr);
        exit(1);
    }
    int chosen = dealt + (int)((uint64_t)random_number() * (uint64_t)(cards_in_shoe - dealt) >> 32);
    uint8_t card = shoe[chosen];
    shoe[chosen] = shoe[dealt];
    shoe[dealt++] = card;
    int rank = card % RANKS + 1;
    return (Card){rank < TEN ? rank : TEN, card / RANKS};
}

static int hi_lo(Card card) { return card.value == ACE || card.value == TEN ? -1 : card.value <= 6; }

static Card deal_face_up(void)
{
    Card card = deal();
    running_count += hi_lo(card);
    return card;
}

/* A hand: chips or a button lie on it, and chips or a button may have been added when it was doubled. */
typedef struct {
    int8_t points, cards, pair; /* pair: the value of both cards, or 0 */
    bool soft, original, from_split, button, blackjack, surrendered;
    char doubled; /* 0, DOUBLE or FREE_DOUBLE */
} Hand;

static void add_card(Hand *hand, int value)
{
    hand->pair = hand->cards == 1 && (hand->points == value || (value == ACE && hand->soft)) ? value : 0;
    hand->cards++;
    hand->points += value;
    if (value == ACE && hand->points <= 11)
        hand->points += 10, hand->soft = true;
    if (hand->points > 21 && hand->soft)
        hand->points -= 10, hand->soft = false;
}

/* What the charts say of a hand; a play that it does not have is left for the one that they say otherwise. */
static char advice(const Hand *hand, int shown, bool may_split)
{
    int row = hand->soft ? SOFT + hand->points : hand->points, free = hand->button ? FREE_FIRST : FIRST;
    if (hand->pair && may_split)
        return chart[FIRST][PAIR + hand->pair][shown];
    if (hand->pair && chart[free + 1][PAIR + hand->pair][shown])
        return chart[free + 1][PAIR + hand->pair][shown];
    char play = hand->cards == 2 ? chart[free][row][shown] : 0;
    if (!play || (play == SURRENDER && hand->from_split))
        play = chart[free + 1][row][shown];
    return play;
}

/* Play the hands of a box, each to its end before the next has its second card; return how many there are. */
static int play_box(Hand *hand, int shown)
{
    int hands = 1;
    for (int i = 0; i < hands; i++) {
        int split_value = hand[i].cards == 1 ? (hand[i].soft ? ACE : hand[i].points) : 0;
        if (split_value)
            add_card(&hand[i], deal_face_up().value);
        if (split_value == ACE)
            continue; /* split aces get one card each */
        while (hand[i].points < 21) {
            char play = advice(&hand[i], shown, hands <= splits);
            if (play == STAND)
                break;
            if (play == SURRENDER) {
                hand[i].surrendered = true;
                break;
            }
            if (play == SPLIT || play == FREE_SPLIT) {
                int value = hand[i].pair;
                Hand one = {.points = 0, .from_split = true}, other = one;
                one.original = hand[i].original, one.button = hand[i].button, other.button = play == FREE_SPLIT;
                add_card(&one, value);
                add_card(&other, value);
                hand[i--] = one;
                hand[hands++] = other;
                break; /* the first of the two is next */
            }
            add_card(&hand[i], deal_face_up().value);
            if (play == DOUBLE || play == FREE_DOUBLE) {
                hand[i].doubled = play;
                break;
            }
        }
    }
    return hands;
}

/* The dealer's hand, as far as it is dealt. */
typedef struct { Hand hand; bool blackjack; int suits; } Dealer;

static void add_dealers_card(Dealer *dealer, Card card)
{
    add_card(&dealer->hand, card.value);
    dealer->suits |= 1 << card.suit;
    dealer->blackjack = dealer->hand.cards == 2 && dealer->hand.points == 21;
}

static bool draws(const Hand *hand)
{
    return hand->points < 17 || (hand->points == 17 && hand->soft && draws_to_soft_17);
}

/* How much of the dealer's hand a hand waits for. */
static int needed(const Hand *hand, int upcard)
{
    if (hand->points > 21)
        return NOTHING;
    if (hand->blackjack || hand->surrendered)
        return hole_card == AFTER_PLAYERS && (upcard == ACE || upcard == TEN) ? SECOND_CARD : NOTHING;
    return ALL_CARDS;
}

/* What a hand wins or loses against a dealer's hand. */
static int settled(const Hand *hand, const Dealer *dealer)
{
    int at_risk = (hand->button ? 0 : UNIT) + (hand->doubled == DOUBLE ? UNIT : 0);
    int to_win = UNIT + (hand->doubled ? UNIT : 0);
    if (hand->points > 21)
        return -at_risk;
    if (dealer->blackjack) /* only the original wager is lost */
        return hand->blackjack || !hand->original ? 0 : -UNIT;
    if (hand->surrendered)
        return -UNIT / 2;
    if (hand->blackjack)
        return blackjack_pays;
    if (dealer->hand.points == 22 && pushes_on_22)
        return 0;
    if (dealer->hand.points > 21 || hand->points > dealer->hand.points)
        return to_win;
    return hand->points < dealer->hand.points ? -at_risk : 0;
}

/* Table 1 of Push 22: one suit 50 to 1, one color 20 to 1, any other 8 to 1; suits 0 and 1 are of one color. */
static int push_22_won(const Dealer *dealer)
{
    if (dealer->hand.points != 22)
        return -UNIT;
    int suits = dealer->suits;
    bool one_suit = (suits & (suits - 1)) == 0, one_color = !(suits & 3) || !(suits & 12);
    return (one_suit ? 50 : one_color ? 20 : 8) * UNIT;
}

/* Sums over the shoes: of a quantity x and of what it is divided by, w. */
static struct { double x, w; } now[QUANTITIES];
static struct { double x, w, xx, xw, ww; } sums[QUANTITIES];
static int64_t played, shoes, counts[PUSH_22 + 1][NETS];
static struct { int64_t count, ruined; double power[4]; } sessions;
static struct { int rounds; int64_t money; bool ruined; } session;

static void note(int quantity, double x, double w)
{
    now[quantity].x += x;
    now[quantity].w += w;
}

static void end_shoe(void)
{
    for (int i = 0; i < STEP + step_count; i++) {
        if (now[i].w == 0)
            continue;
        double x = now[i].x, w = now[i].w;
        sums[i].x += x, sums[i].w += w, sums[i].xx += x * x, sums[i].xw += x * w, sums[i].ww += w * w;
        now[i].x = now[i].w = 0;
    }
    shoes++;
}

/* Add the result of a round to the session of the first seat; who is ruined plays no more of it. */
static void add_to_session(int64_t money)
{
    if (!session.ruined)
        session.money += money;
    session.ruined |= bankroll && session.money <= -bankroll;
    if (++session.rounds < session_rounds)
        return;
    double result = (double)session.money, power = 1;
    for (int i = 0; i < 4; i++)
        sessions.power[i] += power *= result;
    sessions.count++;
    sessions.ruined += session.ruined;
    memset(&session, 0, sizeof session);
}

static int step_now(void)
{
    if (step_count == 1)
        return 0;
    int step = 0;
    double true_count = (double)running_count * DECK / (cards_in_shoe - dealt);
    while (step + 1 < step_count && true_count >= steps[step + 1].since)
        step++;
    return step;
}

static int larger(int one, int other) { return one > other ? one : other; }

/* Settle the insurance of all seats, half of each wager at 2 to 1; return the result of one seat. */
static int settle_insurance(const Dealer *dealer, int amount)
{
    int net = dealer->blackjack ? 2 * UNIT : -UNIT;
    note(INSURANCE, seats * net * amount / 2.0, seats * amount / 2.0);
    return net * amount / 2;
}

static void settle_push_22(const Dealer *dealer)
{
    int net = push_22_won(dealer);
    note(PUSH_22, seats * net, seats);
    counts[PUSH_22][net / UNIT + NO_NET] += seats;
}

static void play_round(void)
{
    Hand box[MOST_SEATS][MOST_HANDS];
    int hands[MOST_SEATS], step = step_now(), amount = steps[step].amount, need = push_22_wager ? ALL_CARDS : NOTHING;
    int money = 0, results[MOST_SEATS][MOST_SPOTS];
    for (int seat = 0; seat < seats; seat++) {
        box[seat][0] = (Hand){.original = true};
        add_card(&box[seat][0], deal_face_up().value);
    }
    Card upcard = deal_face_up(), second = {0, 0};
    Dealer start = {0};
    add_dealers_card(&start, upcard);
    for (int seat = 0; seat < seats; seat++) {
        Hand *hand = &box[seat][0];
        add_card(hand, deal_face_up().value);
        hand->blackjack = hand->points == 21;
    }
    if (hole_card != AFTER_PLAYERS)
        second = deal();
    bool insured = steps[step].insures && upcard.value == ACE && hole_card != UP;
    Dealer dealer = start;
    if (second.value)
        add_dealers_card(&dealer, second);
    bool over = dealer.blackjack; /* the reader, or everyone, sees it before any decision */
    int low = second.value < upcard.value ? second.value : upcard.value, high = second.value + upcard.value - low;
    int shown = hole_card == UP ? low * 11 + high : upcard.value;
    for (int seat = 0; seat < seats; seat++) {
        hands[seat] = over ? 1 : play_box(box[seat], shown);
        for (int i = 0; i < hands[seat] && !over; i++)
            need = larger(need, needed(&box[seat][i], upcard.value));
    }
    if (insured && need == NOTHING)
        need = SECOND_CARD;
    if (second.value && (over || need == ALL_CARDS || hole_card == UP))
        running_count += hi_lo(second); /* turned face up */
    for (int spot = 0; spot < spots; spot++) {
        if (spot)
            dealer = start;
        if (dealer.hand.cards == 1 && need != NOTHING)
            add_dealers_card(&dealer, deal_face_up());
        while (need == ALL_CARDS && draws(&dealer.hand))
            add_dealers_card(&dealer, deal_face_up());
        for (int seat = 0; seat < seats; seat++) {
            int net = 0;
            for (int i = 0; i < hands[seat]; i++)
                net += settled(&box[seat][i], &dealer);
            results[seat][spot] = net;
            counts[spot][net + NO_NET]++;
            note(spot, (double)net * amount, amount);
            if (spot == 1)
                note(PRODUCT, (double)net * results[seat][0], 1);
        }
        if (!spot)
            money = results[0][0] * amount;
    }
    if (insured)
        money += settle_insurance(&dealer, amount);
    if (push_22_wager)
        settle_push_22(&dealer);
    for (int i = 1; i < step_count; i++)
        note(STEP + i, i == step, 1);
    if (session_rounds)
        add_to_session(money);
    played++;
}

static void read_game(void)
{
    char word[32], letter;
    int which, row, shown, amount, insures;
    double since;
    while (scanf("%31s", word) == 1) {
        if (!strcmp(word, "play") && scanf("%d %d %d %c", &which, &row, &shown, &letter) == 4) {
            chart[which][row][shown] = letter;
        } else if (!strcmp(word, "step") && scanf("%lf %d %d", &since, &amount, &insures) == 3) {
            steps[step_count].since = since;
            steps[step_count].amount = amount;
            steps[step_count++].insures = insures;
        } else {
            int64_t number = 0, *wide = !strcmp(word, "rounds") ? &rounds : !strcmp(word, "seed") ? &seed : NULL;
            size_t key = 0, last = sizeof keys / sizeof *keys;
            while (!wide && key < last && strcmp(word, keys[key].name))
                key++;
            if (key == last || scanf("%ld", &number) != 1) {
                fprintf(stderr, "cannot read %s\n", word);
                exit(2);
            }
            if (wide)
                *wide = number;
            else
                *keys[key].value = (int)number;
        }
    }
}

int main(void)
{
    read_game();
    random_state = (uint64_t)seed;
    for (int i = 0; i < 4; i++) /* seeds that are near each other must not begin alike */
        random_state = ((uint64_t)random_number() << 32 | random_number()) + (uint64_t)seed * 0x9e3779b97f4a7c15u;
    cards_in_shoe = decks * DECK;
    for (int i = 0; i < cards_in_shoe; i++)
        shoe[i] = (uint8_t)(i % DECK);
    while (played < rounds) {
        dealt = running_count = 0;
        if (!fresh)
            deal(); /* burned, face down */
        do
            play_round();
        while (!fresh && dealt <= cutting_card);
        end_shoe();
    }
    printf("rounds %ld\nshoes %ld\n", (long)played, (long)shoes);
    for (int i = 0; i < QUANTITIES; i++)
        if (sums[i].w > 0)
            printf("sum %d %.17g %.17g %.17g %.17g %.17g\n", i, sums[i].x, sums[i].w, sums[i].xx, sums[i].xw, sums[i].ww);
    for (int spot = 0; spot <= PUSH_22; spot++)
        for (int net = 0; net < NETS; net++)
            if (counts[spot][net])
                printf("net %d %d %ld\n", spot, net - NO_NET, (long)counts[spot][net]);
    printf("sessions %ld %ld", (long)sessions.count, (long)sessions.ruined);
    for (int i = 0; i < 4; i++)
        printf(" %.17g", sessions.power[i]);
    putchar('\n');
    return 0;
}
