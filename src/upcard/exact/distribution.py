"""The distribution of a wager's outcomes, from what it sees and how it resolves; no wager is named here."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from upcard.errors import Misuse, NoExactPriceError
from upcard.exact.classes import Classes, common_refinement, count_by_class, distinguished_classes
from upcard.exact.deal_graph import Deal, box_deal, dealers_deal, stands_on
from upcard.exact.drawn_cards import DrawsAnother, always, drawn_distribution
from upcard.exact.hands import Cards, CountedHands, hand_tree, merge_classes, merge_nodes
from upcard.exact.observed_facts import Distribution, ObservedFacts, observe
from upcard.exact.several_rounds import Duration, Results, decision_distribution
from upcard.exact.shoe import Shoe, falling_factorial
from upcard.exact.suit_lattice import Lattice
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import HoleCard
from upcard.rules.fact_type import Result, Stream
from upcard.rules.facts import Total
from upcard.rules.wager import Outcome, Rider, Wager

# Of the box's hand and the dealer's either may be dealt first: the order of dealing does not change probabilities.
OutcomeRow = tuple[int, ...]  # the outcome, by number, of one end of the first hand with each end of the second


@dataclass(frozen=True, kw_only=True)
class SecondHands:
    """The second hands that decide a wager once the first is known."""

    plain: CountedHands[int]  # decided by the hand
    mixed: CountedHands[OutcomeRow]  # decided by the hand and by the sets that it gathered
    lattice: Lattice

    def count(self, cards: list[int]) -> Iterator[tuple[int, int, int]]:
        """Yield each outcome, by number, the length of the hand, and the ways to deal it from these cards."""
        yield from self.plain.count(count_by_class(self.plain.classes, cards))
        if self.mixed.ends:
            for place, end, length, ways in self.lattice.count(self.mixed, cards):
                yield end[place], length, ways


@dataclass(frozen=True, kw_only=True)
class DealPlan:
    """All hands that decide a wager, from any shoe."""

    outcomes: tuple[Outcome, ...]
    classes: Classes  # of the cards of the first hand
    first: tuple[tuple[Cards, int, int], ...]  # each hand, its orders, and its index in `following`
    following: tuple[int | SecondHands, ...]  # an outcome by number, or second hands

    def distribution(self, shoe: Shoe) -> Distribution:
        """Return the probability of each outcome with a shoe."""
        ways_to: dict[tuple[int, int], int] = defaultdict(int)  # by outcome and number of cards dealt
        counts = count_by_class(self.classes, shoe.counts)
        for cards, ways, place in self.first:
            for at, kind in enumerate(cards):
                ways *= counts[kind] - cards[:at].count(kind)
            following = self.following[place]
            if isinstance(following, int):
                ways_to[following, len(cards)] += ways
            elif ways:
                for number, length, more in following.count(self._left(shoe, cards)):
                    ways_to[number, len(cards) + length] += ways * more
        chances = dict.fromkeys(self.outcomes, Fraction(0))
        for (number, length), ways in ways_to.items():
            if ways:
                chances[self.outcomes[number]] += Fraction(ways, falling_factorial(shoe.size, length))
        return chances

    def _left(self, shoe: Shoe, cards: Cards) -> list[int]:
        """Count the cards left; any card of a class may be taken out, for the second hand does not distinguish them."""
        left = list(shoe.counts)
        for kind in cards:
            left[self.classes[kind][0]] -= 1
        return left


@lru_cache(maxsize=256)
def _plan(observed: ObservedFacts, complete_with: frozenset[Total]) -> DealPlan:
    """Enumerate the hands that decide a wager; an upcard is dealt first, a completed dealer's hand second."""
    completed = any(fact.stream is Stream.DEALER for fact in observed.dealers)
    dealer = dealers_deal(observed.dealer, completed=completed, complete_with=complete_with)
    box = box_deal(observed.box)
    first, second = (box, dealer) if completed else (dealer, box)
    first = first.refined(common_refinement(second.classes, distinguished_classes(observed.sets)))
    lattice = Lattice(facts=observed.sets)
    after = [(*states, *sets) for states in second.ends for sets in lattice.sets]
    # By identity: resolve returns these objects, never copies.
    number = {id(outcome): place for place, outcome in enumerate(observed.outcomes)}
    rows: dict[OutcomeRow, int] = {}
    ends: dict[int, int] = {}
    for states, nodes in first.ends.items():
        both = [states + others for others in after] if completed else [others + states for others in after]
        row = tuple([number[id(observed.resolve(*facts))] for facts in both])
        ends.update(dict.fromkeys(nodes, rows.setdefault(row, len(rows))))
    following = tuple(_following(row, second, lattice) for row in rows)
    graph = merge_nodes(first, ends, stops=lambda _: True)
    if all(isinstance(outcome, int) for outcome in following):
        graph = merge_classes(graph)
    return DealPlan(
        outcomes=observed.outcomes,
        classes=graph.classes,
        first=tuple((cards, count, end) for end, counts in graph.orders().items() for cards, count in counts.items()),
        following=following,
    )


