"""upcard wagers: the registry of everything a licensee may offer."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from upcard.cli.render import print_csv, print_json, styled, wrap
from upcard.errors import Misuse
from upcard.law import Cited, Edition, Unknown, in_edition
from upcard.money import show
from upcard.rules.option import Option, Requires
from upcard.rules.wager import Limits, PayTable, Wager
from upcard.table import plain_name
from upcard.wagers import OPTIONS

EMPTY_ANSWER: dict[str, object] = {"wagers": []}


def run(arguments: Namespace) -> int:
    """List the options by name, or all."""
    editions = {edition.value: edition for edition in Edition}
    if arguments.law is not None and arguments.law not in editions:
        raise Misuse(f'--law: there is no edition "{arguments.law}"; known: {", ".join(editions)}')
    edition = editions[arguments.law] if arguments.law else Edition.CURRENT
    options = [option for option in OPTIONS if option.cite.stands_in(edition)]
    by_name = {plain_name(option.name): option for option in options}
    if unknown := [name for name in arguments.names if plain_name(name) not in by_name]:
        known = ", ".join(option.name for option in options)
        raise Misuse(f'there is no wager "{unknown[0]}" in {edition.value}; known: {known}')
    asked_for = set(map(plain_name, arguments.names))
    chosen = [option for name, option in by_name.items() if not asked_for or name in asked_for]
    if arguments.json:
        print_json({"wagers": [_json(option, edition, options) for option in chosen]})
        return 0
    if arguments.csv:
        print_csv(("wager", "cite", "standing", "pay_table", "held", "line", "pays"), _rows(chosen, edition))
        return 0
    for option in chosen:
        _print(option, edition, options)
    return 0


def _rows(options: Iterable[Option], edition: Edition) -> Iterator[Sequence[object]]:
    """Yield a row for each line of each pay table of the wagers; `held`: whether the law is known to state it."""
    for option in options:
        if not isinstance(option, Wager):
            continue
        number = option.cite.as_of(edition)
        held = option.pay_tables.value.tables if isinstance(option.pay_tables, Cited) else {}
        for name, table in {**held, **option.house_pay_tables}.items():
            for line, pays in table.items():
                yield option.name, number, number.standing.value, name, name in held, line.label, pays


def _excluded(option: Option, edition: Edition, options: list[Option]) -> dict[str, list[str]]:
    """Return the options that may not be offered beside this one, with each paragraph that says so."""
    excluded: dict[str, list[str]] = {}
    for other in options:
        for first, second in ((option, other), (other, option)):
            for partner, source in first.excludes.items():
                numbers, number = excluded.setdefault(other.name, []), str(source.as_of(edition))
                if partner.covers(second.cite) and first is not second and number not in numbers:
                    numbers.append(number)
    return {name: numbers for name, numbers in excluded.items() if numbers}


def _limits(limits: Limits) -> str:
    if limits.exactly:
        return "exactly " + " or ".join(f"${show(amount)}" for amount in limits.exactly)
    words = [f"at least ${show(limits.least)}"] if limits.least is not None else []
    if limits.within_blackjack_wager:
        words.append("not more than the blackjack wager")
    return ", ".join(words) or "minimum and maximum posted by the licensee"


def _lines(table: PayTable) -> str:
    return ", ".join(f"{outcome} {pays}" for outcome, pays in table.items())


def _print(option: Option, edition: Edition, options: list[Option]) -> None:
    number = option.cite.as_of(edition)
    print(f"{styled(option.name, 'bold')}  [{number}]  {number.standing.value}")
    if option.decks:
        print(wrap(f"decks: {option.decks.value.says()} [{option.decks.cite.as_of(edition)}]", "    ", "  "))
    if isinstance(option, Wager):
        limits = option.limits
        print(wrap(f"amount: {_limits(limits.value)} [{limits.cite.as_of(edition)}]", "    ", "  "))
    if excluded := _excluded(option, edition, options):
        words = ", ".join(f"{name} [{', '.join(sources)}]" for name, sources in excluded.items())
        print(wrap(f"not beside: {words}", indent="    ", first="  "))
    for required in option.requires:
        reading = required.value.reading
        word, rests = ("doubtful", f", reading {reading}") if reading else ("requires", "")
        text = f"{word}: {_because(required, edition)} [{required.cite.as_of(edition)}{rests}]"
        print(wrap(text, indent="    ", first="  "))
    for notice in option.notices:
        print(wrap(f"after notice only [{notice.cite.as_of(edition)}]", "    ", "  "))
    if isinstance(option, Wager):
        _print_pays(option, edition)


def _print_pays(wager: Wager, edition: Edition) -> None:
    if isinstance(wager.pay_tables, Cited):
        law, word = wager.pay_tables, "at least" if wager.pay_tables.value.floors else "exactly"
        for name, table in law.value.tables.items():
            text = f"pay table {name} ({word}) [{law.cite.as_of(edition)}]: {_lines(table)}"
            print(wrap(text, indent="    ", first="  "))
    else:
        print(
            wrap(f"pay table: not held, {wager.pay_tables.what} [{wager.pay_tables.cite.as_of(edition)}]", "    ", "  ")
        )
    for name, table in wager.house_pay_tables.items():
        print(wrap(f'house pay table "{name}", not law: {_lines(table)}', indent="    ", first="  "))
    if wager.rider:
        rider = wager.rider
        for name, table in rider.pay_tables.value.tables.items():
            text = f"{rider.name} {name} (at least) [{rider.pay_tables.cite.as_of(edition)}]: {_lines(table)}"
            print(wrap(text, indent="    ", first="  "))


def _json(option: Option, edition: Edition, options: list[Option]) -> dict[str, Any]:
    number = option.cite.as_of(edition)
    answer: dict[str, Any] = {
        "name": option.name,
        "kind": type(option).__name__.lower(),
        "cite": str(number),
        "standing": number.standing.value,
        "decks": _cited(option.decks.value.says(), option.decks, edition) if option.decks else None,
        "excludes": [{"name": name, "cites": cites} for name, cites in _excluded(option, edition, options).items()],
        "requires": [
            _cited(_because(each, edition), each, edition) for each in option.requires if each.value.reading is None
        ],
        "doubts": [
            {**_cited(_because(each, edition), each, edition), "reading": each.value.reading}
            for each in option.requires
            if each.value.reading
        ],
        "settings": [
            {"key": setting.key, "means": setting.means, "kind": setting.kind.value} for setting in option.settings
        ],
    }
    if isinstance(option, Wager):
        answer |= _wager_json(option, edition)
    return answer


def _wager_json(wager: Wager, edition: Edition) -> dict[str, Any]:
    law = wager.pay_tables
    return {
        "limits": _cited(_limits(wager.limits.value), wager.limits, edition),
        "settled": {
            "collect": wager.settled.value.collect.name.lower().replace("_", " "),
            "pay": wager.settled.value.pay.name.lower().replace("_", " "),
            "order": wager.settled.value.order.value,
            "cite": str(wager.settled.cite.as_of(edition)),
        },
        "outcomes": [outcome.label for outcome in wager.outcomes],
        "pay_tables": {}
        if isinstance(law, Unknown)
        else {name: _odds(table) for name, table in law.value.tables.items()},
        "pay_tables_cite": str(law.cite.as_of(edition)),
        "pay_tables_held": isinstance(law, Cited),
        "house_pay_tables": {name: _odds(table) for name, table in wager.house_pay_tables.items()},
    }


def _odds(table: PayTable) -> dict[str, str]:
    return {outcome.label: str(pays) for outcome, pays in table.items()}


def _cited(rule: str, value: Cited[Any], edition: Edition) -> dict[str, str]:
    return {"rule": rule, "cite": str(value.cite.as_of(edition))}


def _because(required: Cited[Requires], edition: Edition) -> str:
    return in_edition(required.value.because, edition)
