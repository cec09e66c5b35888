"""The pages of a PAR sheet: every figure of the sheet as text, in sections."""

from collections.abc import Iterator
from fractions import Fraction

from upcard.english import counted, key_words, sentence, with_minus
from upcard.money import format_money
from upcard.paper.document_head import document_head
from upcard.paper.figures import (
    NONE,
    fraction_text,
    number_text,
    one_in_text,
    percent_text,
    probability_text,
)
from upcard.paper.par_charts import chart_section
from upcard.paper.par_sheet import FEWEST_TOP_AWARDS, LAWFUL_WORDS, LEVELS, ParSheet, ParSimulated, ParWager, one_in
from upcard.paper.sections import (
    SECTIONS_TEMPLATE,
    TOO_RARE,
    FactsBlock,
    ListBlock,
    SheetBlock,
    SheetColumn,
    SheetSection,
    TableBlock,
    TextBlock,
    sections_content,
)
from upcard.paper.typst_document import PaperDocument
from upcard.results.confidence import FEWEST, IntervalMethod
from upcard.results.prices import PricedRider
from upcard.results.result import error_of, is_exact
from upcard.table import Status, TableConfig

TITLE = "PAR sheet"
COUNTED_TOO_RARELY = (
    f"counted fewer than {FEWEST} times, too rarely for z; the exact (Clopper-Pearson) 95% interval of its probability"
)


def par_document(table: TableConfig, sheet: ParSheet) -> PaperDocument:
    """Return the PAR sheet of a table as a document to be typeset."""
    return PaperDocument(
        template=SECTIONS_TEMPLATE,
        head=document_head(table, TITLE),
        content=sections_content(tuple(par_sections(sheet))),
    )


def par_sections(sheet: ParSheet) -> Iterator[SheetSection]:
    """Yield the sections of a PAR sheet."""
    yield _summary(sheet)
    yield _configuration(sheet)
    for wager in sheet.wagers:
        yield _wager(wager)
    yield _top_awards(sheet)
    yield _hold(sheet)
    yield chart_section(sheet.strategy)
    yield _conventions(sheet)
    yield _checklist(sheet)


def _summary(sheet: ParSheet) -> SheetSection:
    columns = (
        SheetColumn("Wager", "left", 2),
        SheetColumn("Paragraph", "left"),
        SheetColumn("Pay table", "left"),
        SheetColumn("House advantage"),
        SheetColumn("Return"),
        SheetColumn("Hit frequency"),
        SheetColumn("Standard deviation"),
        SheetColumn("Volatility index, 90%"),
        SheetColumn("Simulated return"),
        SheetColumn("z"),
    )
    rows = tuple(
        (
            wager.key,
            wager.cite,
            wager.price.pay_table or NONE,
            percent_text(wager.price.house_advantage),
            percent_text(wager.return_),
            percent_text(wager.price.hit_frequency),
            number_text(wager.price.standard_deviation),
            number_text(wager.volatility[0].index, 3),
            percent_text(1 + wager.simulated[0].mean, 4) if wager.simulated else NONE,
            number_text(wager.simulated[0].z, 2) if wager.simulated else NONE,
        )
        for wager in sheet.wagers
    )
    game = f"{sheet.game}, {counted(sheet.decks, 'deck')}"
    facts = [("Game", game), ("Lawful", LAWFUL_WORDS[Status(sheet.status)])]
    if sheet.simulation:
        facts.append(("Simulated", f"{sheet.simulation.rounds:,} rounds, seed {sheet.simulation.seed}"))
    note = (
        "Fractions are exact; a figure without a fraction was computed in double precision. Simulated rounds are dealt"
        " from fresh shoes by the best play; z is the distance from the exact figure in standard errors."
    )
    return SheetSection(
        title="Summary",
        blocks=(FactsBlock(facts=tuple(facts)), TableBlock(columns=columns, rows=rows, note=note)),
    )


