"""Prices: what the engine pays, weighed by exact probabilities."""

from fractions import Fraction

import pytest

from tests.exact.given import soft_17_rules
from tests.tables import OFFERS, offer, read, text
from upcard.errors import Misuse
from upcard.exact.distribution import distribution, distribution_over_rounds
from upcard.exact.observed_facts import observe
from upcard.exact.price import Growth, meter_price, price, read_growth, rider_price
from upcard.exact.shoe import Shoe
from upcard.law import Cited
from upcard.money import Cents, Displayed, Fixed, MeterShare, Odds
from upcard.rules.wager import LOSE, PUSH, Outcome, PayTable, is_given_back
from upcard.wagers import ALL
from upcard.wagers.blackjack_bonus import BLACKJACK_BONUS, PLAYER_BLACKJACK
from upcard.wagers.buster import BUSTER, EIGHT, FREE_BONUS, SEVEN
from upcard.wagers.in_between import IN_BETWEEN, SPREADS
from upcard.wagers.progressive import FOUR_OF_ONE_COLOR, PROGRESSIVE, THREE, THREE_SUITED, TWO, TWO_SUITED
from upcard.wagers.push_22 import PUSH_22

SIX = Shoe.fresh(6)
RETURNED = {"progressive_chip": "returned"}


def the_table(pay_tables: object, name: str) -> PayTable:
    assert isinstance(pay_tables, Cited)
    found = pay_tables.value.tables[name]
    assert isinstance(found, dict)
    return found


def test_odds_price_a_wager_whatever_its_amount() -> None:
    chances = distribution(IN_BETWEEN, SIX, rules=soft_17_rules(draws=False))
    pays = the_table(IN_BETWEEN.pay_tables, "B")
    exact = price(IN_BETWEEN, chances, pays)
    odds = dict(zip(SPREADS, (30, 10, 6, 4, 1), strict=True))
    assert -exact.house_advantage == sum(chances[one] * odds[one] for one in SPREADS) - chances[LOSE]
    assert exact.hit_frequency == 1 - chances[LOSE]
    square = sum(chances[one] * odds[one] ** 2 for one in SPREADS) + chances[LOSE]
    assert exact.variance == square - exact.house_advantage**2
    assert [(line.outcome, line.pays, line.probability) for line in exact.outcomes] == [
        (outcome, pays.get(outcome), chance) for outcome, chance in chances.items()
    ]
    assert price(IN_BETWEEN, chances, pays, amount=Cents(501)) == exact
    hour = exact.per_hour(70, Cents(2500))
    assert hour.loss == 70 * 2500 * exact.house_advantage
    assert hour.variance == 70 * 2500**2 * exact.variance


def test_a_wager_given_back_without_being_paid_costs_nothing() -> None:
    won = SPREADS[0]
    exact = price(IN_BETWEEN, {won: Fraction(1, 4), PUSH: Fraction(1, 4), LOSE: Fraction(1, 2)}, {won: Odds(3, 2)})
    assert exact.house_advantage == Fraction(1, 2) - Fraction(3, 8)
    assert exact.hit_frequency == Fraction(1, 4)
    assert exact.variance == Fraction(9, 16) + Fraction(1, 2) - exact.house_advantage**2


def test_only_a_chip_registered_on_a_meter_is_gone() -> None:
    # readings 26, 57
    assert [wager.name for wager in ALL if not is_given_back(wager, {})] == ["progressive"]
    assert all(is_given_back(wager, RETURNED) for wager in ALL)
    table = read(text(offer("progressive"), house=RETURNED))
    assert is_given_back(PROGRESSIVE, table.house)


def test_a_display_pays_each_amount_with_its_probability() -> None:
    chances = distribution(BLACKJACK_BONUS, SIX, rules=soft_17_rules(draws=False))
    shown = {
        Cents(100): ((Cents(500), Fraction(9, 10)), (Cents(10000), Fraction(1, 10))),
        Cents(500): ((Cents(5000), Fraction(1)),),
    }
    pays = {PLAYER_BLACKJACK: Displayed(shown)}
    exact = price(BLACKJACK_BONUS, chances, pays, amount=Cents(100))
    won = chances[PLAYER_BLACKJACK]
    assert exact.house_advantage == 1 - won - won * Fraction(1450, 100)
    square = won * (Fraction(9, 10) * 25 + Fraction(1, 10) * 100**2) + (1 - won)
    assert exact.variance == square - exact.house_advantage**2
    assert price(BLACKJACK_BONUS, chances, pays, amount=Cents(500)).house_advantage == 1 - won - won * 10
    with pytest.raises(Misuse, match="pricing it needs the amount of the wager"):
        price(BLACKJACK_BONUS, chances, pays)
    with pytest.raises(Misuse, match=r"the blackjack bonus wager may not be \$2.00; it must be \$1.00 or \$5.00"):
        price(BLACKJACK_BONUS, chances, pays, amount=Cents(200))
    pays = {PLAYER_BLACKJACK: Displayed({Cents(100): shown[Cents(100)]})}
    with pytest.raises(Misuse, match=r"lists no payoff for a wager of \$5.00"):
        price(BLACKJACK_BONUS, chances, pays, amount=Cents(500))


