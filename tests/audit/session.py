"""A casino whose journal is the same bytes each time: every command, every shipped table, and what is rare."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.law_folders import KEPT
from tests.pit.casino import (
    ADMINISTRATOR,
    COMPLIANCE,
    DEALER,
    KEYS,
    PATRONS,
    RICH,
    SHIPPED,
    SUPERVISOR,
    Casino,
    patron_account,
    pit_table,
    table_text,
    wager,
)
from upcard.cards import DECK, cards
from upcard.game import commands as do
from upcard.game import events as ev
from upcard.game.roles import Role
from upcard.money import Cents
from upcard.pit import commands as pc
from upcard.pit.draws import KeyedShoes
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.pit.shoe_keys import MasterKey, ShoeKeys, ShoeLabel
from upcard.pit.shoes import ShoeContents, commit
from upcard.rules.enums import Play
from upcard.store.checkpoints import CheckpointWriter, origin_of
from upcard.store.clock import Random as Bytes
from upcard.store.clock import time_text
from upcard.store.database import DatabaseJournal
from upcard.store.opening import create_journal, open_journal
from upcard.store.signed_note import SigningKey, new_key

CREATED = datetime(2026, 7, 1, 11, tzinfo=UTC)
CREATED_TEXT = time_text(CREATED)
CUT = 50
EARLY_SURRENDER = Path(__file__).parents[1] / "golden" / "tables" / "early-surrender-reader.toml"


class StackedShoes(KeyedShoes):
    """Draws shoes as the server does, but for one that is stacked: every order is one that can be drawn."""

    stacked: str = ""

    def draw(self, table: str, number: int, decks: int, random: Bytes) -> pc.DrawnShoe:
        if not self.stacked:
            return super().draw(table, number, decks, random)
        first, rest = cards(self.stacked), list(DECK * decks)
        for card in first:
            rest.remove(card)
        after = (rest[0], *first, *rest[1:])  # one card is burned
        order = after[-CUT:] + after[:-CUT]
        contents, self.stacked = ShoeContents(order, random(32)), ""
        sealed = KEYS.seal(contents, ShoeLabel(self._journal, table, number), random=random)
        return pc.DrawnShoe(number, commit(contents).root, sealed.text, sealed.key)


class Recorded(Casino):
    """A casino that names its requests by numbers, so that its rows are the same each time."""

    def __init__(self, journal: DatabaseJournal, *, seed: int | str = 1, keys: ShoeKeys = KEYS) -> None:
        super().__init__(journal, seed=seed, keys=keys)
        self._name = f"request {seed}"
        self.shoes = StackedShoes(keys, journal.info.identity)
        self.ledger.shoes = self.shoes

    def stack(self, table: str, shoe: str) -> None:
        """Put a shoe into play that begins with these cards."""
        self.shoes.stacked = shoe
        self.new_shoe(table, CUT)

    def finish(self, table: str) -> None:
        """Play the round on the layout to its end."""
        while pit_table(self.ledger.states, table).state.moved:
            self.step(table)

    @property
    def last_shoe(self) -> int:
        shoe = pit_table(self.ledger.states).shoe
        assert shoe is not None
        return shoe.number


@contextmanager
def recorded(path: Path, *, seed: int | str = 1) -> Iterator[Recorded]:
    """A casino with a new journal whose identity and time are the same each time."""
    create_journal(path, clock=lambda: CREATED, random=Random(f"journal {seed}").randbytes)
    with closing(open_journal(path)) as journal:
        yield Recorded(journal, seed=seed)


def everything(house: Recorded) -> None:
    """Give every command at least once, and play every shipped table until each of its wagers was made."""
    house.open("T1")
    for number, file in enumerate(SHIPPED, 2):
        house.install(f"T{number}", file=file)
    _office(house)
    house.seat("T1")
    for number in range(2, len(SHIPPED) + 2):
        _table(house, f"T{number}")
    _bonus(house)
    _coupons(house)
    _insurance(house)
    _early_surrender(house)
    _linked(house)
    _shoes(house)
    _restored(house)
    _leaving(house)
    _law(house)


def _law(house: Recorded) -> None:
    """A table that opens by the licensee's law folder, and is installed again without it."""
    house.done("system", pc.StateLawFolder(KEPT))
    house.done(ADMINISTRATOR, pc.InstallTable("L1", table_text("buster")))
    house.at("L1", do.OpenTable())
    house.at("L1", do.CloseTable())
    house.done("system", pc.StateLawFolder(""))
    house.done(ADMINISTRATOR, pc.InstallTable("L1", table_text("buster")))


