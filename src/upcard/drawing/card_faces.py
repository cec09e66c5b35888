"""Playing cards of our own: the parts from which every face, back and the cutting card are put together."""

from upcard.cards import DECK, RED, Card, Rank, Suit
from upcard.drawing.svg import element, group, number, use
from upcard.english import sentence

_INK = 'stroke="currentColor" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"'
_LINES = f'<g fill="none" {_INK}>'

_SHOULDERS = "M53 175V157C56 137 84 130 108 124L125 131 142 124C166 130 194 137 197 157V175Z"
_HEAD = "M106 76V96C106 112 115 122 125 122S144 112 144 96V76Z"
_HALF_OF_HEAD = "M125 76V122C115 122 106 112 106 96V76Z"
_FEATURES = '<path d="M112 91h7M131 91h7M125 89l-3 14h4M120 110h10"/>'


def _figure(before: str, robe: str, head: str, after: str) -> str:
    """Return a figure: what stands behind it, the robe, the head on a neck, and what covers them."""
    return (
        f"<g {_INK}>{before}</g>"
        f'<path d="{_SHOULDERS}" {_INK}/>{robe}'
        f'<path class="uc-s" d="M116 116h18v14l-9 8-9-8z" {_INK}/>'
        f'<path class="uc-s" d="{_HEAD}"/><path class="uc-p" d="{_HALF_OF_HEAD}"/>'
        f'<path fill="none" d="{_HEAD}" {_INK}/>'
        f"{_LINES}{_FEATURES}</g><g {_INK}>{head}</g>{after}"
    )


_STROKED = 'stroke="currentColor" stroke-width="1.6"'
_SCEPTER = (
    '<path class="uc-g" d="M174 92h5v83h-5z"/><circle class="uc-g" cx="176.5" cy="84" r="9"/>'
    '<path fill="none" d="M167.5 84h18M176.5 75v-10M171.5 69h10"/>'
)
_KING = _figure(
    _SCEPTER,
    f'<path class="uc-g" d="M97 127 125 175 153 127 160 129 134 175H116L90 129Z" {_STROKED}/>'
    f'{_LINES}<path d="M62 150l16 25M72 141l22 34M188 150l-16 25M178 141l-22 34"/></g>',
    '<path fill="currentColor" d="M104 92C103 118 114 134 125 146 136 134 147 118 146 92 143 103 136 106 125 104'
    ' 114 106 107 103 104 92Z"/>'
    '<path class="uc-p" d="M119 109h12l-6 4z" stroke="none"/>'
    '<path fill="currentColor" d="M101 78c-5 8-4 20 0 28l5-8V78zM149 78c5 8 4 20 0 28l-5-8V78z"/>'
    '<path class="uc-g" d="M99 78 94 53 109 65 125 48 141 65 156 53 151 78Z"/>'
    '<path fill="currentColor" d="M98 72h54v7H98z" stroke="none"/>'
    '<g class="uc-g"><circle cx="94" cy="53" r="3.4"/><circle cx="125" cy="48" r="3.4"/>'
    '<circle cx="156" cy="53" r="3.4"/></g>',
    '<g class="uc-g" stroke="none"><circle cx="109" cy="75.5" r="2"/><circle cx="125" cy="75.5" r="2"/>'
    '<circle cx="141" cy="75.5" r="2"/></g>',
)

_ROSE = (
    '<path class="uc-g" d="M176 122v53h-4v-53z"/><g fill="currentColor"><circle cx="166" cy="112" r="7"/>'
    '<circle cx="182" cy="112" r="7"/><circle cx="174" cy="104" r="7"/><circle cx="174" cy="120" r="7"/></g>'
    '<circle class="uc-g" cx="174" cy="112" r="5"/>'
)
_QUEEN = _figure(
    '<path class="uc-g" d="M104 70C82 78 80 116 92 138L110 130V80ZM146 70C168 78 170 116 158 138L140 130V80Z"/>'
    + _ROSE,
    '<path class="uc-g" d="M104 126C106 146 114 158 125 164 136 158 144 146 146 126L139 128C137 140 132 148 125 153'
    f' 118 148 113 140 111 128Z" {_STROKED}/>'
    f'{_LINES}<path d="M61 175c4-14 12-24 25-30M76 175c4-12 10-20 22-24M189 175c-4-14-12-24-25-30'
    'M174 175c-4-12-10-20-22-24M125 164v11"/></g>',
    '<path class="uc-g" d="M105 88C105 78 112 72 125 70 138 72 145 78 145 88 150 72 143 62 125 62 107 62 100 72'
    ' 105 88Z"/>'
    '<path d="M98 67C95 48 108 48 112 58 116 42 134 42 138 58 142 48 155 48 152 67 134 60 116 60 98 67Z"/>'
    '<g class="uc-g"><circle cx="102" cy="50" r="3"/><circle cx="125" cy="47" r="3.4"/>'
    '<circle cx="148" cy="50" r="3"/></g>',
    '<path fill="none" class="uc-n" d="M112 130c4 10 22 10 26 0"/>',
)

_STAFF = '<path class="uc-g" d="M66.5 86h6v89h-6zM62 82h15v6H62z"/>'  # the pip of the suit stands on it
_JACK = _figure(
    _STAFF,
    f'<path class="uc-g" d="M125 134 112 175H138ZM90 129l8-2 8 48H94zM160 129l-8-2-8 48h12z" {_STROKED}/>'
    f'{_LINES}<path d="M60 152h26M58 163h28M190 152h-26M192 163h-28"/></g>',
    '<path class="uc-p" d="M101 124l6 9 6-8 6 9 6-9 6 9 6-9 6 8 6-9-24-8z"/>'
    '<path class="uc-g" d="M101 72h8v34c-4 6-10 6-13 2-2-12-1-26 5-36zM149 72h-8v34c4 6 10 6 13 2 2-12 1-26-5-36z"/>'
    '<path d="M97 76C93 56 110 46 130 48 150 49 160 60 154 76 136 68 114 68 97 76Z"/>'
    '<path fill="currentColor" d="M96 78C112 68 138 68 155 78L154 70C138 62 112 62 97 70Z" stroke="none"/>'
    '<path class="uc-g" d="M140 66C160 60 176 64 188 52 182 74 160 80 143 71Z"/>',
    f'{_LINES}<path d="M146 68c12-1 22-3 32-9"/></g>',
)

HALF_FIGURES = {Rank.KING: _KING, Rank.QUEEN: _QUEEN, Rank.JACK: _JACK}


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
    title = element("title", sentence(name_of(card)))
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
