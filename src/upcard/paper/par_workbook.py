"""The PAR sheet as a workbook: every total is a formula with its value."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from upcard.drawing.felt_plan import UNLAWFUL
from upcard.paper.par_sheet import (
    LAWFUL_WORDS,
    ParHold,
    ParLine,
    ParSheet,
    ParWager,
    one_in,
)
from upcard.paper.workbook import Formula, SheetCell, WorkbookSheet, texts, workbook
from upcard.results.amounts import Money
from upcard.results.best_play import ChartRows
from upcard.results.confidence import IntervalMethod
from upcard.results.prices import PricedMeter, PricedOutcome, PricedRider
from upcard.results.result import error_of, is_exact
from upcard.rules.play_names import label
from upcard.table import Status

Row = tuple[SheetCell, ...]
INTERVAL_HEADS = ("95% from", "95% to", "Interval")  # of a simulated figure
FIRST = 10  # the row of a wager's sheet on which its outcomes begin, counted from 1


def par_workbook(sheet: ParSheet) -> bytes:
    """Return the PAR sheet as the bytes of a workbook."""
    made = date.fromisoformat(sheet.date)
    return workbook(par_sheets(sheet), title="PAR sheet", subject=f"Table {sheet.table}", made=made)


def par_sheets(sheet: ParSheet) -> tuple[WorkbookSheet, ...]:
    """Return the sheets of the workbook, which hold every figure of the pages."""
    sheets = (
        _summary(sheet),
        _configuration(sheet),
        *(_wager(wager) for wager in sheet.wagers),
        _bounds(sheet),
        _hold(sheet),
        *_charts(sheet),
        _checklist(sheet),
    )
    return tuple(map(_unlawful, sheets)) if sheet.status == Status.UNLAWFUL.value else sheets


def _unlawful(sheet: WorkbookSheet) -> WorkbookSheet:
    """Return a sheet whose first line says that the table is not lawful, beside what stands there."""
    first, *rest = sheet.rows
    width = max(len(sheet.widths), len(first))
    padded = (*first, *texts(*[""] * (width - len(first))))
    warned = (*padded, *texts(UNLAWFUL, look="warning"))
    return WorkbookSheet(name=sheet.name, rows=(warned, *rest), widths=sheet.widths)


def _number(value: float | None, look: str) -> SheetCell:
    return SheetCell(value=value, look=look)


def _formula(text: str, value: float, look: str) -> SheetCell:
    return SheetCell(value=Formula(text=text, value=value), look=look)


def _summary(sheet: ParSheet) -> WorkbookSheet:
    rows: list[Row] = [
        texts("PAR sheet", look="title"),
        texts("Table", sheet.table),
        texts("Licensee", sheet.licensee or ""),
        texts("Game", sheet.game),
        (*texts("Decks"), _number(sheet.decks, "count")),
        texts("Rules", sheet.law),
        *([texts("Law file of the licensee", sheet.law_file)] if sheet.law_file else []),
        texts("Date asked about", sheet.date),
        texts("Newest text held", sheet.newest_text),
        texts("Version", f"upcard {sheet.version}"),
        texts("Fingerprint", sheet.fingerprint),
        texts("Lawful", LAWFUL_WORDS[Status(sheet.status)]),
        *([texts("With other values than the file", *sheet.set_)] if sheet.set_ else []),
        (),
    ]
    if sheet.simulation:
        simulation = sheet.simulation
        rows.append((*texts("Simulated rounds"), _number(simulation.rounds, "count")))
        rows.append((*texts("Seed"), _number(simulation.seed, "count")))
        rows.append(texts("Shoe", simulation.shoe))
        rows.append(texts("Play", simulation.strategy))
    heads = ("Wager", "Paragraph", "Text", "Pay table", "House advantage", "Return", "Hit frequency", "Variance")
    more = (
        "Standard deviation",
        "House advantage, exactly",
        "Top award",
        "Pays",
        "Top award, 1 in",
        "At least 1 in 10^8",
    )
    last = ("Volatility index, 90%", "Simulated return", "z")
    rows.append(texts(*heads, *more, *last, look="head"))
    for wager in sheet.wagers:
        price, top = wager.price, wager.top_award
        advantage = price.house_advantage
        line = len(rows) + 1
        rows.append(
            (
                *texts(wager.key, wager.cite, wager.standing, price.pay_table or ""),
                _number(float(advantage), "percent"),
                _formula(f"=1-E{line}", float(wager.return_), "percent"),
                _number(float(price.hit_frequency), "percent"),
                _number(float(price.variance), "number"),
                _formula(f"=SQRT(H{line})", price.standard_deviation, "number"),
                *texts(_exactly(advantage)),
                *texts(top.outcome if top else "", (top.pays or "") if top else ""),
                _number(top.one_in if top else None, "one in"),
                *texts(("yes" if top.meets else "no") if top else ""),
                _number(wager.volatility[0].index, "number"),
                _number(1 + wager.simulated[0].mean if wager.simulated else None, "percent"),
                _number(wager.simulated[0].z if wager.simulated else None, "number"),
            )
        )
    widths = (22, 24, 12, 12, 16, 16, 16, 14, 18, 30, 30, 16, 16, 18, 16, 16, 10)
    return WorkbookSheet(name="Summary", rows=tuple(rows), widths=widths)


def _configuration(sheet: ParSheet) -> WorkbookSheet:
    rows: list[Row] = [texts("Key", "Value", "Stated", look="head")]
    rows += [texts(each.key, each.value, "yes" if each.stated else "usual") for each in sheet.configuration]
    rows += [(), texts("Finding", "What", "Paragraph", look="head")]
    rows += [texts(each.verdict, each.message, each.cite) for each in sheet.findings] or [texts("none")]
    rows += [texts("not stated", each) for each in sheet.not_stated]
    return WorkbookSheet(name="Configuration", rows=tuple(rows), widths=(32, 80, 20))


def _net(line: PricedOutcome) -> float | None:
    chance = line.probability
    return None if line.contribution is None or not chance else float(line.contribution / chance)


def _wager(wager: ParWager) -> WorkbookSheet:
    """Return a wager's outcomes: what each adds to the return is a formula, and so are their sums."""
    price = wager.price
    last = FIRST + len(price.outcomes) - 1
    total = last + 1
    edge = float(price.house_advantage)
    rows: list[Row] = [
        texts(f"{wager.key} [{wager.cite}, {wager.standing}]", look="title"),
        (*texts("House advantage"), _formula(f"=-F{total}", edge, "percent")),
        (*texts("Return"), _formula(f"=G{total}", float(wager.return_), "percent")),
        (*texts("Variance"), _number(float(price.variance), "number")),
        (*texts("Standard deviation"), _formula("=SQRT(B4)", price.standard_deviation, "number")),
        (
            *texts("Volatility index, 90%, 95%, 99%"),
            *(_formula(f"={each.z!r}*B5", each.index, "number") for each in wager.volatility),
        ),
        texts(price.convention or "", look="note"),
        (),
        texts(
            *("Outcome", "Pays", "Probability, exactly", "Probability", "Net result of one unit"),
            *(
                "To net result",
                "To return",
                "1 in",
                "Counted",
                "Simulated",
                "z",
                *INTERVAL_HEADS,
                "\u00b1 of the probability",
            ),
            look="head",
        ),
    ]
    rows += [
        _outcome(outcome, line, FIRST + place)
        for place, (outcome, line) in enumerate(zip(price.outcomes, wager.lines, strict=True))
    ]
    shares = sum(float(line.probability) for line in price.outcomes)
    rows.append(
        (
            *texts("All", "", "", look="bold"),
            _formula(f"=SUM(D{FIRST}:D{last})", shares, "probability"),
            *texts(""),
            _formula(f"=SUM(F{FIRST}:F{last})", -edge, "percent"),
            _formula(f"=SUM(G{FIRST}:G{last})", 1 - edge, "percent"),
        )
    )
    rows.append(())
    rows.append(
        texts(
            "Simulated beside exact",
            "Made",
            "",
            "Mean",
            "Standard error",
            "Exact mean",
            "z",
            *INTERVAL_HEADS,
            look="head",
        )
    )
    for each in wager.simulated:
        line = len(rows) + 1
        mean, error = _number(each.mean, "percent"), _number(each.standard_error, "percent")
        exact = _number(each.exact, "percent")
        z = _number(None, "text") if each.z is None else _formula(f"=(D{line}-F{line})/E{line}", each.z, "number")
        interval = _interval(each.interval, each.interval_method, "percent")
        rows.append((*texts(each.key), _number(each.made, "count"), *texts(""), mean, error, exact, z, *interval))
    rows += [(), *_facts(wager)]
    widths = (38, 16, 34, 18, 18, 16, 16, 18, 14, 14, 10, 18, 18, 24, 18)
    return WorkbookSheet(name=wager.key, rows=tuple(rows), widths=widths)


