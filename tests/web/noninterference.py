"""Cards that nobody has seen change nothing that anybody can see: every route, every role, logs, streams and files.

`states` looks at one table state after the other as it is and with its unseen cards in another order; `pair` plays one
session twice, with other cards where nobody has looked until its end.
"""

import io
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.service.simulated import SimulatedLoop, simulate
from tests.web.asgi import Client, Reply
from tests.web.bodies import address
from tests.web.playing import RandomPlay
from tests.web.unseen_cards import hole_place, is_possible, twin, unseen_places
from tests.web.whole import PATRONS, STAFF, Whole, furnish, opened
from upcard.audit.lines import export_lines
from upcard.game.state import TableState
from upcard.pit import draws
from upcard.pit.evolve import with_table
from upcard.pit.shoes import ShoeContents, draw_contents, leaf_of
from upcard.pit.state import GroupState, ShoeStage
from upcard.pit.streams import stream_of_table
from upcard.service.casino_service import CasinoService
from upcard.service.logs import LogFormat, LogLevel, open_log
from upcard.store.backup import back_up
from upcard.store.clock import Random as RandomBytes
from upcard.store.opening import open_journal
from upcard.web.app import routes
from upcard.web.pages.table_documents import DOCUMENTS
from upcard.web.routes import Method

STREAMS = ("/events", "/stream")  # how their routes end
PRINTED = tuple(f"/{document.file}" for document in DOCUMENTS)
# What follows from the file of a table, or from the rows of the journal, which `states` leaves as they are.
OF_ROWS = ("/shoes/{table}/{number}", "/history", "/api/v1/people/{name}/", "/api/v1/significant-events")
LOOKS_AT_ALL = 50  # at every so many states everything is looked at; at the others only what follows from the state
MORE_STEPS = 300  # in which a card is dealt face down
VIEWERS = ("", *PATRONS, *STAFF)
_HASH = re.compile(rb"[0-9a-f]{64}")
_REQUESTS = re.compile(rb"^upcard_request[^\n]*\n", re.MULTILINE)  # looking is itself counted
_NUMBERED = b"x-request-id"
_FORM_KEY = re.compile(rb'name="key" value="[0-9a-f]{24}')  # fresh whenever a form is shown; `pair` draws them alike
_SEALED = re.compile(rb'("sealed": ?)"[^"]*"')


def placed(text: bytes) -> bytes:
    """Return a text with placeholders for roots, proofs and what follows from them, and for sealed shoes."""
    return _SEALED.sub(rb'\1"S"', _HASH.sub(b"H", text))


Shown = tuple[int, tuple[tuple[bytes, bytes], ...], bytes]  # status, headers, body


def shown(reply: Reply) -> Shown:
    """Return everything of a reply that a client sees."""
    headers = tuple(
        (name, placed(value)) for name, value in reply.headers if name not in (_NUMBERED, b"content-length")
    )
    return reply.status, headers, placed(_REQUESTS.sub(b"", reply.body))


async def viewer(whole: Whole, name: str) -> Client:
    if name:
        return await whole.logged_on(name)
    if name not in whole.clients:
        whole.clients[name] = whole.client()
        await whole.clients[name].get("/api/v1/session")  # its terminal
    return whole.clients[name]


async def sweep(whole: Whole, table: str, since: int | None = None) -> dict[tuple[str, str], Shown]:
    """Return what every role sees at every route that shows something; with a version, what may have changed since."""
    seen: dict[tuple[str, str], Shown] = {}
    after = "" if since is None else f"?after={since}"
    for route in routes():
        of_state = not (route.path.endswith(PRINTED) or route.path.startswith(OF_ROWS))
        if route.method is Method.GET and (since is None or of_state):
            place = address(route.path, table) + (after if route.path.endswith(STREAMS) else "")
            for name in VIEWERS:
                seen[name, route.path] = shown(await (await viewer(whole, name)).glance(place))
    return seen


def without_form_keys(seen: Mapping[tuple[str, str], Shown]) -> dict[tuple[str, str], Shown]:
    """Return what was seen without the keys of forms, which differ between any two looks at one page."""
    return {place: (status, headers, _FORM_KEY.sub(b"K", body)) for place, (status, headers, body) in seen.items()}


def differing(one: Mapping[tuple[str, str], object], other: Mapping[tuple[str, str], object]) -> list[object]:
    assert one.keys() == other.keys()
    return [(key, one[key], other[key]) for key in one if one[key] != other[key]]


@contextmanager
def swapped(whole: Whole, table: str, change: Callable[[TableState], TableState]) -> Iterator[None]:
    """A house whose table has another state while the block runs."""
    folding, hub = whole.house.floor._folding, whole.house.hub
    stream = stream_of_table(folding.states, table)
    group = folding.states[stream]
    assert isinstance(group, GroupState)
    before = group.tables[table]
    hub._kept.clear()
    folding.states[stream] = with_table(group, table, before._replace(state=change(before.state)))
    try:
        yield
    finally:
        folding.states[stream] = group
        hub._kept.clear()


def states(folder: Path, table: str, seed: object, count: int) -> int:
    """Look at so many states of a table, each twice; return how many of them had a card face down."""

    async def main(loop: SimulatedLoop) -> int:
        whole = await opened(folder / "data", loop, seed=seed)
        await furnish(whole, [table])
        play, random = RandomPlay(whole, table, Random(f"play {seed}")), Random(f"twin {seed}")
        await play.sit()
        looked = face_down = 0
        while looked < count:
            version = whole.house.floor.version(table)
            await play.step()
            if whole.house.floor.version(table) == version or not play.state.shoe:
                continue
            since = version if looked % LOOKS_AT_ALL else None
            before = without_form_keys(await sweep(whole, table, since))
            with swapped(whole, table, lambda state: twin(state, random)):
                after = without_form_keys(await sweep(whole, table, since))
            assert not (wrong := differing(before, after)), (table, seed, wrong[:1])
            looked += 1
            face_down += play.state.dealer.hole_hidden
        await whole.house.close()
        return face_down

    return simulate(main)


