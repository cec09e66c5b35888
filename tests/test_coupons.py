"""Match play coupons, spoken wagers with cash, and payouts not made from the rack: from the file to the ledger."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.command import within
from tests.dealing import nets, opened, ruled, seat, wagered
from tests.random_rounds import next_command, replayed
from tests.tables import offer, read, text
from upcard.cli.wager_answers import WagerAnswer, wager_answer
from upcard.errors import Misuse
from upcard.game import Refused, TableState, at, chip_ledger, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game import json_codec as codec
from upcard.game.bankroll import Bankroll, outlay
from upcard.game.confirmation import Confirmation, by
from upcard.game.refuse import LONGEST_NAME
from upcard.game.roles import Role
from upcard.game.round_report import results
from upcard.game.ruling import Ruling, rule
from upcard.game.transcript import transcript
from upcard.game.view import view
from upcard.game.written_round import loads_round
from upcard.law import cite
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.wager import Person, Point
from upcard.table import BadConfig
from upcard.wagers import display_name

BOTH = by(Person.DEALER, Person.SUPERVISOR)
ALL_WAYS: dict[str, Any] = {"coupons": True, "spoken_wagers": True}
IN_BETWEEN = text(offer("in-between", **ALL_WAYS))
PUSH_22 = text(offer("push 22", **ALL_WAYS), game="free bet", dealer_soft_17="draw", hole_card="down, card reader")
ONE_CARD_SPREAD = "4h 5c 6d 8c Tc"  # 10 to 1 by pay table B; the dealer busts
NO_SPREAD = "4h 9c 6d 8c"
FIVE, TEN = Cents(500), Cents(1000)
LAW = cite("13:69F-2.26(e)")


def with_coupon(chips: str | None, coupon: str, shoe: str = ONE_CARD_SPREAD, **more: Any) -> Ruling:
    """Return the ruling on a round with an in-between wager of chips and a coupon."""
    made = {"in-between": chips} if chips else {}
    table = more.pop("table", IN_BETWEEN)
    one = seat(1, {"blackjack": "10.00", **made}, "stand", coupons={"in-between": coupon}, **more)
    return ruled(shoe, one, table=table)


def settled(ruling: Ruling) -> Any:
    """Return the event that settles the in-between wager."""
    assert not ruling.refusals, ruling.refusals
    kinds = (ev.WagerPaid, ev.WagerCollected, ev.WagerReturned)
    (event,) = [each for each in ruling.events if isinstance(each, kinds) and each.wager == "in-between"]
    return event


def reasons(ruling: Ruling) -> list[str]:
    return [str(refusal) for refusal in ruling.refusals]


@pytest.mark.cite("13:69F-2.26(d)")
def test_a_coupon_beside_chips_wins_the_posted_odds_and_is_taken() -> None:
    # reading 71
    ruling = with_coupon("5.00", "5.00")
    paid = settled(ruling)
    assert (paid.amount, paid.coupon, paid.won) == (FIVE, FIVE, Cents(10_000))
    moved = chip_ledger.balances(ruling.events)
    assert moved[chip_ledger.patron(1)] == 10_000 + 1_000  # the blackjack wager wins too
    assert (moved[chip_ledger.coupons_held(1, FIVE)], moved[chip_ledger.coupons_used(FIVE)]) == (-500, 500)
    assert moved[chip_ledger.coupon(1, "in-between", FIVE)] == 0


@pytest.mark.cite("13:69F-2.26(d)")
def test_a_coupon_alone_is_a_wager() -> None:
    # reading 71
    ruling = with_coupon(None, "5.00")
    assert (settled(ruling).amount, settled(ruling).won) == (0, 5_000)
    assert nets(ruling)["1 in-between"] == "50.00"


@pytest.mark.cite("13:69F-2.26(d)")
def test_a_losing_wager_costs_its_chips_and_the_coupon() -> None:
    # reading 71
    ruling = with_coupon("5.00", "10.00", NO_SPREAD)
    lost = settled(ruling)
    assert isinstance(lost, ev.WagerCollected)
    assert (lost.amount, lost.coupon) == (FIVE, TEN)
    assert nets(ruling)["1 in-between"] == "-5.00"
    (row,) = [wager for wager in results(ruling.events)[0].wagers if wager.wager == "in-between"]
    assert (row.amount, row.coupon, row.collected) == (1_500, TEN, FIVE)


@pytest.mark.cite("13:69F-2.26(d)")
@pytest.mark.parametrize(
    ("event", "goes_to"),
    [
        (ev.WagerReturned(LAW, 1, "in-between", "push", FIVE, coupon=TEN), chip_ledger.coupons_held(1, TEN)),
        (ev.WagerCollected(LAW, 1, "in-between", "lose", FIVE, coupon=TEN), chip_ledger.coupons_used(TEN)),
    ],
)
def test_a_returned_wager_gives_its_coupon_back_and_a_decided_one_does_not(
    event: ev.Event, goes_to: chip_ledger.Account
) -> None:
    # reading 71
    moved = chip_ledger.balances([event])
    kept = {account: amount for account, amount in moved.items() if account.kind.startswith("coupon") and amount}
    assert kept == {chip_ledger.coupon(1, "in-between", TEN): -TEN, goes_to: TEN}


@pytest.mark.cite("13:69F-2.32(c)")
@pytest.mark.parametrize(("dealer", "net"), [("6s Td 6c", "80.00"), ("6s Td 5c", "-5.00")])
def test_a_coupon_is_wagered_on_push_22(dealer: str, net: str) -> None:
    # reading 71
    up, hole, drawn = dealer.split()
    one = seat(1, {"blackjack": "10.00", "push 22": "5.00"}, "stand", coupons={"push 22": "5.00"})
    assert nets(ruled(f"Th {up} 9d {hole} {drawn}", one, table=PUSH_22))["1 push 22"] == net


@pytest.mark.cite("13:69F-2.26(d)")
@pytest.mark.parametrize(
    ("chips", "coupon", "refused"),
    [
        ("90.00", "9.99", False),
        ("90.00", "10.00", False),
        ("90.00", "10.01", True),
        (None, "1.00", False),
        (None, "0.99", True),
        ("0.50", "0.50", False),
    ],
)
def test_a_coupon_counts_toward_the_posted_limits(chips: str | None, coupon: str, refused: bool) -> None:
    # reading 71: the limits are $1.00 and $100.00
    assert bool(with_coupon(chips, coupon).refusals) is refused


@pytest.mark.cite("13:69F-2.26(d)", "13:69F-2.20(b)")
@pytest.mark.parametrize(
    ("table", "wager", "reason"),
    [
        (
            text(offer("in-between")),
            "in-between",
            "the table accepts no match play coupon for the in-between wager: its file has coupons = false",
        ),
        (
            text(offer("blackjack bonus", coupons=True)),
            "blackjack bonus",
            "the blackjack bonus wager is made with gaming chips, not with a match play coupon",
        ),
        (IN_BETWEEN, "blackjack", "no text is held by which a blackjack wager may be made with a match play coupon"),
    ],
)
def test_a_coupon_is_refused_where_no_rule_and_no_table_accepts_it(table: str, wager: str, reason: str) -> None:
    wagers = {"blackjack": "10.00"} if wager == "blackjack" else {"blackjack": "10.00", wager: "1.00"}
    ruling = ruled(ONE_CARD_SPREAD, seat(1, wagers, "stand", coupons={wager: "5.00"}), table=table)
    assert any(line.startswith(f"seat 1: {reason} [") for line in reasons(ruling)), reasons(ruling)


def test_a_coupon_makes_up_for_no_chips_below_zero() -> None:
    table = opened(IN_BETWEEN, ONE_CARD_SPREAD, wagered(1))
    with pytest.raises(Refused, match=r"chips of the in-between wager must be at least \$0\.00"):
        play(table, do.PlaceWager(1, "in-between", (Cents(-500),), coupon=TEN))
    with pytest.raises(Refused, match=r"coupon of the in-between wager must be at least \$0\.00"):
        play(table, do.PlaceWager(1, "in-between", (TEN,), coupon=Cents(-500)))


def spoken(wager: str, confirmed: Any, table: str = IN_BETWEEN) -> Ruling:
    one = seat(1, {"blackjack": "10.00", wager: "5.00"}, "stand", spoken={wager: confirmed})
    return ruled("4h 5c 6d 9c Tc", one, table=table)


@pytest.mark.cite("13:69F-2.26(d)", "13:69F-2.32(c)", "13:69F-2.20(b)", "13:69D-1.18(a)")
@pytest.mark.parametrize(
    ("wager", "confirmed", "missing"),
    [
        ("in-between", "nobody", "dealer and the supervisor"),
        ("in-between", "dealer", "supervisor"),
        ("in-between", "supervisor", "dealer"),
        ("in-between", "dealer and supervisor", ""),
        ("in-between", {"dealer": "J. Smith", "supervisor": "A. Jones"}, ""),
        ("blackjack bonus", "dealer", "supervisor"),
        ("blackjack bonus", "Dealer and Supervisor", ""),
        ("push 22", "supervisor", "dealer"),
        ("push 22", "dealer", ""),
        ("push 22", "dealer and supervisor", ""),
    ],
)
def test_a_spoken_wager_counts_if_those_confirmed_it_whom_its_section_names(
    wager: str, confirmed: Any, missing: str
) -> None:
    # reading 46
    table = {"push 22": PUSH_22, "in-between": IN_BETWEEN}.get(wager) or text(offer(wager, spoken_wagers=True))
    name = display_name(wager)
    lines = [line for line in reasons(spoken(wager, confirmed, table)) if f"a spoken {name} wager must" in line]
    also = "" if confirmed == "nobody" else "also "
    start = f"seat 1: a spoken {name} wager must {also}be confirmed by the {missing} before the first card ["
    assert [line.startswith(start) for line in lines] == ([True] if missing else [])


@pytest.mark.cite("13:69F-2.26(d)")
def test_who_confirmed_a_spoken_wager_is_in_the_record_and_in_the_words() -> None:
    ruling = spoken("in-between", {"dealer": "J. Smith", "supervisor": "A. Jones"})
    (placed,) = [each for each in ruling.events if isinstance(each, ev.WagerPlaced) and each.wager == "in-between"]
    named = Confirmation(Person.DEALER, "J. Smith"), Confirmation(Person.SUPERVISOR, "A. Jones")
    assert placed.spoken == named
    assert codec.from_json(codec.to_json(placed)) == placed
    assert placed.amounts == (FIVE,)


@pytest.mark.parametrize(
    ("table", "wager", "reason"),
    [
        (
            text(offer("in-between")),
            "in-between",
            "the table accepts no spoken in-between wager: its file has spoken_wagers = false",
        ),
        (text(offer("progressive")), "progressive", "a spoken progressive wager is not accepted [13:69F-2.19(b)]"),
        (IN_BETWEEN, "blackjack", "no text is held by which a blackjack wager may be spoken"),
    ],
)
def test_a_spoken_wager_is_refused_where_no_rule_and_no_table_accepts_it(table: str, wager: str, reason: str) -> None:
    wagers = {"blackjack": "10.00", wager: "10.00" if wager == "blackjack" else "1.00"}
    one = seat(1, wagers, "stand", spoken={wager: "dealer and supervisor"})
    assert any(reason in line for line in reasons(ruled(ONE_CARD_SPREAD, one, table=table)))


def test_what_a_table_states_beyond_the_rule_must_be_met_too() -> None:
    table = text(
        offer("push 22", spoken_wagers="dealer and supervisor"),
        game="free bet",
        dealer_soft_17="draw",
        hole_card="down, card reader",
    )
    (line,) = reasons(spoken("push 22", "dealer", table))
    assert "must also be confirmed by the supervisor" in line


@pytest.mark.parametrize(
    ("confirmed", "reason"),
    [
        ((*BOTH, Confirmation(Person.DEALER)), "each person confirms a spoken wager once"),
        ((Confirmation(Person.DEALER, "x" * LONGEST_NAME), BOTH[1]), ""),
        ((Confirmation(Person.DEALER, "x" * (LONGEST_NAME + 1)), BOTH[1]), "at most 100 printable characters"),
        ((Confirmation(Person.DEALER, "a\nb"), BOTH[1]), "at most 100 printable characters"),
    ],
)
def test_a_confirmation_is_of_one_person_with_a_name_that_can_be_printed(
    confirmed: tuple[Confirmation, ...], reason: str
) -> None:
    table = opened(IN_BETWEEN, ONE_CARD_SPREAD, wagered(1))
    command = do.PlaceWager(1, "in-between", (FIVE,), spoken=confirmed)
    if not reason:
        play(table, command)
        return
    with pytest.raises(Refused, match=reason):
        play(table, command)


def test_a_spoken_wager_comes_with_cash() -> None:
    table = opened(IN_BETWEEN, ONE_CARD_SPREAD, wagered(1))
    with pytest.raises(Refused, match="comes with cash"):
        play(table, do.PlaceWager(1, "in-between", (Cents(0),), coupon=FIVE, spoken=BOTH))


# The file of a written round


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ('coupons = { "in-between" = 5 }', "seat 1, coupons, in-between: must be an amount of money"),
        ('coupons = ["5.00"]', "coupons: must be a table of keys"),
        ('spoken = { "in-between" = "the boss" }', "must be who confirmed it"),
        ('spoken = { "in-between" = { boss = "X" } }', "must be who confirmed it"),
        ('spoken = { "in-between" = {} }', "must be who confirmed it"),
        ('spoken = { "in-between" = { dealer = 7 } }', "must be text"),
        ('spoken = { buster = "dealer" }', "is no wager of this seat; its wagers: blackjack, in-between"),
        ('spoken = { "in-between" = "dealer", "In-Between" = "dealer" }', "is written twice"),
        ('not_from_rack = ["in-between"]', "with such a rule: none"),
        ('not_from_rack = "in-between"', "must be a list"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_its_key(lines: str, problem: str) -> None:
    round_text = f"""shoe = "{ONE_CARD_SPREAD}"
