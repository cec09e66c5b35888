"""A strategy of the blackjack wager carried through twice, by the analysis and by brute force, and what must agree."""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from tests.exact.blackjack_brute import ALONE, SPLITTING, Brings, Brute, Nets, Policy, mean, without
from tests.exact.blackjack_in_words import Begun, Values, total_of
from tests.exact.given import NO_HOLE_CARD, Case
from upcard.exact.blackjack.blackjack_kernel import INITIAL, BlackjackKernel, HandStart
from upcard.exact.blackjack.chart import Chart, by_total
from upcard.exact.blackjack.nets import nets
from upcard.exact.blackjack.rational import value_of
from upcard.exact.blackjack.solve import Decision, Solution, best, policy_keys, solution
from upcard.payoffs import plays
from upcard.payoffs.hands import values_of
from upcard.rules.enums import HandKind, Play
from upcard.rules.facts import Total

CLOSE = 1e-12


class Played:
    """A strategy at one set of rules, as the analysis and brute force carry it through."""

    def __init__(self, given: Case, kernel: BlackjackKernel, brute: Brute, found: Solution) -> None:
        self.given, self.kernel, self.brute, self.found = given, kernel, brute, found
        self.nets = cache(self._nets)
        self.policy = cache(self._policy)

    def decisions(self) -> Iterator[tuple[int, Decision]]:
        """Return every decision with the number of its showing."""
        for number, decisions in enumerate(self.found.decisions):
            for one in decisions:
                yield number, one

    def plays(self, number: int, hand: Begun) -> Play:
        """Return the play of a hand inside a box."""
        policy = self.found.policies[begun(hand)][number]
        return plays.HAND_PLAYS[policy[self.kernel.hands.of(*hand.cards)]]

    def _policy(self, number: int) -> Policy:
        return cache(lambda hand: self.plays(number, hand))

    def _nets(self, number: int, hand: Values, play: Play | None, brings: Brings) -> Nets:
        shown = self.kernel.dealer.trees[number].shown
        return self.brute.nets(shown, hand, play, self.policy(number), brings)

    def of_round(self, brings: Brings) -> Nets:
        """Return the probability of every net result of a round, every hand played by the strategy."""
        plays = {(one.shown, one.hand): (number, one.play) for number, one in self.decisions()}
        found: dict[Fraction, Fraction] = defaultdict(Fraction)
        for shown, chance in self.brute.showings():
            for hand, part in self.brute.hands(shown):
                number, play = plays[shown, (hand[0], hand[1])]
                for net, of_hand in self.nets(number, hand, play, brings).items():
                    found[net] += chance * part * of_hand
        assert sum(found.values()) == 1
        return found


