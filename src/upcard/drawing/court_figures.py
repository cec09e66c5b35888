"""The upper half of a king, a queen and a jack, in plain geometry; turned by half a circle it is the lower half too.

Drawn within x 53 to 197 and y 43 to 175 of a card of 250 by 350. `currentColor` is the color of the suit, what states
no fill has the second color of the suit, and the classes uc-g, uc-s and uc-p are gold, skin and paper.
"""

from upcard.cards import Rank

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
