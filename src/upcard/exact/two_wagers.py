"""Two optional wagers of a box observed together: the facts of both, and each outcome a pair of theirs."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from upcard.exact.observed_facts import ObservedFacts
from upcard.rules.fact_type import Fact, State
from upcard.rules.wager import Outcome


class BothOutcomes(NamedTuple):
    """The facts that two wagers observe together, and the outcomes of both that each outcome stands for."""

    observed: ObservedFacts
    pairs: tuple[tuple[Outcome, Outcome], ...]  # aligned with the outcomes


@lru_cache(maxsize=256)
def observe_both(one: ObservedFacts, other: ObservedFacts) -> BothOutcomes:
    """Return what two wagers observe together."""
    box, dealer = _joined(one.box, other.box), _joined(one.dealer, other.dealer)
    sets, hand = _joined(one.sets, other.sets), _joined(one.hand, other.hand)
    results = _joined(one.results, other.results)
    pairs = tuple(product(one.outcomes, other.outcomes))
    outcomes = tuple(Outcome(f"{ended}; {other_ended}") for ended, other_ended in pairs)
    number = {(id(ended), id(other_ended)): place for place, (ended, other_ended) in enumerate(pairs)}
    facts = (*box, *dealer, *sets, *hand, *results)
    resolve_one, resolve_other = _among(one, facts), _among(other, facts)

    def resolve(*states: State) -> Outcome:
        # By identity: resolve returns these objects, never copies.
        return outcomes[number[id(resolve_one(states)), id(resolve_other(states))]]

    observed = ObservedFacts(
        outcomes=outcomes, box=box, dealer=dealer, sets=sets, hand=hand, results=results, resolve=resolve
    )
    return BothOutcomes(observed, pairs)


def _joined(one: Iterable[Fact], other: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def _among(observed: ObservedFacts, facts: tuple[Fact, ...]) -> Callable[[tuple[State, ...]], Outcome]:
    """Return how a wager is resolved from the states of more facts than it sees."""
    places = [
        facts.index(fact)
        for fact in (*observed.box, *observed.dealer, *observed.sets, *observed.hand, *observed.results)
    ]
    return lambda states: observed.resolve(*(states[place] for place in places))
