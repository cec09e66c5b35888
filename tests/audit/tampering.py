"""Ways to falsify a journal, as somebody would who holds its database and, where it is said, its keys.

Each returns the position of the row that an audit must name first.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import apsw

from tests.audit.session import keep_checkpoint, recorded
from tests.pit.casino import KEYS
from tests.store.making import Place
from upcard.audit.run import AuditOptions, audit_journal
from upcard.cards import DECK
from upcard.pit.projections.projector import Projector
from upcard.pit.projections.storage import ProjectionStorage
from upcard.pit.shoe_keys import ShoeKeys, ShoeLabel
from upcard.pit.shoes import ShoeContents, commit, read_contents
from upcard.store.rows import GENESIS, JournalRow, as_new, canonical, hash_of
from upcard.store.signed_note import VerifyingKey
from upcard.store.verify import JournalProblem

NO_KEYS = ShoeKeys(())
FILES = {"T1": "blackjack-resplit", "T2": "free-bet", "T3": "blackjack-bonus"}


@dataclass(frozen=True)
class Original:
    """A sound journal to falsify copies of: several tables, shoes that are disclosed, one that is live."""

    folder: Path
    identity: str
    rows: tuple[JournalRow, ...]
    public: VerifyingKey

    def copy(self, folder: Path) -> "Tampered":
        folder.mkdir(exist_ok=True)
        target = folder / "copy.db"
        target.unlink(missing_ok=True)
        for suffix in ("", ".projections"):
            shutil.copy(self.folder / f"journal.db{suffix}", folder / f"copy.db{suffix}")
        return Tampered(self, target)


def original(folder: Path) -> Original:
    """Play a session; a checkpoint of all rows is kept."""
    with recorded(folder / "journal.db", seed=3) as house:
        house.open("T1", file=FILES["T1"])
        for table, file in list(FILES.items())[1:]:
            house.install(table, file=file)
        for table in FILES:
            house.seat(table)
        for _ in range(3):
            for table in FILES:
                drawn = table == "T3"
                house.new_shoe(table, None if drawn else house.random.randint(20, 80))
                house.play(table, 1)
        public = keep_checkpoint(house.journal, folder / "checkpoints").verifying
        rows = tuple(house.journal.read(limit=100_000))
        identity = house.journal.info.identity
        with closing(ProjectionStorage(folder / "journal.db")) as storage:
            Projector(house.journal, storage).update()
    return Original(folder, identity, rows, public)


class Tampered:
    """A copy of a journal file that is being falsified."""

    def __init__(self, source: Original, path: Path) -> None:
        self.source, self.path = source, path
        self.place = Place(str(path))
        self.rows = {row.position: row for row in source.rows}

    def sql(self, *statements: str) -> None:
        """Change the database, without what keeps it append-only."""
        self.place.disable_triggers()
        self.place.change(*statements)

    def put(self, *changed: JournalRow) -> None:
        """Put rows in the place of those with their positions, and compute every later hash again."""
        self.rows.update((row.position, row) for row in changed)
        first = min(row.position for row in changed)
        previous = self.rows[first - 1].hash if first > 1 else GENESIS
        self.place.disable_triggers()
        values = []
        for position in range(first, len(self.rows) + 1):
            row = replace(self.rows[position], previous=previous)
            row = replace(row, hash=hash_of(position, as_new(row), previous))
            self.rows[position], previous = row, row.hash
            values.append((row.time, row.actor, row.command, row.events, row.previous, row.hash, position))
        with_all = "time = ?, actor = ?, command = ?, events = ?, previous = ?, hash = ?"
        database = apsw.Connection(str(self.path))
        with database:
            database.executemany(f"UPDATE journal_rows SET {with_all} WHERE position = ?", values)
        database.close()

    def first_problem(self, *, keys: ShoeKeys = NO_KEYS, checkpoints: bool = False) -> JournalProblem | None:
        """Audit the copy; return the first problem."""
        options = AuditOptions(
            shoe_keys=keys,
            public_keys=(self.source.public,),
            checkpoints=self.source.folder / "checkpoints" if checkpoints else None,
            database=str(self.path),
        )
        with self.place.journal(read_only=True) as journal:
            problems = audit_journal(journal, options).problems
        return problems[0] if problems else None


Tamper = Callable[[Tampered, Random], int | None]  # None: it is no row that is wrong


def events_of(row: JournalRow) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = json.loads(row.events)
    return events


def command_of(row: JournalRow) -> dict[str, Any]:
    command: dict[str, Any] = json.loads(row.command)
    return command


def rewritten(row: JournalRow, *, command: object = None, events: object = None) -> JournalRow:
    return replace(
        row,
        command=row.command if command is None else canonical(command),
        events=row.events if events is None else canonical(events),
    )


def _named(copy: Tampered, name: str) -> list[JournalRow]:
    return [row for row in copy.source.rows if command_of(row)["command"] == name]


def _undated(copy: Tampered) -> list[JournalRow]:
    """Return the rows whose events do not follow from the day: a table that was checked names it."""
    return [row for row in copy.source.rows if '"day"' not in row.events]


def flipped_bit(copy: Tampered, random: Random) -> int:
    row = random.choice(copy.source.rows)
    column = random.choice(("time", "actor", "key", "command", "events", "engine", "previous", "hash"))
    text: str = getattr(row, column)
    while True:
        at, bit = random.randrange(len(text)), 1 << random.randrange(7)
        sign = chr(ord(text[at]) ^ bit)
        if sign.isprintable():
            break
    changed = (text[:at] + sign + text[at + 1 :]).replace("'", "''")
    copy.sql(f"UPDATE journal_rows SET {column} = '{changed}' WHERE position = {row.position}")
    return row.position


def deleted_row(copy: Tampered, random: Random) -> int:
    position = random.randrange(1, len(copy.rows))
    copy.sql(*(f"DELETE FROM {table} WHERE position = {position}" for table in ("journal_streams", "journal_rows")))
    return position


def swapped_rows(copy: Tampered, random: Random) -> int:
    one, other = sorted(random.sample(range(1, len(copy.rows) + 1), 2))
    copy.sql(
        *(
            f"UPDATE {table} SET position = {new} WHERE position = {old}"
            for table in ("journal_rows", "journal_streams")
            for old, new in ((one, 99_999), (other, one), (99_999, other))
        )
    )
    return one


def replaced_row(copy: Tampered, random: Random) -> int:
    """Replace a row by another with a hash of its own; the next one has the hash of the row that was there."""
    row = random.choice(_undated(copy)[:-1])
    time = row.time.replace("2026-07-01", "2026-07-03")
    changed = hash_of(row.position, as_new(replace(row, time=time)), row.previous)
    copy.sql(f"UPDATE journal_rows SET time = '{time}', hash = '{changed}' WHERE position = {row.position}")
    return row.position + 1


def skipped_version(copy: Tampered, random: Random) -> int:
    """Leave versions of a stream out, from a row on, with all hashes computed again."""
    row = random.choice(copy.source.rows)
    stream, version = row.streams[0]
    changed = [
        replace(each, streams=tuple((name, at + 3 * (name == stream and at >= version)) for name, at in each.streams))
        for each in copy.source.rows
        if dict(each.streams).get(stream, 0) >= version
    ]
    copy.put(*changed)
    own = f"stream = '{stream}' AND version >= {version}"
    for more in (10**6, 3 - 10**6):
        copy.place.change(f"UPDATE journal_streams SET version = version + {more} WHERE {own}")
    return row.position


def cut_tail(copy: Tampered, random: Random) -> int:
    first = random.randrange(2, len(copy.rows) + 1)
    copy.sql(*(f"DELETE FROM {table} WHERE position >= {first}" for table in ("journal_streams", "journal_rows")))
    return first


def rewritten_chain(copy: Tampered, random: Random) -> int:
    """Change what no rule can judge: when something was done, where its events do not say the day."""
    row = random.choice(_undated(copy))
    copy.put(replace(row, time=row.time.replace("2026-07-01", "2026-07-03")))
    return len(copy.rows)  # the size of the checkpoint: all that is known is that it does not fit


def swapped_card(copy: Tampered, random: Random) -> int:
    """Deal another card from a shoe that is disclosed, with all hashes computed again."""
    over = {command_of(row)["table"]: row.position for row in _named(copy, "DiscloseShoe")}  # the last of each table
    return _swap(copy, random, [row for row in _dealing(copy) if row.position < over[command_of(row)["table"]]])


def swapped_live_card(copy: Tampered, random: Random) -> int:
    """Deal another card from a shoe that is not disclosed yet."""
    over = {command_of(row)["table"]: row.position for row in _named(copy, "DiscloseShoe")}
    return _swap(copy, random, [row for row in _dealing(copy) if row.position > over[command_of(row)["table"]]])


def _dealing(copy: Tampered) -> list[JournalRow]:
    return [row for row in copy.source.rows if '"CardDealt"' in row.events]


def _swap(copy: Tampered, random: Random, rows: list[JournalRow]) -> int:
    row = random.choice(rows)
    events = events_of(row)
    dealt = random.choice([event for event in events if event["event"] == "CardDealt"])
    dealt["card"] = random.choice([str(card) for card in DECK if str(card) != dealt["card"]])
    copy.put(rewritten(row, events=events))
    return row.position


def _shoes(copy: Tampered) -> Iterator[tuple[JournalRow, JournalRow, JournalRow]]:
    """Yield the rows that seal, cut and disclose a shoe."""
    for sealing in _named(copy, "SealShoe"):
        table, number = command_of(sealing)["table"], command_of(sealing)["drawn"]["number"]
        cuts = [row for row in _named(copy, "CutShoe") if command_of(row)["table"] == table]
        cut = next(row for row in cuts if row.position > sealing.position)
        for row in _named(copy, "DiscloseShoe"):
            if (command_of(row)["table"], command_of(row)["number"]) == (table, number):
                yield sealing, cut, row


def _sealed_again(copy: Tampered, sealing: JournalRow, contents: ShoeContents, number: int) -> JournalRow:
    """Return a row that seals another shoe, by somebody who has the key."""
    command, events = command_of(sealing), events_of(sealing)
    label = ShoeLabel(copy.source.identity, command["table"], number)
    sealed = KEYS.seal(contents, label, random=Random(number).randbytes)
    drawn = {"number": number, "root": commit(contents).root, "sealed": sealed.text, "key": sealed.key}
    command["drawn"] = drawn
    events[0] |= drawn
    return rewritten(sealing, command=command, events=events)


def _disclosed(row: JournalRow) -> ShoeContents:
    event = events_of(row)[0]
    return read_contents(event["order"], event["seed"])


def _dealt_before(copy: Tampered, cut: JournalRow, disclosing: JournalRow) -> int:
    """Return how many cards of a shoe were dealt or burned."""
    between = [row for row in copy.source.rows if cut.position <= row.position < disclosing.position]
    own = [row for row in between if command_of(row).get("table") == command_of(cut)["table"]]
    return 1 + len([event for row in own for event in events_of(row) if event["event"] == "CardDealt"])


def wrong_deck(copy: Tampered, random: Random) -> int:
    """Exchange a card that is never dealt, in what is sealed, published and disclosed."""
    sealing, cut, disclosing = random.choice(list(_shoes(copy)))
    contents = _disclosed(disclosing)
    place = random.randrange(_dealt_before(copy, cut, disclosing), len(contents.order))
    leaf = (place + _cut_event(events_of(cut))["position"]) % len(contents.order)
    other = random.choice([card for card in DECK if card != contents.order[leaf]])
    contents = replace(contents, order=(*contents.order[:leaf], other, *contents.order[leaf + 1 :]))
    events = events_of(disclosing)
    events[0]["order"] = contents.order_text
    number = command_of(sealing)["drawn"]["number"]
    copy.put(_sealed_again(copy, sealing, contents, number), rewritten(disclosing, events=events))
    return cut.position


def skipped_shoe(copy: Tampered, random: Random) -> int:
    """Give a shoe and all later ones of its table the next number, as if one had been taken out."""
    sealing, _, _ = chosen = random.choice(list(_shoes(copy)))
    table = command_of(sealing)["table"]
    changed = []
    for seal, _, disclose in _shoes(copy):
        if command_of(seal)["table"] == table and seal.position >= chosen[0].position:
            number = command_of(seal)["drawn"]["number"] + 1
            command, events = command_of(disclose), events_of(disclose)
            command["number"] = events[0]["number"] = number
            changed.append(_sealed_again(copy, seal, _disclosed(disclose), number))
            changed.append(rewritten(disclose, command=command, events=events))
    copy.put(*changed)
    return sealing.position


def changed_cut(copy: Tampered, random: Random) -> int:
    """Say that the shoe was cut at another place: the first card dealt after it is not the one that was sealed."""
    return _changed_cut(copy, random, drawn=False)


def changed_drawn_cut(copy: Tampered, random: Random) -> int:
    """Say that the server drew another place for the cut."""
    return _changed_cut(copy, random, drawn=True)


def _changed_cut(copy: Tampered, random: Random, *, drawn: bool) -> int:
    shoes = [shoe for shoe in _shoes(copy) if ("drawn" in command_of(shoe[1])) is drawn]
    _, cut, disclosing = random.choice(shoes)
    command, events, order = command_of(cut), events_of(cut), _disclosed(disclosing).order
    first = next(
        row
        for row in copy.source.rows[cut.position :]
        if command_of(row).get("table") == command["table"] and '"CardDealt"' in row.events
    )
    dealt = next(event["card"] for event in events_of(first) if event["event"] == "CardDealt")
    places = [place for place in range(20, len(order) - 20) if str(order[(place + 1) % len(order)]) != dealt]
    stated = command["drawn"] if drawn else command
    stated["position"] = _cut_event(events)["position"] = random.choice(places)
    copy.put(rewritten(cut, command=command, events=events))
    return first.position


def falsely_drawn_cut(copy: Tampered, random: Random) -> int:
    """Say that the server drew another place than the one at which the shoe was cut."""
    cut = random.choice([row for row in _named(copy, "CutShoe") if "drawn" in command_of(row)])
    command = command_of(cut)
    other = [place for place in range(400) if place != command["drawn"]["position"]]  # some are not lawful
    command["drawn"]["position"] = random.choice(other)
    copy.put(rewritten(cut, command=command))
    return cut.position


def _cut_event(events: list[dict[str, Any]]) -> dict[str, Any]:
    return next(event for event in events if event["event"] == "ShoeCut")


def changed_settlement(copy: Tampered, random: Random) -> int:
    """Pay more than was won."""
    row = random.choice([row for row in copy.source.rows if '"WagerPaid"' in row.events])
    events = events_of(row)
    paid = random.choice([event for event in events if event["event"] == "WagerPaid"])
    paid["won"] = f"{int(paid['won'][:-3]) + random.randint(1, 100)}{paid['won'][-3:]}"
    copy.put(rewritten(row, events=events))
    return row.position


def changed_disclosure(copy: Tampered, random: Random) -> int:
    """Disclose another order than the one that was sealed."""
    _, _, disclosing = random.choice(list(_shoes(copy)))
    events = events_of(disclosing)
    order = list(_disclosed(disclosing).order)
    one = random.randrange(len(order))
    other = random.choice([place for place in range(len(order)) if order[place] != order[one]])
    order[one], order[other] = order[other], order[one]
    events[0]["order"] = "".join(map(str, order))
    copy.put(rewritten(disclosing, events=events))
    return disclosing.position


def altered_balance(copy: Tampered, random: Random) -> None:
    """Change what is derived from the journal, and leave its rows alone."""
    with closing(apsw.Connection(f"{copy.path}.projections")) as database:
        accounts = [account for (account,) in database.execute("SELECT account FROM projection_balances")]
        amount, account = random.choice((-1, 1)) * random.randint(1, 10**6), random.choice(sorted(accounts))
        database.execute("UPDATE projection_balances SET amount = amount + ? WHERE account = ?", (amount, account))


# What each is found by: nothing but the journal, or a kept checkpoint too.
TAMPERS: dict[str, tuple[Tamper, bool]] = {
    "altered balance": (altered_balance, False),
    "flipped bit": (flipped_bit, False),
    "deleted row": (deleted_row, False),
    "swapped rows": (swapped_rows, False),
    "replaced row": (replaced_row, False),
    "skipped version": (skipped_version, False),
    "cut tail": (cut_tail, True),
    "whole chain rewritten": (rewritten_chain, True),
    "swapped card": (swapped_card, False),
    "wrong deck": (wrong_deck, False),
    "skipped shoe": (skipped_shoe, False),
    "changed cut": (changed_cut, False),
    "changed drawn cut": (changed_drawn_cut, False),
    "falsely drawn cut": (falsely_drawn_cut, False),
    "changed settlement": (changed_settlement, False),
    "changed disclosure": (changed_disclosure, False),
}


def missed(source: Original, folder: Path, name: str, seed: int) -> str | None:
    """Falsify a copy once; return what the audit said instead of naming the row, None if it did name it."""
    tamper, needs_checkpoint = TAMPERS[name]
    copy = source.copy(folder)
    position = tamper(copy, Random(f"{name} {seed}"))
    keys = KEYS if seed % 2 else NO_KEYS
    problem = copy.first_problem(keys=keys, checkpoints=needs_checkpoint)
    if problem is not None and problem.position == position:
        return None
    return f"seed {seed}: row {position} was falsified, the audit said: {problem}"
