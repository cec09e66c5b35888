"""Distributions and prices against closed forms and against figures worked out elsewhere."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import comb, perm

import pytest

from tests.exact.given import soft_17_rules
from tests.test_readings import DIFFERENT, SHEET
from upcard.cards import cards
from upcard.exact.distribution import distribution
from upcard.exact.price import price
from upcard.exact.shoe import Shoe
from upcard.law import Cited
from upcard.rules.wager import LOSE, Outcome, PayTable, Wager
from upcard.wagers import additional, buster, in_between, match_the_dealer, optional_bonus, progressive, push_22
from upcard.wagers import twenty_point_bonus as twenty
from upcard.wagers.blackjack_bonus import BLACKJACK_BONUS

DECKS = range(1, 9)


def chances(wager: Wager, decks: int, *, draws: bool = True) -> dict[Outcome, Fraction]:
    return distribution(wager, Shoe.fresh(decks), rules=soft_17_rules(draws=draws))


def tables(wager: Wager) -> dict[str, PayTable]:
    assert isinstance(wager.pay_tables, Cited)
    return dict(wager.pay_tables.value.tables)


def digits(value: Fraction, places: int) -> str:
    """Round as figures are printed: halves up."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return str(exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def advantages(wager: Wager, decks: int, places: int) -> list[str]:
    """Return the house advantage of every pay table in percent."""
    found = chances(wager, decks)
    return [digits(100 * price(wager, found, pays).house_advantage, places) for pays in tables(wager).values()]


def pairs(decks: int, ways: int) -> Fraction:
    return Fraction(ways, perm(52 * decks, 2))


def triples(decks: int, ways: int) -> Fraction:
    return Fraction(ways, perm(52 * decks, 3))


@pytest.mark.parametrize("decks", DECKS)
def test_two_cards_of_one_suit(decks: int) -> None:
    found = chances(additional.SAME_SUIT, decks)
    assert 1 - found[LOSE] == Fraction(13 * decks - 1, 52 * decks - 1)
    assert found[additional.SUITED_KING_QUEEN] == pairs(decks, 2 * 4 * decks**2)


@pytest.mark.parametrize("decks", DECKS)
def test_a_blackjack(decks: int) -> None:
    assert chances(BLACKJACK_BONUS, decks)[LOSE] == 1 - pairs(decks, 2 * 4 * decks * 16 * decks)


@pytest.mark.parametrize("decks", DECKS)
def test_over_and_under_thirteen(decks: int) -> None:
    counts = dict.fromkeys(range(1, 10), 4 * decks) | {10: 16 * decks}
    ways = dict.fromkeys(range(2, 21), 0)
    for one, many in counts.items():
        for other, more in counts.items():
            ways[one + other] += many * (more - (one == other))
    over = sum(count for points, count in ways.items() if points > 13)
    under = sum(count for points, count in ways.items() if points < 13)
    assert 1 - chances(additional.OVER_13, decks)[LOSE] == pairs(decks, over)
    assert 1 - chances(additional.UNDER_13, decks)[LOSE] == pairs(decks, under)


@pytest.mark.parametrize(
    ("decks", "over", "under", "suited"),
    [
        (1, "0.466063", "0.449472", "0.235294"),
        (2, "0.466766", "0.449589", "0.242718"),
        (4, "0.467113", "0.449647", "0.246377"),
        (6, "0.467227", "0.449666", "0.247588"),
        (8, "0.467285", "0.449676", "0.248193"),
    ],
)
def test_the_one_dollar_wagers_as_worked_out_before(decks: int, over: str, under: str, suited: str) -> None:
    wagers = (additional.OVER_13, additional.UNDER_13, additional.SAME_SUIT)
    assert [digits(1 - chances(wager, decks)[LOSE], 6) for wager in wagers] == [over, under, suited]


@pytest.mark.parametrize("decks", DECKS)
def test_sevens_among_three_cards_that_always_come(decks: int) -> None:
    found = chances(additional.SEVENS, decks)
    sevens, others = 4 * decks, 48 * decks
    three = comb(52 * decks, 3)
    assert found[LOSE] == Fraction(comb(others, 3), three)
    assert found[additional.ONE_SEVEN] == Fraction(sevens * comb(others, 2), three)
    assert found[additional.TWO_SUITED_SEVENS] == Fraction(4 * comb(decks, 2) * others, three)
    assert found[additional.TWO_SEVENS] == Fraction((comb(sevens, 2) - 4 * comb(decks, 2)) * others, three)
    assert found[additional.THREE_SUITED_SEVENS] == Fraction(4 * comb(decks, 3), three)
    assert found[additional.THREE_SEVENS] == Fraction(comb(sevens, 3) - 4 * comb(decks, 3), three)


