"""The facts that a wager sees once the player has chosen, sorted by whose cards they observe."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from upcard.errors import Misuse
from upcard.exact.deal_graph import BOX_STREAMS, DEALER_STREAMS
from upcard.rules.fact_type import Fact, State, Stream
from upcard.rules.wager import Outcome, Rider, Wager

Distribution = dict[Outcome, Fraction]
HAND_STREAMS = (Stream.PLAYER, Stream.SPLITS)  # these depend on how the hand is played to its end


@dataclass(frozen=True, kw_only=True)
class ObservedFacts:
    """The facts of a wager, sorted by whose cards they observe, and the outcome of their states."""

    outcomes: tuple[Outcome, ...]
    box: tuple[Fact, ...]
    dealer: tuple[Fact, ...]
    sets: tuple[Fact, ...]  # of the dealer's completed hand: those that gather a set
    hand: tuple[Fact, ...]  # of the player's completed hand, or of splits
    results: tuple[Fact, ...]
    resolve: Callable[..., Outcome]  # of the states of all these facts, in this order

    @property
    def dealers(self) -> tuple[Fact, ...]:
        """Return the facts of the dealer's hand."""
        return self.dealer + self.sets


def observe(wager: Wager | Rider, choice: int | None) -> ObservedFacts:
    """Return the facts that a wager sees, sorted, with the player's choice made."""
    choices = wager.choices if isinstance(wager, Wager) else ()
    if choices and choice not in choices:
        known = ", ".join(map(str, choices))
        raise Misuse(f"the {wager.display_name} wager cannot be made on {choice}; choose one of {known}")
    if choice is not None and not choices:
        raise Misuse(f"the {wager.display_name} wager has nothing to choose")
    return _by_stream(wager.outcomes, wager.sees, wager.resolve, choice)


@lru_cache(maxsize=256)
def _by_stream(
    outcomes: tuple[Outcome, ...], sees: tuple[Fact, ...], resolve: Callable[..., Outcome], choice: int | None
) -> ObservedFacts:
    box = _places(sees, BOX_STREAMS)
    sets = tuple(place for place in _places(sees, (Stream.DEALER,)) if is_set_fact(sees[place]))
    dealer = tuple(place for place in _places(sees, DEALER_STREAMS) if place not in sets)
    hand, results = _places(sees, HAND_STREAMS), _places(sees, (Stream.RESULTS,))
    return ObservedFacts(
        outcomes=outcomes,
        box=tuple(sees[place] for place in box),
        dealer=tuple(sees[place] for place in dealer),
        sets=tuple(sees[place] for place in sets),
        hand=tuple(sees[place] for place in hand),
        results=tuple(sees[place] for place in results),
        resolve=_reordered(sees, resolve, (*box, *dealer, *sets, *hand, *results), choice),
    )


def is_set_fact(fact: Fact) -> bool:
    """Whether a fact gathers a set: what a card adds does not depend on the cards before."""
    if fact.start != frozenset():
        return False
    added = {card: fact.step(fact.start, card) for card in fact.symbols}
    return all(fact.step(state, card) == state | added[card] for state in fact.states for card in fact.symbols)


def _places(sees: tuple[Fact, ...], streams: Collection[Stream]) -> tuple[int, ...]:
    return tuple(place for place, fact in enumerate(sees) if fact.stream in streams)


def _reordered(
    sees: tuple[Fact, ...], resolve: Callable[..., Outcome], places: tuple[int, ...], choice: int | None
) -> Callable[..., Outcome]:
    """Return the same resolve for facts in another order, with the player's choice filled in."""
    if places == tuple(range(len(sees))):
        return resolve
    chosen = {place: fact.of((choice,)) for place, fact in enumerate(sees) if fact.stream is Stream.CHOICE}

    def reordered(*states: State) -> Outcome:
        state_of = chosen | dict(zip(places, states, strict=True))
        return resolve(*(state_of[place] for place in range(len(sees))))

    return reordered
