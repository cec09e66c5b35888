"""Steps of the procedure in a written round: what is stated of each, by which paragraph it is due, what follows."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upcard
from tests.command import within
from tests.dealing import nets, ruled, seat
from tests.tables import offer, text, toml
from tests.test_golden import ROUNDS
from upcard.game import events as ev
from upcard.game.narrate import text as in_words
from upcard.game.ruling import Ruling, rule
from upcard.game.steps import StatedStep, declared_steps
from upcard.game.written_round import WrittenRound, described_round, load_round
from upcard.law import READINGS, Cited
from upcard.rules import step
from upcard.rules.step import Follows, ProcedureStep
from upcard.rules.wager import Demand, Wager
from upcard.table import BadConfig, load
from upcard.wagers import ALL, OPTIONS
from upcard.wagers.base_game import PROCEDURE
from upcard.wagers.in_between import IN_BETWEEN

PROGRESSIVE = text(offer("progressive"))
ACES = "Ah 6c Ad 9h Tc"  # two aces, and the dealer busts with 25: the progressive wager wins 25.00
WAGERS = {"blackjack": "10.00", "progressive": "1.00"}
FREE_BET = text(
    offer("push 22", spoken_wagers=True), game="free bet", dealer_soft_17="draw", hole_card="down, card reader"
)
SHOE_22 = "Th 6s 9d Kc 6h"  # the dealer ends on 22
PUSH_22 = {"blackjack": "10.00", "push 22": "5.00"}


def aces(seat_keys: dict[str, Any] | None = None, **more: Any) -> Ruling:
    """Return the ruling on a round in which two aces win the progressive wager."""
    return ruled(ACES, seat(1, WAGERS, "stand", **(seat_keys or {})), table=PROGRESSIVE, **more)


def with_22(seat_keys: dict[str, Any] | None = None, **more: Any) -> Ruling:
    """Return the ruling on a round in which Push 22 wins."""
    return ruled(SHOE_22, seat(1, PUSH_22, "stand", **(seat_keys or {})), table=FREE_BET, **more)


def lines(ruling: Ruling) -> list[str]:
    return [words for _, words in ruling.lines if words]


# -- what was wrong -------------------------------------------------------------------------------------------------


@pytest.mark.cite("13:69F-2.19(b)", "13:69F-2.19(g)2")
@pytest.mark.parametrize(
    "stated",
    [
        {"irregularities": ["acceptor light not lit"]},
        {"irregularities": [{"what": "Acceptor light not lit", "seat": 1}]},
        {"not_done": ["light"]},
        {"seat_keys": {"not_done": {"progressive": ["light"]}}},
    ],
)
def test_a_wager_whose_light_is_not_lit_is_not_paid_and_no_answer_says_that_no_text_is_held(
    stated: dict[str, Any],
) -> None:
    # reading 79
    ruling = aces(**stated)
    assert nets(ruling) == {"1 blackjack": "10.00", "1 progressive": "0.00"}
    (breach,) = ruling.breaches
    assert [str(breach.declared.cite), *map(str, breach.also)] == ["13:69F-2.19(b)", "13:69F-2.19(g)2"]
    assert (breach.verdict.value, breach.follows, breach.reading) == ("violates", Follows.NO_WAGER, 79)
    assert not any(isinstance(event, ev.WagersRegistered | ev.LightsVerified) for event in ruling.events)
    assert all("no text held" not in each.message for each in ruling.irregularities)
    assert ruling.exit_code == 1
    assert ruling.as_done is False


@pytest.mark.cite("13:69F-2.19(b)")
def test_the_light_of_one_seat_says_nothing_of_another() -> None:
    two = [seat(number, WAGERS, "stand") for number in (1, 2)]
    two[1]["not_done"] = {"Progressive": ["acceptor light not lit"]}
    ruling = ruled("Ah As 6c Ad Ac 9h Tc", *two, table=PROGRESSIVE)
    won = nets(ruling)
    assert (won["1 progressive"], won["2 progressive"]) == ("24.00", "0.00")
    (registered,) = (event for event in ruling.events if isinstance(event, ev.WagersRegistered))
    assert registered.seats == (1,)


def test_a_ruling_does_not_assert_that_anything_was_verified_announced_or_validated() -> None:
    for ruling in (aces(), with_22()):
        done = [words for words in lines(ruling) if not words.startswith(("due: ", "not done: "))]
        for word in ("verifies", "equals", "registered", "validates", '"No more bets"', "the dealer announces $"):
            assert not [words for words in done if word in words], word

    told = " / ".join(lines(aces()))
    assert "due: progressive, seat 1: the dealer verifies that one chip equals one light" in told
    assert "due: seat 1: the supervisor validates the progressive payout" in told


@pytest.mark.cite("13:69F-2.32(h)2", "13:69F-2.19(g)3")
def test_what_is_stated_is_told_as_it_is_stated() -> None:
    not_announced = with_22({"not_done": {"push 22": ["announcement"]}, "done": {"push 22": ["verification"]}})
    told = [words for words in lines(not_announced) if "Push 22," in words]
    assert told[0].startswith("seat 1: Push 22, Any other combination of 22: the dealer verifies")
    assert told[1].startswith("not done: seat 1: Push 22, Any other combination of 22: the dealer announces $40.00")
    (breach,) = not_announced.breaches
    assert (str(breach.declared.cite), breach.follows, breach.reading) == (
        "13:69F-2.32(h)2",
        Follows.BEFORE_PAYMENT,
        78,
    )
    assert nets(not_announced)["1 push 22"] == "40.00"  # still due
    not_validated = aces(not_done=["validation"])
    assert [str(each.declared.cite) for each in not_validated.breaches] == ["13:69F-2.19(g)3"]
    assert nets(not_validated)["1 progressive"] == "24.00"


@pytest.mark.cite("13:69F-2.32(c)", "13:69F-2.26(d)")
def test_a_spoken_wager_that_nobody_confirmed_goes_back_and_the_rest_is_settled() -> None:
    ruling = with_22({"not_done": {"push 22": ["confirmation"]}})
    assert nets(ruling) == {"1 blackjack": "0.00", "1 push 22": "0.00"}
    (breach,) = ruling.breaches
    assert (str(breach.declared.cite), breach.follows, breach.reading) == ("13:69F-2.32(c)", Follows.NO_WAGER, None)
    paid = with_22({"not_done": {"push 22": ["confirmation"]}, "paid": {"push 22": "40.00"}})
    assert paid.done is not None
    assert paid.done.over == {1: 4000}


@pytest.mark.cite("13:69F-2.26(e)")
def test_settlement_after_a_further_card_breaks_its_paragraph_and_stands() -> None:
    table = text(offer("in-between"))
    wagers = {"blackjack": "10.00", "in-between": "5.00"}
    one = seat(1, wagers, "stay", not_done={"in-between": ["settlement after a further card"]})
    ruling = ruled("2h 6s 9c Kc 8h", one, table=table)
    (breach,) = ruling.breaches
    assert (str(breach.declared.cite), breach.follows) == ("13:69F-2.26(e)", Follows.STANDS)
    plain = ruled("2h 6s 9c Kc 8h", seat(1, wagers, "stay"), table=table)
    assert nets(ruling) == nets(plain)


@pytest.mark.cite("13:69F-2.19(b)")
def test_a_wager_that_was_not_registered_stands_and_is_still_to_be_registered() -> None:
    ruling = aces(not_done=["registration"])
    (breach,) = ruling.breaches
    assert (str(breach.declared.cite), breach.follows) == ("13:69F-2.19(b)", Follows.STILL_DUE)
    assert nets(ruling) == nets(aces())
    assert any(words.startswith("not done: progressive: $1.00 registered") for words in lines(ruling))


@pytest.mark.cite("13:69F-2.11(e)")
def test_a_second_split_of_tens_without_notice_ends_with_exit_code_1_and_the_reading_that_says_why_it_settles() -> None:
    # reading 76
    free = {"game": "free bet", "dealer_soft_17": "draw", "hole_card": "down, card reader"}
    one = seat(1, {"blackjack": "10.00"}, "split", "split", *["stay"] * 3)
    shoe = "Th 6c Td 9h Tc 9h Td 5c 5d"
    for notices, code in (([], 1), (["splits"], 0)):
        ruling = ruled(shoe, one, table=text(splits=3, notices=notices, **free))
        assert (ruling.exit_code, ruling.table_violates) == (code, bool(code))
        assert nets(ruling)
    assert READINGS[76].choice.endswith("its exit code is 1 even if the round was done as due.")


def test_the_command_says_by_which_reading_a_round_at_an_unlawful_table_is_settled(tmp_path: Path) -> None:
    (tmp_path / "round.toml").write_text(
        'shoe = "Th 9c 7h 8c"\n[[seat]]\nnumber = 1\nwagers = { blackjack = "25.00" }\ndecisions = ["stand"]\n'
    )
    arguments = (
        "deal",
        "blackjack",
        "--set",
        "splits=3",
        "--set",
        "notices=[]",
        "--round",
        str(tmp_path / "round.toml"),
    )
    done = within(*arguments)
    assert "violates: A pair may be split more than once only after notice" in done.out
    assert (done.code, "[reading 76]" in done.out) == (1, True)
    assert json.loads(within(*arguments, "--json").out)["table_violates"] is True


# -- every step of the registry -------------------------------------------------------------------------------------


@cache
def golden() -> tuple[tuple[WrittenRound, Ruling], ...]:
    """Return every golden round that the rules allow and that states no step, with its ruling."""
    ruled_on = ((written, rule(written)) for written in map(load_round, ROUNDS))
    ruled_on = ((written, ruling) for written, ruling in ruled_on if not ruling.procedure)
    return tuple(pair for pair in ruled_on if not pair[1].refusals)


def declared() -> Iterator[tuple[str, str | None, Cited[ProcedureStep]]]:
    """Yield every step of the registry: the option's name, the wager that it is about, the step with its paragraph."""
    for option in OPTIONS:
        for each in option.procedure:
            yield option.name, option.name if isinstance(option, Wager) else None, each
    for each in PROCEDURE:
        yield "", None, each


