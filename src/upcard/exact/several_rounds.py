"""Wagers that stand over several rounds: each round is dealt from a fresh shoe, so its result hangs on no other."""

from collections.abc import Mapping
from fractions import Fraction

from upcard.errors import Misuse
from upcard.exact.deal_graph import States
from upcard.exact.observed_facts import Distribution, ObservedFacts
from upcard.rules.fact_type import Result
from upcard.rules.wager import STANDS, Outcome

Results = Mapping[Result, Fraction]  # the chance of each result of a round


def decided(seen: ObservedFacts, results: Results, before: tuple[Result, ...]) -> tuple[Distribution, Fraction]:
    """Give the probability of each outcome that decides a wager, and after how many rounds on the average.

    In each state in which the wager stands, the chance of an outcome is the sum of its chances in the states to which
    the results of a round lead, and the rounds to come are one more than theirs: linear equations, solved exactly.
    """
    chances = _checked(results)
    start = tuple(fact.of(before) for fact in seen.results)
    if seen.resolve(*start) is not STANDS:
        raise Misuse("the rounds before have decided the wager already")
    standing = _standing(seen, start, chances)
    ends = tuple(outcome for outcome in seen.outcomes if outcome is not STANDS)
    equations = [_equation(seen, state, standing, ends, chances) for state in standing]
    *solved, rounds = _solved(equations)[0]
    return {end: chance for end, chance in zip(ends, solved, strict=True) if chance}, rounds


def _checked(results: Results) -> dict[Result, Fraction]:
    """Give the results that may come, with their chances."""
    chances = {result: Fraction(results.get(result, 0)) for result in Result}
    if sum(chances.values()) != 1 or min(chances.values()) < 0:
        raise Misuse("the chances of a round's results must be none below zero and add up to 1")
    return {result: chance for result, chance in chances.items() if chance}


def _after(seen: ObservedFacts, states: States, result: Result) -> States:
    return tuple(fact.step(state, result) for fact, state in zip(seen.results, states, strict=True))


def _standing(seen: ObservedFacts, start: States, chances: Results) -> tuple[States, ...]:
    """Find every state in which the wager may stand, the first one first."""
    found = {start: None}
    edge = [start]
    while edge:
        reached = [_after(seen, states, result) for states in edge for result in chances]
        edge = [states for states in reached if states not in found and seen.resolve(*states) is STANDS]
        found.update(dict.fromkeys(edge))
    return tuple(found)


def _equation(
    seen: ObservedFacts, states: States, standing: tuple[States, ...], ends: tuple[Outcome, ...], chances: Results
) -> list[Fraction]:
    """Write a state's equation: a factor for each state in which the wager stands, what ends next, and one round."""
    row = [Fraction(states == one) for one in standing]
    ending = [Fraction(0) for _ in ends]
    for result, chance in chances.items():
        after = _after(seen, states, result)
        outcome = seen.resolve(*after)
        if outcome is STANDS:
            row[standing.index(after)] -= chance
        else:
            ending[ends.index(outcome)] += chance
    return [*row, *ending, Fraction(1)]


def _solved(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Solve linear equations for several right sides at once, by elimination."""
    size = len(rows)
    for at in range(size):
        pivot = next((row for row in rows[at:] if row[at]), None)
        if pivot is None:
            raise Misuse("with these chances the wager may never be decided")
        rows.remove(pivot)
        pivot = [one / pivot[at] for one in pivot]
        rows = [[one - row[at] * other for one, other in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(at, pivot)
    return [row[size:] for row in rows]