def _facts(wager: ParWager) -> Iterator[Row]:
    """Yield the other figures of a wager, with their exact fractions; then what only some wagers have."""
    price = wager.price
    yield texts("Figure", "Value", "Exactly", "\u00b1", look="head")
    yield _figure("House advantage", price.house_advantage, "percent")
    yield _figure("Hit frequency", price.hit_frequency, "probability")
    yield _figure("Variance", price.variance, "probability")
    if price.returns is not None:
        yield (*texts("Value by published convention"), _number(price.returns.composition_dependent, "probability"))
        yield (*texts("Value by the chart of totals"), _number(price.returns.total_dependent, "probability"))
    if price.even_money:
        yield _figure("Even money, taken", price.even_money.taken, "probability")
        yield _figure("Even money, refused", price.even_money.refused, "probability")
    if price.mean_rounds is not None:
        yield _figure("Rounds until decided, mean", price.mean_rounds, "probability")
    if price.meter:
        yield from _meter(price.meter)
    if price.rider:
        yield from _rider(price.rider)


def _exactly(number: Fraction) -> str:
    """Return a number as a fraction; nothing where it was computed in double precision."""
    return str(number) if is_exact(number) else ""


def _figure(name: str, figure: Fraction, look: str) -> Row:
    return (*texts(name), _number(float(figure), look), *texts(_exactly(figure)), _number(error_of(figure), "text"))