def seats_of(written: WrittenRound, wager: str) -> list[int]:
    return [one.number for one in written.seats if wager in [name for name, *_ in one.wagers]]


def candidates(name: str, wager: str | None) -> Iterator[tuple[WrittenRound, int | None]]:
    """Yield the golden rounds at tables with an option: for a wager with a seat that made it."""
    for written, _ in golden():
        if wager is not None:
            yield from ((written, number) for number in seats_of(written, wager))
        elif not name or name in [option.name for option in written.table.options]:
            yield written, None


def not_done(written: WrittenRound, which: ProcedureStep, number: int | None, wager: str | None) -> Ruling:
    stated = StatedStep(step=which, done=False, seat=number, wager=wager)
    return rule(replace(written, steps=(stated,)))


@pytest.mark.parametrize(
    ("name", "wager", "cited"),
    [pytest.param(*each, id=f"{each[0]} {each[2].cite} {each[2].value.name}") for each in declared()],
)
def test_a_round_in_which_a_step_was_not_done_is_ruled_on_with_its_paragraph(
    name: str, wager: str | None, cited: Cited[ProcedureStep]
) -> None:
    for written, number in candidates(name, wager):
        ruling = not_done(written, cited.value, number, wager)
        broken = [each for each in ruling.breaches if each.declared.cite == cited.cite.as_of(written.table.law)]
        if broken:
            (breach,) = broken
            assert breach.declared.step == cited.value
            assert ruling.exit_code == 1
            assert ruling.as_done in (False, None)
            assert breach.follows is cited.value.follows
            assert ("no text held" in breach.message) is (breach.verdict.value == "not verifiable")
            return
    pytest.fail("no golden round calls for the step")


