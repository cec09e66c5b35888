"""A program that uses all of the public surface; mypy and pyright check it in strict mode, and a test runs it."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random

import upcard
from upcard import (
    Approximate,
    AuthorityKeys,
    BadArguments,
    BadConfig,
    BadJson,
    BestPlay,
    Card,
    CitedParagraph,
    Finding,
    FindingKind,
    Findings,
    HandToPlay,
    HourlyCost,
    LawFolder,
    LiveTable,
    Misuse,
    Money,
    OfferedOption,
    OutcomeRows,
    Play,
    PlayOption,
    Plot,
    PricedOutcome,
    PricedWager,
    PriceSweep,
    Problem,
    RecordKeys,
    Refusal,
    Refused,
    Registry,
    Role,
    RoundRuling,
    RuledDealer,
    RuledDifference,
    RuledHouse,
    RuledIrregularity,
    RuledOrder,
    RuledSeat,
    RuledStep,
    RuledWager,
    SearchResults,
    SimulatedTable,
    SimulatedWager,
    Status,
    Table,
    TableDiff,
    TableKeys,
    TableNeed,
    TableNeeds,
    TablePrices,
    UnknownCite,
    UnlawfulTable,
    UpcardError,
    Variant,
    Verdict,
    WagerKeys,
    Waiting,
    WaitsFor,
)

Value = str | int | float | bool | None


def tables(folder: Path) -> Iterator[Table]:
    """Load, build and vary tables."""
    side: WagerKeys = {"name": "in-between", "pay_table": "B", "minimum": "1.00", "maximum": Decimal("100.00")}
    keys: TableKeys = {"decks": 6, "minimum": "10.00", "maximum": upcard.cents(50_000), "wagers": [side]}
    built = Table(**keys)
    yield built
    yield built.with_({"wager.in-between.pay_table": "A"}, decks=8)
    yield upcard.load("in-between")
    yield upcard.load(folder / "in-between.toml")
    yield upcard.loads(built.to_toml())
    names: tuple[str, ...] = (built.name, built.table, built.game, built.law, *built.wagers, *built.keys(), *built)
    numbers: tuple[int, ...] = (built.decks, built.seats)
    amounts: tuple[Money | None, ...] = (built.minimum, built.maximum)
    content: dict[str, object] = built.to_dict()
    assert names
    assert len(numbers) > 0
    assert len(amounts) > 0
    assert content
    assert "decks" in built
    assert built["decks"] == 6


def money() -> Money:
    """Count money."""
    amount: Money = -(upcard.cents(1050) - Money(50) + 2 * Money(100) * 3)
    dollars: Decimal = amount.dollars
    whole: int = amount.cents
    assert amount
    assert whole == dollars * 100
    assert amount < Money(0)
    return amount


def law(table: Table) -> list[str]:
    """Check a table and read its paragraphs."""
    findings: Findings = upcard.check(table)
    lawful: bool | None = findings.lawful
    status: Status = findings.status
    counted: bool = status.lawful is lawful and status is not Status.NOT_SHOWN
    stated: tuple[str, ...] = findings.not_stated
    lines: list[str] = [str(lawful), status.value, str(counted), *stated]
    for finding in findings:
        one: Finding = finding
        lines += [one.statement, str(one.identity), str(one.authority and one.authority.words)]
        verdict: Verdict = one.verdict
        kind: FindingKind = one.kind
        lines += [
            verdict.value,
            kind.value,
            str(one.cite),
            one.message,
            str(one.line),
            str(one.reading),
            one.mark,
            one.text,
            str(one.identity),
        ]
    paragraph: CitedParagraph = upcard.cite("13:69F-2.26")
    former: str | None = paragraph.former
    readings: tuple[int, ...] = paragraph.readings
    below: tuple[CitedParagraph, ...] = paragraph.paragraphs
    lines += [paragraph.number, paragraph.rule, paragraph.title, paragraph.standing, paragraph.current, former or ""]
    registry: Registry = upcard.wagers(law="13:69F")
    option: OfferedOption = registry["in-between"]
    options: tuple[OfferedOption, ...] = registry[:2]
    odds: Mapping[str, Mapping[str, str]] = option.pay_tables
    lines += [option.name, option.kind, option.cite, str(registry[0].to_dict()), str(len(registry))]
    assert len(findings) == len(findings.rows())
    assert readings is not None
    assert below
    assert options
    assert odds["B"]
    return lines


def by_law_folder(folder: Path) -> list[str]:
    """Answer by a law folder."""
    order = '[[order]]\nname = "kept"\nfrom = 2016-09-26\ndid = "invented"\nnumber = "R.1"\nkeeps = ["buster"]\n'
    (folder / "orders.toml").write_text(order, encoding="utf-8")
    with upcard.law_folder(folder) as read:
        one: LawFolder = read
        paragraphs: int = len(one.code.paragraphs)
    name: str | None = one.folder
    return [one.fingerprint, one.words, one.content, str(name), str(paragraphs)]


def desk(table: Table) -> list[str]:
    """List what a table needs, compare it with another, make a new one, search the law."""
    listed: TableNeeds = upcard.needs(table)
    need: TableNeed = listed[0]
    words: list[str | None] = [need.kind, need.what, need.cite, need.standing, need.stated, need.states, need.text]
    words += [need.key, need.needed_for, *need.says, str(need.reading), str(need.to_dict()), str(listed.complete)]
    notice: RecordKeys = {"name": "splits", "given": date(2016, 1, 20), "posted": "table sign", "by": "J. Smith"}
    adopted: AuthorityKeys = {"rule": "2.30", "register": "48 N.J.R. 1(a)", "number": "R.2016", "date": "2016-09-19"}
    dated = table.with_(date=date(2016, 2, 1), splits=2, notices=[notice], authorities=[adopted])
    day: date | None = dated.date
    change: TableDiff = upcard.diff(table, dated)
    keys: list[str] = list(change.changes)
    findings: tuple[Finding, ...] = (*change.came, *change.went)
    lines: list[str] = [*change.notices, str(change.unlawful), str(change.costs), str(change.to_dict())]
    text: str = upcard.new("buster", game="blackjack", law="13:69F", date="2016-02-01")
    try:
        upcard.new("in-between", "streak")
    except UnlawfulTable as unlawful:
        findings = unlawful.findings
    results: SearchResults = upcard.search("free", "bet", date="2016-02-01")
    on: dict[str, object] = upcard.cite("13:69F-2.30").on("2016-01-11")
    assert day is not None
    assert findings
    assert results.to_dict()
    assert on["effect"] == "in effect"
    return [*keys, *lines, text, *(word for word in words if word)]


def prices(table: Table) -> Fraction:
    """Price a table."""
    priced: TablePrices = upcard.price(
        table, decks=6, removed=["Ah", Card.of("5c")], amount="10.00", rounds_an_hour=80, rational=False, joint=False
    )
    wager: PricedWager = priced["in-between"]
    figures: tuple[Fraction, ...] = (wager.house_advantage, wager.value, wager.hit_frequency, wager.variance)
    outcomes: tuple[PricedOutcome, ...] = wager.outcomes
    hour: HourlyCost | None = wager.per_hour
    total = sum((outcome.probability for outcome in outcomes), Fraction(0))
    contributions: list[Fraction | None] = [outcome.contribution for outcome in outcomes]
    named: list[tuple[str, str | None, bool, float | None]] = [
        (outcome.outcome, outcome.pays, outcome.exact, outcome.error) for outcome in outcomes
    ]
    spent: list[Money | None] = [hour.amount, hour.loss, hour.standard_deviation] if hour else []
    rows: OutcomeRows = priced.outcomes
    keys: tuple[str, ...] = priced.keys()
    pairs: tuple[tuple[str, PricedWager], ...] = priced.items()
    words: list[str | None] = [wager.key, wager.wager, wager.pay_table, wager.convention]
    numbers: list[int | float | None] = [wager.decks, wager.choice, wager.standard_deviation, wager.published_value]
    assert len(figures) > 0
    assert contributions
    assert named
    assert spent
    assert rows.rows()
    assert pairs
    assert words
    assert numbers
    assert "in-between" in priced
    assert len(priced) == len(keys) == len(list(priced))
    assert wager.exact
    assert not isinstance(wager.house_advantage, Approximate)
    assert isinstance(priced["blackjack"].house_advantage, Approximate)
    assert total == 1
    assert wager.published_fraction is None
    assert priced.to_dict()
    assert wager.to_dict()
    assert priced.values()
    return wager.house_advantage


def sweep(table: Table, folder: Path) -> list[dict[str, Value]]:
    """Price variants of a table, as data."""
    variants: PriceSweep = upcard.sweep(
        table, {"wager.in-between.pay_table": "AB"}, decks=(6, 8), only=["in-between"], workers=1
    )
    first: Variant = variants[0]
    varied: Table = first.table
    values: Mapping[str, object] = first.values
    wagers: Mapping[str, PricedWager] = first.wagers
    text: str = variants.to_csv(folder / "variants.csv")
    assert len(variants.to_pandas()) == len(variants.to_polars()) == len(variants.rows())
    stream: object = variants.__arrow_c_stream__()
    assert stream
    rest: tuple[Variant, ...] = variants[1:]
    assert varied.decks == 6
    assert values
    assert wagers
    assert text
    assert rest
    assert variants.to_dict()
    plot: Plot = variants.plot()
    plot.save(folder / "variants.svg")
    drawing: bytes = plot.data(".svg")
    assert drawing == plot.svg().encode()
    assert plot.text(width=80).startswith(plot.title)
    assert plot.to_dict()["alt"] == plot.alt
    assert upcard.price(table).plot(hours=8, players=1, buy_in="100.00").bands
    assert not first.wagers["in-between"].has_meter
    return variants.rows()


def cautious(hand: HandToPlay) -> str:
    """Play without ever taking a card that can bust the hand."""
    if hand.pair == "8" and "split pair" in hand.plays and not hand.free and hand.upcard != "A":
        return "split pair"
    return "draw" if hand.points < 12 or (hand.soft and hand.points < 18 and hand.cards > 1) else "stand"


def play(table: Table) -> SimulatedWager:
    """Find the best play, and simulate another."""
    best: BestPlay = upcard.strategy(table, decks=6, removed="Ah")
    chart: Mapping[str, Mapping[str, str]] = best.chart
    otherwise: Mapping[str, Mapping[str, str]] = best.otherwise
    values: dict[str, float] = best.values("Th 6c", Card.of("Kd"))
    word: str = best.play(["Th", "6c"], "10")
    by_upcard: Mapping[str, Mapping[Play, float]] = best.values_by_upcard((2, 3, 4))
    assert chart[f"hard {16}"][best.upcards[-1]]
    assert otherwise
    assert best.plot().cells
    assert word in values
    assert by_upcard
    assert best.value < 0
    assert best.convention
    simulated: SimulatedTable = upcard.simulate(
        table,
        rounds=1000,
        seed=7,
        seats=1,
        fresh=False,
        strategy=cautious,
        wagers=["in-between"],
        amounts={"blackjack": Decimal("10.00")},
        insurance=False,
        session=10,
        bankroll="500.00",
        penetration=Fraction(3, 4),
        beyond_limits=True,
        workers=1,
        kernel="auto",
    )
    wager: SimulatedWager = simulated.wagers["blackjack"]
    figures: list[float | None] = [wager.mean, wager.standard_error, wager.variance, wager.exact, wager.z]
    intervals: Mapping[str, tuple[float, ...]] | None = wager.intervals
    counts: Mapping[str, int] = wager.counts
    run: tuple[int, int, bool, bool | None] = (simulated.rounds, simulated.seed, simulated.complete, simulated.reached)
    assert figures
    assert intervals
    assert counts
    assert len(run) > 0
    assert wager.key
    assert wager.amount
    assert simulated.to_dict(details=False)
    assert simulated.detailed(covariances=False).sessions
    assert not simulated.fresh
    assert simulated.steps is None
    covariance: float | None = simulated.covariance.matrix[0][0]
    assert covariance
    assert set(wager.share_intervals) | wager.rare == set(counts)
    assert wager.made == 1000
    return wager


def ruling(table: Table) -> Money:
    """Rule on a round."""
    seat = {"number": 1, "wagers": {"blackjack": Money(1000)}, "decisions": ["double down"]}
    ruled: RoundRuling = upcard.deal(table, {"shoe": ["6h", "9s", "5d", "Tc", Card.of("8c")], "seat": [seat]})
    refusals: tuple[Refusal, ...] = ruled.refusals
    seats: tuple[RuledSeat, ...] = ruled.seats
    wagers: tuple[RuledWager, ...] = seats[0].wagers
    house: RuledHouse | None = ruled.house
    dealer: tuple[RuledDealer, ...] = ruled.dealer
    warnings: tuple[Finding, ...] = ruled.warnings
    assert house is not None
    assert house.collected - house.paid == house.net
    assert [(hand.points, hand.soft, hand.blackjack, len(hand.cards)) for hand in dealer] == [(17, False, False, 2)]
    assert not warnings
    assert ruled.as_done is None
    assert disputed(table)
    left: tuple[Card, ...] = ruled.cards_left
    amounts: list[Money] = [each for one in wagers for each in (one.amount, one.collected, one.paid, one.net)]
    words: list[str | int | None] = [part for one in wagers for part in (one.wager, one.outcome, one.spot, one.choice)]
    assert not refusals
    assert not left
    assert amounts
    assert words
    assert ruled.lines()
    assert ruled.events
    assert ruled.to_dict()
    assert seats[0].number == 1
    return seats[0].net


def disputed(table: Table) -> list[str]:
    """Hold what was done in a round against what was due."""
    keys = {"wagers": {"blackjack": "10.00"}, "decisions": ["stand"]}
    written = {
        "shoe": "Th Tc 9s Kh Kc Td",
        "seat": [{"number": 1, **keys, "paid": {"blackjack": "15.00"}}, {"number": 2, **keys}],
        "order": ["1 blackjack", "2 blackjack"],
        "irregularities": [{"what": "exposed card", "seat": 2, "card": 2}],
        "not_done": ["settlement in time"],
    }
    ruled: RoundRuling = upcard.deal(table, written)
    differences: tuple[RuledDifference, ...] = ruled.differences
    order: tuple[RuledOrder, ...] = ruled.out_of_order
    irregularities: tuple[RuledIrregularity, ...] = ruled.irregularities
    done: Money = differences[0].paid - differences[0].collected
    due: Money = differences[0].due_paid - differences[0].due_collected
    assert ruled.as_done is False
    assert done - due == differences[0].over
    words: list[str | int | None] = [differences[0].wager, differences[0].seat, differences[0].spot]
    words += [differences[0].choice, differences[0].cite, order[0].cite, order[0].reading, order[0].standing]
    words += [irregularities[0].what, irregularities[0].seat, irregularities[0].card, irregularities[0].answer]
    assert words
    assert irregularities[0].nearest
    procedure: tuple[RuledStep, ...] = ruled.procedure
    words += [procedure[0].step, procedure[0].wager, procedure[0].seat, procedure[0].cite, procedure[0].verdict]
    words += [procedure[0].reading, procedure[0].follows, procedure[0].message, *procedure[0].also]
    assert procedure[0].called_for
    assert not procedure[0].done
    assert not ruled.table_violates
    return [differences[0].message, order[0].message, irregularities[0].message]


def live(table: Table) -> str:
    """Play a round at a table, save it, and go on elsewhere."""
    here = LiveTable(table, random=Random(7))
    here.open_table()
    here.shuffle("Th 9s 8d 7c Tc Ah")
    here.place_wager(1, "blackjack", "10.00")
    here.place_wager(2, "blackjack", Decimal("10.00"))
    here.withdraw_wager(2, "blackjack")
    happened = here.close_betting()
    words: list[str] = [here.narrate(event) for event in happened]
    options: tuple[PlayOption, ...] = here.plays()
    allowed: list[str] = [option.play.value for option in options if option.allowed]
    refusals: tuple[Refusal, ...] = here.refusals({"schema": 1, "command": "CloseTable"})
    reason: str = f"{refusals[0].message} {refusals[0].cite}"
    view: dict[str, object] = here.view(Role.PATRON, seat=1)
    waiting: Waiting = here.waiting_for
    waits: str = waiting.kind
    assert waiting.kind is WaitsFor.DECISION
    assert upcard.from_json(upcard.to_json(here.state)) == here.state
    elsewhere = LiveTable.resume(here.save(), random=Random(7))
    events = elsewhere.decide(waiting.seat or 0, Play.STAND)
    seats: tuple[RuledSeat, ...] = elsewhere.results()
    assert words
    assert allowed
    assert reason
    assert view
    assert waits
    assert events
    assert elsewhere.last_round
    assert not elsewhere.events
    assert elsewhere.state.round == here.state.round + 1
    return str(seats[0].net)


def formalities(table: LiveTable) -> None:
    """Give the commands that other games and wagers need: checked for their types, and not run."""
    table.do({"schema": 1, "command": "OpenTable"})
    table.insure(1, ["5.00", upcard.cents(500)])
    table.take_even_money(2)
    table.close_insurance()
    table.close_surrender()
    table.place_wager(1, "push 22", "5.00", coupon="5.00", spoken="dealer")
    table.place_wager(1, "push 22", "5.00", coupon=upcard.cents(500), spoken={"dealer": "J. Smith"})
    table.validate_payout(1, "progressive", not_from_rack=True)
    table.complete_documents(1, "progressive")
    table.press_button(1, "blackjack bonus", shown="25.00")
    table.void_round(by="Ann Lee, supervisor", reason="a card was exposed")
    table.close_table()


def errors(table: Table) -> list[str]:
    """Ask for what cannot be, and read what is wrong."""
    lines: list[str] = []
    try:
        upcard.load("no-such-table.toml")
    except BadConfig as bad:
        problems: tuple[Problem, ...] = bad.problems
        lines += [f"{one.file} {one.line} {one.key} {one.message}" for one in problems]
    try:
        upcard.price(table, decks=9)
    except BadArguments as wrong:
        lines += wrong.problems
    try:
        upcard.cite("13:69F-9.99")
    except UnknownCite as unknown:
        lines.append(str(unknown))
    try:
        LiveTable.resume("{}")
    except BadJson as broken:
        lines += [str(problem) for problem in broken.problems]
    try:
        LiveTable(table).close_betting()
    except Refused as refused:
        lines += [str(refusal) for refusal in refused.refusals]
    for kind in (Misuse, BadArguments, BadConfig, BadJson, Refused, UnknownCite):
        assert issubclass(kind, UpcardError)
    return lines


def main(folder: Path, output: Path) -> tuple[str, ...]:
    """Use all of it."""
    built, *_, last = tables(folder)
    table = upcard.load("in-between")
    assert built == last
    assert money()
    assert law(table)
    (output / "law").mkdir()
    assert by_law_folder(output / "law")
    assert desk(table)
    assert prices(table)
    assert sweep(table, output)
    assert play(table)
    assert str(ruling(table)) == "20.00"
    assert errors(table)
    return upcard.__version__, live(table)