def _dollars(name: str, amount: Money | None) -> Row:
    return (*texts(name), _number(None if amount is None else amount.cents / 100, "money"))


def _meter(meter: PricedMeter) -> Iterator[Row]:
    yield _dollars("Meter", meter.at)
    yield _dollars("Meter at break-even", meter.break_even)
    yield _dollars("Meter when first won, mean", meter.mean_when_first_won)
    yield _dollars("Meter when won, mean", meter.mean_when_won)
    yield _figure("House advantage, empty meter", meter.house_advantage_when_empty, "percent")
    yield _figure("Less for each dollar on the meter", meter.house_advantage_less_for_each_dollar, "percent")
    if meter.house_advantage_in_the_long_run:
        yield _figure("House advantage, long run", meter.house_advantage_in_the_long_run, "percent")


def _rider(rider: PricedRider) -> Iterator[Row]:
    yield (*texts(f"{rider.name}, dollars"), _number(float(rider.value), "number"), *texts(str(rider.value)))
    yield _dollars(f"{rider.name}, least wager", rider.least_wager)
    yield texts(rider.name, "Pays", "Probability, exactly", "Probability", "1 in", look="head")
    for line in rider.outcomes:
        chance = line.probability
        numbers = (_number(float(chance), "probability"), _number(one_in(chance), "one in"))
        yield (*texts(line.outcome, line.pays or "", _exactly(chance)), *numbers)
    yield texts(f"House advantage with the {rider.name}, by amount", look="head")
    for each in rider.by_wager:
        amount = _number(each.amount.cents / 100, "money")
        yield (amount, _number(float(each.house_advantage), "percent"))


def _outcome(outcome: PricedOutcome, line: ParLine, row: int) -> Row:
    net = _net(outcome)
    to_net = float(outcome.contribution) if outcome.contribution else 0.0
    to_return = float(line.return_) if line.return_ else 0.0
    return (
        *texts(outcome.outcome, outcome.pays or "", _exactly(outcome.probability)),
        _number(float(outcome.probability), "probability"),
        _number(net, "number"),
        _formula(f"=D{row}*E{row}", to_net, "percent"),
        _formula(f"=D{row}*(E{row}+1)", to_return, "percent"),
        _number(None, "text") if line.one_in is None else _formula(f"=1/D{row}", line.one_in, "one in"),
        _number(line.count, "count"),
        _number(line.frequency, "probability"),
        _number(line.z, "number"),
        *(_interval(line.interval, line.interval_method, "probability") or texts("", "", "")),
        _number(outcome.error, "text"),
    )


def _interval(interval: tuple[float, ...] | None, method: IntervalMethod | None, look: str) -> Row:
    if interval is None or method is None:
        return ()
    return (*(_number(bound, look) for bound in interval), *texts(method.value))


