"""How prices are shown on a terminal."""

from collections.abc import Iterator
from typing import Any

from upcard.cli.render import paragraph, styled

Said = dict[str, Any]
LINE = 44


def print_prices(answer: Said) -> None:
    """Print every wager with its outcomes."""
    if "table" in answer:
        print(styled(heading(answer), "bold"))
    elif answer["removed"]:
        print(styled(f"without {' '.join(answer['removed'])}", "bold"))
    for number, wager in enumerate(answer["wagers"]):
        if number or "table" in answer:
            print()
        for line in _lines(wager):
            print(line)


def heading(answer: Said) -> str:
    """Name the table, its game and the cards."""
    decks = answer["decks"]
    many = f"{decks[0]} to {decks[-1]} decks" if isinstance(decks, list) else f"{decks} deck{'s' if decks != 1 else ''}"
    gone = f", without {' '.join(answer['removed'])}" if answer["removed"] else ""
    return f"{answer['file']}: {answer['table']}, {answer['game']}, {many}{gone}"


def _lines(wager: Said) -> Iterator[str]:
    advantage = wager["house_advantage"]
    exact = f"  = {advantage['fraction']}" if advantage["fraction"] else ""
    side = "player's" if advantage["percent"] < 0 else "house"
    percent = styled(f"{abs(advantage['percent']):.5f} %", "green")
    yield f"{styled(_name(wager), 'bold')}: {side} advantage {percent}{exact}"
    if note := wager.get("note"):
        yield paragraph(f"not a lawful number of decks: {note}", indent="    ")
    yield (
        f"  paid {100 * wager['hit_frequency']['decimal']:.4f} % of the time, standard deviation"
        f" {wager['standard_deviation']:.5f}{_rounds(wager)}"
    )
    if "value" in wager:
        yield from _blackjack(wager)
    else:
        for line in wager["outcomes"]:
            yield _outcome(line)
    if hour := wager.get("per_hour"):
        yield (
            f"  {hour['rounds']} rounds an hour at ${hour['amount']}: {_loses(hour['loss'])} on the average,"
            f" standard deviation ${hour['standard_deviation']}"
        )
    yield from _extras(wager)
    if assumes := wager.get("assumes"):
        yield f"  assumed: {assumes}"
    if convention := wager.get("convention"):
        yield paragraph(f"convention: {convention}", indent="    ", first="  ")


def _loses(loss: str) -> str:
    return f"wins ${loss[1:]}" if loss.startswith("-") else f"loses ${loss}"


def _name(wager: Said) -> str:
    words = [wager["wager"]]
    if wager.get("choice") is not None:
        words.append(str(wager["choice"]))
    if wager["pay_table"]:
        words.append(f"({wager['pay_table']})")
    return " ".join(words) + f", {wager['decks']} deck{'s' if wager['decks'] != 1 else ''}"


def _rounds(wager: Said) -> str:
    return f", decided in {wager['mean_rounds']['decimal']:.3f} rounds on the average" if "mean_rounds" in wager else ""


def _outcome(line: Said) -> str:
    chance = line["probability"]
    exact = f"  = {chance['fraction']}" if chance["fraction"] else ""
    return f"    {line['outcome']:<{LINE}} {line['pays'] or '':>14}  {chance['decimal']:.9f}{exact}"


def _blackjack(wager: Said) -> Iterator[str]:
    value = wager["value"]
    rows = (
        ("composition-dependent", "composition_dependent"),
        ("total-dependent, by the chart", "total_dependent"),
        ("composition-dependent, as settled", "composition_dependent_as_settled"),
        ("total-dependent, as settled", "total_dependent_as_settled"),
    )
    yield "  player's value for one unit of the initial wager:"
    for words, key in rows:
        if key in value:
            yield f"    {words:<{LINE}} {value[key]:+.12f}"
    if "composition_dependent_fraction" in value:
        yield f"    exactly {value['composition_dependent_fraction']}"
    if len(wager["by_upcard"]) <= 10:
        yield "  by upcard:"
        for upcard, part in wager["by_upcard"].items():
            yield f"    {upcard:<{LINE}} {part:+.12f}"
    yield "  net result of a round:"
    for line in wager["outcomes"]:
        yield _outcome(line)


def _extras(wager: Said) -> Iterator[str]:
    if meter := wager.get("meter"):
        yield from _meter(meter)
    if rider := wager.get("rider"):
        yield f"  {rider['name']}: worth ${rider['value']['dollars']:.6f} on a wager of ${rider['least_wager']} or more"
        for line in rider["outcomes"]:
            yield _outcome(line)
        by_wager = ", ".join(f"${one['amount']} {one['house_advantage']['percent']:.4f} %" for one in rider["by_wager"])
        yield f"    house advantage with it: {by_wager}"
    if even := wager.get("even_money"):
        yield f"  with a blackjack: even money brings 1, refusing it {even['refused']['decimal']:.6f} on the average"
    if hands := wager.get("dealers_hands"):
        yield (
            f"  wagers on two dealer's hands: covariance {hands['covariance_of_two']:.6f}, correlation"
            f" {hands['correlation_of_two']:.6f}; variance of the sum of two {hands['variance_of_two']:.5f}, of three"
            f" {hands['variance_of_three']:.5f}"
        )
        for upcard, together in hands.get("two_hands", {}).items():
            yield f"  two dealer's hands on {upcard}:"
            yield from (f"    {kinds:<{LINE}} {chance:.9f}" for kinds, chance in together.items())


def _meter(meter: Said) -> Iterator[str]:
    empty, less = meter["house_advantage_when_empty"], meter["house_advantage_less_for_each_dollar"]
    if meter["at"]:
        yield f"  with ${meter['at']} on the meter; {less['percent']:.6f} points less for each dollar more"
    yield f"  nothing on the meter: {empty['percent']:.4f} %; break-even at ${meter['break_even']}"
    yield f"  won once in {meter['mean_rounds_between_jackpots']['decimal']:.1f} rounds on the average"
    if "mean_when_won" in meter:
        long_run = meter["house_advantage_in_the_long_run"]["percent"]
        yield (
            f"  won at ${meter['mean_when_first_won']} the first time and ${meter['mean_when_won']} later on average;"
            f" house advantage in the long run {long_run:.4f} %"
        )


def print_grid(answer: Said) -> None:
    """Print house advantages as a grid of decks and pay tables, wager by wager."""
    grids: dict[str, dict[str, dict[int, float]]] = {}
    for wager in answer["wagers"]:
        choice = f" {wager['choice']}" if wager.get("choice") is not None else ""
        column = grids.setdefault(wager["wager"] + choice, {}).setdefault(wager["pay_table"] or "posted", {})
        column[wager["decks"]] = wager["house_advantage"]["percent"]
    for name, columns in grids.items():
        print(f"{styled(name, 'bold')}: house advantage in %")
        wide = [max(len(column), 9) for column in columns]
        print("  decks  " + "  ".join(f"{column:>{size}}" for column, size in zip(columns, wide, strict=True)))
        for decks in sorted({many for column in columns.values() for many in column}):
            cells = (f"{column[decks]:>{size}.4f}" for column, size in zip(columns.values(), wide, strict=True))
            print(f"  {decks:>5}  " + "  ".join(cells))
        print()