@pytest.mark.parametrize("wager", ALL, ids=lambda wager: wager.name)
def test_every_step_that_a_wager_declares_is_ruled_on_in_any_round_with_the_wager(wager: Wager) -> None:
    for written, number in candidates(wager.name, wager.name):
        if not wager.cite.stands_in(written.table.law):
            continue
        for each in wager.procedure:
            ruling = not_done(written, each.value, number, wager.name)
            assert ruling.procedure, (each.value.name, written)
            assert all(one.declared.step == each.value and one.seat == number for one in ruling.procedure)


@pytest.mark.parametrize("demand", Demand, ids=lambda demand: demand.name)
def test_a_new_wager_declares_the_steps_that_it_demands(demand: Demand) -> None:
    new = replace(IN_BETWEEN, demands=(IN_BETWEEN.cite.says(demand),))
    assert IN_BETWEEN.cite.says(demand.step) in new.procedure
    own = ProcedureStep(name="bell", failure="bell not rung", follows=Follows.STANDS)
    assert IN_BETWEEN.cite.says(own) in replace(IN_BETWEEN, steps=(IN_BETWEEN.cite.says(own),)).procedure


def test_a_step_of_a_new_wager_can_be_stated_and_is_ruled_on() -> None:
    own = ProcedureStep(name="bell", failure="bell not rung", follows=Follows.STANDS)
    table = load("in-between")
    new = replace(IN_BETWEEN, steps=(IN_BETWEEN.cite.says(own),))
    offers = tuple(replace(each, wager=new) if each.wager is IN_BETWEEN else each for each in table.offers)
    options = tuple(new if each is IN_BETWEEN else each for each in table.options)
    changed = replace(table, offers=offers, options=options)
    assert own in [each.step for each in declared_steps(changed)]
    one = seat(1, {"blackjack": "25.00", "in-between": "5.00"}, "stay", not_done={"in-between": ["bell not rung"]})
    (breach,) = rule(described_round(changed, {"shoe": "2h 6s 9c Kc 8h", "seat": [one]})).breaches
    assert (breach.declared.step, str(breach.declared.cite)) == (own, "13:69F-2.26")


