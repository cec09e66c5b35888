"""What was really done in a round, held against what was due: amounts, order, irregularities, exit codes."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.command import ROOT, Done, within
from tests.dealing import nets, ruled, seat
from tests.tables import OFFERS, offer, read, text, toml
from tests.test_golden import ROUNDS
from upcard.game.payout_review import Part, ReportedPayout, compared, settlements
from upcard.game.round_report import dealer_results, house_total, results
from upcard.game.ruling import Ruling, rule
from upcard.game.written_round import described_round, load_round
from upcard.law import cite
from upcard.money import Cents, plain_money

SHOE = "Th 9c 6s 9d 8c Kc 8h"  # the dealer busts with 24
BUSTER = text(offer("buster", minimum="1.00", maximum="10.00"), dealer_soft_17="draw")
WAGERS = {"blackjack": "10.00", "buster": "5.00"}  # both seats win 10.00 and, at 2 to 1, 10.00


def two(one: dict[str, Any] | None = None, other: dict[str, Any] | None = None, **more: Any) -> Ruling:
    """Return the ruling on a round of two seats that win everything, with what was done at each."""
    seats = [seat(number, WAGERS, "stay", **(keys or {})) for number, keys in ((1, one), (2, other))]
    return ruled(SHOE, *seats, table=BUSTER, **more)


def said(ruling: Ruling) -> list[str]:
    assert ruling.done is not None
    return [each.message for each in ruling.done.differences] + [each.message for each in ruling.done.out_of_order]


def test_nothing_written_down_is_not_compared() -> None:
    assert two().done is None
    assert two().exit_code == 0


@pytest.mark.parametrize(("paid", "words"), [("9.99", "short by $0.01"), ("10.00", None), ("10.01", "over by $0.01")])
@pytest.mark.cite("13:69F-2.3(b)")
def test_a_payment_below_at_and_above_what_is_due(paid: str, words: str | None) -> None:
    ruling = two({"paid": {"blackjack": paid}})
    assert ruling.exit_code == (words is not None)
    assert said(ruling) == ([] if words is None else [f"seat 1: blackjack: paid ${paid} where $10.00 was due; {words}"])
    assert ruling.done is not None
    assert [str(each.cite) for each in ruling.done.differences] == ["13:69F-2.3(b)"] * (words is not None)


@pytest.mark.parametrize(("taken", "words"), [("4.99", "over by $0.01"), ("5.00", None), ("5.01", "short by $0.01")])
@pytest.mark.cite("13:69F-2.30(d)2")
def test_a_collection_below_at_and_above_what_is_due(taken: str, words: str | None) -> None:
    one = seat(1, WAGERS, "stay", collected={"buster": taken})
    ruling = ruled("Th 6s 9d Kc 5h", one, table=BUSTER)  # the dealer has 21
    assert said(ruling) == (
        [] if words is None else [f"seat 1: buster: collected ${taken} where $5.00 was due; {words}"]
    )
    assert ruling.done is not None
    assert [str(each.cite) for each in ruling.done.differences] == ["13:69F-2.30(d)2"] * (words is not None)
    assert [part.words for part in ruling.done.not_written] == ["seat 1: blackjack"]


def test_a_loser_who_was_paid_is_over_by_both() -> None:
    one = seat(1, {"blackjack": "10.00"}, "stay", paid={"blackjack": "10.00"})
    ruling = ruled("Th 6s 9d Kc 5h", one)
    (words,) = said(ruling)
    assert words == (
        "seat 1: blackjack: paid $10.00 where $0.00 was due, and collected $0.00 where $10.00 was due; over by $20.00"
    )
    assert ruling.done is not None
    assert ruling.done.over == {1: 2000}


def test_a_push_that_was_neither_paid_nor_collected_is_as_done() -> None:
    zero = {"blackjack": "0.00"}
    for done in ({"paid": zero}, {"collected": zero}, {"paid": zero, "collected": zero}):
        ruling = ruled("Th 6s 9d Kc 3h", seat(1, {"blackjack": "10.00"}, "stay", **done))
        assert ruling.exit_code == 0
        assert ruling.done is not None


def test_what_was_paid_and_taken_back_is_no_loss_but_not_as_due() -> None:
    done = {"paid": {"blackjack": "5.00"}, "collected": {"blackjack": "5.00"}}
    ruling = ruled("Th 6s 9d Kc 3h", seat(1, {"blackjack": "10.00"}, "stay", **done))
    assert ruling.exit_code == 1
    assert said(ruling)[0].endswith("; neither over nor short overall")


@pytest.mark.parametrize(
    ("order", "message", "law"),
    [
        # the order due: seat 2 blackjack, seat 1 blackjack, seat 2 buster, seat 1 buster
        (["2 blackjack", "1 blackjack", "2 buster", "1 buster"], None, None),
        (["1 blackjack", "1 buster"], None, None),
        (["1 blackjack", "2 blackjack"], ("1: blackjack", "2: blackjack"), ("13:69F-2.3(e)", 52)),
        (["2 buster", "2 blackjack"], ("2: buster", "2: blackjack"), ("13:69F-2.30(e)", 52)),
        (["1 buster", "2 buster"], ("1: buster", "2: buster"), ("13:69F-2.30(e)", 52)),
        (["2 BLACKJACK", "1 buster", "1  blackjack"], ("1: buster", "1: blackjack"), ("13:69F-2.30(e)", 52)),
    ],
)
@pytest.mark.cite("13:69F-2.30(e)", "13:69F-2.3(e)")
def test_what_was_out_of_order_is_named_with_the_paragraph_of_the_order(
    order: list[str], message: tuple[str, str] | None, law: tuple[str, int] | None
) -> None:
    # reading 52
    ruling = two(order=order)
    assert ruling.done is not None
    assert [(str(each.cite), each.reading) for each in ruling.done.out_of_order] == ([law] if law else [])
    expected = f"seat {message[0]} was settled before seat {message[1]}, which comes first" if message else None
    assert said(ruling) == ([expected] if expected else [])


@pytest.mark.cite("13:69F-2.26(e)")
def test_in_between_comes_first_by_its_text_and_from_the_dealers_right() -> None:
    wagers = {"blackjack": "10.00", "in-between": "5.00"}
    seats = [seat(number, wagers, "stay") for number in (1, 2)]
    for order in (["1 blackjack", "1 in-between"], ["1 in-between", "2 in-between"]):
        ruling = ruled("2h 2c 6s Td 9c Kc 8h", *seats, table=text(offer("in-between")), order=order)
        assert ruling.done is not None
        (found,) = ruling.done.out_of_order
        assert (str(found.cite), found.reading) == ("13:69F-2.26(e)", None)


@pytest.mark.cite("13:69F-2.32(g)")
def test_push_22_comes_after_all_others_by_its_text() -> None:
    wagers = {"blackjack": "10.00", "push 22": "5.00"}
    table = text(offer("push 22"), game="free bet", dealer_soft_17="draw", hole_card="down, card reader")
    one = seat(1, wagers, "stay")
    ruling = ruled("Th 6s 9d Kc 6h", one, table=table, order=["1 push 22", "1 blackjack"])
    assert ruling.done is not None
    (found,) = ruling.done.out_of_order
    assert (str(found.cite), found.reading) == ("13:69F-2.32(g)", None)


@pytest.mark.cite("13:69F-2.19(h)")
def test_the_progressive_wager_comes_with_its_players_own_blackjack_wager() -> None:
    wagers = {"blackjack": "10.00", "progressive": "1.00"}
    one = seat(1, wagers, "draw")
    ruling = ruled("Ah 6c Ad 9h Tc Kc", one, table=text(offer("progressive")), order=["1 progressive", "1 blackjack"])
    assert ruling.done is not None
    (found,) = ruling.done.out_of_order
    assert (str(found.cite), found.reading) == ("13:69F-2.19(h)", None)


def test_a_wager_of_which_no_chips_move_was_not_settled() -> None:
    # reading 64: the chip of a loser is in the acceptor already
    one = seat(1, {"blackjack": "10.00", "progressive": "1.00"}, "stand")
    ruling = ruled("Th 6c 9d 9h Kc", one, table=text(offer("progressive")), order=["1 progressive"])
    assert said(ruling) == ["seat 1: progressive was settled, though no chips of it move in this round"]
    assert ruling.exit_code == 1


def test_hands_of_a_split_pair_have_places_of_their_own() -> None:
    one = seat(1, {"blackjack": "10.00"}, "split", "hit", "stay")
    other = seat(2, {"blackjack": "10.00"}, "stay")
    shoe = "8h Th 6s 8d 9h Tc 9c Kd Kc 8c"  # hand 1 busts at once, the dealer with 24
    for order, code in (
        (["1 blackjack", "2 blackjack"], 1),  # the last of its hands is meant
        (["2 blackjack", "1 blackjack"], 0),
        (["1 blackjack hand 1", "2 blackjack", "1 blackjack hand 2"], 0),
        (["2 blackjack", "1 blackjack hand 1"], 1),
    ):
        assert ruled(shoe, one, other, order=order).exit_code == code, order


@pytest.mark.cite("13:69F-2.11(e)")
def test_every_hand_can_be_named_also_where_the_table_allows_more_splits_than_the_rules() -> None:
    one = seat(1, {"blackjack": "10.00"}, *["split"] * 5, *["stay"] * 6)
    shoe = "8h 6s 8c 8d 8s 8h 8c 8d 2h 3h 4h 5h 6h 7h Th"  # six hands, and the dealer busts
    table = text(splits=5, decks=8)
    hands = [f"1 blackjack hand {number}" for number in range(1, 7)]
    assert ruled(shoe, one, table=table, order=hands).as_done
    (swapped,) = said(ruled(shoe, one, table=table, order=[*hands[:4], hands[5], hands[4]]))
    assert swapped.startswith("seat 1: blackjack, hand 6 was settled before seat 1: blackjack, hand 5")


def test_spots_of_multiple_action_are_compared_one_by_one_or_in_sum() -> None:
    table = text(game="multiple action", multiple_action_required=2)
    shoe = "Th 7c 9h Td 4c Kc"  # 17 and 21: the first wager wins, the second loses

    def done(**keys: Any) -> list[str]:
        return said(ruled(shoe, seat(1, {"blackjack": ["10.00", "10.00"]}, "stand", **keys), table=table))

    assert done(paid={"blackjack": ["10.00", "0.00"]}, collected={"blackjack": ["0.00", "10.00"]}) == []
    assert done(paid={"blackjack": "10.00"}, collected={"blackjack": "10.00"}) == []
    one, other = done(paid={"blackjack": ["0.00", "10.00"]})
    assert one == "seat 1: blackjack: paid $0.00 where $10.00 was due; short by $10.00"
    assert other.startswith(
        "seat 1: blackjack 2: paid $10.00 where $0.00 was due, and collected $0.00 where $10.00 was"
    )


def test_totals_of_the_house_and_of_the_dealers_hands() -> None:
    ruling = two()
    house = house_total(results(ruling.events))
    assert (house.collected, house.paid, house.net) == (0, 4000, -4000)
    (hand,) = dealer_results(ruling.events)
    assert (hand.total.points, hand.total.soft, hand.blackjack, len(hand.cards)) == (24, False, False, 3)


def test_a_hole_card_that_was_never_turned_over_is_in_no_total() -> None:
    table = text(hole_card="down, card reader")
    ruling = ruled("Th 6s 6d Kc Kh", seat(1, {"blackjack": "10.00"}, "hit"), table=table)  # bust: nothing is left
    (hand,) = dealer_results(ruling.events)
    assert [str(card) for card in hand.cards] == ["6s"]


@pytest.mark.cite("13:69F-2.15(a)")
def test_an_irregularity_is_answered_with_the_nearest_paragraph_and_not_guessed() -> None:
    listed = [
        "misdeal",
        {"what": "exposed card", "seat": 2, "card": 2},
        {"what": "card out of turn", "seat": 0, "card": 6},
    ]
    plain, ruling = two(), two(irregularities=listed)
    assert nets(ruling) == nets(plain)  # it changes nothing
    assert ruling.exit_code == 0
    assert [tuple(map(str, each.nearest)) for each in ruling.irregularities] == [
        ("13:69F-2.15(a)",),
        ("13:69F-2.15(a)", "13:69F-2.6(e)"),
        ("13:69F-2.15(a)", "13:69F-2.6(h)"),
    ]
    assert all("no text held" in each.message for each in ruling.irregularities)
    assert "seat 2, card 2 (seat 2 gets 9♣)" in ruling.irregularities[1].message
    assert "the dealer, card 6 (the dealer takes K♣)" in ruling.irregularities[2].message


def test_a_refused_round_shows_what_happened_up_to_the_refusal() -> None:
    def last(*decisions: str, shoe: str = "Th 6s 9d Kc 5h") -> str:
        ruling = ruled(shoe, seat(1, {"blackjack": "10.00"}, *decisions))
        assert ruling.refusals
        assert ruling.exit_code == 1
        return type(ruling.events[-1]).__name__

    assert last("split") == "TotalAnnounced"
    assert last("hit", shoe="Th 6s 2d") == "PlayMade"  # and no card is left for it
    assert last("stay", shoe="Th 6s 9d") == "PointReached"
    assert last("stay", shoe="Th 6s") == "CardDealt"
    assert last("stay", "hit") == "PlayMade"  # one decision too many
    assert last() == "TotalAnnounced"


def test_a_refused_round_is_not_compared() -> None:
    one = seat(1, {"blackjack": "10.00"}, "split", paid={"blackjack": "10.00"})
    assert ruled("Th 6s 9d Kc 5h", one).done is None


UNLAWFUL = sorted((ROOT / "tables" / "unlawful").glob("*.toml"))


@pytest.mark.parametrize("file", UNLAWFUL, ids=lambda file: file.stem)
def test_a_round_at_an_unlawful_table_is_ruled_on_and_its_findings_are_warnings(file: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(file.read_text(encoding="utf-8").replace('game = ["multiple action", "free bet"]', ""))
    checked = json.loads(within("check", str(table), "--json").out)
    amounts = '["25.00", "25.00"]' if 'game = "multiple action"' in table.read_text() else '"25.00"'
    one = f'number = 1\nwagers = {{ blackjack = {amounts} }}\ndecisions = ["stay"]\n'
    (tmp_path / "round.toml").write_text(f'shoe = "Th 7c 9h Td Kc 4c"\n[[seat]]\n{one}')
    done = within("deal", str(table), "--round", str(tmp_path / "round.toml"), "--json")
    answer = json.loads(done.out)
    weighty = [one for one in checked["findings"] if one["verdict"] != "not verifiable"]
    violates = any(one["verdict"] == "violates" for one in weighty)
    assert (done.code, answer["table_violates"]) == (int(violates), violates)  # reading 76
    assert answer["warnings"] == weighty
    assert answer["seats"]


@cache
def combinations() -> list[Ruling]:
    """Rule on the same round at tables with any two wagers, any game and way of dealing, most of them unlawful."""
    random, rulings = Random(5), []
    for _ in range(60):
        names = random.sample(list(OFFERS), 3)
        keys: dict[str, Any] = {
            "game": random.choice(["blackjack", "multiple action", "free bet"]),
            "hole_card": random.choice(["after players", "down, card reader", "up"]),
            "dealt_from": random.choice(["shoe", "hand"]),
            "law": random.choice(["13:69F", "19:47"]),
            "decks": random.randint(1, 8),
        }
        several = keys["game"] == "multiple action"
        table = read(text(*map(offer, names), **keys, **({"multiple_action_required": 2} if several else {})))
        sizes = {each.wager.name: plain_money(each.sizes[0]) if each.sizes else "5.00" for each in table.offers}
        wagers: dict[str, Any] = {"blackjack": ["10.00", "10.00"] if several else "10.00"}
        wagers |= {name: {"2": "5.00"} if name == "streak" else sizes[name] for name in names}
        seats = [seat(1, wagers, "stay", displayed="5.00")]
        rulings.append(rule(described_round(table, {"shoe": "Th 7c 9h Td Kc 4c 5c 6d", "seat": seats})))
    return rulings


def test_no_finding_stops_a_ruling_whatever_a_table_combines() -> None:
    assert all(not ruling.refusals for ruling in combinations())
    assert sum(1 for ruling in combinations() if ruling.warnings) > 40


# -- what the engine did, written down ------------------------------------------------------------------------------


def exactly(ruling: Ruling) -> tuple[ReportedPayout, ...]:
    """Return everything that was done in a round, wager by wager."""
    return tuple(
        ReportedPayout(part=Part(each.number, one.wager, one.spot, one.choice), paid=one.paid, collected=one.collected)
        for each in results(ruling.events)
        for one in each.wagers
    )


@cache
def golden() -> list[tuple[Any, Ruling]]:
    """Return the golden rounds that are not refused, with their tables."""
    every = ((written.table, rule(written)) for written in map(load_round, ROUNDS))
    return [(table, ruling) for table, ruling in every if not ruling.refusals]


def test_what_the_engine_did_is_done_as_due_in_every_golden_round() -> None:
    for table, ruling in golden():
        done = compared(table, ruling.events, exactly(ruling), settlements(ruling.events))
        assert done is not None
        assert done.as_done
        assert not done.not_written


@given(st.integers(0, 10**6), st.sampled_from(["paid", "collected"]), st.sampled_from([-1, 1]), st.data())
@settings(max_examples=150, deadline=None)
def test_any_cent_too_much_or_too_little_is_found(pick: int, key: str, cent: int, data: st.DataObject) -> None:
    table, ruling = golden()[pick % len(golden())]
    written = list(exactly(ruling))
    place = data.draw(st.integers(0, len(written) - 1))
    one = written[place]
    paid = one.paid + cent * (key == "paid")
    collected = one.collected + cent * (key == "collected")
    written[place] = ReportedPayout(part=one.part, paid=Cents(paid), collected=Cents(collected))
    done = compared(table, ruling.events, tuple(written), ())
    assert done is not None
    assert [each.part for each in done.differences] == [one.part]
    assert done.over == {one.part.seat: cent if key == "paid" else -cent}


@given(st.integers(0, 10**6), st.data())
@settings(max_examples=150, deadline=None)
def test_any_two_that_change_places_are_found(pick: int, data: st.DataObject) -> None:
    several = [each for each in golden() if len(settlements(each[1].events)) > 1]
    table, ruling = several[pick % len(several)]
    order = list(settlements(ruling.events))
    one, other = data.draw(st.lists(st.integers(0, len(order) - 1), min_size=2, max_size=2, unique=True))
    order[one], order[other] = order[other], order[one]
    done = compared(table, ruling.events, (), tuple(order))
    assert done is not None
    found = done.out_of_order
    assert found
    assert len(found) <= 2  # as few as possible are named
    moved = {order[one], order[other]}
    for each in found:
        assert each.first is not None
        named = {(part.seat, part.wager, part.spot, part.choice) for part in (each.done, each.first)}
        assert named & {(part.seat, part.wager, part.spot, part.choice) for part in moved}
        assert each.cite.paragraph


# -- the command ----------------------------------------------------------------------------------------------------


def command(folder: Path, *arguments: str, top: str = "", one: str = "", other: str = "") -> Done:
    """Rule on the round of two seats from its file."""
    (folder / "table.toml").write_text(BUSTER)
    lines = ['table = "table.toml"', f"shoe = {toml(SHOE)}", top]
    for number, more in ((1, one), (2, other)):
        lines += ["[[seat]]", f"number = {number}", f"wagers = {toml(WAGERS)}", 'decisions = ["stay"]', more]
    (folder / "round.toml").write_text("\n".join(lines))
    return within("deal", "--round", str(folder / "round.toml"), *arguments)


def test_the_command_says_who_is_over_and_what_was_out_of_order(tmp_path: Path) -> None:
    keys = {"one": 'paid = { blackjack = "15.00" }', "top": 'order = ["1 blackjack", "2 blackjack"]'}
    done = command(tmp_path, **keys)
    assert done.code == 1
    words = " ".join(done.out.split())
    for line in (
        "seat 1: blackjack: paid $15.00 where $10.00 was due; over by $5.00 [13:69F-2.3(b)]",
        "seat 1: blackjack was settled before seat 2: blackjack, which comes first [13:69F-2.3(e), reading 52]",
        "seat 1: over by $5.00 house: short by $5.00",
        "not compared, since nothing is written down: seat 1: buster, seat 2: blackjack, seat 2: buster",
        "dealer's hand: 6♠ K♣ 8♥, 24 house: \u2212$40.00; collected $0.00, paid $40.00",
    ):
        assert line in words
    answer = json.loads(command(tmp_path, "--json", **keys).out)
    assert answer["as_done"] is False
    (difference,) = answer["differences"]
    assert (difference["seat"], difference["wager"], difference["over"]) == (1, "blackjack", "5.00")
    assert (difference["paid"], difference["due_paid"], difference["cite"]) == ("15.00", "10.00", "13:69F-2.3(b)")
    (found,) = answer["out_of_order"]
    assert (found["cite"], found["reading"], found["standing"]) == ("13:69F-2.3(e)", 52, "inferred")
    assert answer["house"] == {"collected": "0.00", "paid": "40.00", "net": "-40.00"}
    assert answer["dealer"] == [{"cards": ["6s", "Kc", "8h"], "points": 24, "soft": False, "blackjack": False}]
    assert len(answer["not_written"]) == 3


def test_the_command_says_that_a_round_was_done_as_due(tmp_path: Path) -> None:
    every = 'paid = { blackjack = "10.00", Buster = "10.00" }'
    done = command(tmp_path, one=every, other=every, top='order = ["2 buster", "1 buster"]')
    assert (done.code, done.out.splitlines()[-1]) == (0, "done as due")
    plain = json.loads(command(tmp_path, "--json").out)
    assert (plain["as_done"], plain["differences"], plain["out_of_order"]) == (None, [], [])


CONTRADICTIONS = [
    ("one", 'paid = { "push 22" = "5.00" }', "is no wager of this seat"),
    ("one", 'paid = { insurance = "5.00" }', "is no wager of this seat"),
    ("one", 'paid = { blackjack = "fifteen" }', "not an amount"),
    ("one", 'paid = { blackjack = "-5.00" }', "negative"),
    ("one", 'paid = "15.00"', "must be a table of keys"),
    ("one", 'paid = { blackjack = "15.00", Blackjack = "10.00" }', "written twice"),
    ("one", 'paid = { blackjack = ["5.00", "5.00"] }', "2 amounts for 1 wager: write one for each"),
    ("one", 'paid = { blackjack = "5.00" }\ncollected = { blackjack = ["5.00"] }', "write both alike"),
    ("top", 'order = "1 blackjack"', "must be a list"),
    ("top", 'order = ["blackjack"]', "must be a seat and a wager"),
    ("top", 'order = ["3 blackjack"]', "there is no seat 3 in this round"),
    ("top", 'order = ["1 insurance"]', "seat 1 has no such wager"),
    ("top", 'order = ["1 blackjack", "1 blackjack"]', "written twice"),
    ("top", 'order = ["1 blackjack 2"]', "seat 1 has 1 blackjack wager"),
    ("top", 'order = ["1 blackjack on 3"]', "no blackjack wager on 3"),
    ("top", 'order = ["1 blackjack hand 2"]', "the blackjack wager of seat 1 has 1 hand"),
    ("top", 'order = ["1 blackjack hand 0"]', "the blackjack wager of seat 1 has 1 hand"),
    ("top", 'order = ["2 buster hand 2"]', "the buster wager of seat 2 has 1 hand"),
    ("top", 'irregularities = "misdeal"', "must be a list such as"),
    ("top", "irregularities = [1]", "must be text in quotes"),
    ("top", "irregularities = [{ seat = 1 }]", "say what happened"),
    ("top", 'irregularities = [{ what = "exposed card", seat = 3 }]', "there is no seat 3"),
    ("top", 'irregularities = [{ what = "exposed card", card = 8 }]', "the round has 7 cards"),
    ("top", 'irregularities = [{ what = "exposed card", where = 8 }]', "unknown key"),
]


@pytest.mark.parametrize(("place", "written", "message"), CONTRADICTIONS)
def test_records_that_contradict_the_round_are_a_clear_line(
    place: str, written: str, message: str, tmp_path: Path
) -> None:
    done = command(tmp_path, **{place: written})
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert message in line
    assert re.search(r"round\.toml:3: " if place == "top" else r"round\.toml:[89]: seat 1, (paid|collected)", line)


def test_the_paragraph_of_the_order_is_that_of_the_edition_of_the_table() -> None:
    seats = [seat(number, {"blackjack": "10.00"}, "stay") for number in (1, 2)]
    ruling = ruled(SHOE, *seats, table=text(law="19:47"), order=["1 blackjack", "2 blackjack"])
    assert ruling.done is not None
    assert [each.cite for each in ruling.done.out_of_order] == [cite("19:47-2.3(e)")]
