"""What every page has: the templates, who is signed in, balance and clock of the session, the security policy."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from upcard import __version__
from upcard.drawing.sprites import definitions_of
from upcard.english import format_number, sentence
from upcard.game.roles import SYSTEM, Role
from upcard.money import Cents, format_money, read_plain_money, won_or_lost
from upcard.pit.state import GroupState
from upcard.pit.streams import coupons_held, significant, wallet_balance, wallet_of, wallet_stream
from upcard.service.casino_service import CasinoService
from upcard.service.person_values import PersonSession
from upcard.service.secret_text import Secret
from upcard.service.sessions import HELPLINE
from upcard.store.clock import read_time
from upcard.wagers import display_name, heading
from upcard.web.auth import Visitor, right_problems, terminal_of
from upcard.web.document_maker import DocumentMaker
from upcard.web.pages.forms import own_path
from upcard.web.pages.price_list import PriceList
from upcard.web.pages.static_files import StaticFiles

TEMPLATES = Path(__file__).parent.parent / "templates"
THEME = "upcard_theme"  # a cookie that the page's own script sets: light, dark, or none for what the system asks for
PREVIOUS = "upcard_previous"  # the cookie that holds the previous log-on until the next page has shown it
THEMES = frozenset({"light", "dark"})
HERO = ("uc-As", "uc-Kh", "uc-chip10000", "uc-chip2500", "uc-chip500", "uc-chip100")  # drawn on the way in and out
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
NAVIGATION = (
    ("/lobby", "Lobby", "ViewTable"),
    ("/history", "History", "ViewAccount"),
    ("/house", "House", "ViewHouse"),
    ("/rulings", "Rule on a round", "ViewRulings"),
    ("/account", "Account", "ViewAccount"),
)


@dataclass(frozen=True)
class Purse:
    """The money of a patron: in the wallet, and as chips at tables."""

    wallet: Cents
    chips: Cents
    coupons: tuple[tuple[Cents, int], ...] = ()  # match play coupons: each stated value, and how many of it


@dataclass(frozen=True)
class Frame:
    """What the pages of a house share."""

    house: CasinoService
    files: StaticFiles
    demo: Secret | None = None  # whoever presents it can sign in as a demo person
    once: list[Secret] = field(default_factory=list)  # worth as much, the first time

    def use_once(self, key: Secret) -> bool:
        """Whether a key is worth as much as that of the demonstration; it is used up by that."""
        if not self.house.serves_demonstration or key not in self.once:
            return False
        self.once.remove(key)
        return True

    @cached_property
    def templates(self) -> Environment:
        """The templates, with what all of them use."""
        made = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.globals.update(static=self.files.address, helpline=HELPLINE, version=__version__, swap=False)
        made.globals.update(hero=Markup(definitions_of("".join(f'href="#{name}"' for name in HERO))))
        made.filters.update(
            money=format_money,
            cents=read_plain_money,
            won_or_lost=won_or_lost,
            number=format_number,
            moment=moment,
            span=span,
            words=words,
            sign=self.sign,
            sentence=sentence,
            display_name=display_name,
            heading=heading,
        )
        return made

    def sign(self, table: str) -> str:
        """Return what the sign of a table says: people know a table by it, not by its name in the pit."""
        floor = self.house.floor
        return floor.group(table).at(table).felt.config.table if table in floor.tables else table

    @cached_property
    def prices(self) -> PriceList:
        """What the wagers of the tables cost, as far as that is computed."""
        return PriceList(self.house)

    @cached_property
    def documents(self) -> DocumentMaker:
        """What makes the documents of the tables, and keeps them."""
        return DocumentMaker()

    def page(
        self, request: Request, who: Visitor, template: str, *, status: int = 200, **values: object
    ) -> HTMLResponse:
        """Return a page; a browser without a terminal gets one, so that its forms carry a token.

        Pages are not compressed: they contain the form token next to text that someone else may have written.
        """
        response = HTMLResponse(status_code=status, headers={"Content-Security-Policy": POLICY})
        who = terminal_of(self.house, who, response, request)
        text = self.templates.get_template(template).render(self.common(request, who) | values)
        if PREVIOUS in request.cookies:
            response.delete_cookie(PREVIOUS, path="/")
        response.body = text.encode()
        response.headers["content-length"] = str(len(response.body))
        return response

    def part(self, template: str, **values: object) -> str:
        """Return a part of a page, for a stream."""
        return self.templates.get_template(template).render(values)

    def common(self, request: Request, who: Visitor) -> dict[str, Any]:
        """Return the values of the base template."""
        theme = request.cookies.get(THEME, "")
        session = who.session
        elapsed = timedelta() if session is None else max(self.house.people.now() - session.created, timedelta())
        return {
            "path": request.url.path,
            "csrf": who.csrf,
            "theme": theme if theme in THEMES else None,
            "session": session,
            "previous": None if session is None else _time(request.cookies.get(PREVIOUS, "")),
            "elapsed": int(elapsed.total_seconds()),
            "purse": self.purse(who),
            "home": home_of(session),
            "password_notices": self._password_notices(session),
            "may_change_password": _may(session, "ChangePassword"),
            "navigation": [(at, label) for at, label, _ in NAVIGATION if at in pages_of(session)],
        }

    def _password_notices(self, session: PersonSession | None) -> tuple[str, ...]:
        """Return what somebody else can do, or has done, to the password of whoever is signed in."""
        if session is None:
            return ()
        name, known = session.person, significant(self.house.floor.states)
        made, used = known.links.get(name), known.linked.get(name)
        notices = []
        if used is not None and used.by != SYSTEM and name not in known.own:
            notices.append(f"Your password was set on {moment(read_time(used.time))} with a link that {used.by} made.")
        if made is not None and self.house.people.now() < read_time(made.time) + self.house.people.rules.link:
            notices.append(f"On {moment(read_time(made.time))}, {made.by} made a link that can set your password.")
        return tuple(notices)

    def purse(self, who: Visitor) -> Purse | None:
        """Return the money of a patron who is signed in."""
        if who.session is None or Role.PATRON not in who.session.roles:
            return None
        return self.purse_of(who.session.person)

    def purse_of(self, name: str) -> Purse:
        """Return the money of a patron."""
        states = self.house.floor.states
        if wallet_stream(name) not in states:
            return Purse(Cents(0), Cents(0))
        wallet = wallet_of(states, name)
        chips = sum(_chips(self.house.floor.group(table), table, seat) for table, seat in wallet.seats)
        return Purse(wallet_balance(states, name), Cents(chips), coupons_held(states, name))

    def key(self) -> str:
        """Return an idempotency key for a form: sent twice, it is carried out once."""
        return self.house.settings.random(12).hex()


def _time(text: str) -> datetime | None:
    """Return the time of a cookie; None where it holds none."""
    with suppress(ValueError, OverflowError):
        return datetime.fromisoformat(text).astimezone(UTC)
    return None


def _may(session: PersonSession | None, right: str) -> bool:
    return session is not None and not right_problems(session, right, owner=session.person)


def pages_of(session: PersonSession | None) -> tuple[str, ...]:
    """Return the pages that lead a person on, the first being where they work."""
    return tuple(at for at, _, right in NAVIGATION if _may(session, right))


def home_of(session: PersonSession | None) -> str:
    """Return the page where a person can work: the lobby for whoever may see tables."""
    if session is None:
        return "/sign-in"
    return pages_of(session)[0]


def landing(then: str, session: PersonSession) -> str:
    """Return where a person who has signed in goes on: where they were led from, unless that is for others only."""
    path = own_path(then, home_of(session))
    is_for_others = path in {at for at, *_ in NAVIGATION} - set(pages_of(session))
    return home_of(session) if is_for_others else path


def _chips(group: GroupState, table: str, seat: int) -> int:
    """Return the chips of a seat: those in front of it, and its wagers on the layout."""
    balances = group.tables[table].balances
    return sum(amount for each, amount in balances.items() if each.kind in ("stack", "wager") and each.seat == seat)


def words(name: str) -> str:
    """Return the name of an event in words.

    >>> words("BoughtIn")
    'Bought in'
    """
    return re.sub("(?<=[a-z])[A-Z]", lambda letter: f" {letter[0].lower()}", name)


def moment(time: datetime) -> str:
    """Return a time as a page shows it.

    >>> moment(datetime(2026, 7, 1, 14, 5, tzinfo=UTC))
    '2026-07-01 14:05 UTC'
    """
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def span(seconds: int) -> str:
    """Return how long something has lasted.

    >>> span(59), span(3661)
    ('0:00:59', '1:01:01')
    """
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
