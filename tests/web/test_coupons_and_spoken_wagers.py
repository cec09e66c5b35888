"""Match play coupons and spoken wagers over HTTP: issued, placed, confirmed, settled; nothing is lost or doubled."""

import asyncio
import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.pit.books import check_books
from tests.web.asgi import Client, Reply
from tests.web.whole import Whole, use
from upcard.audit.run import AuditOptions, audit_journal
from upcard.pit.accounts import read_account
from upcard.pit.draws import KeyedShoes
from upcard.pit.shoe_keys import read_shoe_keys
from upcard.store.journal import all_rows
from upcard.store.opening import open_journal

FREE_BET, IN_BETWEEN, PLAIN = "free-bet", "in-between-posted", "blackjack"
PIT, WALLET = "/api/v1/pit/commands", "/api/v1/wallet"
DEALER, SUPERVISOR = "the-dealer", "the-supervisor"
FIVE: dict[str, Any] = {"value": "5.00", "count": 1}


async def issue(whole: Whole, patron: str = "ann", value: str = "5.00", count: int = 3, **more: Any) -> Reply:
    client = await whole.logged_on(SUPERVISOR)
    body = {"command": "IssueCoupons", "patron": patron, "value": value, "count": count, "reference": "new members"}
    return await client.post(PIT, body, **more)


async def coupons(client: Client) -> list[dict[str, Any]]:
    held: list[dict[str, Any]] = (await client.get(WALLET)).json()["coupons"]
    return held


async def sit(whole: Whole, table: str, patron: str = "ann", seat: int = 1) -> Client:
    """Seat a patron, wait for the shoe, and make a blackjack wager."""
    client = await whole.logged_on(patron)
    assert (await client.command(table, "BuyIn", seat=seat, amount="500.00")).status == 200
    await asyncio.sleep(3)
    reply = await client.command(table, "PlaceWager", seat=seat, wager="blackjack", amounts=["25.00"])
    assert reply.status == 200, reply
    return client


async def with_coupon(client: Client, table: str, wager: str, *, chips: str = "0.00", **more: Any) -> Reply:
    fields = {"seat": 1, "wager": wager, "amounts": [chips], "coupon": "5.00", **more}
    return await client.command(table, "PlaceWager", **fields)


async def confirm(whole: Whole, who: str, table: str, wager: str, amount: str = "10.00", **more: Any) -> Reply:
    client = await whole.logged_on(who)
    return await client.command(table, "ConfirmSpokenWager", seat=1, wager=wager, amount=amount, **more)


def refusals(reply: Reply) -> list[tuple[str | None, str]]:
    assert reply.status == 409, reply
    return [(each["cite"], each["message"]) for each in reply.json()["refusals"]]


def books(whole: Whole) -> Counter[str]:
    """Decide and fold every row again, audit the journal, and return the balances."""
    folder = whole.house.folder
    keys = read_shoe_keys(folder.keys)
    with closing(open_journal(folder.journal, read_only=True)) as journal:
        assert audit_journal(journal, AuditOptions(shoe_keys=keys)).problems == ()
        return check_books(all_rows(journal), whole.house.floor.states, KeyedShoes(keys, journal.info.identity))


def coupon_sums(balances: Counter[str]) -> dict[str, int]:
    """Return what the accounts of coupons hold, by kind; together nothing, for every stated value."""
    by_kind, by_value = Counter[str](), Counter[int]()
    for account, amount in balances.items():
        known = read_account(account)
        assert known is not None
        if known.kind.startswith("coupon"):
            by_kind[known.kind] += amount
            by_value[known.value] += amount
            assert amount % known.value == 0
    assert not +by_value
    assert not -by_value
    return {kind: amount for kind, amount in by_kind.items() if amount}


async def play_out(whole: Whole, client: Client, table: str) -> None:
    """Stand until the round is over."""
    number = whole.house.floor.group(table).at(table).round
    while whole.house.floor.group(table).at(table).round == number:
        await asyncio.sleep(1)
        await client.command(table, "Decide", seat=1, play="stand")


