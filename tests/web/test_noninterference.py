"""A sample of `make test-service`: cards that nobody has seen change nothing that anybody can see."""

import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.service.simulated import SimulatedLoop, simulate
from tests.web import noninterference
from tests.web.noninterference import pair, readable, states
from tests.web.playing import RandomPlay
from tests.web.unseen_cards import unseen_places
from tests.web.whole import furnish, opened
from upcard.pit.draws import KeyedShoes
from upcard.pit.shoe_keys import read_shoe_keys
from upcard.pit.shoes import salt_of
from upcard.service import hub, next_step
from upcard.service.floor import Floor
from upcard.service.hub import Look
from upcard.service.next_step import TableStep

FACE_DOWN = "blackjack-resplit"  # deals a hole card
TRUE_JSON = hub.table_json


@pytest.mark.parametrize(("table", "has_hole_card"), [(FACE_DOWN, True), ("blackjack-bonus", False)])
def test_nobody_can_tell_a_table_from_its_twin(folder: Path, table: str, *, has_hole_card: bool) -> None:
    assert (states(folder, table, 1, 15) > 0) is has_hole_card


@pytest.mark.parametrize(("table", "steps"), [(FACE_DOWN, 40), ("free-bet", 30)])
def test_two_sessions_that_differ_in_unseen_cards_look_alike(folder: Path, table: str, steps: int) -> None:
    assert pair(folder, table, steps, steps, face_down=True)


def _next_card(floor: Floor, look: Look, shared: dict[str, Any]) -> dict[str, Any]:
    state = floor.group(look.table).at(look.table)
    return TRUE_JSON(floor, look, shared) | {"next": str(state.shoe[state.next_card]) if state.shoe else ""}


def _hole_card(floor: Floor, look: Look, shared: dict[str, Any]) -> dict[str, Any]:
    return TRUE_JSON(floor, look, shared) | {"dealer": floor.group(look.table).at(look.table).dealer.total.points}


@pytest.mark.parametrize("leak", [_next_card, _hole_card])
def test_a_leak_into_a_view_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch, leak: object) -> None:
    monkeypatch.setattr(hub, "table_json", leak)
    with pytest.raises(AssertionError, match="api/v1/tables"):
        states(folder / "states", FACE_DOWN, 1, 15)
    with pytest.raises(AssertionError, match=r"streams|pages"):  # another hole card may count the same, but not four
        any(pair(folder / f"pair {seed}", FACE_DOWN, seed, 40, face_down=True) is None for seed in range(40, 44))


def test_a_leak_into_a_log_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    true_step = next_step.next_step

    def leaking(group: Any, name: str, *more: Any) -> TableStep | None:
        state = group.at(name)
        if state.shoe:
            logging.getLogger("upcard.service").warning("next: %s", state.shoe[state.next_card])
        return true_step(group, name, *more)

    monkeypatch.setattr("upcard.service.floor.next_step", leaking)
    with pytest.raises(AssertionError, match="log"):
        pair(folder, FACE_DOWN, 40, 40, face_down=True)


def test_without_placeholders_the_roots_of_other_cards_are_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noninterference, "placed", lambda text: text)
    with pytest.raises(AssertionError, match=r"streams|pages"):
        pair(folder, FACE_DOWN, 40, 40, face_down=True)


def test_no_file_of_a_service_holds_a_card_that_nobody_has_seen(folder: Path) -> None:
    """Neither as letters nor as numbers; nor the seed and the salts by which a root would show them."""

    async def main(loop: SimulatedLoop) -> None:
        whole = await opened(folder / "data", loop)
        await furnish(whole, [FACE_DOWN])
        play = RandomPlay(whole, FACE_DOWN, Random(5))
        await play.sit()
        while not play.state.dealer.hole_hidden:
            await play.step()
        table = whole.house.floor.group(FACE_DOWN).tables[FACE_DOWN]
        assert table.shoe is not None
        keys = read_shoe_keys(folder / "data" / "keys")
        contents = KeyedShoes(keys, whole.house.journal.info.identity).open(FACE_DOWN, table.shoe)
        everything, order = readable(folder / "data"), contents.contents.order_text
        assert table.shoe.root.encode() in everything  # it is the right folder
        whole_shoe = "".join(str(card) for card in play.state.shoe)
        for place in range(play.state.next_card, len(play.state.shoe) - 3):
            assert whole_shoe[2 * place : 2 * place + 8].encode() not in everything
            cards = play.state.shoe[place : place + 4]
            assert ",".join(f'"{card}"' for card in cards).encode() not in everything
        assert order.encode() not in everything
        seed = contents.contents.seed
        for secret in (seed, *(salt_of(seed, leaf) for leaf in unseen_places(play.state))):
            assert secret not in everything
            assert secret.hex().encode() not in everything
        await whole.house.close()

    simulate(main)