def test_no_two_steps_of_a_table_share_a_name() -> None:
    for written, _ in golden():
        named: dict[str, ProcedureStep] = {}
        for each in declared_steps(written.table):
            for word in (each.step.name.casefold(), each.step.failure.casefold(), *each.step.also):
                assert named.setdefault(word, each.step) == each.step


@given(st.integers(0, 10**6), st.data())
@settings(max_examples=100, deadline=None)
def test_no_ruling_tells_as_done_what_is_stated_as_not_done(pick: int, data: st.DataObject) -> None:
    written, _ = golden()[pick % len(golden())]
    steps = list(dict.fromkeys(each.step for each in declared_steps(written.table)))
    chosen = data.draw(st.lists(st.sampled_from(steps), unique=True, max_size=4))
    stated = tuple(StatedStep(step=each, done=data.draw(st.booleans())) for each in chosen)
    ruling = rule(replace(written, steps=stated))
    said = {one.step: one.done for one in stated}
    for (event, words), act in zip(ruling.lines, ruling.acts, strict=True):
        if act is not None and words:
            prefix = {True: "", False: "not done: ", None: "due: "}[said.get(act.step, act.done)]
            assert words == prefix + in_words(event)
    assert {each.declared.step for each in ruling.breaches} <= {one.step for one in stated if not one.done}
    assert ruling.exit_code == 1 or not ruling.breaches


# -- what is not called for, not recognized, contradictory ----------------------------------------------------------


def test_a_step_that_the_round_does_not_call_for_is_no_breach() -> None:
    one = seat(1, WAGERS, "stand", not_done={"progressive": ["validation"]})
    lost = ruled("Th 6c 9d 9h Kc", one, table=PROGRESSIVE)
    assert (lost.breaches, lost.exit_code) == ((), 0)
    (ruled_on,) = lost.procedure
    assert (str(ruled_on.declared.cite), ruled_on.called_for) == ("13:69F-2.19(g)3", False)


def test_what_is_done_as_due_is_said_to_be() -> None:
    ruling = aces(done=["light", "chips equal lights", "validation"])
    assert (ruling.as_done, ruling.exit_code) == (True, 0)


@pytest.mark.cite("13:69F-2.6(f)")
def test_no_text_held_is_said_only_where_none_is() -> None:
    ruling = aces(not_done=["total announced"])
    (breach,) = ruling.breaches
    assert (str(breach.declared.cite), breach.verdict.value) == ("13:69F-2.6(f)", "not verifiable")
    assert "no text held" in breach.message
    answers = {
        each.irregularity.what: each
        for each in aces(irregularities=["misdeal", "light was dark", "xyz"]).irregularities
    }
    assert answers["misdeal"].answer == "no text held"
    assert answers["light was dark"].answer == answers["xyz"].answer == "not recognized"
    assert "13:69F-2.19(b)" in list(map(str, answers["light was dark"].nearest))
    assert aces(irregularities=["xyz"]).exit_code == 1  # no answer
    assert aces(irregularities=["misdeal"]).exit_code == 0


