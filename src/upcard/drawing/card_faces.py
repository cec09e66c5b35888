"""Playing cards of our own: the parts from which every face, back and the cutting card are put together."""

from upcard.cards import DECK, RED, Card, Rank, Suit
from upcard.drawing.court_figures import HALF_FIGURES
from upcard.drawing.svg import element, group, number, use

WIDTH, HEIGHT = 250, 350
PREFIX = "uc-"
BACK, CUTTING_CARD = "uc-back", "uc-cut"

RANK_NAMES = {rank: rank.name.lower() for rank in Rank}
RANK_SIGNS = {rank: str(int(rank)) if rank <= Rank.TEN else rank.name[0] for rank in Rank}

# Each pip as a path around 0,0, about 48 wide.
_PIPS = {
    Suit.HEARTS: "M0 24C-9 12-23 3-23-10-23-19-17-24-11-24-6-24-2-21 0-16 2-21 6-24 11-24 17-24 23-19 23-10 23 3 9 12 0"
    " 24Z",
    Suit.DIAMONDS: "M0-27C6-17 13-8 20 0 13 8 6 17 0 27-6 17-13 8-20 0-13-8-6-17 0-27Z",
    Suit.SPADES: "M0-26C6-14 23-4 23 8 23 15 18 19 13 19 8 19 4 16 2 12 3 19 5 23 9 26H-9C-5 23-3 19-2 12-4 16-8 19-13"
    " 19-18 19-23 15-23 8-23-4-6-14 0-26Z",
    Suit.CLUBS: "M0-26C7-26 12-21 12-14 12-10 10-7 7-4 9-6 12-7 14-7 20-7 25-2 25 5 25 12 20 17 14 17 9 17 4 14 2 10 3"
    " 18 5 23 9 26H-9C-5 23-3 18-2 10-4 14-9 17-14 17-20 17-25 12-25 5-25-2-20-7-14-7-12-7-9-6-7-4-10-7-12-10-12-14"
    "-12-21-7-26 0-26Z",
}

_LEFT, _MIDDLE, _RIGHT = 84, 125, 166
_TOP, _CENTER = 68, 175
_COLUMNS = (_LEFT, _RIGHT)
# The pips of the upper half, and of the middle line; the lower half is the upper one upside down.
_UPPER: dict[Rank, tuple[tuple[int, int], ...]] = {
    Rank.TWO: ((_MIDDLE, _TOP),),
    Rank.THREE: ((_MIDDLE, _TOP),),
    Rank.FOUR: tuple((x, _TOP) for x in _COLUMNS),
    Rank.FIVE: tuple((x, _TOP) for x in _COLUMNS),
    Rank.SIX: tuple((x, _TOP) for x in _COLUMNS),
    Rank.SEVEN: tuple((x, _TOP) for x in _COLUMNS),
    Rank.EIGHT: (*((x, _TOP) for x in _COLUMNS), (_MIDDLE, 121)),
    Rank.NINE: tuple((x, y) for x in _COLUMNS for y in (_TOP, 139)),
    Rank.TEN: (*((x, y) for x in _COLUMNS for y in (_TOP, 139)), (_MIDDLE, 103)),
}
_ON_MIDDLE_LINE: dict[Rank, tuple[tuple[int, int], ...]] = {
    Rank.THREE: ((_MIDDLE, _CENTER),),
    Rank.FIVE: ((_MIDDLE, _CENTER),),
    Rank.SIX: tuple((x, _CENTER) for x in _COLUMNS),
    Rank.SEVEN: (*((x, _CENTER) for x in _COLUMNS), (_MIDDLE, 121)),
    Rank.EIGHT: tuple((x, _CENTER) for x in _COLUMNS),
    Rank.NINE: ((_MIDDLE, _CENTER),),
}
_HALF_TURN = f"rotate(180 {_MIDDLE} {_CENTER})"


def symbol_of(card: Card) -> str:
    """Return the name of the symbol that shows a card.

    >>> symbol_of(Card.of("Th"))
    'uc-Th'
    """
    return f"{PREFIX}{card}"


