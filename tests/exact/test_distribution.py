"""Distributions from what wagers see: every round of small shoes, sums, and cards taken out."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tests.exact.given import soft_17_rules
from tests.exact.rounds import brute, never, small_shoe
from upcard.cards import DECK, RED, Rank, Suit, cards
from upcard.errors import Misuse
from upcard.exact.distribution import distribution
from upcard.exact.drawn_cards import DrawsAnother, Shown, always
from upcard.exact.observed_facts import HAND_STREAMS
from upcard.exact.shoe import Shoe
from upcard.rules.enums import HoleCard
from upcard.rules.fact_type import Fact, Stream
from upcard.rules.facts import DEALER_SUITS, DEALER_TOTAL, FIRST_CARD, FIRST_RANK, UPCARD_RANK, Total, chosen
from upcard.rules.wager import LOSE, Outcome, Rider, Wager
from upcard.wagers import ALL
from upcard.wagers.additional import OVER, OVER_13, UNDER, UNDER_13

PLAYED = [wager for wager in ALL if any(fact.stream in HAND_STREAMS for fact in wager.sees)]  # by a strategy
CARDS = [wager for wager in ALL if not wager.sees_results and wager not in PLAYED]
SEEN: list[Wager | Rider] = [*CARDS, *(wager.rider for wager in ALL if wager.rider)]
ON_BOX = [wager for wager in CARDS if any(fact.stream is Stream.BOX for fact in wager.sees)]

SMALL = {
    "queens": "Qh Qh Qh Kh Kh Ks Ks Ah Ah Ah 9c 9c",
    "low cards": "Ac Ac Ac 2d 2d 2d 2d 3h 3h 3h Ts Ts Ts Ts",
    "twenty-twos": "Tc Tc Tc 6c 6c 6c Ts Ts 6s 6h 6h 6h",
    "sevens and aces": "7c 7c 7c 7d 7d Ac Ac Ac As As Ad 5h 5h",
    "ranks": "2h 2h 2h 3h 4h 5s 6s 7d 8c 8c 9c Td Jd Kh Ah",
}


def turning(values: tuple[int, ...], shown: Shown, blackjack: bool) -> bool:
    """Draw by an arbitrary function of the box's cards in order, the dealer's cards and the dealer's blackjack."""
    return (3 * values[0] + 2 * values[-1] + shown[0] + shown[-1] // 2 + 5 * blackjack) % 4 != 0


PLAYS: dict[str, DrawsAnother] = {"always": always, "never": never, "turning": turning}


def shoes(wager: Wager | Rider) -> tuple[str, ...]:
    """Return small shoes whose every round can be enumerated: long hands only from few kinds of cards."""
    streams = {fact.stream for fact in wager.sees}
    if Stream.DEALER in streams:
        return "queens", "low cards", "twenty-twos"
    return ("sevens and aces", "queens") if Stream.BOX in streams else tuple(SMALL)


def plays(wager: Wager | Rider) -> tuple[str, ...]:
    return tuple(PLAYS) if wager in ON_BOX else ("always",)


def soft_17s(wager: Wager | Rider) -> tuple[bool, ...]:
    return (True, False) if any(fact.stream is Stream.DEALER for fact in wager.sees) else (True,)


def nonzero(chances: dict[Outcome, Fraction]) -> dict[Outcome, Fraction]:
    return {outcome: chance for outcome, chance in chances.items() if chance}


@pytest.mark.parametrize("wager", SEEN, ids=lambda wager: wager.name)
def test_every_round_of_small_shoes_agrees(wager: Wager | Rider) -> None:
    reached: set[Outcome] = set()
    for name, play, draws in product(shoes(wager), plays(wager), soft_17s(wager)):
        shoe = small_shoe(SMALL[name])
        exact = distribution(wager, shoe, rules=soft_17_rules(draws=draws), goes=PLAYS[play])
        assert list(exact) == list(wager.outcomes)
        assert nonzero(exact) == brute(wager, shoe, rules=soft_17_rules(draws=draws), goes=PLAYS[play])
        reached |= set(nonzero(exact))
    assert reached == set(wager.outcomes), "the small shoes try every outcome"


@pytest.mark.parametrize("wager", ON_BOX, ids=lambda wager: wager.name)
def test_a_box_played_against_both_of_the_dealers_cards_agrees_too(wager: Wager) -> None:
    rules, shoe = replace(soft_17_rules(draws=True), hole_card=HoleCard.UP), small_shoe(SMALL["sevens and aces"])
    exact = distribution(wager, shoe, rules=rules, goes=turning)
    assert nonzero(exact) == brute(wager, shoe, rules=rules, goes=turning)
    assert exact != distribution(wager, shoe, rules=soft_17_rules(draws=True), goes=turning)


def test_play_that_brings_cards_matters() -> None:
    shoe = small_shoe(SMALL["sevens and aces"])
    for wager in ON_BOX:
        found = [distribution(wager, shoe, rules=soft_17_rules(draws=True), goes=goes) for goes in PLAYS.values()]
        assert found[0] != found[1] != found[2] != found[0]


def test_play_that_always_goes_on_is_always() -> None:
    def on(values: tuple[int, ...], shown: Shown, blackjack: bool) -> bool:
        return len(values) < 4 or not shown or blackjack

    for wager, decks in product(ON_BOX, (1, 6)):
        shoe = Shoe.fresh(decks)
        followed = distribution(wager, shoe, rules=soft_17_rules(draws=True), goes=on)
        assert followed == distribution(wager, shoe, rules=soft_17_rules(draws=True))


@pytest.mark.parametrize("wager", SEEN, ids=lambda wager: wager.name)
def test_the_outcomes_are_all_there_are(wager: Wager | Rider) -> None:
    for decks, draws in product(range(1, 9), (True, False)):
        exact = distribution(wager, Shoe.fresh(decks), rules=soft_17_rules(draws=draws))
        assert sum(exact.values()) == 1
        assert min(exact.values()) >= 0
        assert list(exact) == list(wager.outcomes)


@pytest.mark.parametrize("wager", SEEN, ids=lambda wager: wager.name)
def test_taking_out_one_card_changes_nothing_on_the_average(wager: Wager | Rider) -> None:
    for whole in (Shoe.fresh(2), Shoe.fresh(6).without(cards("Ah Ah 7c Ts 5d 5d 5d"))):
        exact = distribution(wager, whole, rules=soft_17_rules(draws=True))
        mean = dict.fromkeys(exact, Fraction(0))
        moved = 0
        for card, count in zip(DECK, whole.counts, strict=True):
            less = distribution(wager, whole.without([card]), rules=soft_17_rules(draws=True))
            moved += less != exact
            for outcome, chance in less.items():
                mean[outcome] += Fraction(count, whole.size) * chance
        assert mean == exact
    assert moved > 13, "where the counts differ, most cards taken out move something"


def test_what_players_draw_moves_nothing_in_the_dealers_hand() -> None:
    """The rider sees the player's two cards too: over all of them the dealer's hand is as it is without."""
    wager = next(wager for wager in ALL if wager.rider)
    assert wager.rider is not None
    any_hand = replace(wager.rider, sees=(FIRST_CARD, *wager.sees), resolve=lambda _, *dealer: wager.resolve(*dealer))
    any_hand = replace(any_hand, outcomes=wager.outcomes)
    shoe = Shoe.fresh(1).without(cards("Ah Kd"))
    with_box = distribution(any_hand, shoe, rules=soft_17_rules(draws=True))
    assert with_box == distribution(wager, shoe, rules=soft_17_rules(draws=True))


def test_facts_in_another_order_and_two_sets_at_once() -> None:
    """A wager that nobody offers: sets gathered twice, seen before the total, with a player's card and the upcard."""
    colors = Fact(
        name="colors",
        stream=Stream.DEALER,
        start=frozenset(),
        step=lambda seen, card: seen | {card.suit in RED},
    )
    base = next(wager for wager in ALL if wager.rider)

    def resolve(seen: frozenset[bool], up: Rank, first: Rank, suits: frozenset[Suit], total: Total) -> Outcome:
        return base.outcomes[(len(seen) + 2 * len(suits) + 3 * total.bust + first * up) % 5]

    sees = (colors, UPCARD_RANK, FIRST_RANK, DEALER_SUITS, DEALER_TOTAL)
    odd = replace(base, sees=sees, resolve=resolve, outcomes=base.outcomes[:5])
    for shoe in (small_shoe(SMALL["twenty-twos"]), small_shoe(SMALL["queens"])):
        exact = distribution(odd, shoe, rules=soft_17_rules(draws=False))
        assert nonzero(exact) == brute(odd, shoe, rules=soft_17_rules(draws=False), goes=always)


def test_a_choice_decides_which_of_two_wagers_it_is() -> None:
    """Two wagers made one, by a choice that is seen last."""
    which = chosen("which", 1, 2)

    def resolve(points: int, choice: int) -> Outcome:
        return (OVER_13, UNDER_13)[choice - 1].resolve(points)

    sees, outcomes = (*OVER_13.sees, which), (OVER, UNDER, LOSE)
    both = replace(OVER_13, sees=sees, outcomes=outcomes, resolve=resolve)
    for choice, wager in ((1, OVER_13), (2, UNDER_13)):
        found = distribution(both, Shoe.fresh(5), rules=soft_17_rules(draws=True), choice=choice)
        assert nonzero(found) == distribution(wager, Shoe.fresh(5), rules=soft_17_rules(draws=True))


def test_a_choice_is_made_where_there_is_one_and_only_there() -> None:
    shoe = Shoe.fresh(6)
    for wager in ALL:
        wrong = 99 if wager.choices else 1
        with pytest.raises(Misuse, match="one of" if wager.choices else "nothing to choose"):
            distribution(wager, shoe, rules=soft_17_rules(draws=True), choice=wrong)


def test_a_shoe_that_may_run_out_is_refused() -> None:
    shoe = small_shoe("2c 2d 2h 3c 3d")
    for wager in SEEN:
        if all(fact.stream is Stream.DEALER for fact in wager.sees):
            with pytest.raises(Misuse, match="5 cards may run out"):
                distribution(wager, shoe, rules=soft_17_rules(draws=True))


def test_play_beside_the_dealers_hand_is_refused_and_not_guessed() -> None:
    both = replace(ON_BOX[0], sees=(*ON_BOX[0].sees, UPCARD_RANK), resolve=lambda box, _: ON_BOX[0].resolve(box))
    shoe = Shoe.fresh(4)
    assert distribution(both, shoe, rules=soft_17_rules(draws=True)) == distribution(
        ON_BOX[0], shoe, rules=soft_17_rules(draws=True)
    )
    with pytest.raises(Misuse, match="no exact price here"):
        distribution(both, shoe, rules=soft_17_rules(draws=True), goes=never)