def _bounds(sheet: ParSheet) -> WorkbookSheet:
    rows: list[Row] = [
        texts(
            *("Wager", "Trials", "Level, %", "z", "Return", "Standard deviation", "Normal, from", "Normal, to"),
            *("Exact, from", "Exact, to", "Top awards expected", "Too rare for normal bounds", "Trials are"),
            look="head",
        )
    ]
    for wager in sheet.wagers:
        quantiles = {each.level: each.z for each in wager.volatility}
        for each in wager.bounds:
            line = len(rows) + 1
            width = f"D{line}*F{line}/SQRT(B{line})"
            low, high = (bound / 100 for bound in each.normal)
            rows.append(
                (
                    *texts(wager.key),
                    _number(each.rounds, "count"),
                    _number(each.level, "count"),
                    _number(quantiles[each.level], "number"),
                    _number(float(wager.return_), "percent"),
                    _number(wager.price.standard_deviation, "number"),
                    _formula(f"=E{line}-{width}", low, "percent"),
                    _formula(f"=E{line}+{width}", high, "percent"),
                    *(_number(bound / 100, "percent") for bound in each.exact),
                    _number(each.top_awards, "number"),
                    *texts("yes" if each.too_rare else "no", wager.decided_in),
                )
            )
    return WorkbookSheet(name="Return bounds", rows=tuple(rows), widths=(24, *[15] * 12))


def _hold(sheet: ParSheet) -> WorkbookSheet:
    play = sheet.play
    rows: list[Row] = [
        texts("Expected hold for stated play", look="title"),
        (*texts("Rounds an hour"), _number(play.rounds, "count")),
        (*texts("Buy-in"), _number(play.buy_in.cents / 100, "money")),
        texts("Wager", "Amount", "Decided an hour", "House advantage", "Win an hour", "Hold", look="head"),
    ]
    rows += [_held(each, len(rows) + 1 + place) for place, each in enumerate(play.holds)]
    last = len(rows)
    rows.append(
        (
            *texts("All", "", "", "", look="bold"),
            _formula(f"=SUM(E5:E{last})", play.win, "number"),
            _formula(f"=E{last + 1}/B3", float(play.hold), "percent"),
        )
    )
    return WorkbookSheet(name="Hold", rows=tuple(rows), widths=(30, 14, 18, 18, 16, 16))


def _held(each: ParHold, row: int) -> Row:
    return (
        *texts(each.wager),
        _number(each.amount.cents / 100, "money"),
        _number(each.decided, "number"),
        _number(float(each.house_advantage), "percent"),
        _formula(f"=B{row}*C{row}*D{row}", each.win, "number"),
        _formula(f"=E{row}/B$3", float(each.hold), "percent"),
    )


def _charts(sheet: ParSheet) -> Iterator[WorkbookSheet]:
    strategy = sheet.strategy
    yield _chart("Best play", strategy.chart, strategy.otherwise, strategy.upcards)
    if strategy.chart_of_free_hands and strategy.otherwise_of_free_hands is not None:
        chart, otherwise = strategy.chart_of_free_hands, strategy.otherwise_of_free_hands
        yield _chart("Best play, free hands", chart, otherwise, strategy.upcards)
    rows = [texts("Total", "Against", "Best play", "Chart", "Cards", look="head")]
    rows += [
        texts(each.total, each.upcard, label(each.play), label(each.chart), each.hand) for each in strategy.exceptions
    ]
    yield WorkbookSheet(name="Exceptions to the chart", rows=tuple(rows), widths=(20, 10, 18, 18, 40))


def _chart(name: str, chart: ChartRows, otherwise: ChartRows, upcards: tuple[str, ...]) -> WorkbookSheet:
    rows: list[Row] = []
    for title, plays in (("First play", chart), ("Later, or where that is not allowed", otherwise)):
        rows.append(texts(title, *upcards, look="head"))
        for hand, row in plays.items():
            rows.append(texts(hand, *(row[upcard].value if upcard in row else "" for upcard in upcards)))
        rows.append(())
    return WorkbookSheet(name=name, rows=tuple(rows), widths=(34, *[13] * len(upcards)))


def _checklist(sheet: ParSheet) -> WorkbookSheet:
    rows: list[Row] = [texts("Asked by", "What", "Answered", "Where, or by whom", look="head")]
    rows += [texts(each.source, each.asks, "yes" if each.answered else "no", each.where) for each in sheet.checklist]
    rows += [(), texts("Source", "In our words", "Text", look="head")]
    rows += [texts(each.cite, each.rule, each.standing) for each in sheet.sources]
    readings = [each.words for each in sheet.readings]
    rows += [(), texts("Readings", look="head"), *map(texts, readings)]
    rows += [(), texts("Wager", "Convention", look="head"), *(texts(*each) for each in sheet.conventions.items())]
    return WorkbookSheet(name="Checklist and sources", rows=tuple(rows), widths=(50, 70, 12, 60))