def _office(house: Recorded) -> None:
    house.done(SUPERVISOR, pc.CreditRack("T1", Cents(100_00)))
    house.done(SUPERVISOR, pc.InstructFills("T1", Cents(50_00), Cents(100_00)))
    house.done(SUPERVISOR, pc.CountRack("T1", Cents(10**9 - 100_01), "a chip is missing"))
    house.done(SUPERVISOR, pc.CountDrop("T1", Cents(0)))
    house.done("patron Ann", pc.Withdraw("Ann", Cents(5_00), "bank 2"))
    for _ in range(2):
        house.done(SUPERVISOR, pc.ProposeAdjustment("house", "wallet Ann", Cents(5_00), "paid twice by mistake"))
    house.done(COMPLIANCE, pc.ApproveAdjustment(1))
    house.done(COMPLIANCE, pc.RejectAdjustment(2, "once was enough"))
    house.done("system", pc.MakeAccount("Dan", (Role.PATRON,), demo=True))
    house.done("patron Dan", pc.DepositPlayMoney("Dan", Cents(5_00)))
    house.done("patron Dan", pc.CloseAccount("Dan"))
    house.done(ADMINISTRATOR, pc.MakeAccount("dora", (Role.DEALER,)))
    house.done(ADMINISTRATOR, pc.GrantRole("dora", Role.SUPERVISOR))
    house.done(ADMINISTRATOR, pc.RemoveRole("dora", Role.SUPERVISOR))
    _duties(house)


def _duties(house: Recorded) -> None:
    """Limits, one of them loosened; a suspension and an exclusion; people and software on record."""
    for fingerprint in ("1" * 64, "2" * 64):
        house.done("system", pc.RecordSoftware("0.1.0", fingerprint))
    house.done(COMPLIANCE, pc.AcceptSoftware("2" * 64, "a repair, approved by the laboratory"))
    house.accept("T2", until="2026-07-31")
    house.done(COMPLIANCE, pc.WithdrawAcceptance("T2", 2, "the first one is enough"))
    house.done(COMPLIANCE, pc.SetLargeWin(Cents(2_000_00)))
    for kind in ("LoggedOn", "LoggedOff"):
        house.done("system", pc.RecordPerson(kind, "Ann", "Ann", "", "192.0.2.7", CREATED_TEXT))
    for amount in (Cents(RICH), Cents(2 * RICH)):
        house.done("patron Ann", pc.SetLimit("Ann", LimitKind.SPEND, LimitPeriod.WEEK, amount))
    house.done("patron Ann", pc.SetTimeLimit("Ann", LimitPeriod.DAY, 600))
    house.done(ADMINISTRATOR, patron_account("Eve"))
    house.done(COMPLIANCE, pc.Suspend("Eve"))
    house.done(COMPLIANCE, pc.Reinstate("Eve"))
    house.done("patron Eve", pc.Exclude("Eve"))


def _table(house: Recorded, table: str) -> None:
    house.seat(table)
    offered = set(pit_table(house.ledger.states, table).state.felt.offers)
    made: set[str] = set()
    rounds = 0
    while made != offered or rounds < 3:
        house.play(table, 1)
        rounds += 1
        made = _wagers_settled(house, table)
        assert rounds < 60, (table, offered - made)


def _wagers_settled(house: Recorded, table: str) -> set[str]:
    made = set()
    for row in house.journal.read(f"table {table}", limit=10_000):
        made |= {event["wager"] for event in json.loads(row.events) if event["event"] == "WagerPlaced"}
    return made - {ev.BLACKJACK}


def _bonus(house: Recorded) -> None:
    """A winner presses the bonus button."""
    table = f"T{SHIPPED.index('blackjack-bonus') + 2}"
    house.stack(table, "Ah 9s Kh 8c 7d 5s")
    house.at(table, wager(1))
    house.at(table, do.PlaceWager(1, "blackjack bonus", (Cents(1_00),)), "patron Ann")
    house.at(table, do.CloseBetting())
    house.finish(table)


def _coupons(house: Recorded) -> None:
    """A coupon is placed, and comes back with a voided round; a spoken wager is returned, another made."""
    table = f"T{SHIPPED.index('in-between-posted') + 2}"
    house.stack(table, "4h 5c 9s 6d 9c 8c Tc Th")
    house.done(SUPERVISOR, pc.IssueCoupons("Ann", Cents(5_00), 3, "new members"))
    house.done(SUPERVISOR, pc.CancelCoupons("Ann", Cents(5_00), 1, "expired"))
    spoken = pc.ConfirmSpokenWager(table, 2, "in-between", Cents(5_00))
    for is_voided in (True, False):
        for seat in (1, 2):
            house.at(table, wager(seat))
        house.at(table, do.PlaceWager(1, "in-between", (Cents(0),), coupon=Cents(5_00)), "patron Ann")
        house.done(DEALER, spoken)
        if is_voided:
            house.done(SUPERVISOR, pc.ReturnSpokenWager(table, 2, "in-between"))
        else:
            house.done(SUPERVISOR, spoken)
        house.at(table, do.CloseBetting())
        if is_voided:
            house.at(table, do.VoidRound(SUPERVISOR, "a card was exposed"), SUPERVISOR)
    house.finish(table)


