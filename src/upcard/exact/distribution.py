"""The distribution of a wager's outcomes, from what it sees and how it resolves: nothing is known of any wager here."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from upcard.errors import Misuse
from upcard.exact.classes import Classes, counted, in_common, told_apart
from upcard.exact.deal_graph import Deal, box_deal, dealers_deal, stands_on
from upcard.exact.drawn_cards import Goes, always, played
from upcard.exact.hands import Cards, CountedHands, hands, merged, reduced
from upcard.exact.observed_facts import Distribution, ObservedFacts, sight
from upcard.exact.several_rounds import Results, decided
from upcard.exact.shoe import Shoe, falling
from upcard.exact.suit_lattice import Lattice
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.fact_type import Result, Stream
from upcard.rules.facts import Total
from upcard.rules.wager import Outcome, Rider, Wager

# One of two hands, the box's and the dealer's, is taken first: it does not matter in which order cards are dealt.
Row = tuple[int, ...]  # the outcomes, by number, of one end of the first hand with every end of the second


@dataclass(frozen=True, kw_only=True)
class Second:
    """The second hands that decide a wager once the first is known."""

    plain: CountedHands[int]  # decided by the hand
    mixed: CountedHands[Row]  # decided by the hand and by what it gathered
    lattice: Lattice

    def count(self, cards: list[int]) -> Iterator[tuple[int, int, int]]:
        """Count the ways to each outcome, by number and length of the hand, with so many cards."""
        yield from self.plain.count(counted(self.plain.classes, cards))
        if self.mixed.ends:
            for place, end, length, ways in self.lattice.count(self.mixed, cards):
                yield end[place], length, ways


@dataclass(frozen=True, kw_only=True)
class DealPlan:
    """All hands that decide a wager, whatever the shoe."""

    outcomes: tuple[Outcome, ...]
    classes: Classes  # of the cards of the first hand
    first: tuple[tuple[Cards, int, int], ...]  # each hand, its orders, and the place of what follows
    following: tuple[int | Second, ...]  # an outcome by number, or second hands

    def distribution(self, shoe: Shoe) -> Distribution:
        """Give the probability of each outcome with a shoe."""
        found: dict[tuple[int, int], int] = defaultdict(int)  # by outcome and number of cards dealt
        kinds = counted(self.classes, shoe.counts)
        for cards, ways, place in self.first:
            for at, kind in enumerate(cards):
                ways *= kinds[kind] - cards[:at].count(kind)
            following = self.following[place]
            if isinstance(following, int):
                found[following, len(cards)] += ways
            elif ways:
                for number, length, more in following.count(self._left(shoe, cards)):
                    found[number, len(cards) + length] += ways * more
        chances = dict.fromkeys(self.outcomes, Fraction(0))
        for (number, length), ways in found.items():
            if ways:
                chances[self.outcomes[number]] += Fraction(ways, falling(shoe.size, length))
        return chances

    def _left(self, shoe: Shoe, cards: Cards) -> list[int]:
        """Count the cards left, taking out any card of each class: what follows tells those of one class not apart."""
        left = list(shoe.counts)
        for kind in cards:
            left[self.classes[kind][0]] -= 1
        return left


@lru_cache(maxsize=256)
def _plan(seen: ObservedFacts, complete_with: frozenset[Total]) -> DealPlan:
    """Enumerate the hands that decide a wager; one upcard is taken first, a completed hand of the dealer's second."""
    completed = any(fact.stream is Stream.DEALER for fact in seen.dealers)
    dealer = dealers_deal(seen.dealer, completed=completed, complete_with=complete_with)
    box = box_deal(seen.box)
    first, second = (box, dealer) if completed else (dealer, box)
    first = first.keeping_apart(in_common(second.classes, told_apart(seen.sets)))
    lattice = Lattice(facts=seen.sets)
    after = [(*states, *sets) for states in second.ends for sets in lattice.sets]
    number = {id(outcome): place for place, outcome in enumerate(seen.outcomes)}  # resolve gives these and no copies
    rows: dict[Row, int] = {}
    ends: dict[int, int] = {}
    for states, nodes in first.ends.items():
        both = [states + one for one in after] if completed else [one + states for one in after]
        row = tuple([number[id(seen.resolve(*facts))] for facts in both])
        ends.update(dict.fromkeys(nodes, rows.setdefault(row, len(rows))))
    following = tuple(_following(row, second, lattice) for row in rows)
    graph = reduced(first, ends, stops=lambda _: True)
    if all(isinstance(one, int) for one in following):
        graph = merged(graph)
    return DealPlan(
        outcomes=seen.outcomes,
        classes=graph.classes,
        first=tuple((cards, count, end) for end, found in graph.orders().items() for cards, count in found.items()),
        following=following,
    )


def _following(row: Row, deal: Deal, lattice: Lattice) -> int | Second:
    """Give the second hands that lead to each outcome of a row; the outcome itself if there is only one."""
    if row.count(row[0]) == len(row):
        return row[0]
    ends: dict[int, int | Row] = {}
    for end, nodes in zip(_parts(row, len(lattice.sets)), deal.ends.values(), strict=True):
        for node in nodes:
            ends[node] = end
    graph = merged(reduced(deal, ends, stops=lambda end: isinstance(end, int)))
    orders = graph.orders()
    plain = {end: found for end, found in orders.items() if isinstance(end, int)}
    mixed = {end: found for end, found in orders.items() if not isinstance(end, int)}
    return Second(plain=hands(graph.classes, plain), mixed=hands(graph.classes, mixed), lattice=lattice)


def _parts(row: Row, width: int) -> Sequence[int | Row]:
    """Divide a row by the ends of the second hand: an outcome each, or one for each set that may be gathered."""
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
    goes: Goes = always,
    results: Results | None = None,
    before: tuple[Result, ...] = (),
) -> Distribution:
    """Give the probability of each outcome of a wager, or of its rider, in a round dealt from a shoe.

    Where a wager sees cards of a box that come only if the play brings them, `goes` says whether they do. Where it
    stands over several rounds, `results` gives the chances of one round's results and `before` the results before
    its first round.
    """
    seen = sight(wager, choice)
    if seen.results:
        return standing(wager, results, choice=choice, before=before)[0]
    if seen.hand:
        raise Misuse(f"the {wager.name} wager sees what the player's hand comes to: a strategy is needed to price it")
    if goes is always or all(fact.stream is not Stream.BOX for fact in seen.box):
        drawn = any(fact.stream is Stream.DEALER for fact in seen.dealers)
        chances = _plan(seen, stands_on(rules) if drawn else frozenset()).distribution(shoe)
    elif seen.dealers:
        raise Misuse(
            f"the {wager.name} wager sees the dealer's hand and later cards of the box: play is not followed;"
            " `upcard simulate` gives it"
        )
    else:
        chances = played(seen, shoe, goes)
    if sum(chances.values()) != 1:
        raise Misuse(f"a shoe of {shoe.size} cards may run out before the {wager.name} wager is decided")
    return chances


def standing(
    wager: Wager | Rider,
    results: Results | None,
    *,
    choice: int | None = None,
    before: tuple[Result, ...] = (),
) -> tuple[Distribution, Fraction]:
    """Give the probability of each outcome that decides a wager standing over several rounds, and its mean rounds."""
    seen = sight(wager, choice)
    if results is None:
        raise Misuse(
            f"the {wager.name} wager sees the results of rounds: the chances of one round's results are needed"
        )
    if not seen.results or seen.box or seen.dealers:
        raise Misuse(f"the {wager.name} wager sees cards of one round, not results of rounds alone")
    return decided(seen, results, before)
