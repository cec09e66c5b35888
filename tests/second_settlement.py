"""A round settled a second time, from the rules' text alone: no code of the dealing engine is used or followed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple, TypeVar

from tests.second_wagers import SHARED, Posted, Seen, free_bonus, net_of, posted_odds, progressive_pays
from upcard.cards import Card, Rank

T = TypeVar("T")

AFTER_PLAYERS = "after players"
FREE_BET, MULTIPLE_ACTION = "free bet", "multiple action"
BLACKJACK, INSURANCE, STREAK, PROGRESSIVE = "blackjack", "insurance", "streak", "progressive"
FREE_BONUS = "Free Bonus"
COMPLETED = frozenset({"buster", "push 22"})  # 13:69F-2.30(f)3, reading 42: the dealer completes the hand for these


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a table plays and pays, read from the text of its file."""

    game: str = "blackjack"
    hole_card: str = AFTER_PLAYERS
    draws_soft_17: bool = False
    blackjack_pays: Fraction = Fraction(3, 2)
    splits: int = 1
    free_splits: int = 1  # of pairs that are not worth ten each, at free bet
    resplit_aces: bool = False
    posted: Mapping[str, Posted] = field(default_factory=dict)
    busted_insurance_stays: bool = False  # reading 23
    chip_dropped: bool = True  # reading 26
    blackjacks_wait: bool = True  # reading 41: not paid against an ace or a ten before the dealer's second card
    busts_wait: bool = False  # reading 61: added wagers of a bust, for the dealer's second card


def options(table: Mapping[str, Any]) -> Options:
    """Read the options of a table from its file, defaults as the rules have them."""
    house = table.get("house", {})
    pays, per = table.get("blackjack_pays", "3 to 2").split(" to ")
    game, hole_card = table.get("game", "blackjack"), table.get("hole_card", AFTER_PLAYERS)
    second_card = "with the dealer's second card"
    push_22 = any(offer["name"] == "push 22" for offer in table.get("wager", []))
    blackjacks = house.get("free_bet_blackjacks", "at once" if push_22 else second_card)  # 13:69F-2.32(e)
    return Options(
        game=game,
        hole_card=hole_card,
        draws_soft_17=table.get("dealer_soft_17", "stand") == "draw",
        blackjack_pays=Fraction(int(pays), int(per)),
        splits=table.get("splits", 1),
        free_splits=table.get("free_splits", table.get("splits", 1)),
        resplit_aces=table.get("resplit_aces", False),
        posted={offer["name"]: posted_odds(offer) for offer in table.get("wager", [])},
        busted_insurance_stays=house.get("insurance_of_a_busted_hand", "collected") == "stays",
        chip_dropped=house.get("progressive_chip", "dropped") == "dropped",
        blackjacks_wait=game != FREE_BET or hole_card != AFTER_PLAYERS or blackjacks == second_card,
        busts_wait=house.get("added_wagers_of_a_bust", "collected") != "collected"
        and hole_card == AFTER_PLAYERS
        and game != MULTIPLE_ACTION,
    )


class Decision(NamedTuple):
    """What a player did with the hand whose turn it was; amounts where a double down was made for less."""

    play: str
    amounts: tuple[int, ...] | None = None


class Line(NamedTuple):
    """A wager of a seat; its place is the spot of a blackjack wager or the length of a streak wager."""

    seat: int
    wager: str
    place: int = 0


@dataclass(frozen=True, kw_only=True)
class Box:
    """One box of a round: its wagers, the cards dealt to it in order, and what the player did."""

    amounts: tuple[int, ...]  # one for each spot
    cards: tuple[Card, ...]
    decisions: tuple[Decision, ...] = ()
    insurance: tuple[int, ...] = ()
    even_money: bool = False
    optional: Mapping[tuple[str, int], int] = field(default_factory=dict)  # by name and place
    wins_in_a_row: int = 0  # before this round
    displayed: int = 0  # by the blackjack bonus display


@dataclass(frozen=True, kw_only=True)
class Round:
    """One round of play, with the dealer's cards in the order dealt."""

    boxes: Mapping[int, Box]
    dealer: tuple[Card, ...]
    meter: int = 0


class NotAsDealt(Exception):
    """The cards or decisions of a round are more or fewer than the rules ask for."""