[[seat]]
number = 1
wagers = {{ blackjack = "10.00", "in-between" = "5.00" }}
{lines}
"""
    with pytest.raises(BadConfig) as caught:
        loads_round(read(IN_BETWEEN), round_text)
    assert problem in str(caught.value)


def test_chips_paid_and_collected_are_compared_without_the_coupon() -> None:
    done = with_coupon("5.00", "5.00", NO_SPREAD, collected={"in-between": "5.00", "blackjack": "10.00"}).done
    assert done is not None
    assert done.as_done
    done = with_coupon("5.00", "5.00", NO_SPREAD, collected={"in-between": "10.00"}).done
    assert done is not None
    assert [each.message for each in done.differences] == [
        "seat 1: in-between: collected $10.00 where $5.00 was due; short by $5.00"
    ]


def test_a_coupon_that_is_lost_alone_has_its_place_in_the_order() -> None:
    one = seat(1, {"blackjack": "10.00"}, "stand", coupons={"in-between": "5.00"})
    ruling = ruled(NO_SPREAD, one, table=IN_BETWEEN, order=["1 blackjack", "1 in-between"])
    assert ruling.done is not None
    assert [each.message for each in ruling.done.out_of_order] == [
        "seat 1: blackjack was settled before seat 1: in-between, which comes first"
    ]


# Payouts not made from the rack

TWO_ACES = "Ah 9c Ad 8c Tc"
PROGRESSIVE = text(offer("progressive"))


def progressive_seat(**more: Any) -> dict[str, Any]:
    return seat(1, {"blackjack": "10.00", "progressive": "1.00"}, "stand", **more)


@pytest.mark.cite("13:69F-2.19(h)")
def test_the_cards_of_a_fixed_line_are_held_if_it_is_not_paid_from_the_rack() -> None:
    # reading 72
    ruling = ruled(TWO_ACES, progressive_seat(not_from_rack=["progressive"]), table=PROGRESSIVE)
    assert not ruling.refusals
    happened = [type(event).__name__ for event in ruling.events]
    assert happened.index("DocumentsCompleted") < happened.index("CardsPickedUp")
    (paid,) = [each for each in ruling.events if isinstance(each, ev.WagerPaid) and each.wager == "progressive"]
    assert (paid.won, paid.not_from_rack, paid.from_meter) == (2_500, True, False)
    moved = Counter(dict(chip_ledger.postings(paid)))
    assert (moved[chip_ledger.LICENSEE], moved[chip_ledger.INVENTORY]) == (-2_500, 0)


@pytest.mark.cite("13:69F-2.19(h)")
def test_a_fixed_line_is_paid_from_the_rack_unless_the_supervisor_says_otherwise() -> None:
    # reading 72
    ruling = ruled(TWO_ACES, progressive_seat(), table=PROGRESSIVE)
    assert not any(isinstance(event, ev.DocumentsCompleted) for event in ruling.events)
    (paid,) = [each for each in ruling.events if isinstance(each, ev.WagerPaid) and each.wager == "progressive"]
    assert Counter(dict(chip_ledger.postings(paid)))[chip_ledger.INVENTORY] == -2_500


@pytest.mark.cite("13:69F-2.19(h)")
def test_a_payout_that_is_not_made_is_not_made_from_elsewhere_either() -> None:
    (line,) = reasons(ruled("2h 9c 9d 8c Tc", progressive_seat(not_from_rack=["progressive"]), table=PROGRESSIVE))
    assert line == "seat 1: nothing is paid for the progressive wager, from the rack or elsewhere [13:69F-2.19(h)]"


def test_only_a_wager_whose_section_holds_cards_is_validated_as_not_from_the_rack() -> None:
    table = opened(IN_BETWEEN, ONE_CARD_SPREAD, wagered(1))
    with pytest.raises(Refused, match="no text is held by which the in-between payout is not made from the rack"):
        play(table, do.ValidatePayout(1, "in-between", not_from_rack=True))


@pytest.mark.parametrize(
    ("wager", "made_with", "spoken"),
    [
        ("in-between", "gaming chips, plaques, match play coupon", "if the dealer and the supervisor both confirm it"),
        ("push 22", "gaming chips, plaques, match play coupon", "if the dealer confirms it"),
        ("blackjack bonus", "gaming chips", "if the dealer and the supervisor both confirm it"),
        ("progressive", "one one-dollar chip", "not accepted"),
        (
            "buster",
            "not held: with what the wager may be made besides chips",
            "not held: whether a spoken wager is accepted",
        ),
    ],
)
def test_wagers_shows_what_each_is_made_with(wager: str, made_with: str, spoken: str) -> None:
    (shown,) = json.loads(within("wagers", wager, "--json").out)["wagers"]
    assert shown["made_with"]["rule"] == made_with
    assert shown["spoken"]["rule"].endswith(spoken)
    assert f"made with: {made_with} [{shown['made_with']['cite']}]" in " ".join(within("wagers", wager).out.split())


# Whatever is played

COUPON_TABLES = (IN_BETWEEN, PUSH_22, text(offer("streak", **ALL_WAYS)), PROGRESSIVE)


def next_with_coupons(table: TableState, random: Random) -> do.Command:
    """Return a command that the table allows: wagers with coupons, spoken ones, payouts not made from the rack."""
    command = next_command(table, random)
    if isinstance(command, do.ValidatePayout):
        return replace(command, not_from_rack=random.random() < 0.5)
    if (
        isinstance(command, do.PlaceWager)
        and command.wager != ev.BLACKJACK
        and table.felt.offers[command.wager].coupons
    ):
        coupon = random.choice([Cents(0), Cents(100), FIVE])
        chips = (Cents(0),) if coupon and random.random() < 0.3 else command.amounts
        says = BOTH if any(chips) and random.random() < 0.3 else None
        return replace(command, amounts=chips, coupon=coupon, spoken=says)
    return command


@pytest.mark.parametrize("written", COUPON_TABLES, ids=["in-between", "push 22", "streak", "progressive"])
def test_chips_and_coupons_are_conserved_and_states_are_read_back(written: str) -> None:
    random, table = Random(written), at(read(written))
    start, happened, coupons = table, list[ev.Event](), 0
    while table.round <= 60:
        command = next_with_coupons(table, random)
        if table.point is not Point.BEFORE_FIRST_CARD and random.random() < 0.02:
            command = do.VoidRound("Sam", "drill")
        table, events = play(table, command)
        happened += events
        coupons += sum(isinstance(event, ev.WagerPlaced) and event.coupon > 0 for event in events)
        for event in events:
            assert sum(posting.amount for posting in chip_ledger.postings(event)) == 0
            assert codec.from_json(codec.to_json(event)) == event
        assert codec.read_state(codec.to_json(table)) == table
    assert replayed(start, happened) == table
    sums = chip_ledger.balances(happened)
    of_coupons = {account: amount for account, amount in sums.items() if account.kind.startswith("coupon")}
    assert sum(of_coupons.values()) == 0
    assert sum(sums.values()) == 0
    assert all(amount >= 0 for account, amount in of_coupons.items() if account.kind != "coupons held")
    on_layout = Counter[chip_ledger.Account]()
    for occupied in table.seats:
        for each in occupied.placed:
            on_layout[chip_ledger.coupon(occupied.number, each.wager, each.coupon)] += each.coupon
    left = Counter({account: amount for account, amount in of_coupons.items() if account.kind == "coupon"})
    assert +left == +on_layout
    assert bool(coupons) is (written is not PROGRESSIVE)


def test_a_transcript_says_what_wagers_were_made_with() -> None:
    random, config = Random(4), read(IN_BETWEEN)
    table, before, happened, seen = at(config), at(config), list[ev.Event](), set[str]()
    while table.round <= 40:
        if not table.seats:
            before, happened = table, []
        table, events = play(table, next_with_coupons(table, random))
        happened += events
        if any(isinstance(event, ev.CardsPickedUp) for event in events):
            taken_back = any(isinstance(event, ev.WagerWithdrawn) for event in happened)
            written = transcript(before, happened, "table.toml")
            if not taken_back:
                ruling = rule(loads_round(config, written))
                assert not ruling.refusals, (written, ruling.refusals)
                assert results(ruling.events) == results(happened)
                words = ("coupons", "spoken")
                seen |= {key for key in words if f"\n{key} = " in written}
                made = [event.spoken for event in happened if isinstance(event, ev.WagerPlaced) and event.spoken]
                again = [event.spoken for event in ruling.events if isinstance(event, ev.WagerPlaced) and event.spoken]
                assert made == again
    assert seen == {"coupons", "spoken"}


def test_a_transcript_says_what_was_not_paid_from_the_rack() -> None:
    table = opened(PROGRESSIVE, TWO_ACES, wagered(1), do.PlaceWager(1, "progressive", (Cents(100),)))
    before, happened = table._replace(seats=()), list[ev.Event]()
    placed = [
        ev.WagerPlaced(procedure.INITIAL_DEAL, 1, ev.BLACKJACK, (TEN,)),
        ev.WagerPlaced(procedure.INITIAL_DEAL, 1, "progressive", (Cents(100),)),
    ]
    validated = do.ValidatePayout(1, "progressive", not_from_rack=True)
    for command in (do.CloseBetting(), do.Decide(1, Play.STAND), validated):
        table, events = play(table, command)
        happened += events
    assert 'not_from_rack = ["progressive"]' in transcript(before, [*placed, *happened], "t.toml")


def test_the_view_and_the_bankroll_tell_chips_from_coupons() -> None:
    table = opened(IN_BETWEEN, ONE_CARD_SPREAD, wagered(1))
    after, events = play(table, do.PlaceWager(1, "in-between", (FIVE,), coupon=TEN))
    (seen,) = view(after, Role.PATRON)["seats"][0]["wagers"]
    assert (seen["amount"], seen["coupon"]) == ("15.00", "10.00")
    assert outlay(events) == 500
    assert Bankroll(initial=TEN).after(events).chips == 500
    _, withdrawn = play(after, do.WithdrawWager(1, "in-between"))
    assert Bankroll(initial=TEN).after((*events, *withdrawn)).chips == 1_000
    assert not any(chip_ledger.balances((*events, *withdrawn)).values())


# In the terminal


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("5", WagerAnswer(FIVE)),
        ("$5.00", WagerAnswer(FIVE)),
        ("5 coupon 10", WagerAnswer(FIVE, TEN)),
        ("5 + Coupon $10", WagerAnswer(FIVE, TEN)),
        ("coupon 5", WagerAnswer(Cents(0), FIVE)),
        ("5 spoken", WagerAnswer(FIVE, Cents(0), BOTH)),
        ("5 coupon 10 spoken", WagerAnswer(FIVE, TEN, BOTH)),
        ("0", WagerAnswer(Cents(0))),
    ],
)
def test_answers_of_a_player_who_makes_a_wager(answer: str, expected: WagerAnswer) -> None:
    assert wager_answer(answer, read(IN_BETWEEN).offers[0]) == expected


@pytest.mark.parametrize("answer", ["coupon", "5 coupon", "x", "5 coupon 1.005", "5 5", "spoken 5"])
def test_an_answer_that_is_no_wager_names_the_ways_to_wager(answer: str) -> None:
    with pytest.raises(Misuse):
        wager_answer(answer, read(IN_BETWEEN).offers[0])


def test_the_game_in_the_terminal_takes_coupons_and_spoken_wagers(tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    keys = "10\n5 coupon\n5 coupon 5 spoken\n" + "s\n" * 8 + "q\n"
    arguments = ("deal", "in-between-posted", "--seed", "3", "--transcript", str(file))
    done = within(*arguments, given=keys.encode())
    assert "5 coupon 5 adds a match play coupon" in done.out
    assert done.out.count("seat 1, in-between [0.00]") == 2  # asked again after an answer that is none
    assert "the coupon of $5.00 taken (reading 71)" in done.out.replace("\n    ", " ")
    written = file.read_text(encoding="utf-8")
    assert 'coupons = { "in-between" = "5.00" }\nspoken = { "in-between" = "dealer and supervisor" }' in written
    assert within("deal", "--round", str(file)).code == 0
