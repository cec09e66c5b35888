"""How a box and the dealer are dealt: which facts observe each card, and when a hand is complete."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from upcard.cards import Card
from upcard.exact.classes import Classes, common_refinement, distinguished_classes, members
from upcard.rules.blackjack import BlackjackRules, dealer_stands
from upcard.rules.fact_type import Fact, State, Stream
from upcard.rules.facts import DEALER_TOTAL, Total

# The place, in a box or in the dealer's hand, of the first card that flows into a stream.
BOX_STREAMS = {Stream.FIRST: 0, Stream.SECOND: 1, Stream.INITIAL: 0, Stream.BOX: 0}
DEALER_STREAMS = {Stream.UPCARD: 0, Stream.DEALER_INITIAL: 0, Stream.DEALER: 0}
_FIRST_PLACE = BOX_STREAMS | DEALER_STREAMS

FactStates = tuple[State, ...]
Moves = tuple[tuple[int, ...], ...]  # of each node, by class of card: the next node; empty where the hand is complete


@dataclass(frozen=True, kw_only=True)
class Deal:
    """How one hand is dealt: numbered nodes, 0 being the start, and how cards lead from one to another."""

    classes: Classes
    moves: Moves
    ends: Mapping[FactStates, tuple[int, ...]]  # the states of a completed hand, and the nodes that have them

    @cached_property
    def backwards(self) -> tuple[int, ...]:
        """Return the nodes whose hand is not complete, each after those that follow it."""
        order: dict[int, None] = {}

        def visit(node: int) -> None:
            if self.moves[node] and node not in order:
                for following in dict.fromkeys(self.moves[node]):
                    visit(following)
                order[node] = None

        visit(0)
        return tuple(order)

    def refined(self, partition: Classes) -> "Deal":
        """Return the same deal with classes that refine another partition of the deck too."""
        classes = common_refinement(self.classes, partition)
        class_of = {card: kind for kind, cards in enumerate(self.classes) for card in cards}
        kinds = [class_of[cards[0]] for cards in classes]
        moves = tuple(tuple([to[kind] for kind in kinds]) if to else () for to in self.moves)
        return replace(self, classes=classes, moves=moves)


# A node before it has a number: the place of the next card as far as it matters, the point total, the states.
_Node = tuple[int, Total, FactStates]


def _explore(
    classes: Classes, start: _Node, step: Callable[[_Node, Card], _Node], complete: Callable[[_Node], bool]
) -> Deal:
    """Deal every class of card at every node until the hand is complete."""
    cards = members(classes)
    numbers = {start: 0}
    moves: list[tuple[int, ...]] = []
    ends: dict[FactStates, list[int]] = {}
    for node in (edge := [start]):
        following = () if complete(node) else tuple(step(node, card) for card in cards)
        edge += [after for after in dict.fromkeys(following) if after not in numbers]
        for after in following:
            numbers.setdefault(after, len(numbers))
        if not following:
            ends.setdefault(node[2], []).append(len(moves))
        moves.append(tuple(numbers[after] for after in following))
    return Deal(classes=classes, moves=tuple(moves), ends={states: tuple(nodes) for states, nodes in ends.items()})


def observe_card(facts: tuple[Fact, ...], states: FactStates, card: Card, place: int) -> FactStates:
    """Return the states after the card at a place in its hand, which only some of the facts observe."""
    return tuple(
        fact.step(state, card) if _observes(fact.stream, place) else state
        for fact, state in zip(facts, states, strict=True)
    )


def _observes(stream: Stream, place: int) -> bool:
    return _FIRST_PLACE[stream] <= place and (not stream.longest or place < _FIRST_PLACE[stream] + stream.longest)


def start_states(facts: Iterable[Fact]) -> FactStates:
    """Return the states before any card."""
    return tuple(fact.start for fact in facts)


def box_deal(facts: tuple[Fact, ...]) -> Deal:
    """Return the deal of a box: as many cards as any of the facts observes."""
    length = max((_FIRST_PLACE[fact.stream] + fact.stream.longest for fact in facts), default=0)

    def step(node: _Node, card: Card) -> _Node:
        place, total, states = node
        return place + 1, total, observe_card(facts, states, card, place)

    return _explore(
        distinguished_classes(facts), (0, Total(0), start_states(facts)), step, lambda node: node[0] == length
    )


def stands_on(rules: BlackjackRules) -> frozenset[Total]:
    """Return the totals with which the dealer's hand is complete."""
    return frozenset(total for total in DEALER_TOTAL.states if dealer_stands(rules, total))


def dealers_deal(facts: tuple[Fact, ...], *, completed: bool, complete_with: frozenset[Total]) -> Deal:
    """Return the deal of the dealer's hand: completed, or as many of its first two cards as any fact observes."""
    length = max((fact.stream.longest for fact in facts), default=0)

    def step(node: _Node, card: Card) -> _Node:
        place, total, states = node
        following = total.plus(card) if completed else total
        return min(place + 1, max(length, 1)), following, observe_card(facts, states, card, place)

    def complete(node: _Node) -> bool:
        place, total, _ = node
        return total in complete_with if completed else place == length

    classes = distinguished_classes([*facts, DEALER_TOTAL] if completed else facts)
    return _explore(classes, (0, Total(0), start_states(facts)), step, complete)
