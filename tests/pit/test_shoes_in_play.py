"""Shoes of a table: sealed, cut, dealt from, disclosed; and what is done when a key is lost."""

import json
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes

import pytest

from tests.pit.books import all_balances, check_books
from tests.pit.casino import (
    DEALER,
    KEYS,
    SUPERVISOR,
    TIME,
    Casino,
    casino,
    check,
    pit_table,
    wager,
)
from upcard.cards import DECK, Card
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.actors import read_actor
from upcard.pit.context import CannotOpenShoe, Context
from upcard.pit.decide import Decided, Undecided, decide
from upcard.pit.disclosed_shoes import DisclosedShoes
from upcard.pit.draws import KeyedShoes
from upcard.pit.json_codec import SEALED
from upcard.pit.refusal import PitRefusal
from upcard.pit.replay import Folding, folded
from upcard.pit.shoe_keys import MasterKey, Sealed, ShoeKeys, ShoeLabel
from upcard.pit.shoes import CommittedShoe, ShoeContents, commit, read_contents
from upcard.pit.state import ShoeStage, ShoeState
from upcard.pit.streams import States, moment_of
from upcard.store.journal import all_rows
from upcard.store.rows import canonical

ANN, BOB = "patron Ann", "patron Bob"


def test_shoes_are_numbered_without_a_gap_and_disclosed_before_the_next(house: Casino) -> None:
    assert house.refused(DEALER, pc.SealShoe("T1")) == ["shoe 1 is in play: disclose it first"]
    assert house.refused(DEALER, pc.CutShoe("T1", 0, 20)) == ["no sealed shoe is waiting for a cut: seal one first"]
    assert house.refused(SUPERVISOR, pc.DiscloseShoe("T1", 2)) == ["table T1 has no open shoe 2"]
    done = house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
    (event,) = done.events
    assert isinstance(event, pv.ShoeDisclosed)
    shoe = pit_table(house.ledger.states).shoe
    assert shoe is not None
    assert commit(read_contents(event.order, event.seed)).root == shoe.root
    assert house.refused(SUPERVISOR, pc.DiscloseShoe("T1", 1)) == ["table T1 has no open shoe 1"]
    (sealed,) = house.done(DEALER, pc.SealShoe("T1")).events
    assert isinstance(sealed, pv.ShoeSealed)
    assert sealed.number == 2
    assert house.refused(DEALER, pc.SealShoe("T1")) == ["shoe 2 is waiting for its cut: disclose it first"]
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", 2))  # abandoned before the cut


def test_a_disclosed_shoe_is_not_dealt_from(house: Casino) -> None:
    house.at("T1", wager(1), ANN)
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
    (reason,) = house.refused(DEALER, pc.AtTable("T1", do.CloseBetting()))
    assert reason == "the cards must be shuffled before the next round [13:69F-2.5(a)]"
    house.new_shoe()
    house.at("T1", do.CloseBetting())


def test_no_shoe_is_disclosed_or_sealed_during_a_round(house: Casino) -> None:
    while not pit_table(house.ledger.states).state.dealer.cards:
        house.step()
    assert house.refused(SUPERVISOR, pc.DiscloseShoe("T1", 1)) == ["a round is in progress: wait until it ends"]
    assert house.refused(DEALER, pc.SealShoe("T1"))[0] == "a round is in progress: wait until it ends"
    assert house.refused(SUPERVISOR, pc.AbandonShoe("T1", 1, "lost"))[0] == "a round is in progress: wait until it ends"


@pytest.mark.parametrize(("position", "allowed"), [(9, False), (10, True), (302, True), (303, False)])
def test_a_cut_leaves_ten_cards_at_either_end(house: Casino, position: int, *, allowed: bool) -> None:
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
    house.done(DEALER, pc.SealShoe("T1"))
    cut = pc.CutShoe("T1", 0, position)
    if allowed:
        done = house.done(DEALER, cut)
        assert ev.ShoeCut in map(type, done.events)
        shoe = pit_table(house.ledger.states).shoe
        assert shoe is not None
        assert (shoe.stage, shoe.cut) == (ShoeStage.LIVE, position)
    else:
        expected = ["the cut must be at least 10 cards from either end [13:69F-2.5(c)]"]
        assert house.refused(DEALER, cut) == expected


def test_a_patron_cuts_for_a_seat_and_says_nothing_of_others(house: Casino) -> None:
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
    house.done(DEALER, pc.SealShoe("T1"))
    only = "a patron can cut only for a seat; the dealer records who declined"
    assert house.refused(ANN, pc.CutShoe("T1", 0, 20)) == [only]
    assert house.refused(ANN, pc.CutShoe("T1", 1, 20, (2,))) == [only]
    assert house.refused(ANN, pc.CutShoe("T1", 2, 20)) == ["seat 2 is taken by another patron"]
    assert house.refused(DEALER, pc.CutShoe("T1", 5, 20)) == ["seat 5 is not taken: buy in there first"]
    house.done(ANN, pc.CutShoe("T1", 1, 20))


