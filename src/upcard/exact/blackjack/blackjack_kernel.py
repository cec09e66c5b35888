"""The dynamic programs for a table's rules and a shoe."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from upcard.cards import Card
from upcard.errors import Misuse
from upcard.exact.blackjack import programs
from upcard.exact.blackjack.dealer import completed_hands, dealer_of, dealer_table
from upcard.exact.blackjack.program_constants import MOST_ENDS, SPLIT_PARTS
from upcard.exact.blackjack.programs import HandSets, PlayValues
from upcard.exact.blackjack.splits import most_removed
from upcard.exact.blackjack.structures import (
    DealerTable,
    EndedHands,
    NetTable,
    Numbers,
    PlayerTable,
    empty_hand,
    numbers,
    zeros,
)
from upcard.exact.shoe import Shoe
from upcard.law import in_edition
from upcard.payoffs.hands import ValueCounts, all_hands
from upcard.payoffs.plays import HAND_PLAYS, ONLY_STAND
from upcard.payoffs.settlement import DOUBLINGS, NOT_BUST, payoffs_of
from upcard.rules.blackjack import BlackjackRules
from upcard.rules.enums import HandKind
from upcard.rules.facts import Total
from upcard.rules.hand import MOST_POINTS
from upcard.table import TableConfig

Values = tuple[int, ...]  # cards left by value, aces first
JointEnds = dict[tuple[int, int], list[float]]  # by the ends of two hands: probabilities by kind of dealer's hand

MOST_SPLITS = 7
MOST_POINTS_OF_A_HAND = 31  # aces as one: a hand of 21 that draws a ten

OVER_CLASS = 0  # the class of hands that have nothing to decide
TOTAL_CLASSES = 4 * (MOST_POINTS + 1)
BUST_END = 0  # the number of a bust by drawing


def shoe_of(table: TableConfig, *, decks: int | None = None, removed: Iterable[Card] = ()) -> Values:
    """Return the cards left by value; raise Misuse for a table that cannot be analyzed or a shoe that may run out."""
    rules = table.rules
    if rules.most_splits > MOST_SPLITS:
        message = (
            f"a pair split {rules.most_splits} times cannot be analyzed; the rules allow at most 3 [13:69F-2.11(e)]"
        )
        raise Misuse(in_edition(message, table.law))
    shoe = Shoe.fresh(table.decks if decks is None else decks).without(removed).values
    points = sum((value + 1) * count for value, count in enumerate(shoe))
    if points < MOST_POINTS_OF_A_HAND * (rules.most_splits + 1 + rules.dealer_hands):
        raise Misuse(f"a round may run out of cards with only {sum(shoe)} left; remove fewer cards or add decks")
    return shoe


class HandStart(NamedTuple):
    """How a hand began, as far as its policy depends on it."""

    kind: HandKind
    aces: bool = False  # it began with one of two split aces


INITIAL = HandStart(HandKind.INITIAL)
POLICIES = (
    INITIAL,
    *(HandStart(kind, aces) for kind in (HandKind.SPLIT, HandKind.ADDED_FREE) for aces in (False, True)),
)


def hand_start(kind: HandKind, value: int) -> HandStart:
    """Return how a split hand of a kind and value began; an added hand with chips on it is played as the first hand."""
    return HandStart(HandKind.SPLIT if kind is HandKind.ADDED else kind, kind.from_split and value == 1)


def class_of(total: Total, *, two: bool) -> int:
    """Return the number of a total's class; hands of two cards have classes of their own."""
    return 4 * total.points + 2 * total.soft + two


@lru_cache(maxsize=8)
def _classes(masks: bytes) -> bytes:
    hands = all_hands()
    numbers = [class_of(total, two=cards == 2) for total, cards in zip(hands.totals, hands.lengths, strict=True)]
    return bytes([OVER_CLASS if mask == ONLY_STAND else number for mask, number in zip(masks, numbers, strict=True)])


