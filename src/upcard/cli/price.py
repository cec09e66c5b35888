"""upcard price: what every wager of a table costs, exactly."""

from argparse import Namespace
from typing import Any

from upcard.analysis.default_table import assumed, wager_named
from upcard.analysis.price_report import Hourly, optional, prices
from upcard.analysis.pricing import price
from upcard.cli.arguments import Advance, amount_asked, answered, decks_asked, is_file, question, removed_asked
from upcard.cli.print_prices import print_grid, print_prices
from upcard.cli.render import misuse, print_json, problem_json
from upcard.errors import Misuse
from upcard.exact.observed_facts import HAND_STREAMS
from upcard.rules.fact_type import Stream
from upcard.rules.wager import Wager
from upcard.table import BadConfig, TableConfig, load, pay_tables
from upcard.table.config import MOST_DECKS
from upcard.wagers import ALL

EVERY = range(1, MOST_DECKS + 1)
MOST_ROUNDS = 10_000
USUAL = 6  # decks, where a wager is asked about by name alone


def run(asked: Namespace) -> int:
    """Answer for a table, for a wager, or for all of them."""
    try:
        if not 1 <= asked.rounds <= MOST_ROUNDS:
            raise Misuse(f"--rounds: an hour has at least one round, and not more than {MOST_ROUNDS}")
        answer = _table(asked) if asked.what and is_file(asked.what) else _wagers(asked)
    except BadConfig as bad:
        return _bad(asked, bad)
    except Misuse as wrong:
        if asked.json:
            print_json({"wagers": [], "problems": [{"message": str(wrong)}]})
        return misuse(str(wrong))
    if asked.json:
        print_json(answer)
    elif asked.all:
        print_grid(answer)
    else:
        print_prices(answer)
    return 0


def _bad(asked: Namespace, bad: BadConfig) -> int:
    if asked.json:
        print_json({"wagers": [], "problems": [problem_json(one) for one in bad.problems]})
    return misuse(str(bad))


def _table(asked: Namespace) -> dict[str, Any]:
    """Price the wagers of a table file."""
    if asked.pay_table or asked.pays:
        raise Misuse("--pay-table and --pays are of a wager by name; a table file posts its own")
    table = load(asked.what)
    decks = decks_asked(asked.decks, EVERY if asked.all else range(table.decks, table.decks + 1))
    answers = [_priced(table, one, asked) for one in decks]
    if len(answers) == 1 and not asked.all:
        return answers[0]
    return {**answers[0], "decks": list(decks), "wagers": [wager for answer in answers for wager in answer["wagers"]]}


def _priced(table: TableConfig, decks: int, asked: Namespace) -> dict[str, Any]:
    removed, amount = removed_asked(asked.removed), amount_asked(asked.amount, "--amount")
    meter, hourly = amount_asked(asked.meter, "--meter", least=0), Hourly(rounds=asked.rounds, amount=amount)
    priced = price(table, decks=decks, removed=removed, amount=amount, meter=meter)
    if asked.joint and table.game.dealer_hands is None:
        raise Misuse(f"--joint: {table.game.name} has one dealer's hand; it is of games with several")
    if meter is not None and not any(offer.wager.meter for offer in table.offers):
        raise Misuse("--meter: no wager of this table is paid from a meter")

    def find(advance: Advance) -> dict[str, Any]:
        return prices(priced, hourly, rational=asked.rational, joint=asked.joint, advance=advance)

    said = question(
        "price",
        table,
        decks=decks,
        removed=sorted(map(str, removed)),
        hourly=repr(hourly),
        meter=meter,
        rational=asked.rational,
        joint=asked.joint,
    )
    return answered(said, find, keep=not asked.no_cache)


