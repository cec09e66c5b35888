"""The order of a round's last settlements, and the paragraphs that its events cite."""

import random
from itertools import permutations
from typing import Any

import pytest

from tests.dealing import nets, opened, ruled, seat, wagered
from tests.tables import offer, text
from upcard.cards import DECK, Card
from upcard.game import Refused, play, procedure
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.awaited import next_formality
from upcard.game.narrate import text as words
from upcard.game.ruling import Ruling
from upcard.game.settle import awaited
from upcard.law import Edition
from upcard.money import Cents
from upcard.rules.enums import Play
from upcard.rules.wager import Demand, Point

READER = {"hole_card": "down, card reader", "game": "free bet", "dealer_soft_17": "draw"}
LAST = ("push 22", "buster", "progressive")
ALL_THREE = {"blackjack": "10.00", "push 22": "5.00", "buster": "5.00", "progressive": "1.00"}
EDITIONS = [("13:69F", "13:69F-2.19"), ("19:47", "19:47-2.19")]


def steps(ruling: Ruling) -> list[tuple[str, int, str]]:
    """Return how wagers were verified and settled: what happened, the seat and the wager."""
    kinds = ev.WinVerified | ev.PayoutValidated | ev.WagerPaid | ev.WagerCollected | ev.WagerReturned
    return [(type(event).__name__, event.seat, event.wager) for event in ruling.events if isinstance(event, kinds)]


def cited(ruling: Ruling, kind: type, wager: str | None = None) -> list[str]:
    """Return the paragraphs of the events of a kind."""
    assert not ruling.refusals, ruling.refusals
    return [
        str(event.cite)
        for event in ruling.events
        if isinstance(event, kind) and wager in (None, getattr(event, "wager", None))
    ]


@pytest.mark.parametrize("names", list(permutations(LAST)))
def test_push_22_is_verified_announced_and_paid_after_every_other_wager(names: tuple[str, ...]) -> None:
    # 13:69F-2.32(g), 13:69F-2.32(h), 13:69F-2.32(i), 13:69F-2.19(h): in any order of the file
    table = text(*map(offer, names), **READER)
    ruling = ruled("Ah Th 6c Ad 9h Tc 9c 6d", seat(1, ALL_THREE, "draw"), seat(2, ALL_THREE, "stand"), table=table)
    assert not ruling.refusals, ruling.refusals
    progressive = [("WinVerified", 1, "progressive")] * 2 + [
        ("PayoutValidated", 1, "progressive"),
        ("WagerPaid", 1, "progressive"),
    ]
    assert steps(ruling) == [
        ("WagerReturned", 2, "blackjack"),
        ("WagerCollected", 2, "progressive"),
        ("WagerReturned", 1, "blackjack"),
        *progressive,
        ("WagerPaid", 2, "buster"),
        ("WagerPaid", 1, "buster"),
        *[("WinVerified", 2, "push 22")] * 2,
        *[("WinVerified", 1, "push 22")] * 2,
        ("WagerPaid", 2, "push 22"),
        ("WagerPaid", 1, "push 22"),
    ]
    assert isinstance(ruling.events[-1], ev.CardsPickedUp)


def test_the_order_of_the_file_never_changes_a_round() -> None:
    # 13:69F-2.32(g): wagers of every section, rounds drawn by lot
    tables: list[tuple[dict[str, Any], tuple[str, ...]]] = [
        ({**READER, "decks": 8}, ("push 22", "buster", "progressive")),
        ({"decks": 6}, ("match-the-dealer", "streak", "buster", "over 13")),
        ({"decks": 6}, ("20 point bonus", "match-the-dealer", "buster", "same suit")),
        ({"decks": 4}, ("in-between", "buster", "under 13")),
    ]
    for keys, names in tables:
        drawn = random.Random(str(names))
        for _ in range(12):
            shoe = tuple(drawn.choices(DECK, k=60))
            number, plays = drawn.randint(1, 4), drawn.getrandbits(32)
            rounds = {_round(keys, order, shoe, number, plays) for order in permutations(names)}
            assert len(rounds) == 1, names


def _round(keys: dict[str, Any], names: tuple[str, ...], shoe: tuple[Card, ...], seats: int, seed: int) -> str:
    """Deal a round with every wager made at every seat, played by lot; return its events in words."""
    draws = {"dealer_soft_17": "draw"}
    table = opened(text(*map(offer, names), **{**draws, **keys}))
    table = table._replace(shoe=shoe, next_card=0, cutting_card=len(shoe))
    drawn = random.Random(seed)
    for number in range(1, seats + 1):
        table, _ = play(table, wagered(number))
        for name in sorted(names):
            choices = table.felt.offers[name].wager.choices or (None,)
            table, _ = play(table, do.PlaceWager(number, name, (Cents(100),), choices[0]))
    table, events = play(table, do.CloseBetting())
    happened = list(events)
    while table.point is not Point.BEFORE_FIRST_CARD:
        command = next_formality(table, lambda *_: Cents(500))
        if command is None and procedure.is_insurance_offered(table):
            command = do.CloseInsurance()
        if command is not None:
            table, events = play(table, command)
        else:
            turn = procedure.turn(table)
            assert turn is not None
            try:
                table, events = play(table, do.Decide(turn[0].number, drawn.choice(list(Play))))
            except Refused:
                continue
        happened += events
    return "\n".join(f"{words(event)} {event.cite}" for event in happened if words(event))


