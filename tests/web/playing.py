"""Patrons and staff who play at a table of a whole service over HTTP, by chance and by what they may see."""

import asyncio
from dataclasses import dataclass, field
from random import Random

from tests.random_rounds import next_command
from tests.web.asgi import Reply
from tests.web.whole import PATRONS, Whole
from upcard.game import commands as do
from upcard.game.state import TableState
from upcard.money import Cents, plain_money
from upcard.rules.enums import Play

SEATS = {1: PATRONS[0], 2: PATRONS[1]}
SUPERVISOR = "the-supervisor"
Fields = dict[str, object]


def texts(amounts: tuple[Cents, ...]) -> list[str]:
    return [plain_money(amount) for amount in amounts]


def body_of(action: do.Command) -> tuple[str, Fields] | None:
    """Return a command of the engine as a client sends it; None where no client does."""
    match action:
        case do.PlaceWager(seat, wager, amounts, choice):
            return "PlaceWager", {"seat": seat, "wager": wager, "amounts": texts(amounts), "choice": choice}
        case do.WithdrawWager(seat, wager, choice):
            return "WithdrawWager", {"seat": seat, "wager": wager, "choice": choice}
        case do.Insure(seat, amounts):
            return "Insure", {"seat": seat, "amounts": texts(amounts)}
        case do.TakeEvenMoney(seat):
            return "TakeEvenMoney", {"seat": seat}
        case do.Decide(seat, play, amounts):
            return "Decide", {"seat": seat, "play": play.value, "amounts": None if amounts is None else texts(amounts)}
        case do.PressButton(seat, wager):
            return "PressBonusButton", {"seat": seat, "wager": wager}
        case do.ValidatePayout(seat, wager):
            return "ValidatePayout", {"seat": seat, "wager": wager}
        case do.CompleteDocuments(seat, wager):
            return "CompleteDocuments", {"seat": seat, "wager": wager}
    return None


@dataclass
class RandomPlay:
    """Random play at a table; what is sent depends on chance and on what everybody sees."""

    whole: Whole
    table: str
    random: Random
    tried: list[tuple[str, str, Fields, Reply]] = field(default_factory=list)

    @property
    def state(self) -> TableState:
        return self.whole.house.floor.group(self.table).at(self.table)

    async def sit(self) -> None:
        for seat, patron in SEATS.items():
            await self.send(patron, "BuyIn", {"seat": seat, "amount": "20000.00"})

    async def send(self, who: str, command: str, fields: Fields) -> Reply:
        client = await self.whole.logged_on(who)
        key = f"{self.table} {len(self.tried)}"
        reply = await client.command(self.table, command, key=key, **fields)
        self.tried.append((who, command, fields, reply))
        return reply

    async def step(self) -> None:
        """Let somebody do something: what the table allows, something that it may not, or nothing for a while."""
        chance = self.random.random()
        if chance < 0.15:
            await asyncio.sleep(self.random.choice((0.5, 2.0, 6.0)))
        elif chance < 0.35:
            await self.send(*self._anything())
        else:
            await self._allowed()

    def _anything(self) -> tuple[str, str, Fields]:
        """Return what somebody tries, whether it is allowed or not."""
        seat = self.random.randint(1, 3)
        commands: list[tuple[str, Fields]] = [
            ("Decide", {"seat": seat, "play": self.random.choice(list(Play)).value}),
            ("TakeEvenMoney", {"seat": seat}),
            ("Insure", {"seat": seat, "amounts": ["5.00"]}),
            ("PlaceWager", {"seat": seat, "wager": "blackjack", "amounts": ["99999999.00"]}),
            ("CutShoe", {"seat": seat, "position": 5}),
            ("ValidatePayout", {"seat": seat, "wager": "progressive"}),
            ("CashOut", {"seat": 3}),
        ]
        return (self.random.choice((*PATRONS, SUPERVISOR)), *self.random.choice(commands))

    async def _allowed(self) -> None:
        holders = self.whole.house.floor.group(self.table).tables[self.table].holders
        for seat, patron in SEATS.items():
            if holders.get(seat) != patron:
                await self.send(patron, "BuyIn", {"seat": seat, "amount": "5000.00"})
                return
        asked = body_of(next_command(self.state, self.random, tuple(SEATS)))
        if asked is None:  # the clock's
            await asyncio.sleep(1.0)
            return
        command, fields = asked
        who = SUPERVISOR if command in ("ValidatePayout", "CompleteDocuments") else SEATS[int(str(fields["seat"]))]
        await self.send(who, command, fields)