@pytest.mark.parametrize("decks", DECKS)
def test_aces_that_a_box_begins_with(decks: int) -> None:
    found = chances(progressive.PROGRESSIVE, decks)
    aces, cards = 4 * decks, 52 * decks
    of_one_color = 2 * Fraction(perm(2 * decks, 4), perm(cards, 4))
    suited = Fraction(4 * perm(decks, 3), perm(cards, 3))
    # Three of one suit go on to four of one color with any ace left of that color.
    better = Fraction(4 * perm(decks, 3) * (2 * decks - 3), perm(cards, 4)) if decks > 1 else Fraction(0)
    assert found[progressive.FOUR_OF_ONE_COLOR] == of_one_color
    assert found[progressive.THREE_SUITED] == suited - better
    assert found[progressive.THREE] == Fraction(perm(aces, 3), perm(cards, 3)) - suited - (of_one_color - better)
    two_suited = Fraction(4 * perm(decks, 2), perm(cards, 2))
    third = Fraction(aces - 2, cards - 2)
    assert found[progressive.TWO_SUITED] == two_suited * (1 - third)
    assert found[progressive.TWO] == (Fraction(perm(aces, 2), perm(cards, 2)) - two_suited) * (1 - third)


@pytest.mark.parametrize(
    ("decks", "figures"),
    [
        (4, ("5.574e-3", "1.115e-3", "3.788e-4", "1.082e-5", "1.848e-6")),
        (6, ("5.689e-3", "1.237e-3", "4.037e-4", "1.596e-5", "2.556e-6")),
        (8, ("5.746e-3", "1.297e-3", "4.164e-4", "1.880e-5", "2.960e-6")),
    ],
)
def test_aces_as_worked_out_before(decks: int, figures: tuple[str, ...]) -> None:
    """The figures count the first cards only, whatever comes after."""
    found = chances(progressive.PROGRESSIVE, decks)
    four = found[progressive.FOUR_OF_ONE_COLOR]
    three = four + found[progressive.THREE_SUITED] + found[progressive.THREE]
    two = three + found[progressive.TWO_SUITED] + found[progressive.TWO]
    first_two, first_two_suited, first_three, first_three_suited, first_four = map(float, figures)
    assert float(two) == pytest.approx(first_two, rel=5e-4)
    assert float(three) == pytest.approx(first_three, rel=5e-4)
    assert float(four) == pytest.approx(first_four, rel=5e-4)
    going_on = Fraction(4 * decks - 2, 52 * decks - 2)
    assert float(found[progressive.TWO_SUITED] / (1 - going_on)) == pytest.approx(first_two_suited, rel=5e-4)
    better = 4 * perm(decks, 3) * Fraction(2 * decks - 3, perm(52 * decks, 4))
    assert float(found[progressive.THREE_SUITED] + better) == pytest.approx(first_three_suited, rel=5e-4)


@pytest.mark.parametrize("decks", DECKS)
def test_three_cards_of_one_rank(decks: int) -> None:
    assert chances(in_between.IN_BETWEEN, decks)[in_between.TRIPLE_MATCH] == triples(decks, 13 * perm(4 * decks, 3))


@pytest.mark.parametrize(
    ("decks", "ways"),
    [
        (1, (312, 1408, 2560, 3456, 29184, 95680)),
        (6, (157872, 304128, 552960, 746496, 6303744, 22014720)),
        (8, (386880, 720896, 1310720, 1769472, 14942208, 52342784)),
    ],
)
def test_ordered_triples_counted_before(decks: int, ways: tuple[int, ...]) -> None:
    assert tuple(chances(in_between.IN_BETWEEN, decks).values()) == tuple(triples(decks, count) for count in ways)


def test_the_owners_sheet_is_right_in_seventeen_figures_and_wrong_in_three() -> None:
    """All twenty as printed; ours stand beside the three that differ (reading 15)."""
    ours = {decks: advantages(in_between.IN_BETWEEN, decks, 3) for decks in SHEET}
    differing = {
        (decks, table): (printed, exact)
        for decks, row in SHEET.items()
        for table, printed, exact in zip("ABCD", row, ours[decks], strict=True)
        if printed != exact
    }
    assert sum(map(len, SHEET.values())) == 20
    assert differing == {
        (1, "B"): ("10.461", "10.462"),
        (1, "C"): ("14.999", "14.998"),
        (8, "C"): ("9.410", "9.407"),
    }
    assert {at: exact for at, (_, exact) in differing.items()} == DIFFERENT


def test_one_house_advantage_as_a_fraction() -> None:
    pays = tables(in_between.IN_BETWEEN)["A"]
    assert price(in_between.IN_BETWEEN, chances(in_between.IN_BETWEEN, 6), pays).house_advantage == Fraction(
        21282, 626665
    )