@pytest.mark.cite("13:69F-2.20(f)")
def test_a_button_that_was_not_pressed_leaves_the_wager_open() -> None:
    one = seat(1, {"blackjack": "10.00", "blackjack bonus": "1.00"}, not_done={"blackjack bonus": ["button pressed"]})
    ruling = ruled("Ah 6c Kd 9h Kc", one, table=text(offer("blackjack bonus")))
    assert ruling.unfinished is not None
    assert ruling.exit_code == 1


CONTRADICTIONS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"not_done": ["bell"]}, {}, 'there is no step "bell" here; steps: '),
    ({}, {"not_done": {"progressive": ["announcement"]}}, 'there is no step "announcement" here; steps: '),
    ({}, {"not_done": {"buster": ["light"]}}, "is no wager of this seat; its wagers: blackjack, progressive"),
    ({"not_done": ["light"], "done": ["light"]}, {}, "light is written as done and as not done"),
    ({"not_done": "light"}, {}, "must be a list"),
    ({}, {"not_done": ["light"]}, "must be a table of keys"),
]


@pytest.mark.parametrize(("table", "one", "message"), CONTRADICTIONS)
def test_a_step_that_cannot_be_stated_is_an_error(table: dict[str, Any], one: dict[str, Any], message: str) -> None:
    with pytest.raises(BadConfig) as error:
        aces(one, **table)
    assert message in str(error.value)


# -- where it is answered -------------------------------------------------------------------------------------------


def test_the_command_and_its_json_and_python_say_the_same_of_a_step(tmp_path: Path) -> None:
    one = seat(1, {"blackjack": "25.00", "progressive": "1.00"}, "stand", not_done={"progressive": ["light"]})
    keys = [f"{key} = {toml(value)}" for key, value in one.items()]
    (tmp_path / "round.toml").write_text("\n".join([f"shoe = {toml(ACES)}", "[[seat]]", *keys]))
    arguments = ("deal", "progressive", "--round", str(tmp_path / "round.toml"))
    done, answer = within(*arguments), json.loads(within(*arguments, "--json").out)
    words = " ".join(done.out.split())
    assert "procedure not followed: violates: seat 1: progressive: acceptor light not lit: the wager does not" in words
    assert "[13:69F-2.19(b), 13:69F-2.19(g)2, reading 79]" in words
    assert done.code == 1
    (in_json,) = answer["procedure"]
    assert (in_json["cite"], in_json["also"], in_json["follows"]) == (
        "13:69F-2.19(b)",
        ["13:69F-2.19(g)2"],
        "no wager",
    )
    assert (answer["as_done"], in_json["verdict"], in_json["done"]) == (False, "violates", False)
    assert {(each["step"], each["done"]) for each in answer["events"]} == {(None, None), ("no more bets", None)}
    ruling = upcard.deal(upcard.load("progressive"), {"shoe": ACES, "seat": [one]})
    assert {**vars(ruling.procedure[0]), "also": ["13:69F-2.19(g)2"]} == in_json
    assert (ruling.as_done, ruling.table_violates) == (False, False)


def test_a_refused_round_still_says_which_steps_were_not_done() -> None:
    one = seat(1, WAGERS, "split", not_done={"progressive": ["validation"]})
    ruling = ruled("Ah 6c 9d 9h Tc", one, table=PROGRESSIVE)
    assert ruling.refusals
    assert [str(each.declared.cite) for each in ruling.breaches] == ["13:69F-2.19(g)3"]


def test_without_its_blackjack_wager_a_box_gets_no_cards() -> None:
    ruling = ruled("Th 6c 9d 9h Kc", seat(1, {"blackjack": "10.00"}, "stand", not_done={"blackjack": ["late wager"]}))
    (refusal,) = ruling.refusals
    assert "gets no cards" in refusal.message
    assert step.MADE_IN_TIME in [each.declared.step for each in ruling.breaches]