@pytest.mark.parametrize(("law", "section"), EDITIONS)
def test_chips_and_lights_are_verified_before_no_more_bets_and_registered_after(law: str, section: str) -> None:
    # 13:69F-2.19(b)
    table = text(offer("progressive"), law=law)
    wagers = {"blackjack": "10.00", "progressive": "1.00"}
    ruling = ruled("Th Td 6c 9h 8h Tc Kc", seat(1, wagers, "stand"), seat(2, wagers, "stand"), table=table)
    kinds = [type(event) for event in ruling.events if not isinstance(event, ev.WagerPlaced)]
    first = [ev.LightsVerified, ev.BettingClosed, ev.WagersRegistered, ev.CardDealt]
    begun = kinds.index(ev.LightsVerified)
    assert kinds[begun : begun + 4] == first
    assert {str(event.cite.as_of(Edition(law))) for event in ruling.events if type(event) in first[:3]} == {
        f"{section}(b)"
    }


@pytest.mark.parametrize("law", ["13:69F", "19:47"])
def test_a_busted_players_progressive_is_settled_before_the_next_player_acts(law: str) -> None:
    # 13:69F-2.19(h): with the player's own blackjack wager
    table = text(offer("progressive"), law=law)
    wagers = {"blackjack": "10.00", "progressive": "1.00"}
    one, two = seat(1, wagers, "draw", "draw", "draw"), seat(2, wagers, "stand")
    ruling = ruled("As Ts 6h Ad 9s Tc 5c 9c Tc 5h", one, two, table=table)
    paid = next(place for place, event in enumerate(ruling.events) if isinstance(event, ev.WagerPaid))
    decided = [place for place, event in enumerate(ruling.events) if isinstance(event, ev.PlayMade) and event.seat == 2]
    assert getattr(ruling.events[paid], "wager", "") == "progressive"
    assert paid < min(decided)


def test_no_hand_is_played_while_a_payout_waits_for_a_supervisor() -> None:
    # 13:69F-2.19(g)3
    wagers = [do.PlaceWager(number, "progressive", (Cents(100),)) for number in (1, 2)]
    table = opened(text(offer("progressive")), "As Ts 6h Ad 9s Tc 5c 9c Tc 5h", wagered(1), wagered(2), *wagers)
    table, _ = play(table, do.CloseBetting())
    for _ in range(3):
        table, _ = play(table, do.Decide(1, Play.DRAW))
    assert awaited(table) == ((1, "progressive", Demand.SUPERVISOR_VALIDATES),)
    with pytest.raises(Refused):
        play(table, do.Decide(2, Play.STAND))
    table, _ = play(table, do.ValidatePayout(1, "progressive"))
    assert procedure.turn(table) is not None


def test_a_meter_that_is_won_waits_for_all_players_and_no_longer() -> None:
    # 13:69F-2.19(h), reading 64: seat 1 has bust with four black aces, seat 2 may still win a share
    table = text(offer("progressive"), offer("buster"), dealer_soft_17="draw", decks=8)
    wagers = {"blackjack": "10.00", "progressive": "1.00", "buster": "5.00"}
    one = seat(1, wagers, *["draw"] * 4)
    shoe = "As Ac 6h Ac As As Ac Ts Ts As Ac Ts Ts 9s Ts"
    ruling = ruled(shoe, one, seat(2, wagers, *["draw"] * 4), table=table)
    assert not ruling.refusals, ruling.refusals
    paid = [event for event in ruling.events if isinstance(event, ev.WagerPaid) and event.wager == "progressive"]
    assert [event.seat for event in paid] == [2, 1]
    last_play = max(place for place, event in enumerate(ruling.events) if isinstance(event, ev.PlayMade))
    settled = [
        place for place, event in enumerate(ruling.events) if isinstance(event, ev.WagerPaid | ev.WagerCollected)
    ]
    buster = next(place for place in settled if getattr(ruling.events[place], "wager", "") == "buster")
    assert all(last_play < ruling.events.index(event) < buster for event in paid)


def test_a_shared_meter_is_paid_with_the_last_of_the_winners_blackjack_wagers() -> None:
    # 13:69F-2.19(h), reading 64
    table = text(offer("progressive"), offer("buster"), **READER, notices=["splits"])
    wagers = {"blackjack": "10.00", "progressive": "1.00", "buster": "5.00"}
    one, two = seat(1, wagers, "free split"), seat(2, wagers, "free split")
    ruling = ruled("Ah As 6c Ad Ac Ts Ad Ah Ac As 6d", one, two, table=table, progressive_meter="5000.01")
    settled = [
        event for event in ruling.events if isinstance(event, ev.WagerPaid | ev.WagerReturned | ev.WagerCollected)
    ]
    order = [(event.seat, event.wager) for event in settled if event.wager != "buster"]
    assert order == [(2, "blackjack")] * 2 + [(1, "blackjack")] * 2 + [(2, "progressive"), (1, "progressive")]
    assert [event.wager for event in settled[-2:]] == ["buster", "buster"]


