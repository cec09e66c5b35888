"""Covariances of the blackjack wager: with another wager of its box, and with the blackjack wager of another seat.

Two seats are two boxes and the dealer's hand from one shoe. Both boxes are sums of terms (see `box_terms`), so the mean
of their product is a sum over pairs of terms, each with the probability that the cards of both are drawn beside a kind
of dealer's hand: two hands drawn together, and no more, however often pairs are split.

Another wager of the box is decided by the same round from a fresh shoe.

What the blackjack wager wins depends on the values of cards only. So given the values that both wagers see, the other
wager's mean does not depend on the blackjack wager, whatever ranks and suits it sees:

- a wager on the first cards (of the box, and the upcard) is averaged by their values, and multiplied by the value of
  each initial hand against each upcard;
- for a wager on the dealer's later cards, each completed dealer's hand is weighted by that wager's mean given the hand,
  and the terms of the boxes (see `box_terms`) are summed with the dealer's hands so weighted.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import perm, prod
from typing import Any

from upcard.cards import DECK
from upcard.english import listed
from upcard.errors import NoExactCovarianceError
from upcard.exact.blackjack import programs
from upcard.exact.blackjack.blackjack_kernel import BlackjackKernel
from upcard.exact.blackjack.box_terms import Boxes
from upcard.exact.blackjack.dealer import dealer_table
from upcard.exact.blackjack.program_constants import MOST_ENDS
from upcard.exact.blackjack.solve import Decision, Solution
from upcard.exact.blackjack.structures import EndedHands, empty_hand, numbers
from upcard.exact.classes import CLASSES_BY_VALUE, common_refinement, count_by_class, distinguished_classes, members
from upcard.exact.deal_graph import FactStates, observe_card, start_states
from upcard.exact.observed_facts import ObservedFacts
from upcard.exact.shoe import Shoe, falling_factorial
from upcard.exact.suit_lattice import Lattice
from upcard.payoffs.hands import CARD_OF_VALUE, VALUES
from upcard.payoffs.settlement import completed
from upcard.rules.fact_type import Fact, Stream
from upcard.rules.facts import HandTotal
from upcard.rules.wager import Outcome
from upcard.threads import on_all_cores

FIRST_CARDS = (Stream.FIRST, Stream.SECOND, Stream.INITIAL, Stream.UPCARD)
DEALERS_CARDS = (Stream.DEALER_INITIAL, Stream.DEALER)
Worth = Callable[[Outcome], float]  # the mean net result of an outcome, in units
Hand = tuple[int, int]  # the values of the initial two cards, the lower first
EndStates = Mapping[FactStates, float]  # states of facts, with their probabilities


@dataclass(frozen=True, kw_only=True, eq=False)
class SideWagerCovariance:
    """A strategy of the blackjack wager from a shoe, beside which other wagers of the box are made."""

    kernel: BlackjackKernel
    solution: Solution
    shoe: Shoe

    def mean_product(self, observed: ObservedFacts, name: str, worth: Worth) -> float:
        """Return the mean product of the blackjack wager and another; raise Misuse if it is not known."""
        streams = {fact.stream for fact in (*observed.box, *observed.dealers, *observed.hand, *observed.results)}
        if streams <= set(FIRST_CARDS):
            return self._by_first_cards(observed, worth)
        if others := [stream.value[0] for stream in streams if stream not in (*FIRST_CARDS, *DEALERS_CARDS)]:
            raise NoExactCovarianceError(name, f"sees {listed(f'the {other}' for other in sorted(others))}")
        by_value = [*observed.dealer, *(observed.box if observed.sets else ())]
        for fact in by_value:
            if _distinguishes_more_than_values(fact):
                raise NoExactCovarianceError(name, f"sees the {fact.name} besides the dealer's later cards")
        return self._by_dealers_hand(observed, worth)

    def insurance(self, insured: Mapping[int, float], lost: float) -> float:
        """Return the mean product with insurance: by upcard, what a dealer's blackjack pays; `lost` without one."""
        return sum(
            chance * hand.chance * (insured[up] * hand.as_played.settled + lost * hand.as_played.clear)
            for showing, chance in enumerate(self.solution.chances)
            if (up := self.kernel.upcard(showing)) in insured
            for hand in self.solution.decisions[showing]
        )

    @cached_property
    def _values(self) -> Mapping[tuple[Hand, int], float]:
        """Return the mean net result of each initial hand against each upcard."""
        chances, sums = defaultdict[tuple[Hand, int], float](float), defaultdict[tuple[Hand, int], float](float)
        for showing, chance in enumerate(self.solution.chances):
            upcards = Counter(self.kernel.dealer.trees[showing].shown)
            for hand, (up, times) in product(self.solution.decisions[showing], upcards.items()):
                part = chance * hand.chance * times / upcards.total()
                chances[hand.hand, up] += part
                sums[hand.hand, up] += part * (hand.as_played.clear + hand.as_played.settled)
        return {key: sums[key] / part for key, part in chances.items()}

    def _by_first_cards(self, observed: ObservedFacts, worth: Worth) -> float:
        facts = (*observed.box, *observed.dealer)
        classes = common_refinement(distinguished_classes(facts), CLASSES_BY_VALUE)
        cards, counts = members(classes), count_by_class(classes, self.shoe.counts)
        total, kinds = 0.0, range(len(cards))
        dealers = [observe_card(observed.dealer, start_states(observed.dealer), card, 0) for card in cards]
        for first, second in product(kinds, repeat=2):
            box = _box_states(observed, cards[first], cards[second])
            hand = _sorted(cards[first].value, cards[second].value)
            ways = counts[first] * (counts[second] - (first == second))
            for up in kinds if ways else ():
                left = counts[up] - (up == first) - (up == second)
                if left > 0:
                    mean = worth(observed.resolve(*box, *dealers[up]))
                    total += ways * left * mean * self._values[hand, cards[up].value]
        return total / falling_factorial(self.shoe.size, 3)

    def _by_dealers_hand(self, observed: ObservedFacts, worth: Worth) -> float:
        boxes = list(self._boxes(observed))

        @cache
        def means(end: FactStates) -> tuple[float, ...]:
            """Return the mean of the other wager with each of the boxes, by the states of the dealer's facts."""
            return tuple(
                sum(chance * worth(observed.resolve(*box, *end)) for box, chance in states.items())
                for _, states in boxes
            )

        hands = [hands for hands, _ in boxes]
        return sum(
            chance * self._against(showing, observed, hands, means)
            for showing, chance in enumerate(self.solution.chances)
            if chance
        )

    def _boxes(self, observed: ObservedFacts) -> Iterator[tuple[tuple[Hand, ...], EndStates]]:
        """Yield initial hands that leave the facts of the box in the same states, with the probabilities of those."""
        classes = common_refinement(distinguished_classes(observed.box), CLASSES_BY_VALUE)
        cards, counts = members(classes), count_by_class(classes, self.shoe.counts)
        ways: dict[Hand, dict[FactStates, int]] = defaultdict(lambda: defaultdict(int))
        for first, second in product(range(len(cards)), repeat=2):
            hand = _sorted(cards[first].value, cards[second].value)
            states = _box_states(observed, cards[first], cards[second])
            ways[hand][states] += counts[first] * (counts[second] - (first == second))
        alike: dict[tuple[tuple[FactStates, float], ...], list[Hand]] = defaultdict(list)
        for hand, by_states in ways.items():
            whole = sum(by_states.values())
            if whole:
                alike[tuple((states, count / whole) for states, count in by_states.items())].append(hand)
        yield from ((tuple(hands), dict(states)) for states, hands in alike.items())

    def _against(
        self,
        showing: int,
        observed: ObservedFacts,
        boxes: Sequence[tuple[Hand, ...]],
        means: Callable[[FactStates], tuple[float, ...]],
    ) -> float:
        """Return the mean product against one showing of the dealer."""
        dealer = _DealersHands(self.kernel, showing, self.shoe, observed)
        decisions = {decision.hand: decision for decision in self.solution.decisions[showing]}
        alike: dict[tuple[float, ...], list[Decision]] = defaultdict(list)
        for hands, by_end in zip(boxes, zip(*map(means, dealer.end_states), strict=True), strict=True):
            alike[by_end] += [decisions[hand] for hand in hands if hand in decisions]
        terms = Boxes(self.kernel, showing, self.solution)
        return sum(dealer.mean(terms, terms.terms(hands), by_end) for by_end, hands in alike.items() if any(by_end))


