"""Wagers that stand over several rounds, against closed forms."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tests.exact.given import soft_17_rules
from upcard.errors import Misuse
from upcard.exact.distribution import distribution, distribution_over_rounds
from upcard.exact.price import price
from upcard.exact.shoe import Shoe
from upcard.money import Cents
from upcard.rules.fact_type import Fact, Result, Stream
from upcard.rules.wager import LOSE, STANDS, Outcome
from upcard.wagers import ALL
from upcard.wagers.streak import STREAK, STREAKS

ROUND = {Result.WIN: Fraction(43, 100), Result.LOSS: Fraction(48, 100), Result.PUSH: Fraction(9, 100)}
LOSES_OR_WINS = {Result.WIN: Fraction(2, 5), Result.LOSS: Fraction(3, 5)}
WON = ROUND[Result.WIN] / (ROUND[Result.WIN] + ROUND[Result.LOSS])  # a round that counts


@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_wins_in_a_row_are_powers_of_one_win(length: int) -> None:
    chances, rounds = distribution_over_rounds(STREAK, ROUND, choice=length)
    assert chances == {STREAKS[length - 2]: WON**length, LOSE: 1 - WON**length}
    counting = sum(WON**wins for wins in range(length))
    assert rounds.mean == counting / (1 - ROUND[Result.PUSH])
    shoe = Shoe.fresh(1)  # the cards matter no more
    assert distribution(STREAK, shoe, rules=soft_17_rules(draws=True), choice=length, results=ROUND) == chances


@pytest.mark.parametrize(("length", "wins"), [(length, wins) for length in (2, 3, 4, 5) for wins in range(length)])
def test_rounds_won_before_shorten_the_row(length: int, wins: int) -> None:
    chances, _ = distribution_over_rounds(STREAK, ROUND, choice=length, before=(Result.WIN,) * wins)
    assert chances[STREAKS[length - 2]] == WON ** (length - wins)


def test_a_row_already_longer_than_the_wager_can_only_be_lost() -> None:
    chances, rounds = distribution_over_rounds(STREAK, ROUND, choice=2, before=(Result.WIN,) * 3)
    assert chances == {LOSE: 1}
    assert rounds.mean == 1 / ROUND[Result.LOSS]


def test_the_price_of_the_usual_odds() -> None:
    house = STREAK.house_pay_tables["house"]
    for length, odds in zip((2, 3, 4, 5), (3, 7, 17, 37), strict=True):
        chances, rounds = distribution_over_rounds(STREAK, ROUND, choice=length)
        exact = price(STREAK, chances, house, rounds=rounds)
        assert exact.house_advantage == 1 - (odds + 1) * WON**length
        assert exact.rounds == rounds.mean
        assert exact.per_hour(60, Cents(100)).loss == 60 / rounds.mean * 100 * exact.house_advantage


def test_an_hour_of_results_and_durations_that_go_together() -> None:
    """A streak ends after so many rounds with a win, or with a loss at each: summed round by round."""
    chances, rounds = distribution_over_rounds(STREAK, LOSES_OR_WINS, choice=3)
    won, lost = LOSES_OR_WINS[Result.WIN], LOSES_OR_WINS[Result.LOSS]
    ends = [(-1, 1, lost), (-1, 2, won * lost), (-1, 3, won**2 * lost), (7, 3, won**3)]
    mean_rounds = sum(length * chance for _, length, chance in ends)
    rate = sum(net * chance for net, _, chance in ends) / mean_rounds
    variance = sum((net - rate * length) ** 2 * chance for net, length, chance in ends) / mean_rounds
    assert rounds.mean == mean_rounds == sum(rounds.by_outcome.values())
    assert rounds.square == sum(length**2 * chance for _, length, chance in ends)
    exact = price(STREAK, chances, STREAK.house_pay_tables["house"], rounds=rounds)
    assert exact.per_hour(60, Cents(100)).variance == 60 * 100**2 * variance


@pytest.mark.parametrize(("ahead", "behind"), list(product((1, 2, 3), repeat=2)))
def test_states_that_come_again_are_solved_too(ahead: int, behind: int) -> None:
    """A wager that nobody offers: so many wins ahead before so many behind, the gambler's ruin."""
    won = Outcome("ahead")

    def step(balance: int, result: Result) -> int:
        return balance + {Result.WIN: 1, Result.LOSS: -1, Result.PUSH: 0}[result]

    def resolve(balance: int) -> Outcome:
        if -behind < balance < ahead:
            return STANDS
        return won if balance > 0 else LOSE

    balance = Fact(name="balance", stream=Stream.RESULTS, start=0, step=step, symbols=tuple(Result))
    ruin = replace(STREAK, sees=(balance,), outcomes=(won, LOSE, STANDS), resolve=resolve)
    chances, rounds = distribution_over_rounds(ruin, ROUND)
    odds = ROUND[Result.LOSS] / ROUND[Result.WIN]
    assert chances[won] == (1 - odds**behind) / (1 - odds ** (ahead + behind))
    mean = ahead * chances[won] - behind * chances[LOSE]
    assert rounds.mean == mean / (ROUND[Result.WIN] - ROUND[Result.LOSS])


def test_a_round_that_cannot_be_lost_or_won() -> None:
    chances, rounds = distribution_over_rounds(STREAK, {Result.WIN: Fraction(1)}, choice=4)
    assert (chances, rounds.mean) == ({STREAKS[2]: Fraction(1)}, Fraction(4))
    chances, rounds = distribution_over_rounds(STREAK, {Result.LOSS: Fraction(1)}, choice=4)
    assert (chances, rounds.mean) == ({LOSE: Fraction(1)}, Fraction(1))
    with pytest.raises(Misuse, match="never be decided"):
        distribution_over_rounds(STREAK, {Result.PUSH: Fraction(1)}, choice=4)


@pytest.mark.parametrize(
    "results",
    [
        {Result.WIN: Fraction(1, 2)},
        {Result.WIN: Fraction(1), Result.LOSS: Fraction(1)},
        {Result.WIN: Fraction(3, 2), Result.LOSS: Fraction(-1, 2)},
        {},
    ],
)
def test_chances_that_are_none_are_refused(results: dict[Result, Fraction]) -> None:
    with pytest.raises(Misuse, match="add up to 1"):
        distribution_over_rounds(STREAK, results, choice=2)


def test_what_is_missing_is_asked_for() -> None:
    shoe = Shoe.fresh(6)
    with pytest.raises(Misuse, match="pricing it needs the probabilities of a round's results"):
        distribution(STREAK, shoe, rules=soft_17_rules(draws=True), choice=2)
    with pytest.raises(Misuse, match="cannot be made on None; choose one of 2, 3, 4, 5"):
        distribution(STREAK, shoe, rules=soft_17_rules(draws=True), results=ROUND)
    with pytest.raises(Misuse, match="already decided the wager"):
        distribution_over_rounds(STREAK, ROUND, choice=2, before=(Result.WIN, Result.WIN))
    for wager in ALL:
        if not wager.sees_results:
            with pytest.raises(Misuse, match="not only the results of rounds"):
                distribution_over_rounds(wager, ROUND)
