"""Build the program of a simulation: every table that the kernels read, made from the definitions."""

from dataclasses import replace

import numpy as np

from upcard.errors import Misuse
from upcard.game.state import Felt
from upcard.payoffs.hands import VALUES
from upcard.payoffs.settlement import Payoffs
from upcard.payoffs.settlement_probe import SettlementProbe
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.facts import HandTotal
from upcard.sim.card_classes import CardClasses
from upcard.sim.fact_automata import FactAutomaton, dealer_automaton, is_complete
from upcard.sim.kernel_constants import MOST_SPOTS
from upcard.sim.look_ahead import DealerNeeds, build_look_ahead
from upcard.sim.outcome_tables import DEALER_STREAMS, OutcomeTables, first_two_alike, outcome_tables
from upcard.sim.program import HOLES, Program, Session
from upcard.sim.schedule import Schedule
from upcard.sim.settlement_table import settlement_table
from upcard.sim.strategy_automaton import Shown, Strategy, strategy_tables
from upcard.sim.streaks import Streaks
from upcard.sim.wager_lines import WagerLine, facts_of
from upcard.table import TableConfig

MOST_CELLS = 1 << 24


def build_program(
    table: TableConfig,
    payoffs: Payoffs,
    strategy: Strategy,
    showings: tuple[Shown, ...],
    lines: tuple[WagerLine, ...],
    card_classes: CardClasses,
    *,
    schedule: Schedule,
    streaks: Streaks | None = None,
    session: Session | None = None,
    seats: int = 1,
    fresh: bool = False,
    looks_ahead: bool = True,
) -> Program:
    """Return the arrays of a simulation; raise Misuse where the wagers are too many to be simulated together."""
    felt, rules = Felt(table), table.rules
    if felt.spots[1] > MOST_SPOTS:
        raise Misuse(f"{felt.spots[1]} dealer's hands of a round cannot be simulated: the limit is {MOST_SPOTS}")
    tables = _outcome_tables(rules, payoffs, lines, card_classes)
    hands, completed = _dealer_hands(rules, tables.dealer)
    plain = Program(
        table=table,
        lines=lines,
        card_classes=card_classes,
        strategy=strategy_tables(payoffs, strategy, showings),
        outcome_tables=tables,
        settlement=settlement_table(felt, payoffs, [completed[state] for state in tables.shown]),
        look_ahead=None,
        seats=seats,
        fresh=fresh,
        spots=felt.spots[1],
        insurances=3 if _is_insured(felt, schedule) else 1,
        complete=np.array([hand is not None for hand in completed], np.uint8),
        blackjack=np.array([hand.blackjack for hand in hands], np.uint8),
        splits=rules.most_splits,
        schedule=schedule,
        streaks=streaks,
        session=session,
    )
    _refuse_too_many_cells(plain)
    return _with_look_ahead(plain) if looks_ahead else plain


def _refuse_too_many_cells(plain: Program) -> None:
    if plain.steps * plain.cells > MOST_CELLS:
        raise Misuse("these wagers together have too many outcomes to be simulated at once; choose fewer wagers")


def _outcome_tables(
    rules: BlackjackRules, payoffs: Payoffs, lines: tuple[WagerLine, ...], card_classes: CardClasses
) -> OutcomeTables:
    facts = facts_of(lines, *DEALER_STREAMS)
    try:
        alike = first_two_alike(lines, facts, card_classes)
        dealer = dealer_automaton(rules, facts, card_classes.cards, alike)
        groups = _settlement_groups(rules, payoffs, dealer)
        return outcome_tables(lines, card_classes, dealer, facts, groups)
    except OverflowError:
        raise Misuse(
            "these wagers together depend on too many cards to be simulated at once; choose fewer wagers"
        ) from None


def _settlement_groups(rules: BlackjackRules, payoffs: Payoffs, dealer: FactAutomaton) -> list[int]:
    """Return the number of the hands that settle alike for each state of the dealer's hand; 0: not complete."""
    _, completed = _dealer_hands(rules, dealer)
    return [1 + payoffs.dealer(hand) if hand else 0 for hand in completed]


def _dealer_hands(rules: BlackjackRules, dealer: FactAutomaton) -> tuple[list[HandTotal], list[HandTotal | None]]:
    """Return the hand of each state of the dealer's, and again with None for hands that are not complete."""
    hands = [state[0] for state in dealer.states]
    return hands, [hand if is_complete(rules, hand) else None for hand in hands]


def _is_insured(felt: Felt, schedule: Schedule) -> bool:
    """Whether insurance is offered against any upcard and taken at any step."""
    offered = any(SettlementProbe(felt).offers_insurance(up + 1) for up in range(VALUES))
    return offered and any(step.insures for step in schedule.steps)


def _with_look_ahead(plain: Program) -> Program:
    """Return a program with look-ahead tables, where the values of cards decide its rounds."""
    tables, hole = plain.outcome_tables, HOLES.index(plain.table.rules.hole_card)
    if plain.spots > 1 and hole:
        return plain
    dealer = DealerNeeds(
        complete=plain.complete,
        blackjack=plain.blackjack,
        need=plain.settlement.need[: 2 * plain.settlement.ends],
        hole=hole,
    )
    ahead = build_look_ahead(plain.strategy, tables, plain.card_classes, dealer, plain.spots)
    return replace(plain, look_ahead=ahead)