class Analysed(Played):
    """One set of rules, played as well as can be."""

    def __init__(self, given: Case) -> None:
        kernel = BlackjackKernel(*given)
        super().__init__(given, kernel, Brute(given), best(kernel))

    def plays(self, number: int, hand: Begun) -> Play:
        """Return the play of the analysis, which must be a best play of the hand by itself."""
        play, shown = super().plays(number, hand), self.kernel.dealer.trees[number].shown
        left = without(without(self.given.shoe, shown), hand.cards)
        assert play in self.brute.best_plays(left, shown, hand), (self.given, shown, hand, play)
        return play

    def by_chart(self) -> "Charted":
        """Play by the best chart by total."""
        chart, found = by_total(self.kernel, self.found)
        return Charted(self.given, self.kernel, self.brute, found, chart)

    def wildly(self, seed: int) -> Played:
        """Play anything that is allowed, each hand in a way of its own."""
        shuffler = random.Random(seed)
        policies = {
            key: tuple(self._any_plays(number, key, shuffler) for number in range(len(self.found.chances)))
            for key in policy_keys(self.kernel)
        }

        def first(number: int, one: Decision) -> Play | None:
            if one.play is None:
                return None
            alone = plays.HAND_PLAYS[policies[INITIAL][number][self.kernel.hands.of(*one.hand)]]
            return shuffler.choice([alone, *(play for play in one.values if play not in ALONE)])

        def choose(number: int, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
            return tuple(replace(one, play=first(number, one)) for one in decisions)

        return Played(self.given, self.kernel, self.brute, solution(self.kernel, policies, choose))

    def _any_plays(self, number: int, key: HandStart, shuffler: random.Random) -> bytes:
        """Choose any play of every hand that the shoe holds; the others stand."""
        free, shown = key.kind is HandKind.ADDED_FREE, self.kernel.dealer.trees[number].shown
        found = bytearray(len(self.kernel.hands.counts))
        for place, counts in enumerate(self.kernel.hands.counts):
            if sum(counts) > 1 and all(count <= most for count, most in zip(counts, self.given.shoe, strict=True)):
                cards = values_of(counts)
                hand = Begun(cards, free=free, from_split=key.kind.from_split, of_aces=key.aces)
                found[place] = plays.HAND_PLAYS.index(shuffler.choice(self.brute.allowed(hand, shown)))
        return bytes(found)


class Charted(Played):
    """One set of rules, played by a chart as a reader of it would."""

    def __init__(self, given: Case, kernel: BlackjackKernel, brute: Brute, found: Solution, chart: Chart) -> None:
        super().__init__(given, kernel, brute, found)
        self.chart = chart

    def plays(self, number: int, hand: Begun) -> Play:
        """Look a hand up: what it does not have on two cards is played as with more, and otherwise it stands."""
        row = self.chart.rows[HandKind.ADDED_FREE if hand.free else HandKind.INITIAL][number]
        cell = row.totals[Total(*total_of(hand.cards))]
        said = [cell.more]
        if len(hand.cards) == 2:
            pair = hand.cards[0] == hand.cards[1]
            said = [row.pairs[hand.cards[0]] if pair else cell.two, cell.more]
        allowed = self.brute.allowed(hand, self.kernel.dealer.trees[number].shown)
        return next((plays.HAND_PLAYS[play] for play in said if plays.HAND_PLAYS[play] in allowed), Play.STAND)


def begun(hand: Begun) -> HandStart:
    """Return how a hand began, as the analysis says it."""
    if not hand.from_split:
        return INITIAL
    return HandStart(HandKind.ADDED_FREE if hand.free else HandKind.SPLIT, hand.of_aces)


@cache
def analysed(given: Case) -> Analysed:
    """Analyse a set of rules, once."""
    return Analysed(given)


def close(found: float, exact: Fraction | int) -> bool:
    """Whether a double agrees with a fraction."""
    return abs(found - float(exact)) <= CLOSE


def check_plays(both: Analysed) -> int:
    """Compare every play of a hand by itself; give how many."""
    compared = 0
    for number, one in both.decisions():
        assert set(one.values) == both.brute.first_plays(one.shown, one.hand), (both.given, one)
        assert one.play is None or one.value == max(one.values.values())
        for play in one.values:
            if play in ALONE:
                value = both.brute.value(play, one.shown, one.hand)
            elif play is Play.SURRENDER:
                value = mean(both.nets(number, one.hand, play, both.brute.by_convention))
            else:
                continue
            assert close(one.values[play], value), (both.given, one, play)
            compared += 1
    return compared


def check_splits(both: Analysed) -> int:
    """Compare every split, whether it is the best play or not; give how many."""
    compared = 0
    for number, one in both.decisions():
        for play in SPLITTING:
            if play in one.values:
                value = mean(both.nets(number, one.hand, play, both.brute.by_convention))
                assert close(one.values[play], value), (both.given, one, play)
                compared += 1
    return compared


def check_value(both: Played) -> None:
    """Compare the value of the whole."""
    assert close(both.found.value, mean(both.of_round(both.brute.by_convention))), both.given


def check_busts(both: Played) -> None:
    """Compare what busts cost that stay collected when the dealer's blackjack shows."""
    value, settled = (mean(both.of_round(brings)) for brings in (both.brute.by_convention, both.brute.as_settled))
    assert close(both.found.busts_before_blackjack, value - settled), both.given


def check_nets(both: Played) -> None:
    """Compare the probability of each net result."""
    brute, found = both.of_round(both.brute.as_settled), nets(both.kernel, both.found)
    assert found.exact, both.given
    for net in {*brute, *found.chances}:
        assert close(found.chances.get(net, 0.0), brute.get(net, 0)), (both.given, net)


def check_exactly(both: Played) -> None:
    """Compare the value of the whole as a fraction: nothing is rounded."""
    exact = mean(both.of_round(both.brute.by_convention))
    assert value_of(both.kernel, both.found) == exact, both.given


def check_strategy(both: Played) -> None:
    """Compare all figures of a strategy."""
    check_value(both)
    check_busts(both)
    check_nets(both)


def doubles_stiff_hands(both: Analysed) -> bool:
    """Whether a hand that is not split is doubled down, and may bust, before a dealer's blackjack can show."""
    return both.given.rules.hole_card is NO_HOLE_CARD and any(
        one.play is Play.DOUBLE_DOWN and one.dealer_blackjack > 0 and sum(one.hand) > 11 for _, one in both.decisions()
    )