def _sorted(first: int, second: int) -> Hand:
    return (first, second) if first <= second else (second, first)


def _box_states(observed: ObservedFacts, first: Any, second: Any) -> FactStates:
    states = observe_card(observed.box, start_states(observed.box), first, 0)
    return observe_card(observed.box, states, second, 1)


def _distinguishes_more_than_values(fact: Fact) -> bool:
    return len(common_refinement(CLASSES_BY_VALUE, distinguished_classes([fact]))) > VALUES


class _DealersHands:
    """The dealer's completed hands against one showing, each with the states of the facts that observe it."""

    def __init__(self, kernel: BlackjackKernel, showing: int, shoe: Shoe, observed: ObservedFacts) -> None:
        self.kernel, self.showing, self.shoe, self.observed = kernel, showing, shoe, observed
        self.tree, self.lattice = kernel.dealer.trees[showing], Lattice(facts=observed.sets)
        self._kinds = dict(kernel.payoffs.numbered_dealers)

    @cached_property
    def _drawn(self) -> Mapping[tuple[int, ...], Mapping[FactStates, float]]:
        """Return the orders of each completed hand, by its drawn values, that lead the facts to each state."""
        facts, orders = self.observed.dealer, dict.fromkeys((self.tree.shown, self.tree.shown[::-1]))
        edge: dict[tuple[int, ...], dict[tuple[HandTotal, FactStates], float]] = {(): defaultdict(float)}
        for shown in orders:
            hand, states = HandTotal(), start_states(facts)
            for place, value in enumerate(shown):
                hand = hand.plus(CARD_OF_VALUE[value - 1])
                states = observe_card(facts, states, CARD_OF_VALUE[value - 1], place)
            edge[()][hand, states] += 1 / len(orders)
        ended: dict[tuple[int, ...], dict[FactStates, float]] = {}
        while edge:
            longer: dict[tuple[int, ...], dict[tuple[HandTotal, FactStates], float]] = {}
            for drawn, reached in edge.items():
                place = len(drawn) + len(self.tree.shown)
                for (hand, states), number in reached.items():
                    if completed(hand) in self._kinds:
                        of_hand = ended.setdefault(drawn, defaultdict(float))
                        of_hand[states] += number
                        continue
                    for value, card in enumerate(CARD_OF_VALUE):
                        after = longer.setdefault(tuple(sorted((*drawn, value))), defaultdict(float))
                        after[hand.plus(card), observe_card(facts, states, card, place)] += number
            edge = longer
        return ended

    @cached_property
    def end_states(self) -> tuple[FactStates, ...]:
        """Return every state of the facts of the dealer's hand, those that gather sets among them."""
        plain = dict.fromkeys(states for of_hand in self._drawn.values() for states in of_hand)
        return tuple((*states, *sets) for states in plain for sets in self.lattice.sets)

    def _weighted(self, drawn: tuple[int, ...], mean_of: Mapping[FactStates, float]) -> float:
        """Return the orders of a completed hand, each times the mean of the other wager."""
        sets = self._sets_of(drawn)
        return sum(
            number * sum(chance * mean_of[*states, *of_sets] for of_sets, chance in sets)
            for states, number in self._drawn[drawn].items()
        )

    def _sets_of(self, drawn: tuple[int, ...]) -> list[tuple[FactStates, float]]:
        """Return the sets that a hand of these values gathers, with their probabilities."""
        if not self.observed.sets:
            return [((), 1.0)]
        held = Counter((*drawn, *(value - 1 for value in self.tree.shown)))
        exactly: list[float] = []
        for place in range(len(self.lattice.sets)):
            within = prod(
                perm(self._cards_within[place][value], count) / perm(self.shoe.values[value], count)
                for value, count in held.items()
            )
            exactly.append(within - sum(exactly[below] for below in self.lattice.below[place]))
        return list(zip(self.lattice.sets, exactly, strict=True))

    @cached_property
    def _cards_within(self) -> list[list[int]]:
        """Return by place in the lattice and value: how many cards of the shoe add nothing outside its sets."""
        rows = []
        for allowed in self.lattice.allowed:
            row = [0] * VALUES
            for card, count, may in zip(DECK, self.shoe.counts, allowed, strict=True):
                row[card.value - 1] += count * may
            rows.append(row)
        return rows

    def mean(self, boxes: Boxes, terms: EndedHands, means: tuple[float, ...]) -> float:
        """Return the mean product of boxes and a wager that has these means in the end states."""
        mean_of = dict(zip(self.end_states, means, strict=True))
        weight = 1.0 if self.tree.root is None else self._weighted((), mean_of)
        path: list[int] = []
        orderings = []
        for node in self.tree.nodes:
            path[node.depth - 1 :] = [node.value]
            orderings.append(self._weighted(tuple(path), mean_of) if node.orderings else 0.0)
        kinds, rows, parts = len(self.kernel.dealer.kinds), boxes.rows, self.kernel.payoffs.parts
        tree = dealer_table(self.tree, orderings)
        chances = programs.joint_ends(tree, kinds, self.kernel.shoe, len(rows), terms, empty_hand())
        total = sum(
            net / parts * chances[at * MOST_ENDS * kinds + kind]
            for at, row in enumerate(rows)
            for kind, net in enumerate(row)
        )
        return weight * total


def mean_product_of_seats(kernel: BlackjackKernel, solution: Solution) -> float:
    """Return the mean product of the net results of two seats, in squared units of the initial wager."""
    possible = [showing for showing, chance in enumerate(solution.chances) if chance]
    products = on_all_cores(lambda showing: _product_of_seats(Boxes(kernel, showing, solution)), possible)
    return sum(solution.chances[showing] * product for showing, product in zip(possible, products, strict=True))


def _product_of_seats(boxes: Boxes) -> float:
    """Return the mean product of two boxes against one showing of the dealer."""
    kernel, terms = boxes.kernel, boxes.terms()
    nets = numbers(net / kernel.payoffs.parts for row in boxes.rows for net in row)
    kinds = len(kernel.dealer.kinds)
    return programs.mean_product(kernel.tree(boxes.showing), kinds, kernel.shoe, terms, nets)