@pytest.mark.cite("13:69F-2.26(d)")
@pytest.mark.cite("13:69F-2.32(c)")
@pytest.mark.parametrize(("table", "wager"), [(FREE_BET, "push 22"), (IN_BETWEEN, "in-between")])
def test_a_patron_places_a_coupon_that_staff_issued_and_it_is_taken_once_decided(
    folder: Path, table: str, wager: str
) -> None:
    async def main(whole: Whole) -> None:
        client = await sit(whole, table)
        assert refusals(await with_coupon(client, table, wager)) == [
            (None, "ann holds no match play coupon of $5.00"),
        ]
        assert (await issue(whole)).status == 200
        assert await coupons(client) == [{"value": "5.00", "count": 3}]
        assert (await with_coupon(client, table, wager)).status == 200
        assert await coupons(client) == [{"value": "5.00", "count": 2}]
        view = (await client.get(f"/api/v1/tables/{table}")).json()["game"]
        assert [each["coupon"] for seat in view["seats"] for each in seat["wagers"]] == ["5.00"]
        await play_out(whole, client, table)
        assert coupon_sums(books(whole)) in (
            {"coupons issued": -1500, "coupons of": 1000, "coupons used": 500},
            {"coupons issued": -1500, "coupons of": 1500},  # returned: the wager pushed
        )

    use(folder, main, files=(table,))