def test_the_dealer_draws_by_the_drawing_rule_and_by_buster_only_where_buster_is_why() -> None:
    # 13:69F-2.12(b), 13:69F-2.30(f)3
    table = text(offer("buster"), dealer_soft_17="draw")
    wagers = {"blackjack": "10.00", "buster": "5.00"}
    alive = ruled("Th 6c 9h Tc 5c", seat(1, wagers, "stand"), table=table)
    bust = ruled("Th 6c 6h Kh Tc 5c", seat(1, wagers, "draw"), table=table)
    assert cited(alive, ev.CardDealt)[-2:] == ["13:69F-2.6(h)", "13:69F-2.12(b)"]
    assert cited(bust, ev.CardDealt)[-2:] == ["13:69F-2.6(h)", "13:69F-2.30(f)3"]
    soft_17 = ruled("Th 6c 9h Ac 5c 9c", seat(1, wagers, "stand"), table=table)
    nobody = ruled("Th 6c 9h Ac 5c 9c", seat(1, {"blackjack": "10.00"}, "stand"), table=table)
    assert cited(soft_17, ev.CardDealt)[-2:] == ["13:69F-2.30(f)3", "13:69F-2.12(b)"]
    assert cited(nobody, ev.CardDealt)[-2:] == ["13:69F-2.12(b)", "13:69F-2.12(b)"]


def test_the_dealer_of_free_bet_draws_by_its_own_rule_or_for_push_22() -> None:
    # 13:69F-2.12(f), 13:69F-2.32(f)
    table = text(offer("push 22"), **READER)
    wagers = {"blackjack": "10.00", "push 22": "5.00"}
    alive = ruled("Th 6c 9h Tc 5c", seat(1, wagers, "stand"), table=table)
    bust = ruled("Th 6c 6h Tc Kh 5c", seat(1, wagers, "draw"), table=table)
    assert cited(alive, ev.CardDealt)[-1] == "13:69F-2.12(f)"
    assert cited(bust, ev.CardDealt)[-1] == "13:69F-2.32(f)"


@pytest.mark.parametrize(
    ("second", "paragraph"),
    [("Ac", "13:69F-2.30(d)1"), ("8c", "13:69F-2.30(d)2")],
)
def test_a_lost_buster_wager_cites_a_dealers_blackjack_or_a_hand_that_did_not_bust(second: str, paragraph: str) -> None:
    # 13:69F-2.30(d)1, 13:69F-2.30(d)2
    table = text(offer("buster"), dealer_soft_17="draw")
    ruling = ruled(f"Th Tc 9h {second}", seat(1, {"blackjack": "10.00", "buster": "5.00"}, "stand"), table=table)
    assert cited(ruling, ev.WagerCollected, "buster") == [paragraph]


@pytest.mark.parametrize(
    ("names", "keys", "paragraph"),
    [
        ((), {}, "13:69F-2.3(d)"),
        (("buster",), {"dealer_soft_17": "draw"}, "13:69F-2.3(d)"),
        (("progressive",), {}, "13:69F-2.19(b)"),
        (("blackjack bonus",), {}, "13:69F-2.20(b)"),
        (("in-between",), {}, "13:69F-2.26(e)"),
        (("push 22",), READER, "13:69F-2.32(d)"),
        (("push 22", "progressive"), READER, "13:69F-2.19(b)"),  # one announcement: the first section that says it
    ],
)
def test_no_more_bets_cites_the_section_of_a_wager_that_orders_it(
    names: tuple[str, ...], keys: dict[str, object], paragraph: str
) -> None:
    table = text(*map(offer, names), **keys)
    wagers = {"blackjack": "10.00", **dict.fromkeys(names, "1.00")}
    made = ruled("Th 6c 9h Tc 5c", seat(1, wagers, "stand"), table=table)
    offered = ruled("Th 6c 9h Tc 5c", seat(1, {"blackjack": "10.00"}, "stand"), table=table)
    assert cited(made, ev.BettingClosed) == cited(offered, ev.BettingClosed) == [paragraph]


def test_insurance_at_free_bet_is_paid_by_its_own_paragraph() -> None:
    # 13:69F-2.7(d), 13:69F-2.9(c)
    insured = seat(1, {"blackjack": "10.00"}, insurance="5.00")
    won = ruled("Th Ac 9h Kc", insured, table=text(**READER))
    lost = ruled("Th Ac 9h 9c", {**insured, "decisions": ["stand"]}, table=text(**READER))
    elsewhere = ruled("Th Ac 9h Kc", insured, table=text(hole_card="down, card reader"))
    assert cited(won, ev.WagerPaid, "insurance") == ["13:69F-2.7(d)"]
    assert cited(lost, ev.WagerCollected, "insurance") == ["13:69F-2.9(c)"]
    assert cited(elsewhere, ev.WagerPaid, "insurance") == ["13:69F-2.9(c)"]
    assert nets(won)["1 insurance"] == "10.00"