def _configuration(sheet: ParSheet) -> SheetSection:
    facts = tuple(
        (key_words(each.key), each.value if each.stated else f"{each.value} (usual)")
        for each in sheet.configuration
        if len(each.value) <= 40
    )
    long = tuple(f"{key_words(each.key)}: {each.value}" for each in sheet.configuration if len(each.value) > 40)
    blocks: list[SheetBlock] = [FactsBlock(facts=facts)]
    if long:
        blocks.append(ListBlock(items=long))
    if sheet.set_:
        blocks.append(TextBlock(text=f"With other values than the file: {', '.join(sheet.set_)}."))
    columns = (SheetColumn("Finding", "left"), SheetColumn("Paragraph", "left"), SheetColumn("What", "left", 1))
    rows = tuple((each.verdict, each.cite, each.message) for each in sheet.findings)
    if rows:
        blocks.append(TableBlock(title="Findings", columns=columns, rows=rows))
    else:
        blocks.append(TextBlock(text="Findings: none."))
    if sheet.not_stated:
        stated = "; ".join(sheet.not_stated)
        blocks.append(TextBlock(text=f"Not stated by the table file, and therefore not checked: {stated}."))
    return SheetSection(title="Configuration and findings", blocks=tuple(blocks))


def _wager(wager: ParWager) -> SheetSection:
    price = wager.price
    facts = [
        ("House advantage", f"{percent_text(price.house_advantage)}"),
        ("Return", percent_text(wager.return_)),
        ("Hit frequency", percent_text(price.hit_frequency) + _error(price.hit_frequency, 100, "%")),
        ("Variance", number_text(float(price.variance), 6)),
        ("Standard deviation", number_text(price.standard_deviation)),
        *((f"Volatility index, {each.level}%", number_text(each.index, 4)) for each in wager.volatility),
    ]
    if price.mean_rounds is not None:
        facts.append(("Rounds until decided, mean", number_text(float(price.mean_rounds), 4)))
    if price.returns is not None:
        facts.append(("Value by published convention", number_text(price.returns.composition_dependent, 8)))
        facts.append(("Value by the chart of totals", number_text(price.returns.total_dependent, 8)))
    exact = [
        (name, fraction_text(figure))
        for name, figure in (
            ("House advantage, exactly", price.house_advantage),
            ("Hit frequency, exactly", price.hit_frequency),
            ("Variance, exactly", price.variance),
        )
        if is_exact(figure)
    ]
    blocks: list[SheetBlock] = [FactsBlock(facts=tuple(facts)), _outcomes(wager)]
    if exact:
        blocks.insert(1, FactsBlock(facts=tuple(exact), columns=1))
    if wager.simulated:
        blocks.append(_compared(wager))
    blocks += _extras(wager)
    blocks.append(_bounds(wager))
    table = f", pay table {price.pay_table}" if price.pay_table else ""
    title = f"{sentence(wager.key)}{table} [{wager.cite}, {wager.standing}]"
    return SheetSection(title=title, blocks=tuple(blocks), new_page=True)


def _outcomes(wager: ParWager) -> TableBlock:
    is_blackjack = wager.price.returns is not None
    has_exact = any(line.exact for line in wager.price.outcomes)
    columns = (
        SheetColumn("Net result of a round" if is_blackjack else "Outcome", "left", 2.2),
        *(() if is_blackjack else (SheetColumn("Pays"),)),
        *((SheetColumn("Probability, exactly", "right", 1.6),) if has_exact else ()),
        SheetColumn("Probability"),
        SheetColumn("1 in"),
        SheetColumn("To net result"),
        SheetColumn("To return"),
        SheetColumn("Counted"),
        SheetColumn("Simulated"),
        SheetColumn("z"),
    )
    rare = [line for line in wager.lines if line.one_in and line.interval_method is IntervalMethod.EXACT]
    rows = []
    for outcome, line in zip(wager.price.outcomes, wager.lines, strict=True):
        rows.append(
            (
                outcome.outcome,
                *(() if is_blackjack else (outcome.pays or NONE,)),
                *((fraction_text(outcome.probability),) if has_exact else ()),
                probability_text(outcome.probability) + _error(outcome.probability),
                one_in_text(line.one_in),
                percent_text(outcome.contribution),
                percent_text(line.return_),
                NONE if line.count is None else f"{line.count:,}",
                NONE if line.frequency is None else f"{line.frequency:.7f}",
                TOO_RARE if line in rare else number_text(line.z, 2),
            )
        )
    blank = ("",) * (len(columns) - 8)
    net = percent_text(-wager.price.house_advantage)
    counted = f"{wager.simulated[0].made:,}" if wager.simulated else ""
    rows.append(("All", *blank, "1.000000000", "", net, percent_text(wager.return_), counted, "", ""))
    intervals = "; ".join(f"{line.outcome}, {_chances(line.interval or ())}" for line in rare)
    note = f"{TOO_RARE} {COUNTED_TOO_RARELY}: {intervals}." if rare else ""
    return TableBlock(columns=columns, rows=tuple(rows), total=True, note=note)


