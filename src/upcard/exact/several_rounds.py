"""Wagers that stand over several rounds; each round is dealt from a fresh shoe, so results are independent."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.errors import Misuse
from upcard.exact.deal_graph import FactStates
from upcard.exact.observed_facts import Distribution, ObservedFacts
from upcard.rules.fact_type import Result
from upcard.rules.wager import STANDS, Outcome

Results = Mapping[Result, Fraction]  # the probability of each result of a round


@dataclass(frozen=True, kw_only=True)
class Rounds:
    """The number of rounds until a wager is decided: its mean, its mean square, and the mean's part of each outcome."""

    mean: Fraction
    square: Fraction
    by_outcome: Mapping[Outcome, Fraction]


def decision_distribution(
    observed: ObservedFacts, results: Results, before: tuple[Result, ...]
) -> tuple[Distribution, Rounds]:
    """Return the probability of each outcome that decides a wager, and the number of rounds until then.

    In each state in which the wager stands, the probability of an outcome is the mean of its probabilities in the
    states to which the results of a round lead, and the mean number of rounds is one more than theirs: linear
    equations, solved exactly. With their solution on the other side, the same equations give the part of the mean
    number of rounds that ends in each outcome; with twice the mean less one, the mean square.
    """
    chances = _possible_results(results)
    start = tuple(fact.of(before) for fact in observed.results)
    if observed.resolve(*start) is not STANDS:
        raise Misuse("the earlier rounds have already decided the wager")
    standing = _standing_states(observed, start, chances)
    outcomes = tuple(outcome for outcome in observed.outcomes if outcome is not STANDS)
    equations = [_equation(observed, states, standing, outcomes, chances) for states in standing]
    solved = _solve(list(equations))
    factors = (equation[: len(standing)] for equation in equations)
    again = [[*row, *chance_of, 2 * mean - 1] for row, (*chance_of, mean) in zip(factors, solved, strict=True)]
    (*probabilities, mean), (*lasting, square) = solved[0], _solve(again)[0]
    decided = {outcome: chance for outcome, chance in zip(outcomes, probabilities, strict=True) if chance}
    by_outcome = dict(zip(outcomes, lasting, strict=True))
    return decided, Rounds(mean=mean, square=square, by_outcome=by_outcome)


def deciding_outcomes(observed: ObservedFacts) -> frozenset[Outcome]:
    """Return the outcomes by which a wager can be decided, with the player's choice made."""
    results = dict.fromkeys(Result, Fraction(0))
    standing = _standing_states(observed, tuple(fact.start for fact in observed.results), results)
    after = (_after(observed, states, result) for states in standing for result in Result)
    return frozenset(observed.resolve(*states) for states in after) - {STANDS}


def _possible_results(results: Results) -> dict[Result, Fraction]:
    """Return the results that are possible, with their probabilities."""
    chances = {result: Fraction(results.get(result, 0)) for result in Result}
    if sum(chances.values()) != 1 or min(chances.values()) < 0:
        raise Misuse("the probabilities of a round's results must add up to 1, and none may be negative")
    return {result: chance for result, chance in chances.items() if chance}


def _after(observed: ObservedFacts, states: FactStates, result: Result) -> FactStates:
    return tuple(fact.step(state, result) for fact, state in zip(observed.results, states, strict=True))


def _standing_states(observed: ObservedFacts, start: FactStates, chances: Results) -> tuple[FactStates, ...]:
    """Return every state in which the wager can stand, the first one first."""
    standing = {start: None}
    edge = [start]
    while edge:
        reached = [_after(observed, states, result) for states in edge for result in chances]
        edge = [states for states in reached if states not in standing and observed.resolve(*states) is STANDS]
        standing.update(dict.fromkeys(edge))
    return tuple(standing)


def _equation(
    observed: ObservedFacts,
    states: FactStates,
    standing: tuple[FactStates, ...],
    outcomes: tuple[Outcome, ...],
    chances: Results,
) -> list[Fraction]:
    """Return a state's equation: a factor for each state in which the wager stands, each outcome's term, one round."""
    factors = [Fraction(states == state) for state in standing]
    terms = [Fraction(0) for _ in outcomes]
    for result, chance in chances.items():
        after = _after(observed, states, result)
        outcome = observed.resolve(*after)
        if outcome is STANDS:
            factors[standing.index(after)] -= chance
        else:
            terms[outcomes.index(outcome)] += chance
    return [*factors, *terms, Fraction(1)]


def _solve(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Solve linear equations for several right-hand sides at once, by elimination."""
    size = len(rows)
    for column in range(size):
        pivot = next((row for row in rows[column:] if row[column]), None)
        if pivot is None:
            raise Misuse("with these probabilities the wager might never be decided")
        rows.remove(pivot)
        pivot = [entry / pivot[column] for entry in pivot]
        rows = [[entry - row[column] * above for entry, above in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(column, pivot)
    return [row[size:] for row in rows]