def name_of(card: Card) -> str:
    """Return the name of a card in words.

    >>> name_of(Card.of("Th"))
    'ten of hearts'
    """
    return f"{RANK_NAMES[card.rank]} of {card.suit.name.lower()}"


def parts() -> dict[str, str]:
    """Return what the faces share, by name: paper, pips, corners, ranks and half figures."""
    shared = {
        "uc-paper": element(
            "rect", id="uc-paper", class_="uc-paper", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=17
        ),
        "uc-frame": group(
            element("rect", class_="uc-frame", x=51, y=41, width=148, height=268, rx=5),
            element("path", class_="uc-belt", d="M52 168H198V182H52Z"),
            element("path", class_="uc-studs", d=f"M60 {_CENTER}H190"),
            id="uc-frame",
        ),
    }
    for suit, path in _PIPS.items():
        sign = suit.value
        pip = f"uc-{sign}"
        corner = use(pip, transform="translate(28 82)scale(.76)")
        small = use(pip, transform="translate(69.5 64)scale(.63)")
        shared[pip] = element("path", id=pip, fill="currentColor", transform="scale(.82)", d=path)
        shared[f"{pip}u"] = use(pip, id=f"{pip}u", transform="rotate(180)")
        shared[f"{pip}c"] = group(group(corner, id=f"{pip}k"), use(f"{pip}k", transform=_HALF_TURN), id=f"{pip}c")
        shared[f"{pip}f"] = group(group(small, id=f"{pip}g"), use(f"{pip}g", transform=_HALF_TURN), id=f"{pip}f")
    for rank, sign in RANK_SIGNS.items():
        size = {"class_": "uc-rank uc-ten"} if rank is Rank.TEN else {"class_": "uc-rank"}
        shared[f"uc-r{sign}"] = group(
            element("text", sign, id=f"uc-t{sign}", x=28, y=53, **size),
            use(f"uc-t{sign}", transform=_HALF_TURN),
            id=f"uc-r{sign}",
        )
    for rank, figure in HALF_FIGURES.items():
        name = f"uc-half{RANK_SIGNS[rank]}"
        shared[name] = group(figure, id=name)
    return shared


def _pips(card: Card) -> str:
    pip = f"uc-{card.suit.value}"
    upper = _UPPER.get(card.rank, ())
    lower = [(x, HEIGHT - y) for x, y in upper]
    upright = (use(pip, x, y) for x, y in (*upper, *_ON_MIDDLE_LINE.get(card.rank, ())))
    return "".join((*upright, *(use(f"{pip}u", x, y) for x, y in lower)))


def _middle(card: Card) -> str:
    """Return what is on a face between its corners."""
    if card.rank is Rank.ACE:
        ring = element("circle", class_="uc-ring", cx=_MIDDLE, cy=_CENTER, r=80) if card.suit is Suit.SPADES else ""
        size = 2.9 if card.suit is Suit.SPADES else 2.3
        return ring + use(f"uc-{card.suit.value}", transform=f"translate({_MIDDLE} {_CENTER})scale({number(size)})")
    if card.rank not in HALF_FIGURES:
        return _pips(card)
    half = f"uc-half{RANK_SIGNS[card.rank]}"
    return use(half) + use(half, transform=_HALF_TURN) + use("uc-frame") + use(f"uc-{card.suit.value}f")


def face(card: Card) -> str:
    """Return the symbol of a face."""
    sign = card.suit.value
    content = use("uc-paper") + _middle(card) + use(f"uc-r{RANK_SIGNS[card.rank]}") + use(f"uc-{sign}c")
    title = element("title", name_of(card).capitalize())
    return _symbol(
        symbol_of(card), title, group(content, class_=f"uc-{'red' if card.suit in RED else 'black'} uc-{sign}s")
    )