def _error(number: Fraction, times: int = 1, unit: str = "") -> str:
    return with_minus(f" ± {times * error:.0e}{unit}") if (error := error_of(number)) else ""


def _chances(interval: tuple[float, ...]) -> str:
    return " to ".join(with_minus("0" if bound == 0 else f"{bound:.3g}") for bound in interval)


def _compared(wager: ParWager) -> TableBlock:
    columns = (
        SheetColumn("Simulated beside exact", "left", 1),
        SheetColumn("Made"),
        SheetColumn("Mean net result, simulated"),
        SheetColumn("Standard error"),
        SheetColumn("95% interval"),
        SheetColumn("Mean net result, exact"),
        SheetColumn("z"),
    )
    rows = tuple(
        (
            each.key,
            f"{each.made:,}",
            percent_text(each.mean),
            percent_text(each.standard_error),
            NONE if each.interval is None else _mean_interval(each),
            percent_text(each.exact),
            number_text(each.z, 2),
        )
        for each in wager.simulated
    )
    is_some_exact = any(each.interval_method is IntervalMethod.EXACT for each in wager.simulated)
    note = f"{TOO_RARE} exact interval (Clopper-Pearson): an outcome was counted too rarely for a normal one."
    return TableBlock(columns=columns, rows=rows, note=note if is_some_exact else "")


def _mean_interval(simulated: ParSimulated) -> str:
    mark = f" {TOO_RARE}" if simulated.interval_method is IntervalMethod.EXACT else ""
    return " to ".join(percent_text(bound, 4) for bound in simulated.interval or ()) + mark


def _bounds(wager: ParWager) -> TableBlock:
    """Return the bounds of the return, a row for each number of rounds."""
    columns = [SheetColumn(sentence(wager.decided_in)), SheetColumn("Top awards expected")]
    for level in LEVELS:
        columns += [SheetColumn(f"{level}% normal", "right", 1), SheetColumn(f"{level}% exact", "right", 1)]
    rows = []
    for rounds in dict.fromkeys(each.rounds for each in wager.bounds):
        of_rounds = [each for each in wager.bounds if each.rounds == rounds]
        mark = TOO_RARE if of_rounds[0].too_rare else ""
        row = [f"{rounds:,}", number_text(of_rounds[0].top_awards, 3 if of_rounds[0].top_awards < 100 else 0)]
        for each in of_rounds:
            row += [f"{_between(each.normal)}{mark}", _between(each.exact)]
        rows.append(tuple(row))
    note = (
        f"{TOO_RARE} fewer than {FEWEST_TOP_AWARDS} top awards are expected: use the exact bounds beside."
        if any(each.too_rare for each in wager.bounds)
        else ""
    )
    return TableBlock(
        title="Return bounds, in percent of the amount wagered", columns=tuple(columns), rows=tuple(rows), note=note
    )


def _between(bounds: tuple[float, ...]) -> str:
    return " to ".join(number_text(bound, 3) for bound in bounds)


def _extras(wager: ParWager) -> Iterator[SheetBlock]:
    """Yield what only some wagers have: a meter, a bonus, even money."""
    price = wager.price
    if price.even_money:
        taken, refused = float(price.even_money.taken), float(price.even_money.refused)
        text = f"Even money: taken {number_text(taken, 6)}, refused {number_text(refused, 6)} units on average."
        yield TextBlock(text=text)
    if price.meter:
        meter = price.meter
        cents = {
            "Meter": meter.at,
            "Meter at break-even": meter.break_even,
            "Meter when first won, mean": meter.mean_when_first_won,
            "Meter when won, mean": meter.mean_when_won,
        }
        facts = [(name, format_money(amount.cents)) for name, amount in cents.items() if amount is not None]
        facts.append(("House advantage, empty meter", percent_text(meter.house_advantage_when_empty)))
        facts.append(("Less for each dollar on the meter", percent_text(meter.house_advantage_less_for_each_dollar, 8)))
        if meter.house_advantage_in_the_long_run:
            facts.append(("House advantage, long run", percent_text(meter.house_advantage_in_the_long_run)))
        yield FactsBlock(facts=tuple(facts))
    if price.rider:
        yield from _rider(price.rider)


