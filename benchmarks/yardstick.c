/* The plain loop that the simulation is measured against.
 *
 * Six decks, one seat, main wager only. The hole card is dealt face down and looked at with a card reader, the dealer
 * stands on all 17s, two cards of any hand may be doubled, pairs are split up to three times, split aces get one card
 * each, a blackjack pays 3 to 2. The player follows the usual chart by totals, without insurance. One card is burned
 * and the cutting card stands at three quarters of the shoe. Every card is chosen when it is dealt.
 *
 * Usage: yardstick ROUNDS SEED
 * Prints the rounds, the seconds, and the mean and mean square of the result in units of the initial wager.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { DECKS = 6, CARDS = 52 * DECKS, CUTTING_CARD = CARDS * 3 / 4, MOST_HANDS = 4, ACE = 1, TEN = 10 };

/* A hand is its best total, and SOFT is set while an ace counts 11 in it. */
enum { SOFT = 32, POINTS = SOFT - 1, TWENTY_ONE_SOFT = 21 | SOFT };

typedef struct {
    uint64_t word[4];
} Random;

typedef struct {
    Random random;
    int dealt;
    uint8_t card[CARDS]; /* values, ace 1 to ten 10; those from dealt onwards are still in the shoe, in any order */
} Shoe;

typedef struct {
    int points;
    int wager; /* in half units of the initial wager, so that 3 to 2 is whole */
} Played;

/* S stand, H draw, D double or else draw, E double or else stand; by upcard, ace first. */
static const char HARD_CHART[22][11] = {
    [4] = "HHHHHHHHHH",  [5] = "HHHHHHHHHH",  [6] = "HHHHHHHHHH",  [7] = "HHHHHHHHHH",  [8] = "HHHHHHHHHH",
    [9] = "HHDDDDHHHH",  [10] = "HDDDDDDDDH", [11] = "HDDDDDDDDD", [12] = "HHHSSSHHHH", [13] = "HSSSSSHHHH",
    [14] = "HSSSSSHHHH", [15] = "HSSSSSHHHH", [16] = "HSSSSSHHHH", [17] = "SSSSSSSSSS", [18] = "SSSSSSSSSS",
    [19] = "SSSSSSSSSS", [20] = "SSSSSSSSSS", [21] = "SSSSSSSSSS",
};
static const char SOFT_CHART[22][11] = {
    [12] = "HHHHHHHHHH", [13] = "HHHHDDHHHH", [14] = "HHHHDDHHHH", [15] = "HHHDDDHHHH", [16] = "HHHDDDHHHH",
    [17] = "HHDDDDHHHH", [18] = "HSEEEESSHH", [19] = "SSSSSSSSSS", [20] = "SSSSSSSSSS", [21] = "SSSSSSSSSS",
};
/* P split, by the value of the cards and the upcard, ace first. */
static const char PAIR_CHART[11][11] = {
    [1] = "PPPPPPPPPP", [2] = ".PPPPPP...", [3] = ".PPPPPP...", [4] = "....PP....", [5] = "..........",
    [6] = ".PPPPP....", [7] = ".PPPPPP...", [8] = "PPPPPPPPPP", [9] = ".PPPPP.PP.", [10] = "..........",
};

static inline uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

/* Return the next number of xoshiro256++. */
static inline uint64_t next_number(Random *random)
{
    uint64_t *word = random->word;
    uint64_t number = rotated(word[0] + word[3], 23) + word[0];
    uint64_t shifted = word[1] << 17;
    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= shifted;
    word[3] = rotated(word[3], 45);
    return number;
}

/* Fill the state from one seed with splitmix64. */
static void seed_random(Random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t mixed = seed += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        random->word[i] = mixed ^ mixed >> 31;
    }
}

static void fill_shoe(Shoe *shoe)
{
    for (int i = 0; i < CARDS; i++)
        shoe->card[i] = i % 13 < TEN ? i % 13 + 1 : TEN;
    shoe->dealt = 0;
}

/* Deal one of the cards left in the shoe, each as likely as any other. */
static inline int deal(Shoe *shoe)
{
    uint8_t *next = &shoe->card[shoe->dealt];
    uint64_t left = CARDS - shoe->dealt++;
    uint8_t *chosen = next + (uint64_t)((unsigned __int128)next_number(&shoe->random) * left >> 64);
    uint8_t card = *chosen;
    *chosen = *next;
    *next = card;
    return card;
}