@dataclass(kw_only=True)
class Hand:
    """A hand of a box with what lies on it, by spot."""

    cards: list[Card]
    chips: list[int]
    original: bool = True
    split: bool = False
    surrendered: bool = False
    closed: bool = False
    added: list[int] = field(default_factory=list)
    buttons: int = 0


def value(card: Card) -> int:
    """Return the points of a card, an ace as one."""
    return 1 if card.rank == Rank.ACE else min(card.rank, 10)  # 13:69F-2.2(b)


def total(cards: Sequence[Card]) -> tuple[int, bool]:
    """Return the point total of a hand and whether it is soft."""
    hard = sum(map(value, cards))
    soft = hard <= 11 and any(card.rank == Rank.ACE for card in cards)  # 13:69F-2.2(b)
    return hard + 10 * soft, soft


def points(cards: Sequence[Card]) -> int:
    """Return the point total of a hand."""
    return total(cards)[0]


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Whether two cards are an ace and a card worth ten."""
    return len(cards) == 2 and points(cards) == 21


def is_natural(hand: Hand) -> bool:
    """Whether a player's hand is a blackjack, which a split hand is not."""
    return is_blackjack(hand.cards) and not hand.split


def is_over(hand: Hand, again: bool, rules: Options) -> bool:
    """Whether a player has no decision left for a hand; again: another pair may be split."""
    if hand.closed or hand.surrendered or points(hand.cards) >= 21:  # 13:69F-2.12(a)
        return True
    if hand.split and hand.cards[0].rank == Rank.ACE:  # 13:69F-2.11(c)2, 13:69F-2.11(e)
        return not (again and rules.resplit_aces and hand.cards[1].rank == Rank.ACE)
    return False


def most_splits(hand: Hand, rules: Options) -> int:
    """Return how often a box is split that begins with the card of this hand."""
    return rules.free_splits if rules.game == FREE_BET and hand.cards[0].value != 10 else rules.splits


def play_out(box: Box, rules: Options, ended: bool) -> tuple[Hand, ...]:
    """Play the hands of a box, the first incomplete one at the dealer's left before any other."""
    cards, decisions = iter(box.cards), iter(box.decisions)
    hands = [Hand(cards=[_next(cards), _next(cards)], chips=list(box.amounts))]
    place = 1 if ended or box.even_money else 0
    while place < len(hands):  # 13:69F-2.11(b)
        hand = hands[place]
        if len(hand.cards) == 1:
            hand.cards.append(_next(cards))
        elif is_over(hand, len(hands) <= most_splits(hand, rules), rules):
            place += 1
        else:
            hands[place + 1 : place + 1] = _carry_out(_next(decisions), hand, box, cards)
            if len(hands) > most_splits(hand, rules) + 1:  # 13:69F-2.11(e), 13:69F-2.11(g)
                raise NotAsDealt("a pair is split too often")
    _no_more(cards)
    _no_more(decisions)
    return tuple(hands)


def _carry_out(decision: Decision, hand: Hand, box: Box, cards: Iterator[Card]) -> list[Hand]:
    """Change a hand by a decision; return the hand that a split adds."""
    match decision.play:
        case "stand":
            hand.closed = True
        case "draw":
            hand.cards.append(_next(cards))
        case "surrender":
            hand.surrendered = True
        case "double down":  # 13:69F-2.10(a), 13:69F-2.18(c)
            hand.added = list(decision.amounts or box.amounts)
            hand.cards.append(_next(cards))
            hand.closed = True
        case "free double down":  # 13:69F-2.10(e)
            hand.buttons += 1
            hand.cards.append(_next(cards))
            hand.closed = True
        case "split pair" | "free split":
            hand.split = True
            free = decision.play == "free split"  # 13:69F-2.11(g): a button and no chips
            chips = [0] * len(box.amounts) if free else list(box.amounts)  # 13:69F-2.11(a)
            return [Hand(cards=[hand.cards.pop()], chips=chips, original=False, split=True, buttons=int(free))]
        case _:
            raise NotAsDealt(decision.play)
    return []


def _next(things: Iterator[T]) -> T:
    for thing in things:
        return thing
    raise NotAsDealt("a card or a decision is missing")


def _no_more(things: Iterator[object]) -> None:
    left = list(things)
    if left:
        raise NotAsDealt(f"too many cards or decisions: {left}")