def _symbol(name: str, *content: str) -> str:
    return element("symbol", *content, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")


def back() -> str:
    """Return the symbol of a card's back: a lattice around a medallion."""
    lattice = element(
        "pattern",
        element("path", class_="uc-lattice", d="M0 0 20 20M20 0 0 20"),
        element("circle", class_="uc-knot", cx=10, cy=10, r=2.6),
        id="uc-lattice",
        width=20,
        height=20,
        patternUnits="userSpaceOnUse",
        x=5,
        y=15,
    )
    star = "".join(
        element("ellipse", class_="uc-petal", cx=125, cy=147, rx=11, ry=26, transform=f"rotate({turn} 125 175)")
        for turn in range(0, 360, 45)
    )
    return _symbol(
        BACK,
        element("title", "Back of a card"),
        lattice,
        use("uc-paper"),
        element("rect", class_="uc-back", x=14, y=14, width=222, height=322, rx=9),
        element("rect", x=14, y=14, width=222, height=322, rx=9, fill="url(#uc-lattice)"),
        element("rect", class_="uc-rule", x=22, y=22, width=206, height=306, rx=5),
        element("circle", class_="uc-back uc-rim", cx=125, cy=175, r=62),
        star,
        element("circle", class_="uc-back uc-rim", cx=125, cy=175, r=20),
        element("path", class_="uc-knot", d=_PIPS[Suit.SPADES], transform="translate(125 174)scale(.5)"),
    )


def cutting_card() -> str:
    """Return the symbol of the cutting card: opaque, of one color, without a mark."""
    card = element("rect", class_="uc-cutting", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=17)
    return _symbol(CUTTING_CARD, element("title", "Cutting card"), card)


def card_symbols() -> dict[str, str]:
    """Return every symbol of a card by its name: 52 faces, the back and the cutting card."""
    faces = {symbol_of(card): face(card) for card in DECK}
    return {**faces, BACK: back(), CUTTING_CARD: cutting_card()}


CARD_RULES = {
    ".uc-paper": {"fill": "@paper", "stroke": "@card-line", "stroke-width": "1.5"},
    ".uc-red": {"fill": "@navy"},
    ".uc-black": {"fill": "@crimson"},
    **{f".uc-{suit.value}s": {"color": f"@{suit.name.lower()}"} for suit in Suit},
    ".uc-rank": {
        "fill": "currentColor",
        "font": "700 50px serif",
        "font-family": "$serif",
        "text-anchor": "middle",
    },
    ".uc-ten": {"font-size": "44px", "letter-spacing": "-4px"},
    ".uc-frame": {"fill": "none", "stroke": "currentColor", "stroke-width": "2"},
    ".uc-belt": {"fill": "@court-gold", "stroke": "currentColor", "stroke-width": "2"},
    ".uc-studs": {
        "fill": "none",
        "stroke": "currentColor",
        "stroke-width": "5",
        "stroke-linecap": "round",
        "stroke-dasharray": "0 13",
    },
    ".uc-ring": {"fill": "none", "stroke": "currentColor", "stroke-width": "2", "stroke-dasharray": "1 6"},
    ".uc-g": {"fill": "@court-gold"},
    ".uc-s": {"fill": "@skin"},
    ".uc-p": {"fill": "@paper"},
    ".uc-n": {"stroke": "@court-gold", "stroke-width": "4", "stroke-linecap": "round", "stroke-dasharray": "0 5.5"},
    ".uc-back": {"fill": "@back"},
    ".uc-lattice": {"fill": "none", "stroke": "@back-line", "stroke-width": "1", "opacity": ".55"},
    ".uc-knot": {"fill": "@back-line"},
    ".uc-rule": {"fill": "none", "stroke": "@back-line", "stroke-width": "2.5"},
    ".uc-rim": {"stroke": "@back-line", "stroke-width": "3"},
    ".uc-petal": {"fill": "none", "stroke": "@back-line", "stroke-width": "2"},
    ".uc-cutting": {"fill": "@cutting-card", "stroke": "#0003", "stroke-width": "1.5"},
}