def _rider(rider: PricedRider) -> Iterator[SheetBlock]:
    columns = (
        SheetColumn("Outcome", "left", 1),
        SheetColumn("Pays"),
        SheetColumn("Probability, exactly", "right", 1),
        SheetColumn("Probability"),
        SheetColumn("1 in"),
    )
    rows = tuple(
        (
            line.outcome,
            line.pays or NONE,
            fraction_text(line.probability),
            probability_text(line.probability),
            one_in_text(one_in(line.probability)),
        )
        for line in rider.outcomes
    )
    least = format_money(rider.least_wager.cents)
    title = f"{rider.name}: worth {format_money(100 * rider.value, places=6)} on a wager of at least {least}"
    yield TableBlock(title=title, columns=columns, rows=rows)
    yield TableBlock(
        columns=(SheetColumn("Amount of the wager"), SheetColumn(f"House advantage with the {rider.name}")),
        rows=tuple((format_money(each.amount.cents), percent_text(each.house_advantage)) for each in rider.by_wager),
    )


def _top_awards(sheet: ParSheet) -> SheetSection:
    columns = (
        SheetColumn("Wager", "left", 1),
        SheetColumn("Top award", "left", 2),
        SheetColumn("Pays"),
        SheetColumn("1 in"),
        SheetColumn("At least 1 in 100,000,000", "center"),
    )
    rows = tuple(
        (wager.key, top.outcome, top.pays or NONE, one_in_text(top.one_in), "yes" if top.meets else "NO: show its odds")
        for wager in sheet.wagers
        if (top := wager.top_award)
    )
    return SheetSection(title="Top awards", blocks=(TableBlock(columns=columns, rows=rows),), new_page=True)


def _hold(sheet: ParSheet) -> SheetSection:
    play = sheet.play
    columns = (
        SheetColumn("Wager", "left", 1),
        SheetColumn("Amount"),
        SheetColumn("Decided an hour"),
        SheetColumn("House advantage"),
        SheetColumn("Win an hour"),
        SheetColumn("Hold"),
    )
    rows = [
        (
            each.wager,
            format_money(each.amount.cents),
            number_text(each.decided, 3),
            percent_text(each.house_advantage),
            format_money(100 * each.win, places=4),
            percent_text(each.hold),
        )
        for each in play.holds
    ]
    rows.append(("All", "", "", "", format_money(100 * play.win, places=4), percent_text(play.hold)))
    stated = (
        f"For one player who buys in for {format_money(play.buy_in.cents)}, plays an hour of {play.rounds} rounds"
        " and makes every wager listed in each of them. Hold is the expected win as a share of the drop; it is not the"
        " house advantage, since the same chips are wagered again and again. Insurance is left out."
    )
    return SheetSection(
        title="Expected hold for stated play",
        blocks=(TextBlock(text=stated), TableBlock(columns=columns, rows=tuple(rows), total=True)),
    )


def _conventions(sheet: ParSheet) -> SheetSection:
    blocks: list[SheetBlock] = [
        ListBlock(items=tuple(f"{wager}: {convention}" for wager, convention in sheet.conventions.items()))
    ]
    if sheet.readings:
        readings = (each.words for each in sheet.readings)
        blocks.append(ListBlock(items=tuple(readings)))
    columns = (SheetColumn("Paragraph", "left"), SheetColumn("Text", "left"), SheetColumn("In our words", "left", 1))
    rows = tuple((each.cite, each.standing, each.rule) for each in sheet.sources)
    blocks.append(TableBlock(title="Sources", columns=columns, rows=rows))
    return SheetSection(title="Conventions, readings and sources", blocks=tuple(blocks), new_page=True)


def _checklist(sheet: ParSheet) -> SheetSection:
    columns = (
        SheetColumn("Asked by", "left", 1.3),
        SheetColumn("What", "left", 1.3),
        SheetColumn("Here", "left"),
        SheetColumn("Where, or by whom", "left", 1.3),
    )
    rows = tuple(
        (each.source, each.asks, "answered" if each.answered else "left open", each.where) for each in sheet.checklist
    )
    return SheetSection(title="Checklist of a submission", blocks=(TableBlock(columns=columns, rows=rows),))