ACES = distribution(PROGRESSIVE, SIX, rules=soft_17_rules(draws=False))
ACES_PAY = the_table(PROGRESSIVE.pay_tables, "progressive")
FIXED = 250_000 * ACES[THREE_SUITED] + 25_000 * ACES[THREE] + 10_000 * ACES[TWO_SUITED] + 2_500 * ACES[TWO]
HELD = Growth(initial=Cents(600_000), reset=Cents(500_000), rate=Fraction(7, 10))


def test_a_meter_moves_the_price_in_a_straight_line() -> None:
    exact = meter_price(PROGRESSIVE, ACES, ACES_PAY)
    jackpot = ACES[FOUR_OF_ONE_COLOR]
    assert exact.empty == 1 - FIXED / 100
    for meter in (Cents(0), Cents(500_000), Cents(12_345_678)):
        assert exact.at(meter) == 1 - (FIXED + jackpot * meter) / 100
        assert exact.at(meter) == price(PROGRESSIVE, ACES, ACES_PAY, meter=meter).house_advantage
    assert exact.break_even == (100 - FIXED) / jackpot
    assert exact.mean_rounds == 1 / jackpot
    below, above = (exact.at(Cents(int(exact.break_even) + more)) for more in (0, 1))
    assert below >= 0 > above or below > 0 >= above


def test_a_chip_that_the_house_returns_is_worth_what_the_lines_win() -> None:
    kept = meter_price(PROGRESSIVE, ACES, ACES_PAY)
    returned = meter_price(PROGRESSIVE, ACES, ACES_PAY, house=RETURNED)
    assert kept.empty - returned.empty == 1 - ACES[LOSE]


def test_the_mean_meter_and_the_long_run() -> None:
    exact = meter_price(PROGRESSIVE, ACES, ACES_PAY)
    jackpot = ACES[FOUR_OF_ONE_COLOR]
    assert exact.first_won(HELD) == 600_000 + 70 / jackpot
    assert exact.mean_won(HELD) == 500_000 + 70 / jackpot
    assert exact.long_run(HELD) == 1 - (FIXED + jackpot * (500_000 + 70 / jackpot)) / 100
    assert exact.long_run(HELD) == exact.empty - jackpot * 5000 - Fraction(7, 10)
    besides = Growth(initial=HELD.initial, reset=HELD.reset, rate=Fraction(1, 2), reset_meter_rate=Fraction(1, 5))
    assert exact.long_run(besides) == exact.long_run(HELD), "what goes to the reset meter is won later"
    assert exact.mean_won(besides) == exact.mean_won(HELD)
    assert exact.first_won(besides) == 600_000 + 50 / jackpot