def _following(row: OutcomeRow, deal: Deal, lattice: Lattice) -> int | SecondHands:
    """Return the second hands that lead to each outcome of a row; the outcome itself if there is only one."""
    if row.count(row[0]) == len(row):
        return row[0]
    ends: dict[int, int | OutcomeRow] = {}
    for end, nodes in zip(_outcomes_by_end(row, len(lattice.sets)), deal.ends.values(), strict=True):
        for node in nodes:
            ends[node] = end
    graph = merge_classes(merge_nodes(deal, ends, stops=lambda end: isinstance(end, int)))
    orders = graph.orders()
    plain = {end: counts for end, counts in orders.items() if isinstance(end, int)}
    mixed = {end: counts for end, counts in orders.items() if not isinstance(end, int)}
    return SecondHands(plain=hand_tree(graph.classes, plain), mixed=hand_tree(graph.classes, mixed), lattice=lattice)


def _outcomes_by_end(row: OutcomeRow, width: int) -> Sequence[int | OutcomeRow]:
    """Return a row by ends of the second hand: an outcome each, or an outcome for each set that may be gathered."""
    if width == 1:
        return row
    parts = [row[place : place + width] for place in range(0, len(row), width)]
    return [part[0] if part.count(part[0]) == width else part for part in parts]


def distribution(
    wager: Wager | Rider,
    shoe: Shoe,
    *,
    rules: BlackjackRules,
    choice: int | None = None,
    goes: DrawsAnother = always,
    results: Results | None = None,
    before: tuple[Result, ...] = (),
) -> Distribution:
    """Return the probability of each outcome of a wager, or of its rider, in a round dealt from a shoe.

    `goes` decides whether a box receives a further card, for wagers that see more than its first two. For a wager that
    stands over several rounds, `results` holds the probabilities of one round's results, and `before` the results
    before its first round.
    """
    observed = observe(wager, choice)
    if observed.results:
        return distribution_over_rounds(wager, results, choice=choice, before=before)[0]
    return observed_distribution(observed, wager.display_name, shoe, rules=rules, goes=goes)


def observed_distribution(
    observed: ObservedFacts, name: str, shoe: Shoe, *, rules: BlackjackRules, goes: DrawsAnother = always
) -> Distribution:
    """Return the probability of each outcome of facts that are observed in a round dealt from a shoe."""
    if observed.hand:
        raise Misuse(f"the {name} wager depends on the play of the hand: pricing it needs a strategy")
    if goes is always or all(fact.stream is not Stream.BOX for fact in observed.box):
        drawn = any(fact.stream is Stream.DEALER for fact in observed.dealers)
        chances = _plan(observed, stands_on(rules) if drawn else frozenset()).distribution(shoe)
    elif observed.dealers:
        raise NoExactPriceError(
            name, "sees the dealer's hand and later cards of the box, which has no exact price here"
        )
    else:
        chances = drawn_distribution(observed, shoe, goes, both_up=rules.hole_card is HoleCard.UP)
    if sum(chances.values()) != 1:
        raise Misuse(f"a shoe of {shoe.size} cards may run out before the {name} wager is decided")
    return chances


def distribution_over_rounds(
    wager: Wager | Rider,
    results: Results | None,
    *,
    choice: int | None = None,
    before: tuple[Result, ...] = (),
) -> tuple[Distribution, Duration]:
    """Return the probability of each outcome that decides a wager on results, and its number of rounds."""
    observed = observe(wager, choice)
    if results is None:
        raise Misuse(
            f"the {wager.display_name} wager sees results of rounds:"
            " pricing it needs the probabilities of a round's results"
        )
    if not observed.results or observed.box or observed.dealers:
        raise Misuse(f"the {wager.display_name} wager sees cards, not only the results of rounds")
    return decision_distribution(observed, results, before)