@pytest.mark.cite("13:69F-2.26(d)")
def test_a_coupon_is_refused_with_the_paragraph_where_the_table_or_the_wager_takes_none(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        await issue(whole)
        client = await sit(whole, IN_BETWEEN)
        refused = refusals(await with_coupon(client, IN_BETWEEN, "blackjack", chips="25.00"))
        assert ["match play coupon" in message for cite, message in refused if cite == "13:69F-2.3(a)"][-1]
        client = await whole.logged_on("ann")
        assert (await client.command("buster", "BuyIn", seat=1, amount="500.00")).status == 200
        await asyncio.sleep(3)
        await client.command("buster", "PlaceWager", seat=1, wager="blackjack", amounts=["25.00"])
        cites = [
            cite for cite, message in refusals(await with_coupon(client, "buster", "buster")) if "coupon" in message
        ]
        assert cites
        assert None not in cites
        assert await coupons(client) == [{"value": "5.00", "count": 3}]

    use(folder, main, files=(IN_BETWEEN, "buster"))


@pytest.mark.cite("13:69F-2.26(d)")
def test_a_coupon_is_neither_split_nor_joined_nor_somebody_elses(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        await issue(whole, "bob")
        await issue(whole, value="25.00", count=1)
        client = await sit(whole, IN_BETWEEN)
        assert refusals(await with_coupon(client, IN_BETWEEN, "in-between")) == [
            (None, "ann holds no match play coupon of $5.00"),
        ]
        assert (await with_coupon(client, IN_BETWEEN, "in-between", coupon="25.00")).status == 200
        assert await coupons(client) == []

    use(folder, main, files=(IN_BETWEEN,))


def test_a_coupon_is_issued_once_under_a_key_placed_once_and_taken_back(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await sit(whole, IN_BETWEEN)
        assert [(await issue(whole, key="the same")).status for _ in range(3)] == [200] * 3
        assert await coupons(client) == [{"value": "5.00", "count": 3}]
        replies = [await with_coupon(client, IN_BETWEEN, "in-between", key="again") for _ in range(3)]
        assert [reply.status for reply in replies] == [200] * 3
        assert await coupons(client) == [{"value": "5.00", "count": 2}]
        assert (await client.command(IN_BETWEEN, "WithdrawWager", seat=1, wager="in-between")).status == 200
        assert await coupons(client) == [{"value": "5.00", "count": 3}]
        assert coupon_sums(books(whole)) == {"coupons issued": -1500, "coupons of": 1500}

    use(folder, main, files=(IN_BETWEEN,))


@pytest.mark.cite("13:69F-2.15(a)")
def test_a_voided_round_gives_the_coupon_back_even_one_that_was_taken(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        await issue(whole)
        client = await sit(whole, IN_BETWEEN)
        await with_coupon(client, IN_BETWEEN, "in-between")
        while not whole.house.floor.group(IN_BETWEEN).at(IN_BETWEEN).dealer.cards:
            await asyncio.sleep(0.5)
        supervisor = await whole.logged_on(SUPERVISOR)
        reply = await supervisor.command(IN_BETWEEN, "VoidRound", reason="a card was exposed")
        assert reply.status == 200, reply
        assert await coupons(client) == [{"value": "5.00", "count": 3}]
        assert coupon_sums(books(whole)) == {"coupons issued": -1500, "coupons of": 1500}

    use(folder, main, files=(IN_BETWEEN,))


def test_a_suspended_patron_gets_the_coupon_on_the_layout_back(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        await issue(whole)
        client = await sit(whole, IN_BETWEEN)
        assert refusals(await client.command(IN_BETWEEN, "CashOut", seat=1))
        await with_coupon(client, IN_BETWEEN, "in-between")
        compliance = await whole.logged_on("the-compliance")
        body = {"command": "Suspend", "days": 3, "confirm": "ann"}
        assert (await compliance.post("/api/v1/people/ann/commands", body)).status == 200
        await asyncio.sleep(30)
        assert coupon_sums(books(whole)) == {"coupons issued": -1500, "coupons of": 1500}

    use(folder, main, files=(IN_BETWEEN,))


def test_coupons_are_cancelled_with_a_reason_and_by_closing_the_account(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        await issue(whole)
        supervisor, client = await whole.logged_on(SUPERVISOR), await whole.logged_on("ann")
        cancel = {"command": "CancelCoupons", "patron": "ann", "value": "5.00", "count": 1, "reason": "expired"}
        assert (await supervisor.post(PIT, cancel)).status == 200
        assert await coupons(client) == [{"value": "5.00", "count": 2}]
        assert refusals(await supervisor.post(PIT, {**cancel, "count": 3})) == [
            (None, "ann holds 2 match play coupons of $5.00, not 3"),
        ]
        closing_it = {"command": "CloseAccount", "confirm": "ann"}
        reply = await client.post("/api/v1/account/commands", closing_it)
        assert reply.status == 200, reply
        assert coupon_sums(books(whole)) == {}

    use(folder, main)


@pytest.mark.cite("13:69F-2.26(d)")
@pytest.mark.cite("13:69D-1.18(a)")
def test_a_spoken_wager_is_made_once_dealer_and_supervisor_have_confirmed_it(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await sit(whole, IN_BETWEEN)
        before = books(whole)
        assert (await confirm(whole, DEALER, IN_BETWEEN, "in-between")).status == 200
        waiting = (await client.get(f"/api/v1/tables/{IN_BETWEEN}")).json()["spoken"]
        assert waiting == [
            {
                "seat": 1,
                "wager": "in-between",
                "choice": None,
                "amount": "10.00",
                "confirmed": ["dealer"],
                "missing": ["supervisor"],
            }
        ]
        assert books(whole) == before  # the cash is still the patron's
        reply = await confirm(whole, SUPERVISOR, IN_BETWEEN, "in-between")
        assert reply.status == 200, reply
        after = books(whole)
        moved = {account: after[account] - before[account] for account in after if after[account] != before[account]}
        table = IN_BETWEEN
        assert moved == {
            "house": -1000,
            f"drop {table}": 1000,
            f"rack {table}": -1000,
            f"wager {table}/1/in-between": 1000,
        }
        last = list(all_rows(whole.house.journal))[-1]
        placed = next(each for each in json.loads(last.events) if each["event"] == "WagerPlaced")
        assert placed["spoken"] == [
            {"person": "dealer", "name": DEALER},
            {"person": "supervisor", "name": SUPERVISOR},
        ]
        assert (await client.get(f"/api/v1/tables/{IN_BETWEEN}")).json()["spoken"] == []
        await play_out(whole, client, IN_BETWEEN)
        books(whole)

    use(folder, main, files=(IN_BETWEEN,))


@pytest.mark.cite("13:69F-2.32(c)")
def test_a_spoken_push_22_wager_needs_the_dealer_alone_and_a_supervisor_is_not_the_dealer(folder: Path) -> None:
    # reading 77
    async def main(whole: Whole) -> None:
        await sit(whole, FREE_BET)
        assert (await confirm(whole, SUPERVISOR, FREE_BET, "push 22")).status == 200
        seat = whole.house.floor.group(FREE_BET).at(FREE_BET).seat(1)
        assert seat is not None
        assert seat.placed == ()
        assert (await confirm(whole, DEALER, FREE_BET, "push 22")).status == 200
        seat = whole.house.floor.group(FREE_BET).at(FREE_BET).seat(1)
        assert seat is not None
        assert [placed.wager for placed in seat.placed] == ["push 22"]

    use(folder, main, files=(FREE_BET,))


@pytest.mark.cite("13:69F-2.26(d)")
def test_a_spoken_wager_nobody_else_confirmed_is_returned_when_the_first_card_is_due(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await sit(whole, IN_BETWEEN)
        assert (await confirm(whole, DEALER, IN_BETWEEN, "in-between")).status == 200
        await asyncio.sleep(8)
        state = whole.house.floor.group(IN_BETWEEN).at(IN_BETWEEN)
        assert state.dealer.cards
        assert (await client.get(f"/api/v1/tables/{IN_BETWEEN}")).json()["spoken"] == []
        returned = [each for row in all_rows(whole.house.journal) for each in json.loads(row.events)]
        assert [each["amount"] for each in returned if each["event"] == "SpokenWagerReturned"] == ["10.00"]
        late = refusals(await confirm(whole, SUPERVISOR, IN_BETWEEN, "in-between"))
        assert late
        assert all(cite is not None for cite, _ in late)
        books(whole)

    use(folder, main, files=(IN_BETWEEN,))


@pytest.mark.cite("13:69F-2.26(d)")
def test_what_is_refused_of_a_spoken_wager(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        table = IN_BETWEEN
        assert refusals(await confirm(whole, DEALER, table, "in-between"))[0] == (
            None,
            "seat 1 is not taken: buy in there first",
        )
        client = await sit(whole, table)
        denied = await client.command(table, "ConfirmSpokenWager", seat=1, wager="in-between", amount="10.00")
        assert denied.status == 403
        cite, message = refusals(await confirm(whole, DEALER, table, "blackjack"))[-1]
        assert cite == "13:69F-2.3(a)"
        assert "no text is held" in message
        assert refusals(await confirm(whole, DEALER, table, "in-between", "9999.00"))[0][0] == "13:69F-2.26(d)"
        assert (await confirm(whole, DEALER, table, "in-between")).status == 200
        again = refusals(await confirm(whole, DEALER, table, "in-between"))
        assert again == [("13:69F-2.26(d)", "each person confirms a spoken wager once")]
        other = refusals(await confirm(whole, SUPERVISOR, table, "in-between", "20.00"))
        assert other == [("13:69F-2.26(d)", "the dealer (the-dealer) confirmed a spoken wager of $10.00, not $20.00")]
        dealer = await whole.logged_on(DEALER)
        back = await dealer.command(table, "ReturnSpokenWager", seat=1, wager="in-between")
        assert back.status == 200, back
        assert (await client.get(f"/api/v1/tables/{table}")).json()["spoken"] == []
        books(whole)

    use(folder, main, files=(IN_BETWEEN,))


@pytest.mark.cite("13:69F-2.26(d)")
def test_two_people_confirm_a_spoken_wager_not_one_person_twice(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        await sit(whole, IN_BETWEEN)
        administrator = await whole.logged_on("the-administrator")
        grant = {"command": "GrantRole", "role": "supervisor"}
        assert (await administrator.post(f"/api/v1/people/{DEALER}/commands", grant)).status == 200
        assert (await confirm(whole, DEALER, IN_BETWEEN, "in-between", role="dealer")).status == 200
        assert refusals(await confirm(whole, DEALER, IN_BETWEEN, "in-between", role="supervisor")) == [
            ("13:69F-2.26(d)", "the-dealer has confirmed this spoken wager as dealer: another person must"),
        ]
        assert (await confirm(whole, SUPERVISOR, IN_BETWEEN, "in-between")).status == 200

    use(folder, main, files=(IN_BETWEEN,))


@pytest.mark.asked("13:69O-1.4(n)")
def test_the_cash_of_a_spoken_wager_counts_toward_the_spending_limit(folder: Path) -> None:
    async def main(whole: Whole) -> None:
        client = await sit(whole, FREE_BET)
        limit = {"command": "SetLimit", "limit": "spend", "period": "day", "amount": "505.00"}
        assert (await client.post("/api/v1/account/limits", limit)).status == 200
        (refusal,) = refusals(await confirm(whole, DEALER, FREE_BET, "push 22"))
        assert "spend limit" in refusal[1]
        assert (await confirm(whole, DEALER, FREE_BET, "push 22", "5.00")).status == 200
        assert (await client.get("/api/v1/account")).json()["used"]["spend"]["day"] == "505.00"

    use(folder, main, files=(FREE_BET,))