def _insurance(house: Recorded) -> None:
    """Even money for one, insurance for another; then a wager taken back, and a round that is voided."""
    house.stack("T1", "Ah 9h 8c As Kh 9c 8d 2s 5s 9s")
    for seat in (1, 2, 3):
        house.at("T1", wager(seat))
    house.at("T1", do.CloseBetting())
    house.at("T1", do.TakeEvenMoney(1), "patron Ann")
    house.at("T1", do.Insure(2, (Cents(5_00),)), "patron Bob")
    house.at("T1", do.CloseInsurance())
    house.finish("T1")
    house.at("T1", wager(1), "patron Ann")
    house.at("T1", do.WithdrawWager(1, ev.BLACKJACK), "patron Ann")
    house.at("T1", wager(1), "patron Ann")
    house.done("patron Ann", pc.DeclareReady("T1", 1))
    house.at("T1", do.CloseBetting())
    house.at("T1", do.VoidRound(SUPERVISOR, "a card was exposed"), SUPERVISOR)


def _early_surrender(house: Recorded) -> None:
    """A rule of other places: surrender before the dealer looks for a blackjack."""
    house.done(ADMINISTRATOR, pc.InstallTable("E1", EARLY_SURRENDER.read_text(encoding="utf-8")))
    house.done(SUPERVISOR, pc.FillRack("E1", RICH))
    house.accept("E1")
    house.at("E1", do.OpenTable())
    house.seat("E1")
    house.stack("E1", "Th 9h Ks 6c 9c 7d 8s 8h 5s 5d")
    for seat in (1, 2):
        house.at("E1", wager(seat))
    house.at("E1", do.CloseBetting())
    house.at("E1", do.Decide(1, Play.SURRENDER), "patron Ann")
    house.at("E1", do.CloseSurrender())
    house.finish("E1")


def _linked(house: Recorded) -> None:
    """Two linked tables: the meter is won at one while wagers are made at the other."""
    for table in ("P1", "P2"):
        house.install(table, file="progressive", group="Diamonds")
        house.seat(table)
    house.play("P2", 2)
    house.stack("P1", "As 5h Ac As Ac 6h Td 6c")
    house.at("P1", wager(1))
    house.at("P1", do.PlaceWager(1, "progressive", (Cents(1_00),)), "patron Ann")
    house.at("P1", do.CloseBetting())
    for play in (Play.DRAW, Play.DRAW):
        house.at("P1", do.Decide(1, play), "patron Ann")
        house.play("P2", 1)
    house.finish("P1")
    house.play("P2", 2)


def _shoes(house: Recorded) -> None:
    """A shoe that is never cut, one that is abandoned, and one that is left live."""
    house.done(SUPERVISOR, pc.DiscloseShoe("T1", house.last_shoe))
    house.done(DEALER, pc.SealShoe("T1"))
    house.at("T1", do.CloseTable())
    house.at("T1", do.OpenTable())
    house.new_shoe("T1", CUT)
    house.ledger.shoes = KeyedShoes(ShoeKeys((MasterKey(bytes(32)),)), house.journal.info.identity)
    house.done(SUPERVISOR, pc.AbandonShoe("T1", house.last_shoe, "its key was destroyed"))
    house.ledger.shoes = house.shoes
    house.new_shoe("T1", None)
    house.play("T1", 2)


def _restored(house: Recorded) -> None:
    """A restore in the middle of a round: the round is voided, its shoe disclosed, and another one dealt from."""
    house.at("T1", wager(1))
    house.at("T1", do.CloseBetting())
    house.done("system", pc.RecordCheckpoint(100, "0" * 64))
    rows = house.journal.head().position
    house.done(ADMINISTRATOR, pc.RestoreJournal(rows, rows + 20, "the disk failed"))
    house.at("T1", do.VoidRound("system", "cards may have been seen"), "system")
    house.done("system", pc.DiscloseShoe("T1", house.last_shoe))
    house.new_shoe("T1", CUT + 2)
    house.play("T1", 2)


def _leaving(house: Recorded) -> None:
    if pit_table(house.ledger.states).state.moved:
        house.at("T1", do.VoidRound(SUPERVISOR, "closing"), SUPERVISOR)
    for seat, patron in enumerate(PATRONS, 1):
        house.done(f"patron {patron}", pc.CashOut(patron, "T1", seat))


def signing_key(journal: DatabaseJournal, seed: int = 1) -> SigningKey:
    return new_key(origin_of(journal.info), Random(f"checkpoints {seed}").randbytes)


def keep_checkpoint(journal: DatabaseJournal, folder: Path) -> SigningKey:
    """Write a checkpoint of all rows; its time is that of the casino."""
    key = signing_key(journal)
    CheckpointWriter(journal, folder, [key], clock=lambda: datetime(2026, 7, 2, tzinfo=UTC)).update(now=True)
    return key