class Played(NamedTuple):
    """A box after the decisions."""

    box: Box
    hands: tuple[Hand, ...]

    @property
    def natural(self) -> bool:
        """Whether the box has a blackjack."""
        return is_natural(self.hands[0])

    @property
    def bust(self) -> bool:
        """Whether every hand of the box has more than 21 points."""
        return all(points(hand.cards) > 21 for hand in self.hands)

    def compares(self, spot: int) -> bool:
        """Whether a hand is still to be compared with the dealer's hand of a spot."""
        if self.natural or spot >= len(self.box.amounts):
            return False
        return any(points(hand.cards) <= 21 and not hand.surrendered for hand in self.hands)

    def waits(self, spot: int, rules: Options) -> bool:
        """Whether a blackjack, a surrendered wager or insurance waits for the dealer's second card."""
        if spot >= len(self.box.amounts):
            return False
        if sum(self.box.insurance[spot : spot + 1]) and not self.insurance_collected(rules):  # 13:69F-2.18(d)
            return True
        if self.natural:
            return not self.box.even_money and rules.blackjacks_wait
        if any(self.bust_waits(hand, rules) for hand in self.hands):
            return True
        return self.hands[0].surrendered and rules.game != FREE_BET  # 13:69F-2.8(a)2, 13:69F-2.8(a)3

    def bust_waits(self, hand: Hand, rules: Options) -> bool:
        """Whether a bust hand has added chips that a dealer's blackjack would give back."""  # reading 61
        added = not hand.original or bool(hand.added and any(hand.added))
        return rules.busts_wait and points(hand.cards) > 21 and added

    def insurance_collected(self, rules: Options) -> bool:
        """Whether insurance is collected with a hand that has bust, where a licensee reads 2.18(f) so."""
        return rules.game == MULTIPLE_ACTION and self.bust and not rules.busted_insurance_stays  # reading 23


def dealer_hands(round_: Round, played: Sequence[Played], rules: Options) -> tuple[tuple[Card, ...], ...]:
    """Deal the dealer's hands, one for each spot, no further than a wager needs them."""
    cards = iter(round_.dealer)
    upcard = _next(cards)
    begun = [upcard] if rules.hole_card == AFTER_PLAYERS else [upcard, _next(cards)]
    hands = []
    for spot in range(max(len(one.box.amounts) for one in played)):  # 13:69F-2.18(g), 13:69F-2.18(h), reading 21
        hand = list(begun)
        completes = any(one.compares(spot) for one in played)
        if spot == 0:  # no text says which of several dealer's hands decides these; the first is taken
            completes |= any(name in COMPLETED for one in played for name, _ in one.box.optional)
        if len(hand) == 1 and (completes or _second_card_decides(upcard, spot, played, rules)):
            hand.append(_next(cards))
        while completes and not _stands(hand, rules):
            hand.append(_next(cards))
        hands.append(tuple(hand))
    _no_more(cards)
    return tuple(hands)


def _second_card_decides(upcard: Card, spot: int, played: Sequence[Played], rules: Options) -> bool:
    """Whether the dealer's second card can make a blackjack on which a wager turns."""
    if value(upcard) not in (1, 10):
        return False
    queens = any(one.box.optional.get(("20 point bonus", 0)) and _are_queens(one.box) for one in played)
    return queens or any(one.waits(spot, rules) for one in played)


def _are_queens(box: Box) -> bool:
    return all(str(card) == "Qh" for card in box.cards[:2])


def _stands(hand: Sequence[Card], rules: Options) -> bool:
    have, soft = total(hand)
    return have >= 17 and not (have == 17 and soft and rules.draws_soft_17)  # 13:69F-2.12(b), 2.12(f), 2.30(f)3