@dataclass
class Session:
    """One session at a table, and everything that it has shown."""

    replies: list[object] = field(default_factory=list)
    streams: dict[tuple[str, str], object] = field(default_factory=dict)
    pages: dict[tuple[str, str], Shown] = field(default_factory=dict)
    log: str = ""
    files: list[bytes] = field(default_factory=list)
    last: tuple[int, int, TableState] | None = None  # the shoe in play at the end: its number, its cut, the table

    def visible(self) -> dict[str, object]:
        return {
            "replies": self.replies,
            "streams": self.streams,
            "pages": self.pages,
            "log": self.log,
            "files": self.files,
        }


Contents = Callable[[int, ShoeContents], ShoeContents]  # the number of a shoe, and what was drawn for it


def session(folder: Path, table: str, seed: object, steps: int, contents: Contents, *, face_down: bool) -> Session:
    """Play a session of so many steps, or until a card lies face down after them; everybody watches."""
    numbers = iter(range(1, 1000))

    def drawn(decks: int, random: RandomBytes) -> ShoeContents:
        return contents(next(numbers), draw_contents(decks, random))

    async def main(loop: SimulatedLoop) -> Session:
        made, log = Session(), logging.StreamHandler(output)
        lines = open_log(LogFormat.JSON, LogLevel.DEBUG, stream=output, clock=loop.clock)
        whole = await opened(folder, loop, seed=seed, log=lines)
        await furnish(whole, [table])
        logging.getLogger().addHandler(log)
        play = RandomPlay(whole, table, Random(f"play {seed}"))
        viewers = {name: await viewer(whole, name) for name in VIEWERS}
        listening = {
            (name, route.path): client.begin(address(route.path, table))
            for name, client in viewers.items()
            for route in routes()
            if route.method is Method.GET and route.path.endswith(STREAMS)
        }
        await play.sit()
        for step in range(steps + MORE_STEPS):
            if step >= steps and (play.state.dealer.hole_hidden or not face_down):
                break
            await play.step()
        made.pages = await sweep(whole, table)
        made.replies = [(who, command, shown(reply)) for who, command, _, reply in play.tried]
        shoe = whole.house.floor.group(table).tables[table].shoe
        if shoe is not None and shoe.stage in (ShoeStage.SEALED, ShoeStage.LIVE):
            made.last = (shoe.number, shoe.cut, play.state)
        for place, listener in listening.items():
            made.streams[place] = shown(await listener.go())
        made.files = at_rest(whole.house, folder)
        await whole.house.close()
        logging.getLogger().removeHandler(log)
        return made

    output = io.StringIO()
    with patch.object(draws, "draw_contents", drawn), redirect_stdout(output), redirect_stderr(output):
        made = simulate(main)
    made.log = output.getvalue()
    return made


def at_rest(house: CasinoService, folder: Path) -> list[bytes]:
    """Return an export of the journal, and one of a backup that was made while the service runs."""
    with TemporaryDirectory(dir=folder) as other:
        copied = Path(other) / "copy.db"
        back_up(Path(house.folder.journal), copied)
        with closing(open_journal(copied, read_only=True)) as backup:
            exports = [Path(other) / f"{number}.jsonl" for number in range(2)]
            for journal, path in zip((house.journal, backup), exports, strict=True):
                export_lines(journal, path)
        return [placed(path.read_bytes()) for path in exports]


def readable(folder: Path) -> bytes:
    """Return everything that lies in a data folder, without its keys."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and "keys" not in path.parts]
    return b"".join(path.read_bytes() for path in files)


def otherwise(first: Session, random: Random) -> Contents:
    """Return shoes as in a session, but for the cards of the last shoe that nobody has seen until its end."""
    assert first.last is not None
    number, cut, state = first.last

    def contents(shoe: int, drawn: ShoeContents) -> ShoeContents:
        if shoe != number:
            return drawn
        order, cards = list(drawn.order), len(drawn.order)
        leaves = (
            [leaf_of(place, cut=cut, cards=cards) for place in unseen_places(state)] if state.shoe else range(cards)
        )
        hole = hole_place(state)
        while True:
            unseen = [drawn.order[leaf] for leaf in leaves]
            random.shuffle(unseen)
            for leaf, card in zip(leaves, unseen, strict=True):
                order[leaf] = card
            if hole is None or is_possible(state, order[leaf_of(hole, cut=cut, cards=cards)]):
                return ShoeContents(tuple(order), drawn.seed)

    return contents


def pair(folder: Path, table: str, seed: object, steps: int, *, face_down: bool = False) -> bool:
    """Play a session twice, the second time with other unseen cards; whether a card lay face down at its end."""
    first = session(folder / "one", table, seed, steps, lambda _, drawn: drawn, face_down=face_down)
    if first.last is None:  # every shoe is disclosed: there is nothing that nobody has seen
        return False
    contents = otherwise(first, Random(f"other {seed}"))
    second = session(folder / "other", table, seed, steps, contents, face_down=face_down)
    for what, one in first.visible().items():
        other = second.visible()[what]
        assert one == other, (table, seed, what, _first_difference(one, other))
    return first.last[2].dealer.hole_hidden


def _first_difference(one: object, other: object) -> object:
    pairs: list[tuple[object, object]] = [(one, other)]
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(one[key], other.get(key)) for key in one]
    elif isinstance(one, list) and isinstance(other, list):
        pairs = list(zip(one, other, strict=False))
    return next(((left, right) for left, right in pairs if left != right), "another length")
