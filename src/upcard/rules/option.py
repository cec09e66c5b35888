"""Options: whatever a licensee may offer at a table under some paragraph, and what it requires of the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from upcard.english import sentence
from upcard.law import Cite, Cited, Edition, Unknown, cite
from upcard.rules.bound import Bound
from upcard.rules.step import ProcedureStep


class Kind(Enum):
    """How the value of a key is written in a table file."""

    MONEY = "an amount of money"
    SHARE = "a share"
    COUNT = "a whole number"
    WORD = "a word"
    DISPLAY = "amounts with their probabilities"
    LIMITS = "a list of minimum and maximum"


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A key that an option adds to the table file."""

    key: str
    kind: Kind
    means: str
    default: Any = None
    cite: Cite | None = None  # the paragraph on it, where that is not the option's own
    default_of: str | None = None  # the key whose value holds where this one is not stated
    choices: tuple[Any, ...] = ()
    missing: Cited[str] | None = None  # what to report when the key is absent
    otherwise: Any = None  # what holds where a key that is required is missing, if such a table can be dealt


@dataclass(frozen=True, kw_only=True)
class Requires:
    """A bound on the value of a key of the table file, or on the sum of several."""

    keys: tuple[str, ...]
    bound: Bound
    because: str
    not_above: str | None = None  # another key whose value is a bound too
    reading: int | None = None  # the Reading on which the bound rests, if the paragraph leaves a doubt
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # only where each key has one of these values


@dataclass(frozen=True, kw_only=True)
class Doubt:
    """Another option about which the text leaves a doubt, with the Reading that resolves it."""

    partner: Cite
    cite: Cite
    reading: int


@dataclass(frozen=True, kw_only=True)
class Notice:
    """A notice that must have been given before the option is offered, and the words a table file may use."""

    words: tuple[str, ...]  # 13:69F-8.3(c)

    def is_named(self, word: str) -> bool:
        """Whether a word of a table file names this notice."""
        return word.lower().replace("_", " ").strip() in self.words


@dataclass(frozen=True, kw_only=True)
class OtherWording:
    """Another text that a Reading accepts in place of the literal one, if it says something of the same subject."""

    subject: str  # words that such a text has in it, in lower case
    when: tuple[str, Any]  # the key and the value with which it is accepted
    reading: int


@dataclass(frozen=True, kw_only=True)
class Inscription:
    """A literal text on the layout, and the paragraph whose inscription it stands in place of."""

    text: str
    replaces: Cite | None = None
    otherwise: OtherWording | None = None


class AreaKind(Enum):
    """What a betting area is on the layout."""

    SPOT = "a spot for the chips of the wager"
    EACH_BLACKJACK_WAGER = "a spot for each blackjack wager on the hand"
    CHIP_ACCEPTOR = "a chip acceptor with a light"


@dataclass(frozen=True, kw_only=True)
class BettingArea:
    """A betting area at each player position: its name in a table file, and what the layout says in it."""

    name: str
    label: str = ""  # the heading of the wager, if nothing else
    kind: AreaKind = AreaKind.SPOT


class StatedUnder(Enum):
    """The key of a table file under which a statement stands."""

    APPEARANCE = "appearance"
    APPROVALS = "approvals"


@dataclass(frozen=True, kw_only=True)
class Statement:
    """Something of cards, equipment or papers that only the licensee can state, by its name in a table file."""

    name: str
    what: str
    under: StatedUnder
    editions: frozenset[Edition] = frozenset(Edition)


class EquipmentKind(Enum):
    """What a piece of equipment is, so that it can be drawn where it belongs."""

    BOX = "a box under the table, behind a slot"
    RACK = "a rack on the table"
    READER = "a reader beside the dealer's cards"
    SHUFFLER = "a shuffler on the table"
    BUTTON = "a button that a player presses"
    DISPLAY = "a display for the players"
    METER = "a meter that shows an amount"
    TOKENS = "tokens in the dealer's keeping"
    AT_SEATS = "a device at each player position"


@dataclass(frozen=True, kw_only=True)
class Equipment:
    """Something that a table must have, by its name in a table file."""

    name: str
    kind: EquipmentKind
    shows: str | None = None  # the setting whose amount a meter shows at first


@dataclass(frozen=True, kw_only=True)
class Option:
    """Something a licensee may offer under a paragraph: a way of dealing or paying, a game, a wager.

    >>> option = Option(name="in-between", cite=cite("13:69F-2.26"))
    >>> option.display_name, option.heading
    ('in-between', 'In-between')
    """

    name: str  # in table files, programs and the journal
    written: str = ""  # as the regulation writes the name within a sentence, where that differs
    cite: Cite
    chosen_by: tuple[str, *tuple[Any, ...]] | None = None  # a key of the table file, and the values that choose it
    decks: Cited[Bound] | None = None
    excludes: Mapping[Cite, Cite] = field(default_factory=dict)  # partner -> the paragraph that says so
    doubts: tuple[Doubt, ...] = ()
    foresees: tuple[Cited[Cite], ...] = ()  # other options expressly provided for
    requires: tuple[Cited[Requires], ...] = ()
    unknown: Unknown | None = None  # not settled by any text held; the check `unsettled` says when it is
    settings: tuple[Setting, ...] = ()
    notices: tuple[Cited[Notice], ...] = ()
    ended_after_notice: Cite | None = None  # where notice comes also before the option is withdrawn
    inscriptions: tuple[Cited[Inscription], ...] = ()
    equipment: tuple[Cited[Equipment], ...] = ()
    equipment_if: Mapping[str, Cited[Equipment]] = field(default_factory=dict)  # where the setting is more than zero
    second_cutting_card: frozenset[Edition] = frozenset()  # the editions in which the option requires one
    areas: tuple[Cited[BettingArea], ...] = ()
    statements: tuple[Cited[Statement], ...] = ()
    steps: tuple[Cited[ProcedureStep], ...] = ()  # of the procedure, besides those that follow from other declarations

    @property
    def display_name(self) -> str:
        """Return the name as a sentence writes it."""
        return self.written or self.name

    @property
    def heading(self) -> str:
        """Return the name where nothing stands before it: on the layout, a sign, a button, in a table."""
        return sentence(self.display_name)

    @property
    def procedure(self) -> tuple[Cited[ProcedureStep], ...]:
        """Return every step of the procedure that the option declares, each with the paragraph that asks for it."""
        return self.steps

    def is_chosen(self, stated: Mapping[str, Any]) -> bool:
        """Whether a table that states these values chooses the option; games and wagers are chosen by name."""
        return self.chosen_by is not None and stated.get(self.chosen_by[0]) in self.chosen_by[1:]


def by(source: Cite, *partners: str) -> dict[Cite, Cite]:
    """Return the exclusions that a paragraph states: each partner, with that paragraph."""
    return {cite(partner): source for partner in partners}


def requires(
    source: Cite,
    key: str,
    bound: Bound,
    because: str,
    *,
    reading: int | None = None,
    when: Mapping[str, tuple[Any, ...]] | None = None,
) -> Cited[Requires]:
    """Return a bound that a paragraph sets on the value of a key."""
    return source.says(Requires(keys=(key,), bound=bound, because=because, reading=reading, when=when or {}))
