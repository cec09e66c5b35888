"""Classes of cards: those that nothing which a wager sees can tell apart are one."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from upcard.cards import DECK, Card
from upcard.rules.fact_type import Fact, State

Classes = tuple[tuple[int, ...], ...]  # each card of the deck, by its place in it, stands in one class


def alike(key: Callable[[Card], Hashable]) -> Classes:
    """Put the cards of one key into one class, in the order of the deck."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    for place, card in enumerate(DECK):
        found[key(card)].append(place)
    return tuple(map(tuple, found.values()))


def told_apart(facts: Iterable[Fact]) -> Classes:
    """Divide the deck as far as the facts do: cards of one class move every state to the same state."""
    seen = [(fact.step, _before(fact)) for fact in facts if fact.symbols == DECK]
    return alike(lambda card: tuple(step(state, card) for step, states in seen for state in states))


def _before(fact: Fact) -> tuple[State, ...]:
    """Give the states in which a card may still flow."""
    return fact.states[:1] if fact.stream.longest == 1 else fact.states


def in_common(*divisions: Classes) -> Classes:
    """Divide the deck as far as any of several divisions does."""
    places = [{card: place for place, cards in enumerate(one) for card in cards} for one in divisions]
    number = {card: place for place, card in enumerate(DECK)}
    return alike(lambda card: tuple(place[number[card]] for place in places))


def members(classes: Classes) -> tuple[Card, ...]:
    """Give one card of each class, to stand for it."""
    return tuple(DECK[cards[0]] for cards in classes)


def counted(classes: Classes, cards: Sequence[int]) -> list[int]:
    """Count the cards of each class in a shoe."""
    return [sum([cards[place] for place in places]) for places in classes]


CLASSES_BY_VALUE = alike(lambda card: card.value)