class BlackjackKernel:
    """The programs for one set of rules and one shoe; a showing of the dealer is given by its number."""

    def __init__(self, rules: BlackjackRules, shoe: Values) -> None:
        self.rules, self.cards, self.hands, self.payoffs = rules, shoe, all_hands(), payoffs_of(rules)
        self.plays, self.dealer = self.payoffs.plays, dealer_of(self.payoffs)
        self.shoe = numbers(shoe)
        assert max(len(self.payoffs.nets[HandKind.INITIAL]), len(self.dealer.kinds)) <= MOST_ENDS
        self._player = self._player_hands()
        self._kinds: dict[HandKind, NetTable] = {}
        self._kind_with_nets: dict[tuple[tuple[float, ...], ...], HandKind] = {}
        self._same_nets_as: dict[HandKind, HandKind] = {}  # the first kind of hand with the same net results
        for kind in self.payoffs.kinds:
            self._add_kind(kind)
        self._trees: dict[int, DealerTable] = {}
        self._dealers: dict[int, Numbers] = {}
        self._dealers_hands: dict[int, EndedHands] = {}

    @cached_property
    def blackjack_ends_first(self) -> bool:
        """Whether the dealer's blackjack ends the round before the players decide."""
        return self.rules.hole_card.dealt_first

    def upcard(self, showing: int) -> int:
        """Return the upcard of a showing; of two cards that are face up, the lower."""
        return self.dealer.trees[showing].shown[0]

    def tree(self, showing: int) -> DealerTable:
        """Return the dealer's tree of a showing as the programs have it."""
        if showing not in self._trees:
            self._trees[showing] = dealer_table(self.dealer.trees[showing])
        return self._trees[showing]

    def masks(self, showing: int, key: HandStart) -> bytes:
        """Return the plays that each hand has against a showing, as bits."""
        return self.plays.masks(self.upcard(showing), from_split=key.kind.from_split, aces=key.aces)

    def classes(self, showing: int) -> bytes:
        """Return the class of each hand: by its total and whether it has two cards, or OVER_CLASS."""
        return _classes(self.masks(showing, INITIAL))

    def allowed(self, showing: int, key: HandStart, first: bytes, second: bytes) -> bytes:
        """Return the first of two plays that each hand has; it stands if it has neither."""
        return programs.allowed_plays(self.masks(showing, key), first, second)

    def _player_hands(self) -> PlayerTable:
        doublings = [doubled if doubled in self.payoffs.ways else None for doubled in DOUBLINGS]
        return programs.player_table(
            end=b"".join(map(self.payoffs.ends_of_hands, doublings)),
            bust=bytes(self.payoffs.bust(doubled) for doubled in doublings),
            categories=len(self.dealer.kinds),
            blackjack=self.payoffs.blackjack,
        )

    def _add_kind(self, kind: HandKind) -> None:
        """Make the table of the net results of a kind of hand; a bust may depend on a blackjack only."""
        blackjack, nets = self.payoffs.blackjack, [list(row) for row in self.payoffs.nets[kind]]
        settled = [row[blackjack] for row in nets]
        for doubled in self.payoffs.ways:
            bust = nets[self.payoffs.bust(doubled)]
            if len({net for place, net in enumerate(bust) if place != blackjack}) > 1:
                raise Misuse("rules that settle a bust by the dealer's hand cannot be analyzed")
            bust[blackjack] = self.payoffs.nets[kind][self.payoffs.end(NOT_BUST, 3, doubled)][blackjack]
        if self.blackjack_ends_first:  # the round ends before any hand is played
            settled = [Fraction(0)] * len(nets)
            for row in nets:
                row[blackjack] = Fraction(0)
        columns = tuple(float(net) for row in nets for net in row), tuple(float(net) for net in settled)
        self._same_nets_as[kind] = self._kind_with_nets.setdefault(columns, kind)
        self._kinds[kind] = NetTable(net=numbers(columns[0]), settled=numbers(columns[1]))

    def chances(self, showing: int, removed: Sequence[ValueCounts]) -> list[list[float]]:
        """Return the probability of each kind of completed dealer's hand, for each set of removed cards."""
        kinds, sets = len(self.dealer.kinds), b"".join(map(bytes, removed))
        flat = programs.dealer_chances(self.tree(showing), kinds, self.shoe, sets).tolist()
        return [flat[at : at + kinds] for at in range(0, len(flat), kinds)]

    @cached_property
    def _sets(self) -> HandSets:
        """Return the sets of cards for which the dealer's hand is completed."""
        return programs.hand_sets(most_removed(self.rules.most_splits + 1, again=self.rules.most_splits > 1) - 1)

    def _all_chances(self, showing: int) -> Numbers:
        """Return the probabilities of the dealer's hand for every set of cards; those of all hands come first."""
        if showing not in self._dealers:
            kinds = len(self.dealer.kinds)
            self._dealers[showing] = programs.dealer_chances(self.tree(showing), kinds, self.shoe, self._sets.cards)
        return self._dealers[showing]

    def value(self, showing: int, key: HandStart, policy: bytes | None = None) -> PlayValues:
        """Return the value of every play of every hand, played on by the policy or, without one, optimally."""
        return programs.play_values(
            self.tree(showing),
            self._player,
            self.shoe,
            self._kinds[key.kind],
            self.masks(showing, key),
            self._all_chances(showing),
            policy,
        )

    def chosen(self, showing: int, key: HandStart, valued: PlayValues) -> bytes:
        """Return the best play of every hand among those it has, by values of hands that began in another way."""
        return programs.chosen_plays(self.masks(showing, key), valued.values)

    def reach(self, showing: int, policy: bytes, start: Mapping[int, float]) -> Numbers:
        """Return the probability of reaching every hand by a policy, from starting hands with theirs."""
        return programs.reached(self.tree(showing), self._player, self.shoe, policy, self._by_hand(start))

    def _by_hand(self, numbers: Mapping[int, float]) -> Numbers:
        """Return a number for every hand."""
        table = zeros(len(self.hands.counts))
        for hand, number in numbers.items():
            table[hand] = number
        return table

    def by_class(self, classes: bytes, reach: Numbers, valued: PlayValues) -> list[tuple[float, ...]]:
        """Return the sums of every play's value, and of the probability, over the hands of each class."""
        step = len(HAND_PLAYS) + 1
        flat = programs.class_sums(classes, TOTAL_CLASSES, reach, valued.values).tolist()
        return [tuple(flat[at : at + step]) for at in range(0, len(flat), step)]

    def split(
        self, showing: int, kinds: Sequence[HandKind], policy: bytes, value: int, most_removed: int
    ) -> dict[HandKind, list[float]]:
        """Return the worths of hands that began with one card of a split pair, for 2, 3, … cards of that value out.

        Each has WORTH_PARTS numbers where the second card is of another value, then as many where it is of the same.
        """
        unlike = list(dict.fromkeys(self._same_nets_as[kind] for kind in kinds))
        size = SPLIT_PARTS * (most_removed - 1)
        worths = programs.split_worths(
            self.tree(showing),
            self._player,
            self.shoe,
            self._sets,
            self._all_chances(showing),
            [self._kinds[kind] for kind in unlike],
            policy,
            value - 1,
            most_removed,
        ).tolist()
        each = {kind: worths[at * size : (at + 1) * size] for at, kind in enumerate(unlike)}
        return {kind: each[self._same_nets_as[kind]] for kind in kinds}

    def single(
        self, showing: int, value: int, removed: range, ended: EndedHands, symbols: int, symbol: bytes
    ) -> Numbers:
        """Return the joint distribution of a split hand's symbol and the dealer's hand; the hand began with one card.

        It is by number of cards of that value out, kind of dealer's hand and symbol.
        """
        return programs.single_hand(
            self.tree(showing),
            self._player,
            self.shoe,
            self._sets,
            self._all_chances(showing),
            value - 1,
            removed,
            ended,
            symbols,
            symbol,
        )

    def ended(
        self, policy: bytes, start: Mapping[int, int], out_before: ValueCounts, *, busts: bool = False
    ) -> EndedHands:
        """Return the hands in which a policy ends; `start` is the number of orders in which each hand can begin.

        The cards `out_before` were out of the shoe before. Without `busts`, hands that bust by drawing are left out:
        their probability is what all others leave over.
        """
        return programs.ended_hands(self._player, policy, self._by_hand(start), bytes(out_before), busts=busts)

    def dealers(self, showing: int) -> EndedHands:
        """Return the dealer's completed hands as hands that have ended, the end being the kind."""
        if showing not in self._dealers_hands:
            self._dealers_hands[showing] = completed_hands(self.dealer.trees[showing])
        return self._dealers_hands[showing]

    @cached_property
    def _nets(self) -> dict[HandKind, list[list[int]]]:
        """Return the net result of each end of each kind of hand, in parts of a unit, as settled.

        A dealer's blackjack that ends the round before any hand is played takes the original wager only.
        """
        taken = self.payoffs.in_parts(self.blackjack_takes[NOT_BUST])
        nets = {
            kind: [list(map(self.payoffs.in_parts, row)) for row in self.payoffs.nets[kind]] for kind in self._kinds
        }
        if self.blackjack_ends_first:
            for kind, rows in nets.items():
                for row in rows:
                    row[self.payoffs.blackjack] = taken if kind.original else 0
        return nets

    def nets(self, end: int, kind: HandKind) -> list[int]:
        """Return the net result of an end against each kind of dealer's hand, in parts of a unit."""
        return self._nets[kind][end]

    @cached_property
    def blackjack_takes(self) -> dict[Total, Fraction]:
        """Return the net result of each initial total where a dealer's blackjack ends the round before it is played."""
        nets, two = self.payoffs.nets[HandKind.INITIAL], range(self.hands.initial, self.hands.of(1))
        totals = {self.hands.totals[hand] for hand in two}
        return {total: nets[self.payoffs.end(total, 2)][self.payoffs.blackjack] for total in totals}

    @cached_property
    def surrendered(self) -> tuple[Fraction, Fraction]:
        """Return what a surrendered hand loses where the dealer has no blackjack, and where the dealer has one."""
        assert self.payoffs.surrendered is not None
        nets = self.payoffs.nets[HandKind.INITIAL][self.payoffs.surrendered]
        clear = {net for place, net in enumerate(nets) if place != self.payoffs.blackjack}
        if len(clear) > 1:
            raise Misuse("rules that settle a surrendered hand by the dealer's total cannot be analyzed")
        return clear.pop(), nets[self.payoffs.blackjack]

    def joint(self, showing: int, out: ValueCounts, first: EndedHands, second: EndedHands) -> JointEnds:
        """Return the joint distribution of the ends of two hands and the kind of dealer's hand.

        All three are drawn from the shoe less the cards that are out.
        """
        kinds = len(self.dealer.kinds)
        shoe = numbers(n - less for n, less in zip(self.cards, out, strict=True))
        chances = programs.two_hands(self.tree(showing), kinds, shoe, first, second)
        return {
            (end, other): chances[at : at + kinds].tolist()
            for end in first.ends
            for other in second.ends
            for at in ((end * MOST_ENDS + other) * kinds,)
        }

    def alone(self, showing: int, out: ValueCounts, hands: EndedHands) -> dict[int, list[float]]:
        """Return the joint distribution of the end of one hand and the kind of dealer's hand."""
        return {end: chances for (end, _), chances in self.joint(showing, out, hands, empty_hand()).items()}