@pytest.mark.cite("13:69F-2.5(c)")
def test_where_the_dealer_cuts_is_drawn_and_a_player_says_where(house: Casino) -> None:
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
    house.done(DEALER, pc.SealShoe("T1"))
    stated = "the cut of seat 1 must state its position: only the dealer's is drawn"
    for actor in (ANN, DEALER):
        assert house.refused(actor, pc.CutShoe("T1", 1, None)) == [stated]
    not_drawn = PitRefusal(None, "the server has not drawn where the dealer cuts")
    assert decided(house, pc.CutShoe("T1", 0, None)) == Undecided((not_drawn,))
    for position in (9, 303):
        outcome = decided(house, pc.CutShoe("T1", 0, None), pc.DrawnCut(position))
        assert isinstance(outcome, Undecided)
        assert "the cut must be at least 10 cards from either end" in outcome.refusals[0].message
    (cut,) = [event for event in house.done(DEALER, pc.CutShoe("T1", 0, None)).events if isinstance(event, ev.ShoeCut)]
    shoe = pit_table(house.ledger.states).shoe
    assert shoe is not None
    assert shoe.cut == cut.position
    assert 10 <= cut.position <= 302


def test_closing_a_table_discloses_its_shoe(house: Casino) -> None:
    done = house.at("T1", do.CloseTable())
    assert [type(event) for event in done.events] == [ev.TableClosed, pv.ShoeDisclosed]
    assert house.refused(DEALER, pc.SealShoe("T1")) == ["table T1 is closed"]


def test_rows_never_hold_a_hidden_card(folder: Path) -> None:
    with casino(folder) as house:
        house.open(file="free-bet")  # with a hole card dealt face down
        house.seat()
        while not pit_table(house.ledger.states).state.dealer.hole_hidden:
            house.step()
        shoe = pit_table(house.ledger.states).shoe
        assert shoe is not None
        order = house.ledger.shoes.open("T1", shoe).contents.order_text
        rows = list(all_rows(house.journal))
        events = [event for row in rows for event in json.loads(row.events)]
        assert [event["cards"] for event in events if event["event"] == "ShoeShuffled"] == [SEALED]
        assert [event["card"] for event in events if event.get("face_down")] == [SEALED]
        assert not [row for row in rows if order in row.command + row.events]
        check(house)


def test_without_its_key_a_shoe_is_followed_but_not_dealt_from(folder: Path) -> None:
    with casino(folder) as house:
        house.open(file="free-bet")
        house.seat()
        house.play(rounds=3)
        while not pit_table(house.ledger.states).state.dealer.hole_hidden:
            house.step()
        other = Casino(house.journal, seed=9, keys=ShoeKeys((MasterKey(bytes(32)),)))
        table = pit_table(other.ledger.states)
        assert table.shoe is not None
        assert table.shoe.stage is ShoeStage.BLIND
        assert all_balances(other.ledger.states) == all_balances(house.ledger.states)
        reasons = other.refused(DEALER, pc.AtTable("T1", do.CloseInsurance()))
        assert reasons[0].startswith("shoe 1 cannot be dealt: its order is not known here; put its key into")
        other.at("T1", do.VoidRound(SUPERVISOR, "the key is lost"), SUPERVISOR)
        (reason,) = other.refused(SUPERVISOR, pc.DiscloseShoe("T1", 1))
        assert "is missing" in reason
        (reason,) = Casino(house.journal).refused(SUPERVISOR, pc.AbandonShoe("T1", 1, "a good shoe"))
        assert reason == "shoe 1 can be opened: disclose it instead"
        other.done(SUPERVISOR, pc.AbandonShoe("T1", 1, "the key is lost"))
        other.play(rounds=2)
        again = Casino(house.journal, seed=10, keys=ShoeKeys((*KEYS.keys, MasterKey(bytes(32)))))
        assert pit_table(again.ledger.states).state == pit_table(other.ledger.states).state


def test_once_a_shoe_is_over_its_key_is_not_needed_to_go_on(folder: Path) -> None:
    with casino(folder) as house:
        house.open(file="free-bet")
        house.seat()
        house.play(rounds=6)
        house.new_shoe()
        house.done(SUPERVISOR, pc.DiscloseShoe("T1", 2))
        other = Casino(house.journal, keys=ShoeKeys((MasterKey(bytes(32)),)))
        assert dict(other.ledger.states) == dict(house.ledger.states)


NO_KEY = ShoeKeys((MasterKey(bytes(32)),))