@pytest.mark.parametrize(
    ("decks", "busts", "edges"),
    [
        (1, ".173333 .091808 .020057 .0021573 .00012569 .000003772", "6.242 6.261 6.889 6.908 8.895 14.474"),
        (2, ".173161 .090334 .020318 .0024489 .00017643 .000007946", "5.775 5.815 6.510 6.549 8.541 13.739"),
        (4, ".173065 .089624 .020435 .0025909 .00020465 .000010845", "5.514 5.568 6.291 6.346 8.335 13.351"),
        (6, ".173032 .089392 .020473 .0026376 .00021444 .000011945", "5.423 5.483 6.214 6.274 8.262 13.218"),
        (8, ".173015 .089276 .020491 .0026608 .00021941 .000012521", "5.377 5.439 6.175 6.237 8.224 13.151"),
    ],
)
def test_the_dealers_busts_by_number_of_cards(decks: int, busts: str, edges: str) -> None:
    found = chances(buster.BUSTER, decks)
    for outcome, printed in zip(reversed(buster.BUSTS), busts.split(), strict=True):
        assert f"0{printed}" == digits(found[outcome], len(printed) - 1)
    assert advantages(buster.BUSTER, decks, 3) == edges.split()


def test_the_dealer_on_twenty_two() -> None:
    found = chances(push_22.PUSH_22, 6)
    assert digits(1 - found[LOSE], 6) == "0.073536"
    assert [digits(found[outcome], 6) for outcome in push_22.TWENTY_TWOS] == ["0.003327", "0.011659", "0.058551"]
    assert advantages(push_22.PUSH_22, 6, 3) == ["5.854", "11.709", "11.757"]


@pytest.mark.parametrize("decks", DECKS)
def test_matches_with_the_upcard(decks: int) -> None:
    found = chances(match_the_dealer.MATCH_THE_DEALER, decks)
    suited, unsuited, others = decks - 1, 3 * decks, 48 * decks
    left = perm(52 * decks - 1, 2)  # two cards of the player after the upcard
    assert found == {
        match_the_dealer.TWO_SUITED: Fraction(perm(suited, 2), left),
        match_the_dealer.ONE_OF_EACH: Fraction(2 * suited * unsuited, left),
        match_the_dealer.TWO: Fraction(perm(unsuited, 2), left),
        match_the_dealer.ONE_SUITED: Fraction(2 * suited * others, left),
        match_the_dealer.ONE: Fraction(2 * unsuited * others, left),
        LOSE: Fraction(perm(others, 2), left),
    }


@pytest.mark.parametrize("decks", DECKS)
def test_three_card_poker_hands(decks: int) -> None:
    found = chances(optional_bonus.OPTIONAL_BONUS, decks)
    three = comb(52 * decks, 3)
    straight_flushes = 12 * 4 * decks**3
    straights = 12 * (4 * decks) ** 3 - straight_flushes
    threes = 13 * comb(4 * decks, 3)
    flushes = 4 * (comb(13 * decks, 3) - 12 * decks**3 - 13 * comb(decks, 3))
    assert found[optional_bonus.STRAIGHT_FLUSH] == Fraction(straight_flushes, three)
    assert found[optional_bonus.STRAIGHT] == Fraction(straights, three)
    assert found[optional_bonus.THREE_OF_A_KIND] == Fraction(threes, three)
    assert found[optional_bonus.FLUSH] == Fraction(flushes, three)


def test_the_usual_price_of_the_three_card_poker_wager() -> None:
    """Published as 3.23 or 3.24 percent; exactly 3.2386."""
    wager = optional_bonus.OPTIONAL_BONUS
    found = price(wager, chances(wager, 6), wager.house_pay_tables["house"])
    assert digits(100 * found.house_advantage, 4) == "3.2386"
    assert found.hit_frequency == 1 - chances(wager, 6)[LOSE]


@pytest.mark.parametrize("decks", DECKS)
def test_two_cards_worth_twenty(decks: int) -> None:
    found = chances(twenty.TWENTY_POINT_BONUS, decks)
    two = perm(52 * decks, 2)
    tens, nines, aces = 16 * decks, 4 * decks, 4 * decks
    assert 1 - found[LOSE] == Fraction(perm(tens, 2) + 2 * nines * aces, two)
    queens = Fraction(perm(decks, 2), two)
    assert found[twenty.QUEENS_OF_HEARTS] + found[twenty.QUEENS_AND_BLACKJACK] == queens
    dealers = Fraction(2 * aces * (tens - 2), perm(52 * decks - 2, 2)) if decks > 1 else Fraction(0)
    assert found[twenty.QUEENS_AND_BLACKJACK] == queens * dealers
    assert found[twenty.MATCHED] == Fraction(15 * perm(decks, 2), two)
    assert found[twenty.SUITED] == Fraction(4 * (12 * decks**2 + 2 * decks**2), two)


@pytest.mark.parametrize("decks", DECKS)
def test_the_free_bonus_is_a_blackjack_and_then_a_long_bust(decks: int) -> None:
    """The joint distribution is that of a blackjack, and of the dealer's hand from what is left of the shoe."""
    rider = buster.FREE_BONUS
    shoe = Shoe.fresh(decks)
    found = distribution(rider, shoe, rules=soft_17_rules(draws=True))
    after = distribution(buster.BUSTER, shoe.without(cards("Ah Ts")), rules=soft_17_rules(draws=True))
    blackjack = pairs(decks, 2 * 4 * decks * 16 * decks)
    for outcome in (buster.EIGHT, buster.SEVEN):
        assert found[outcome] == blackjack * after[outcome]
