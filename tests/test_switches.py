"""The licensee's switches: their defaults, where they bear, and that every verb names and follows them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import within
from tests.dealing import nets, opened, ruled, seat, wagered
from tests.tables import findings, offer, read, text
from upcard.cards import cards
from upcard.game import Refused, TableState, at, play
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.chip_ledger import Account, balances
from upcard.game.readings_used import CAME_UP, readings_used
from upcard.game.ruling import Ruling
from upcard.money import Cents
from upcard.results.simulation import simulate
from upcard.rules.enums import Play
from upcard.table import Status, readings_followed, status_of
from upcard.table.findings import FindingKind, Verdict
from upcard.table.readings import BEARS_ON

FREE = {"game": "free bet", "dealer_soft_17": "draw"}
READER = {"hole_card": "down, card reader"}
MULTIPLE = {"game": "multiple action", "multiple_action_required": 2}
AT_ONCE, SECOND_CARD = "at once", "with the dealer's second card"


def switched(table: str) -> dict[str, str]:
    """Return the switches that move money at a table, with the side it takes."""
    return {one.switch: one.chosen for one in readings_followed(read(table))}


@pytest.mark.parametrize(
    ("offers", "keys", "expected"),
    [
        (("push 22",), {}, AT_ONCE),  # 13:69F-2.32(e), 13:69F-2.6(m)
        ((), {}, SECOND_CARD),
        (("push 22",), {"house": {"free_bet_blackjacks": SECOND_CARD}}, SECOND_CARD),
        ((), {"house": {"free_bet_blackjacks": AT_ONCE}}, AT_ONCE),
        (("push 22",), READER, None),  # the reader decides before the players do
    ],
)
def test_blackjacks_at_free_bet_follow_the_letter_where_push_22_is_offered(
    offers: tuple[str, ...], keys: dict[str, Any], expected: str | None
) -> None:
    # reading 41
    table = text(*map(offer, offers), **FREE, **keys)
    assert switched(table).get("free_bet_blackjacks") == expected


@pytest.mark.parametrize("offers", [(), ("push 22",)])
@pytest.mark.parametrize("upcard", ["Ac", "Tc"])
@pytest.mark.parametrize(("chosen", "net"), [(AT_ONCE, "15.00"), (SECOND_CARD, "0.00")])
def test_a_blackjack_is_paid_at_once_or_waits(offers: tuple[str, ...], upcard: str, chosen: str, net: str) -> None:
    # reading 41; 13:69F-2.32(e)
    table = text(*map(offer, offers), **FREE, house={"free_bet_blackjacks": chosen})
    second = "Tc" if upcard == "Ac" else "Ac"
    one, two = seat(1, {"blackjack": "10.00"}), seat(2, {"blackjack": "10.00"}, "stand")
    ruling = ruled(f"Ah Th {upcard} Kh 9h {second}", one, two, table=table)
    assert nets(ruling) == {"1 blackjack": net, "2 blackjack": "-10.00"}


def test_price_and_simulation_of_free_bet_follow_the_switch() -> None:
    # reading 41
    means = []
    for chosen in (AT_ONCE, SECOND_CARD):
        result = simulate(
            read(text(**FREE, house={"free_bet_blackjacks": chosen})), rounds=2_000_000, seed=3, fresh=True
        )
        assert abs(result.z("blackjack") or 9) < 4.5
        means.append(result.wagers["blackjack"].mean)
    assert means[0] - means[1] > 0.001


def test_every_switch_has_a_case_in_which_it_comes_up() -> None:
    assert set(BEARS_ON) == set(CAME_UP)


CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    # the table, the shoe and the seat of a round in which the switch moves money
    "insurance_of_a_busted_hand": (
        text(**MULTIPLE),
        "Th Ad 6h Kc Qc 5c",
        seat(1, {"blackjack": ["10.00", "10.00"]}, "draw", insurance=["5.00", "5.00"]),
    ),
    "progressive_chip": (
        text(offer("progressive")),
        "Ah 6c Ad 9h Tc Kc",
        seat(1, {"blackjack": "10.00", "progressive": "1.00"}, "draw"),
    ),
    "free_bet_blackjacks": (text(**FREE), "Ah Tc Kh 9c", seat(1, {"blackjack": "10.00"})),
    "added_wagers_of_a_bust": (
        text(),
        "8h Tc 8d Th 7c Td Ac",
        seat(1, {"blackjack": "10.00"}, "split pair", "stand", "draw"),
    ),
    "progressive_fixed_payouts": (
        text(offer("progressive")),
        "Ah 6c Ad 9h Tc Kc",
        seat(1, {"blackjack": "10.00", "progressive": "1.00"}, "draw"),
    ),
    "streak_wagers_after_a_win": (
        text(offer("streak")),
        "Th 6c 9h Tc Kc",
        seat(1, {"blackjack": "10.00", "streak": {"2": "5.00"}}, "stand"),
    ),
}
MORE: dict[str, dict[str, Any]] = {"streak_wagers_after_a_win": {"streaks": {"1": 1}}}


def dealt(switch: str) -> Ruling:
    table, shoe, one = CASES[switch]
    ruling = ruled(shoe, one, table=table, **MORE.get(switch, {}))
    assert not ruling.refusals, ruling.refusals
    return ruling


@pytest.mark.parametrize("switch", CASES)
def test_check_price_and_deal_name_a_reading_that_moves_money(switch: str, tmp_path: Path) -> None:
    # readings 23, 26, 41, 61, 66, 67
    table, _, _ = CASES[switch]
    (tmp_path / "table.toml").write_text(table, encoding="utf-8")
    for verb in ("check", "price"):
        done = within(verb, str(tmp_path / "table.toml"), "--json")
        assert switch in [one["switch"] for one in json.loads(done.out)["readings"]], verb
        assert switch in within(verb, str(tmp_path / "table.toml")).out, verb
    assert switch in [one.switch for one in readings_used(read(table), dealt(switch).events)]


@pytest.mark.parametrize("switch", CASES)
def test_a_round_in_which_a_reading_does_not_come_up_does_not_name_it(switch: str) -> None:
    table, _, _ = CASES[switch]
    amounts = ["10.00", "10.00"] if "multiple action" in table else "10.00"
    ruling = ruled("Th 7c 9h Td", seat(1, {"blackjack": amounts}, "stand"), table=table)
    if ruling.refusals:  # a second dealer's hand
        ruling = ruled("Th 7c 9h Td Tc", seat(1, {"blackjack": amounts}, "stand"), table=table)
    assert not ruling.refusals, ruling.refusals
    assert readings_used(read(table), ruling.events) == ()


@pytest.mark.parametrize("wager", ["buster", "push 22"])
def test_added_wagers_do_not_wait_where_a_section_collects_a_bust_at_once(wager: str) -> None:
    # reading 61; 13:69F-2.30(f)2, 13:69F-2.32(f)
    house = {"added_wagers_of_a_bust": "wait for the dealer's second card"}
    keys = {"dealer_soft_17": "draw"} if wager == "buster" else FREE
    about = [one for one in findings(offer(wager), house=house, hole_card="after players", **keys) if one.reading == 61]
    assert [(one.verdict, one.kind) for one in about] == [(Verdict.LIKELY, FindingKind.READING)]
    assert not [one for one in findings(offer(wager), **keys) if one.reading == 61]


def test_a_round_in_which_a_bust_waited_names_the_reading() -> None:
    # reading 61: both where the dealer's blackjack shows and where it does not
    house = {"added_wagers_of_a_bust": "wait for the dealer's second card"}
    for second in ("Ac", "9c"):
        ruling = ruled(f"8h Tc 8d Th 7c Td {second}", CASES["added_wagers_of_a_bust"][2], table=text(house=house))
        assert [one.reading.number for one in readings_used(read(text(house=house)), ruling.events)] == [61]
        assert any(isinstance(event, ev.BustLeft) for event in ruling.events)


def test_a_switch_that_nothing_depends_on_is_remarked_on() -> None:
    house = {"progressive_chip": "returned", "free_bet_blackjacks": AT_ONCE}
    every = findings(house=house, **READER)
    remarks = [one for one in every if one.kind is FindingKind.REMARK]
    assert sorted(one.message.split()[2] for one in remarks) == sorted(house)
    assert {one.verdict for one in remarks} == {Verdict.NOT_VERIFIABLE}
    assert status_of(tuple(every)) is not Status.UNLAWFUL


def after_a_win(**keys: Any) -> TableState:
    """Return a table at which seat 1 has won one round."""
    table = opened(text(offer("streak"), **keys), "Th 6c 9h Tc Kc " + "2d 3c 4d 5d " * 6, wagered(1))
    table, _ = play(table, do.CloseBetting())
    table, _ = play(table, do.Decide(1, Play.STAND))
    table, _ = play(table, wagered(1))
    assert table.wins_of(1) == 1
    return table


def test_a_streak_wager_is_not_made_at_a_seat_with_wins_in_a_row() -> None:
    # reading 67
    wager = do.PlaceWager(1, "streak", (Cents(500),), 2)
    with pytest.raises(Refused, match="wins in a row"):
        play(after_a_win(), wager)
    table, _ = play(after_a_win(house={"streak_wagers_after_a_win": "accepted"}), wager)
    assert [placed.choice for seat_ in table.seats for placed in seat_.placed] == [2]


@pytest.mark.parametrize(("first", "net"), [("Kc Qc", "10.00"), ("Kc 5c", "-5.00")])
def test_buster_beside_multiple_action_is_decided_by_the_dealers_first_hand(first: str, net: str) -> None:
    # reading 68
    table = text(offer("buster"), **MULTIPLE, dealer_soft_17="draw")
    wagers = {"blackjack": ["10.00", "10.00"], "buster": "5.00"}
    second = "Kd 5d" if net == "10.00" else "Kd Qd"  # the second hand ends the other way
    ruling = ruled(f"Th 6c 9h {first} {second}", seat(1, wagers, "stand"), table=table)
    assert nets(ruling)["1 buster"] == net


def test_fixed_payouts_are_taken_from_the_meter_where_the_licensee_so_chooses() -> None:
    # reading 66; 13:69F-2.19(h)
    meters = {}
    commands = (
        do.OpenTable(),
        do.ShuffleShoe(cards("Ah 6c Ad 9h Tc Kc")),
        wagered(1),
        do.PlaceWager(1, "progressive", (Cents(100),)),
        do.CloseBetting(),
        do.Decide(1, Play.DRAW),
        do.ValidatePayout(1, "progressive"),
    )
    for chosen in ("besides the meter", "from the meter"):
        table = at(read(text(offer("progressive"), house={"progressive_fixed_payouts": chosen})))
        events: list[ev.Event] = []
        for command in commands:
            table, happened = play(table, command)
            events += happened
        meters[chosen] = table.meter("progressive").amount
        assert balances(events)[Account("meter", wager="progressive")] == meters[chosen]
    assert meters == {"besides the meter": 500_070, "from the meter": 497_570}


def test_a_meter_from_which_fixed_payouts_are_taken_is_not_followed_by_the_simulator() -> None:
    # reading 66: when each was paid is not recorded
    for chosen, followed in (("besides the meter", True), ("from the meter", False)):
        table = read(text(offer("progressive"), house={"progressive_fixed_payouts": chosen}))
        result = simulate(table, rounds=100_000, seed=1)
        assert (result.wagers["progressive"].meter is not None) is followed


WAITING = {"added_wagers_of_a_bust": "wait for the dealer's second card"}


def test_a_bust_that_waits_is_no_charlie() -> None:
    # reading 61: five cards of the added hand exceed 21
    one = seat(1, {"blackjack": "10.00"}, "split pair", "stand", "draw", "draw", "draw")
    table = text(charlie=5, house=WAITING)
    assert nets(ruled("3h Tc 3d Th 4d 2h 4h Td 7c", one, table=table)) == {"1 blackjack": "-20.00"}


def test_a_bust_that_waited_for_a_blackjack_names_its_reading() -> None:
    # reading 61: the only hand has bust, and the blackjack is why its wager is collected
    table = text(house=WAITING)
    one = seat(1, {"blackjack": "10.00"}, "double down")
    bust, stood = (ruled(f"Th Tc 6h {card} Ac", one, table=table) for card in ("Kh", "2h"))
    assert nets(bust) == nets(stood) == {"1 blackjack": "-10.00"}
    assert [used.reading.number for used in readings_used(read(table), bust.events)] == [61]
    assert readings_used(read(table), stood.events) == ()


def test_a_meter_that_is_won_names_the_reading_on_its_chip_alone() -> None:
    # readings 26, 66
    table = text(offer("progressive"))
    won = ruled(
        "Ah 6c Ah Ad Ad Tc Kc", seat(1, {"blackjack": "10.00", "progressive": "1.00"}, "split pair"), table=table
    )
    numbers = [used.reading.number for used in readings_used(read(table), won.events)]
    assert (nets(won)["1 progressive"], numbers) == ("4999.70", [26])