def net_of_hand(hand: Hand, spot: int, box: Box, dealer: Sequence[Card], rules: Options) -> int:
    """Return the net result of the wager of one spot on a hand, in cents."""
    chips = hand.chips[spot]
    at_risk = chips + (hand.added[spot] if hand.added else 0)
    mine, theirs = points(hand.cards), points(dealer)
    if hand.surrendered:  # 13:69F-2.8(a); part of a cent stays with the player, reading 54
        return -chips if is_blackjack(dealer) and rules.game != FREE_BET else -(chips // 2)
    if mine > 21 and not (rules.busts_wait and is_blackjack(dealer)):
        return -at_risk  # also before a dealer's 22, reading 35
    if is_natural(hand):
        if box.even_money:
            return chips  # 13:69F-2.7(c)
        if is_blackjack(dealer) and rules.blackjacks_wait:
            return 0
        return ceil(chips * rules.blackjack_pays)  # 13:69F-2.7(a), reading 54
    if is_blackjack(dealer):  # 13:69F-2.11(d), 13:69F-2.10(b), reading 61
        return -chips if hand.original else 0
    if theirs == 22 and rules.game == FREE_BET:  # 13:69F-2.12(f), 13:69F-2.31(b)3, reading 36
        return 0
    if theirs > 21 or mine > theirs:
        return at_risk + hand.buttons * box.amounts[spot]  # 13:69F-2.31(b)1, 13:69F-2.31(c)1, reading 38
    return -at_risk if mine < theirs else 0  # 13:69F-2.31(b)2, reading 60


def settle(round_: Round, rules: Options) -> dict[Line, int]:
    """Return the net result in cents of every wager that the round decides."""
    begun = round_.dealer[: 1 if rules.hole_card == AFTER_PLAYERS else 2]
    ended = is_blackjack(begun)  # before the decisions, 13:69F-2.6(j), 13:69F-2.6(k)
    played = {seat: Played(box, play_out(box, rules, ended)) for seat, box in round_.boxes.items()}
    dealer = dealer_hands(round_, tuple(played.values()), rules)
    nets: dict[Line, int] = {}
    for seat, one in played.items():
        main = {
            Line(seat, BLACKJACK, spot): sum(
                net_of_hand(hand, spot, one.box, dealer[spot], rules) for hand in one.hands
            )
            for spot in range(len(one.box.amounts))
        }
        nets |= (
            main | _insurance(seat, one, dealer, rules) | _optional(seat, one.box, sum(main.values()), dealer[0], rules)
        )
    return nets | _progressive(round_, rules)


def _insurance(seat: int, one: Played, dealer: Sequence[Sequence[Card]], rules: Options) -> dict[Line, int]:
    """Settle each insurance wager by the second card of its own dealer's hand."""
    lost = one.insurance_collected(rules)
    return {
        Line(seat, INSURANCE, spot): 2 * amount if is_blackjack(dealer[spot]) and not lost else -amount  # 13:69F-2.9(c)
        for spot, amount in enumerate(one.box.insurance)
        if amount
    }


def _optional(seat: int, box: Box, round_net: int, dealer: Sequence[Card], rules: Options) -> dict[Line, int]:
    """Settle the optional wagers of a box that its own round decides."""
    nets = {}
    for (name, place), amount in box.optional.items():
        if name == PROGRESSIVE:
            continue
        seen = Seen(
            box=box.cards,
            dealer=dealer,
            dealer_points=points(dealer),
            points=points(box.cards[:2]),
            place=place,
            wins_in_a_row=box.wins_in_a_row + 1,
            round_net=round_net,
            displayed=box.displayed,
        )
        net = net_of(name, amount, seen, rules.posted[name])
        if net is not None:
            nets[Line(seat, name, place)] = net
        if name == "buster" and (bonus := free_bonus(amount, seen, rules.posted[name])):
            nets[Line(seat, FREE_BONUS)] = bonus
    return nets


def _progressive(round_: Round, rules: Options) -> dict[Line, int]:
    """Settle the progressive wagers of a table together; winners of the meter share it."""
    made = [seat for seat, box in round_.boxes.items() if (PROGRESSIVE, 0) in box.optional]
    pays = {seat: progressive_pays(round_.boxes[seat].cards) for seat in sorted(made, reverse=True)}  # reading 52
    winners = [seat for seat, won in pays.items() if won == SHARED]
    for place, seat in enumerate(winners):  # 13:69F-2.19(h), reading 55
        each, odd = divmod(round_.meter, len(winners))
        pays[seat] = each + (place < odd)
    nets = {}
    for seat, won in pays.items():
        chip = round_.boxes[seat].optional[PROGRESSIVE, 0]
        nets[Line(seat, PROGRESSIVE)] = won - chip if rules.chip_dropped or not won else won  # reading 26
    return nets