static inline int with_card(int hand, int card)
{
    int points = (hand & POINTS) + card;
    bool soft = hand & SOFT;
    if (card == ACE && points <= 11)
        return (points + 10) | SOFT;
    if (soft && points > 21)
        return points - 10;
    return soft ? points | SOFT : points;
}

static inline int of_two(int first, int second) { return with_card(with_card(0, first), second); }

static inline char advice(int hand, int upcard)
{
    return hand & SOFT ? SOFT_CHART[hand & POINTS][upcard - 1] : HARD_CHART[hand][upcard - 1];
}

/* Play a hand of two cards to its end. */
static inline Played play(Shoe *shoe, int hand, int upcard)
{
    char said = advice(hand, upcard);
    if (said == 'D' || said == 'E')
        return (Played){with_card(hand, deal(shoe)) & POINTS, 4};
    while (said == 'H' || said == 'D') {
        hand = with_card(hand, deal(shoe));
        if ((hand & POINTS) > 21)
            break;
        said = advice(hand, upcard);
    }
    return (Played){hand & POINTS, 2};
}

/* Split a pair as often as it comes again, play all hands and give how many there are. */
static int play_split(Shoe *shoe, int pair, int upcard, Played *played)
{
    int hands = 2, done = 0;
    while (done < hands) {
        int card = deal(shoe);
        if (pair == ACE)
            played[done++] = (Played){of_two(pair, card) & POINTS, 2};
        else if (card == pair && hands < MOST_HANDS)
            hands++;
        else
            played[done++] = play(shoe, of_two(pair, card), upcard);
    }
    return hands;
}

static inline int dealer_points(Shoe *shoe, int hand)
{
    while ((hand & POINTS) < 17)
        hand = with_card(hand, deal(shoe));
    return hand & POINTS;
}

static inline int settled(Played hand, int dealer)
{
    if (hand.points > 21)
        return -hand.wager;
    if (dealer > 21 || hand.points > dealer)
        return hand.wager;
    return hand.points < dealer ? -hand.wager : 0;
}

/* Play the hands of a split pair against the dealer and give their result in half units. */
static int round_of_pair(Shoe *shoe, int pair, int upcard, int dealer)
{
    Played played[MOST_HANDS];
    int hands = play_split(shoe, pair, upcard, played), result = 0;
    bool standing = false;
    for (int i = 0; i < hands; i++)
        standing |= played[i].points <= 21;
    int points = standing ? dealer_points(shoe, dealer) : 0;
    for (int i = 0; i < hands; i++)
        result += settled(played[i], points);
    return result;
}

/* Play a round and give its result in half units. */
static inline int round_played(Shoe *shoe)
{
    int first = deal(shoe), upcard = deal(shoe), second = deal(shoe), hole_card = deal(shoe);
    int player = of_two(first, second), dealer = of_two(upcard, hole_card);
    if (dealer == TWENTY_ONE_SOFT)
        return player == TWENTY_ONE_SOFT ? 0 : -2;
    if (player == TWENTY_ONE_SOFT)
        return 3;
    if (first == second && PAIR_CHART[first][upcard - 1] == 'P')
        return round_of_pair(shoe, first, upcard, dealer);
    Played hand = play(shoe, player, upcard);
    return hand.points > 21 ? -hand.wager : settled(hand, dealer_points(shoe, dealer));
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s ROUNDS SEED\n", argv[0]);
        return 2;
    }
    int64_t rounds = strtoll(argv[1], NULL, 10), sum = 0, squares = 0;
    Shoe shoe;
    seed_random(&shoe.random, strtoull(argv[2], NULL, 10));
    fill_shoe(&shoe);
    double began = seconds();
    deal(&shoe);
    for (int64_t i = 0; i < rounds; i++) {
        if (shoe.dealt > CUTTING_CARD) {
            shoe.dealt = 0;
            deal(&shoe);
        }
        int result = round_played(&shoe);
        sum += result;
        squares += result * result;
    }
    double taken = seconds() - began;
    printf("%lld %.6f %+.8f %.8f\n", (long long)rounds, taken, sum / 2.0 / rounds, squares / 4.0 / rounds);
    return 0;
}