def test_payouts_taken_from_the_meter_lessen_it_as_dollars_or_as_odds() -> None:
    # reading 66
    jackpot, house = ACES[FOUR_OF_ONE_COLOR], {"progressive_fixed_payouts": "from the meter"}
    fixed = {outcome: pays for outcome, pays in ACES_PAY.items() if isinstance(pays, Fixed)}
    odds = {**ACES_PAY, **{outcome: Odds(pays.amount // 100) for outcome, pays in fixed.items()}}
    for posted in (ACES_PAY, odds):
        exact = meter_price(PROGRESSIVE, ACES, posted, house=house)
        assert exact.first_won(HELD) == 600_000 + (70 - FIXED) / jackpot
        assert exact.mean_won(HELD) == 500_000 + (70 - FIXED) / jackpot
        assert exact.empty == meter_price(PROGRESSIVE, ACES, posted).empty
        slow, enough = (Growth(initial=HELD.initial, reset=HELD.reset, rate=(FIXED + more) / 100) for more in (0, 1))
        assert (exact.has_mean(slow), exact.has_mean(enough)) == (False, True)
        assert meter_price(PROGRESSIVE, ACES, posted).has_mean(slow)


def test_a_meter_paid_in_part_keeps_the_rest_for_the_next() -> None:
    half = {**ACES_PAY, FOUR_OF_ONE_COLOR: MeterShare(Fraction(1, 2))}
    whole, part = meter_price(PROGRESSIVE, ACES, ACES_PAY), meter_price(PROGRESSIVE, ACES, half)
    assert part.mean_won(HELD) == 2 * whole.mean_won(HELD)
    assert part.long_run(HELD) == whole.long_run(HELD)


def test_the_long_run_is_what_the_meter_does_round_by_round() -> None:
    """Follow the mean of the meter over rounds: it settles where the formula says, and so does the return."""
    exact = meter_price(PROGRESSIVE, ACES, ACES_PAY)
    jackpot = float(exact.probability)
    half_life = int(40 / jackpot)
    # mean before a round -> after it: grown by the rate, and reset with the probability of the jackpot
    keep, add = 1 - jackpot, 70.0
    mean = 600_000 * keep**half_life + (add * keep + 500_000 * jackpot) * (1 - keep**half_life) / jackpot
    paid = jackpot * (mean + add)  # a round's expected jackpot, its own wager registered before the deal
    assert float(exact.empty) - paid / 100 == pytest.approx(float(exact.long_run(HELD)), abs=1e-9)


def test_how_a_meter_grows_is_read_from_the_offer() -> None:
    (progressive,) = read(text(offer("progressive", initial="6000.00", reset_rate="5%"))).offers
    assert read_growth(progressive.wager, progressive.settings) == Growth(
        initial=Cents(600_000), reset=Cents(500_000), rate=Fraction(7, 10), reset_meter_rate=Fraction(1, 20)
    )
    (unstated,) = read(text(offer("progressive", rate=None))).offers
    assert read_growth(unstated.wager, unstated.settings) is None
    assert read_growth(IN_BETWEEN, {}) is None


def test_a_meter_is_needed_where_one_is_paid_from_and_asked_for_nowhere_else() -> None:
    with pytest.raises(Misuse, match="pricing it needs the amount on the meter"):
        price(PROGRESSIVE, ACES, ACES_PAY)
    with pytest.raises(Misuse, match="not of one fixed amount that a meter can pay"):
        meter_price(
            BUSTER, distribution(BUSTER, SIX, rules=soft_17_rules(draws=True)), the_table(BUSTER.pay_tables, "A")
        )


def test_a_rider_adds_a_fixed_amount_from_its_least_wager_on() -> None:
    chances = distribution(FREE_BONUS, SIX, rules=soft_17_rules(draws=True))
    base = price(BUSTER, distribution(BUSTER, SIX, rules=soft_17_rules(draws=True)), the_table(BUSTER.pay_tables, "C"))
    exact = rider_price(FREE_BONUS, chances, the_table(FREE_BONUS.pay_tables, "B1"))
    mean = 800_000 * chances[EIGHT] + 100_000 * chances[SEVEN]
    assert exact.mean == mean
    for amount, value in ((499, Fraction(0)), (500, mean), (501, mean), (2500, mean)):
        assert exact.value(Cents(amount)) == value
        assert exact.house_advantage(base, Cents(amount)) == base.house_advantage - value / amount
    assert [line.pays for line in exact.outcomes] == [Fixed(Cents(800_000)), Fixed(Cents(100_000)), None]


def test_what_is_not_posted_cannot_be_priced() -> None:
    chances = distribution(BUSTER, SIX, rules=soft_17_rules(draws=True))
    pays = {outcome: odds for outcome, odds in the_table(BUSTER.pay_tables, "A").items() if outcome != SEVEN}
    with pytest.raises(Misuse, match='the buster wager has no posted payoff for the outcome "7 cards"'):
        price(BUSTER, chances, pays)
    with pytest.raises(Misuse, match=r"must be more than \$0.00"):
        price(BUSTER, chances, the_table(BUSTER.pay_tables, "A"), amount=Cents(0))


def test_fixed_amounts_weigh_by_the_amount_wagered() -> None:
    won = Outcome("won")
    chances = {won: Fraction(1, 10), LOSE: Fraction(9, 10)}
    for amount in (100, 250):
        exact = price(IN_BETWEEN, chances, {won: Fixed(Cents(700))}, amount=Cents(amount))
        assert exact.house_advantage == Fraction(9, 10) - Fraction(700, 10 * amount)


@pytest.mark.parametrize("name", OFFERS)
def test_every_offer_of_the_tests_can_be_priced(name: str) -> None:
    (made,) = read(text(offer(name))).offers
    wager = made.wager
    chances = {outcome: Fraction(1, len(wager.wins) + 1) for outcome in (*wager.wins, LOSE)}
    amount = (wager.limits.value.exactly or (Cents(500),))[0]
    exact = price(wager, chances, made.pays, amount=amount, meter=Cents(500_000))
    assert exact.hit_frequency == 1 - chances[LOSE]
    assert exact.variance > 0


def test_a_refusal_writes_a_wager_as_its_display_does() -> None:
    with pytest.raises(Misuse, match=r"^the Push 22 wager has nothing to choose$"):
        observe(PUSH_22, 3)
    with pytest.raises(Misuse, match=r"^the Push 22 wager sees results of rounds: "):
        distribution_over_rounds(PUSH_22, None)