def _wagers(asked: Namespace) -> dict[str, Any]:
    """Price wagers by name, at one pay table or at all."""
    if asked.joint or asked.rational:
        raise Misuse("--joint and --rational are of the blackjack wager: give a table file")
    if asked.what is None and not asked.all:
        raise Misuse("give a table file, a wager's name, or --all")
    wagers = ALL if asked.what is None else (wager_named(asked.what),)
    decks = decks_asked(asked.decks, EVERY if asked.all else range(USUAL, USUAL + 1))
    said = {
        "verb": "price",
        "wagers": [wager.name for wager in wagers],
        "decks": list(decks),
        **{key: getattr(asked, key) for key in ("pay_table", "pays", "all", "removed", "rounds", "amount", "meter")},
    }

    def find(advance: Advance) -> dict[str, Any]:
        found: list[dict[str, Any]] = []
        for done, (wager, many) in enumerate(rows := [(wager, many) for wager in wagers for many in decks]):
            advance(f"pricing {wager.name}", done, len(rows))
            found += _at(wager, many, asked)
        return {"decks": list(decks), "removed": [str(card) for card in removed_asked(asked.removed)], "wagers": found}

    return answered(said, find, keep=not asked.no_cache)


def _at(wager: Wager, decks: int, asked: Namespace) -> list[dict[str, Any]]:
    """Price a wager with so many decks, at the pay tables asked for."""
    amount = amount_asked(asked.amount, "--amount")
    hourly = Hourly(rounds=asked.rounds, amount=amount)
    tables = list(pay_tables(wager))
    if asked.pays:
        said: dict[str, Any] = {"pays": _posted(asked)}
        chosen: list[str] = []
    elif wager.displayed or not tables:
        if asked.what is None:
            return []  # what it pays is the licensee's: there is nothing to list
        raise Misuse(f"what the {wager.name} wager pays is the licensee's: {_how(wager)}")
    else:
        said, chosen = {}, [asked.pay_table] if asked.pay_table else tables
    if chosen and chosen[0] not in tables:
        raise Misuse(f'--pay-table: the {wager.name} wager has no pay table "{chosen[0]}"; known: {", ".join(tables)}')
    priced = price(
        table := assumed(wager, decks=decks, said=said),
        removed=removed_asked(asked.removed),
        amount=amount,
        meter=amount_asked(asked.meter, "--meter", least=0),
    )
    found = [one for name in chosen for one in priced.posted(wager.name, name)] if chosen else priced.of(wager.name)
    lawful = wager.decks is None or wager.decks.value.admits(decks)
    note: dict[str, Any] = {}
    if not lawful and wager.decks:
        note["note"] = f"{wager.decks.cite}: {wager.decks.value.says()} decks"
    note["assumes"] = _assumes(wager, table)
    return [{**optional(one, hourly), **note} for one in found]


def _assumes(wager: Wager, table: TableConfig) -> str | None:
    """Say what is assumed of the table where the wager's price depends on it."""
    streams = {fact.stream for fact in wager.sees}
    said = []
    rules = table.rules
    if streams & {Stream.DEALER, Stream.RESULTS, Stream.BOX, *HAND_STREAMS}:
        said.append(f"{table.game.name}, the dealer {rules.dealer_soft_17.value}s on soft 17")
    if streams & {Stream.RESULTS, Stream.BOX, *HAND_STREAMS}:
        said.append(f"pairs split {rules.splits} time at most, second card {rules.hole_card.value}, best play")
    return ", ".join(said) or None


def _how(wager: Wager) -> str:
    if wager.displayed:
        return "say what its display shows in a table file"
    return f'post its odds with --pays "{wager.wins[-1].label}=3 to 1", once for each line'


def _posted(asked: Namespace) -> dict[str, str]:
    """Read odds of one's own."""
    if asked.pay_table:
        raise Misuse("give --pay-table or --pays, not both")
    lines = list(map(_line, asked.pays))
    if twice := [label for at, (label, _) in enumerate(lines) if label in dict(lines[:at])]:
        raise Misuse(f'--pays: "{twice[0]}" is posted twice')
    return dict(lines)


def _line(text: str) -> tuple[str, str]:
    label, equals, pays = text.partition("=")
    if not equals:
        raise Misuse(f'--pays: write a line and its odds, such as "One match=4 to 1", not "{text}"')
    return label.strip(), pays.strip()