def test_a_journal_is_decided_again_without_the_keys_of_shoes_that_are_over(folder: Path) -> None:
    with casino(folder) as house:
        house.open(file="free-bet")
        house.seat()
        house.play(rounds=3)
        house.new_shoe()
        house.play(rounds=2)
        house.done(SUPERVISOR, pc.DiscloseShoe("T1", 2))
        house.done(DEALER, pc.SealShoe("T1"))  # not cut yet
        shoes = DisclosedShoes(house.journal, KeyedShoes(NO_KEY, house.journal.info.identity))
        check_books(all_rows(house.journal), house.ledger.states, shoes)
        third = pit_table(house.ledger.states).shoe
        assert third is not None
        with pytest.raises(CannotOpenShoe, match="shoe 3 of table T1 was sealed with key"):
            shoes.open("T1", third)
        with pytest.raises(CannotOpenShoe, match="the disclosure of shoe 1 of table T1 does not match its root"):
            shoes.open("T1", third._replace(number=1))


def drawn_of(house: Casino, order: tuple[Card, ...], number: int) -> pc.DrawnShoe:
    """Return what a dishonest server would draw: sealed with its key, and bound by its root."""
    contents = ShoeContents(order, bytes(32))
    sealed = KEYS.seal(contents, ShoeLabel(house.journal.info.identity, "T1", number), random=bytes)
    return pc.DrawnShoe(number, commit(contents).root, sealed.text, sealed.key)


def decided(house: Casino, command: pc.PitCommand, drawn: pc.Drawn | None = None) -> Decided | Undecided:
    actor = read_actor(DEALER)
    assert actor is not None
    return decide(Context(house.ledger.states, actor, house.ledger.shoes, TIME, drawn), command)


@pytest.mark.parametrize(("number", "fine"), [(1, False), (2, True), (3, False)])
def test_a_drawn_shoe_has_the_next_number(house: Casino, number: int, *, fine: bool) -> None:
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
    outcome = decided(house, pc.SealShoe("T1"), drawn_of(house, DECK * 6, number))
    if fine:
        assert isinstance(outcome, Decided)
    else:
        expected = f"the next shoe of table T1 is number 2, not {number}"
        assert outcome == Undecided((PitRefusal(None, expected),))


def test_a_shoe_is_drawn_by_the_server(house: Casino) -> None:
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
    assert decided(house, pc.SealShoe("T1")) == Undecided((PitRefusal(None, "the server has not drawn a shoe"),))


@pytest.mark.parametrize("order", [DECK * 5, DECK * 7, DECK[1:] + DECK * 5 + DECK[1:2]])
def test_a_shoe_of_other_cards_is_not_cut(house: Casino, order: tuple[Card, ...]) -> None:
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", 1))
    sealed = decided(house, pc.SealShoe("T1"), drawn_of(house, order, 2))
    assert isinstance(sealed, Decided)
    states = States({**house.ledger.states, **dict(zip(sealed.streams, sealed.after, strict=True))})
    actor = read_actor(DEALER)
    assert actor is not None
    outcome = decide(Context(states, actor, house.ledger.shoes, TIME), pc.CutShoe("T1", 0, 50))
    assert isinstance(outcome, Undecided)
    assert outcome.refusals[0].message == "shoe 2 is not exactly 6 complete decks: disclose it"


def test_a_hole_card_is_put_in_its_place_when_it_is_turned(folder: Path) -> None:
    """Without the key nobody knows it before; afterwards the dealer's hand is what it is."""
    with casino(folder) as house:
        house.open(file="free-bet")
        house.seat()
        house.play(rounds=4)
        rows = list(all_rows(house.journal))
        turned = [row for row in rows if '"event":"HoleCardTurned"' in row.events]
        hands = []
        for shoes in (house.ledger.shoes, KeyedShoes(NO_KEY, house.journal.info.identity)):
            folding = Folding(shoes)
            for row in rows:
                if row in turned:
                    events = json.loads(row.events)
                    last = [event["event"] for event in events].index("HoleCardTurned")
                    shortened = replace(row, events=canonical(events[: last + 1]))
                    until = folded(shortened, folding.states, shoes, moment_of(folding.states, row.time))
                    hands.append(pit_table(until).state.dealer)
                folding.add(row)
        half = len(hands) // 2
        assert hands[:half] == hands[half:] != []


def test_the_shoes_of_many_tables_stay_open_and_those_that_are_over_do_not() -> None:
    opened: list[tuple[str, int]] = []

    class CountedKeys(ShoeKeys):
        def open(self, sealed: Sealed, label: ShoeLabel, *, root: str) -> CommittedShoe:
            opened.append((label.table, label.number))
            return super().open(sealed, label, root=root)

    shoes = KeyedShoes(CountedKeys(KEYS.keys), "journal")
    drawn = {
        (f"T{table}", number): shoes.draw(f"T{table}", number, 1, token_bytes)
        for table in range(70)
        for number in (1, 2)
    }
    states = {place: ShoeState(each.number, each.root, each.sealed, each.key) for place, each in drawn.items()}
    for number in (1, 1, 2, 2):
        for table in range(70):
            assert shoes.open(f"T{table}", states[f"T{table}", number]).root == drawn[f"T{table}", number].root
    assert sorted(opened) == sorted(states)
    assert len(shoes._opened) == 70
