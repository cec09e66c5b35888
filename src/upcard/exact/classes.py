"""Classes of cards: cards that no fact of a wager distinguishes are in one class."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from upcard.cards import DECK, Card
from upcard.rules.fact_type import Fact, State

Classes = tuple[tuple[int, ...], ...]  # a partition of the deck; each card is its index in the deck


def alike(key: Callable[[Card], Hashable]) -> Classes:
    """Return the classes of cards with the same key, in the order of the deck."""
    classes: dict[Hashable, list[int]] = defaultdict(list)
    for place, card in enumerate(DECK):
        classes[key(card)].append(place)
    return tuple(map(tuple, classes.values()))


def distinguished_classes(facts: Iterable[Fact]) -> Classes:
    """Return the coarsest classes in which all cards of a class move every state of every fact to the same state."""
    steps = [(fact.step, _states_before_a_card(fact)) for fact in facts if fact.symbols == DECK]
    return alike(lambda card: tuple(step(state, card) for step, states in steps for state in states))


def _states_before_a_card(fact: Fact) -> tuple[State, ...]:
    """Return the states in which a fact can still observe a card."""
    return fact.states[:1] if fact.stream.longest == 1 else fact.states


def common_refinement(*partitions: Classes) -> Classes:
    """Return the coarsest classes that refine every one of several partitions of the deck."""
    class_of = [{card: number for number, cards in enumerate(classes) for card in cards} for classes in partitions]
    place = {card: place for place, card in enumerate(DECK)}
    return alike(lambda card: tuple(numbers[place[card]] for numbers in class_of))


def members(classes: Classes) -> tuple[Card, ...]:
    """Return one card of each class, to represent it."""
    return tuple(DECK[cards[0]] for cards in classes)


def count_by_class(classes: Classes, cards: Sequence[int]) -> list[int]:
    """Count the cards of each class in a shoe."""
    return [sum([cards[place] for place in places]) for places in classes]


CLASSES_BY_VALUE = alike(lambda card: card.value)
