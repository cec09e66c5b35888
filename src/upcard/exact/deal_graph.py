"""How cards reach a box and the dealer: which facts each card moves, and when a hand is complete."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from upcard.cards import Card
from upcard.exact.classes import Classes, in_common, members, told_apart
from upcard.rules.blackjack import BlackjackRules, stands
from upcard.rules.fact_type import Fact, State, Stream
from upcard.rules.facts import DEALER_TOTAL, Total

# Which cards of a box, or of the dealer's hand, flow into a stream: from the first of them on, as many as it takes.
BOX_STREAMS = {Stream.FIRST: 0, Stream.SECOND: 1, Stream.INITIAL: 0, Stream.BOX: 0}
DEALER_STREAMS = {Stream.UPCARD: 0, Stream.DEALER_INITIAL: 0, Stream.DEALER: 0}
_FROM = BOX_STREAMS | DEALER_STREAMS

States = tuple[State, ...]
Moves = tuple[tuple[int, ...], ...]  # from each node, by class of card, to which; none where the hand is complete


@dataclass(frozen=True, kw_only=True)
class Deal:
    """How one hand is dealt: nodes, the first of them first, and how cards move from one to another."""

    classes: Classes
    moves: Moves
    ends: Mapping[States, tuple[int, ...]]  # the states in which the hand may be complete, and the nodes that say so

    @cached_property
    def backwards(self) -> tuple[int, ...]:
        """Give the nodes from which cards move on, each after those to which they move."""
        found: dict[int, None] = {}

        def visit(node: int) -> None:
            if self.moves[node] and node not in found:
                for to in dict.fromkeys(self.moves[node]):
                    visit(to)
                found[node] = None

        visit(0)
        return tuple(found)

    def keeping_apart(self, apart: Classes) -> "Deal":
        """Divide the cards further, as far as another division does."""
        classes = in_common(self.classes, apart)
        place = {card: kind for kind, cards in enumerate(self.classes) for card in cards}
        kinds = [place[cards[0]] for cards in classes]
        moves = tuple(tuple([to[kind] for kind in kinds]) if to else () for to in self.moves)
        return replace(self, classes=classes, moves=moves)


# A node as it is found: the place of the next card as far as it matters, the point total, the states of the facts.
_Node = tuple[int, Total, States]


def _followed(
    classes: Classes, start: _Node, step: Callable[[_Node, Card], _Node], complete: Callable[[_Node], bool]
) -> Deal:
    """Follow every card from every node until the hand is complete."""
    cards = members(classes)
    numbers = {start: 0}
    moves: list[tuple[int, ...]] = []
    ends: dict[States, list[int]] = {}
    for node in (edge := [start]):
        following = () if complete(node) else tuple(step(node, card) for card in cards)
        edge += [one for one in dict.fromkeys(following) if one not in numbers]
        for one in following:
            numbers.setdefault(one, len(numbers))
        if not following:
            ends.setdefault(node[2], []).append(len(moves))
        moves.append(tuple(numbers[one] for one in following))
    return Deal(classes=classes, moves=tuple(moves), ends={states: tuple(nodes) for states, nodes in ends.items()})


def moved(facts: tuple[Fact, ...], states: States, card: Card, place: int) -> States:
    """Let a card, the one of that place in its hand, flow into the facts that see it."""
    return tuple(
        fact.step(state, card) if _sees(fact.stream, place) else state
        for fact, state in zip(facts, states, strict=True)
    )


def _sees(stream: Stream, place: int) -> bool:
    return _FROM[stream] <= place and (not stream.longest or place < _FROM[stream] + stream.longest)


def starts(facts: Iterable[Fact]) -> States:
    """Give the states before any card."""
    return tuple(fact.start for fact in facts)


def box_deal(facts: tuple[Fact, ...]) -> Deal:
    """Deal a box as many cards as any of the facts sees."""
    length = max((_FROM[fact.stream] + fact.stream.longest for fact in facts), default=0)

    def step(node: _Node, card: Card) -> _Node:
        place, total, states = node
        return place + 1, total, moved(facts, states, card, place)

    return _followed(told_apart(facts), (0, Total(0), starts(facts)), step, lambda node: node[0] == length)


def stands_on(rules: BlackjackRules) -> frozenset[Total]:
    """Return the totals with which the dealer's hand is complete."""
    return frozenset(total for total in DEALER_TOTAL.states if stands(rules, total))


def dealers_deal(facts: tuple[Fact, ...], *, completed: bool, complete_with: frozenset[Total]) -> Deal:
    """Deal the dealer's hand: the completed hand, or as many of the first two cards as any of the facts sees."""
    length = max((fact.stream.longest for fact in facts), default=0)

    def step(node: _Node, card: Card) -> _Node:
        place, total, states = node
        following = total.plus(card) if completed else total
        return min(place + 1, max(length, 1)), following, moved(facts, states, card, place)

    def complete(node: _Node) -> bool:
        place, total, _ = node
        return total in complete_with if completed else place == length

    classes = told_apart([*facts, DEALER_TOTAL] if completed else facts)
    return _followed(classes, (0, Total(0), starts(facts)), step, complete)
