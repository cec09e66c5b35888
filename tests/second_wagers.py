"""The optional wagers settled a second time: each says, from the rules' text alone, which line of its odds is paid."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

from upcard.cards import BLACK, RED, Card, Rank
from upcard.law import Cited
from upcard.money import Odds
from upcard.rules.fact_type import Stream
from upcard.wagers import ALL

SPREADS = ("Triple match", "One card spread", "Two card spread", "Three card spread", "All other spreads")
BUSTED = ("8 or more cards", "7 cards", "6 cards", "5 cards", "4 cards", "3 cards")
TWENTY_TWO = ("Same suited 22", "Same colored 22", "Any other combination of 22")
MATCHES = (
    "Two suited matches",
    "One match and one suited match",
    "Two matches",
    "One suited match",
    "One match",
)
TWENTIES = (
    "Pair of queens of hearts with a dealer blackjack",
    "Pair of queens of hearts",
    "Matched 20",
    "Suited 20",
    "Any 20",
)
POKER = ("Straight flush", "Three of a kind", "Straight", "Flush")
SUITED = ("King and queen of the same suit", "Same suit")
WINS = ("2 wins in a row", "3 wins in a row", "4 wins in a row", "5 wins in a row")

# What each line pays to 1, by name of the pay table; "house" ones are usual in the trade and not law.
PAY_TABLES: Mapping[tuple[str, str], tuple[Sequence[str], Sequence[float]]] = {
    ("in-between", "A"): (SPREADS, (30, 12, 6, 4, 1)),  # 13:69F-2.26(f)
    ("in-between", "B"): (SPREADS, (30, 10, 6, 4, 1)),
    ("in-between", "C"): (SPREADS, (30, 10, 5, 3, 1)),
    ("in-between", "D"): (SPREADS, (40, 10, 5, 3, 1)),
    ("buster", "A"): (BUSTED, (250, 50, 15, 4, 2, 2)),  # 13:69F-2.30(g)
    ("buster", "B"): (BUSTED, (200, 50, 15, 4, 2, 2)),
    ("buster", "C"): (BUSTED, (250, 50, 12, 4, 2, 2)),
    ("buster", "D"): (BUSTED, (200, 50, 12, 4, 2, 2)),
    ("buster", "E"): (BUSTED, (250, 50, 12, 3, 2, 2)),
    ("buster", "F"): (BUSTED, (250, 50, 20, 8, 2, 1)),
    ("push 22", "1"): (TWENTY_TWO, (50, 20, 8)),  # 13:69F-2.32(j)
    ("push 22", "2"): (TWENTY_TWO, (50, 20, 7)),
    ("push 22", "3"): (TWENTY_TWO, (11, 11, 11)),
    ("over 13", "house"): (("Over 13",), (1,)),
    ("under 13", "house"): (("Under 13",), (1,)),
    ("same suit", "house one deck"): (SUITED, (10, 3)),
    ("same suit", "house shoe"): (SUITED, (25, 2.5)),
    ("streak", "house"): (WINS, (3, 7, 17, 37)),
    ("match-the-dealer", "house six decks"): (MATCHES, (22, 15, 8, 11, 4)),
    ("20 point bonus", "house 1000-125"): (TWENTIES, (1000, 125, 19, 9, 4)),
    ("20 point bonus", "house 1000-200"): (TWENTIES, (1000, 200, 25, 10, 4)),
    ("optional bonus", "house"): (POKER, (9, 9, 9, 9)),
}
FREE_BONUS = {"B1": (8_000_00, 1_000_00), "B3": (5_000_00, 1_000_00)}  # 13:69F-2.30(i)
FREE_BONUS_LEAST = 5_00  # 13:69F-2.30(h)
SHARED = -1  # the meter is paid, and how much depends on the other boxes


@dataclass(frozen=True, kw_only=True)
class Posted:
    """What a wager pays at a table: odds by line, and the Free Bonus by line in cents."""

    odds: Mapping[str, Fraction] = field(default_factory=dict)
    bonus: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What an optional wager may turn on."""

    box: Sequence[Card]  # in the order dealt, split or not: reading 24
    dealer: Sequence[Card]
    dealer_points: int
    points: int  # of the first two cards
    place: int = 0  # the length of a streak wagered on
    wins_in_a_row: int = 0  # this round included
    round_net: int = 0  # of the blackjack wager
    displayed: int = 0


def posted_odds(offer: Mapping[str, Any]) -> Posted:
    """Read what a wager pays from its part of the table's file."""
    if "pays" in offer:
        parts = {line: odds.split(" to ") for line, odds in offer["pays"].items()}
        odds = {line: Fraction(int(pays), int(per)) for line, (pays, per) in parts.items()}
    else:
        odds = _pay_table(offer["name"], offer.get("pay_table", ""))
    bonus = dict(zip(BUSTED, FREE_BONUS[offer["free_bonus"]], strict=False)) if "free_bonus" in offer else {}
    return Posted(odds=odds, bonus=bonus)


def _pay_table(name: str, chosen: str) -> dict[str, Fraction]:
    """Return the odds of a pay table: as written above, or as declared by a wager that is not read a second time."""
    if name in DECLARED:
        law = DECLARED[name].pay_tables
        tables = {**DECLARED[name].house_pay_tables, **(law.value.tables if isinstance(law, Cited) else {})}
        return {outcome.label: odds.ratio for outcome, odds in tables[chosen].items() if isinstance(odds, Odds)}
    lines, pays_to_1 = PAY_TABLES.get((name, chosen), ((), ()))
    return {line: Fraction(pays) for line, pays in zip(lines, pays_to_1, strict=True)}


def _are_suited(cards: Iterable[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def _in_between(seen: Seen) -> Sequence[str]:
    """Name the spread by rank, ace high."""
    upcard = seen.dealer[0].rank
    low, high = sorted(card.rank for card in seen.box[:2])  # 13:69F-2.26(b)
    if low == upcard == high:
        return SPREADS[:1]  # 13:69F-2.26(f)1, reading 12
    if not low < upcard < high:
        return ()
    between = sum(low < rank < high for rank in Rank)  # 13:69F-2.26(f)2-5
    return (SPREADS[min(between, 4)],)


def _buster(seen: Seen) -> Sequence[str]:
    """Name the line by the number of cards of a dealer's hand over 21."""
    if seen.dealer_points <= 21:  # 13:69F-2.30(d)
        return ()
    count = len(seen.dealer)
    return (BUSTED[0] if count >= 8 else f"{count} cards",)


def _push_22(seen: Seen) -> Sequence[str]:
    """Name the line of a dealer's 22 by all its cards."""
    if seen.dealer_points != 22:  # 13:69F-2.32(f)
        return ()
    suits = {card.suit for card in seen.dealer}  # reading 43
    if len(suits) == 1:
        return TWENTY_TWO[:1]
    return TWENTY_TWO[1:2] if suits <= RED or suits <= BLACK else TWENTY_TWO[2:]


def _thirteen(seen: Seen) -> int:
    """Return the first two cards' points with every ace as one."""
    return sum(1 if card.rank == Rank.ACE else min(card.rank, 10) for card in seen.box[:2])  # 13:69F-2.2(b)3


def _over(seen: Seen) -> Sequence[str]:
    return ("Over 13",) if _thirteen(seen) > 13 else ()  # 13:69F-2.17(c)


def _under(seen: Seen) -> Sequence[str]:
    return ("Under 13",) if _thirteen(seen) < 13 else ()  # 13:69F-2.17(c)


def _same_suit(seen: Seen) -> Sequence[str]:
    """Name the suited lines, king with queen first."""
    if not _are_suited(seen.box[:2]):
        return ()
    return SUITED if {card.rank for card in seen.box[:2]} == {Rank.KING, Rank.QUEEN} else SUITED[1:]


def _sevens(seen: Seen) -> Sequence[str]:
    """Name the lines by the number of sevens among the first three cards."""
    sevens = [card for card in seen.box[:3] if card.rank == Rank.SEVEN]  # 13:69F-2.17(a)3, reading 24
    if not sevens:
        return ()
    if len(sevens) == 1:
        return ("One 7", "At least one 7")
    number = {2: "Two 7s", 3: "Three 7s"}[len(sevens)]
    return (*([f"{number} of the same suit"] if _are_suited(sevens) else []), number, "At least one 7")


def _match(seen: Seen) -> Sequence[str]:
    """Name the line by which of the first two cards are of the upcard's rank, and of its suit too."""
    upcard = seen.dealer[0]
    matches = [card.suit == upcard.suit for card in seen.box[:2] if card.rank == upcard.rank]
    lines = {(2, 2): 0, (2, 1): 1, (2, 0): 2, (1, 1): 3, (1, 0): 4}
    place = lines.get((len(matches), sum(matches)))
    return () if place is None else (MATCHES[place],)


def _twenty(seen: Seen) -> Sequence[str]:
    """Name the lines of a first total of 20, the best first."""
    first, second = seen.box[:2]
    if seen.points != 20:
        return ()
    if str(first) == str(second) == "Qh":
        dealer_blackjack = len(seen.dealer) == 2 and seen.dealer_points == 21
        return TWENTIES if dealer_blackjack else TWENTIES[1:]
    if first == second:
        return TWENTIES[2:]
    return TWENTIES[3:] if first.suit == second.suit else TWENTIES[4:]


def _poker(seen: Seen) -> Sequence[str]:
    """Name the lines of the first two cards and the upcard as a poker hand of three, the best first."""
    three = (*seen.box[:2], seen.dealer[0])  # reading 47
    ranks = sorted(card.rank for card in three)
    lowest, _, highest = ranks
    straight = len(set(ranks)) == 3 and (highest - lowest == 2 or ranks == [Rank.TWO, Rank.THREE, Rank.ACE])
    flush = _are_suited(three)
    has = (straight and flush, lowest == highest, straight, flush)
    return tuple(line for line, there in zip(POKER, has, strict=True) if there)


LINES: Mapping[str, Callable[[Seen], Sequence[str]]] = {
    "in-between": _in_between,
    "buster": _buster,
    "push 22": _push_22,
    "over 13": _over,
    "under 13": _under,
    "same suit": _same_suit,
    "sevens": _sevens,
    "match-the-dealer": _match,
    "20 point bonus": _twenty,
    "optional bonus": _poker,
}

READ = {"blackjack bonus", "progressive", "streak", *LINES}
# A wager that is not read a second time is settled by its own `resolve`, on the cards as they lie.
DECLARED = {wager.name: wager for wager in ALL if wager.name not in READ}


def _declared(name: str, seen: Seen) -> Sequence[str]:
    """Name the line of a wager that sees nothing but the first cards and the choice."""
    first, second, *_ = seen.box
    streams: dict[Stream, tuple[Any, ...]] = {
        Stream.FIRST: (first,),
        Stream.SECOND: (second,),
        Stream.INITIAL: (first, second),
        Stream.UPCARD: (seen.dealer[0],),
        Stream.CHOICE: (seen.place,),
    }
    wager = DECLARED[name]
    unread = {fact.name for fact in wager.sees if fact.stream not in streams}
    assert not unread, f"{name} sees {unread}: say in LINES which line of its odds is paid"
    return (wager.resolve(*(fact.of(streams[fact.stream]) for fact in wager.sees)).label,)


def net_of(name: str, amount: int, seen: Seen, posted: Posted) -> int | None:
    """Return the net result of an optional wager in cents; nothing where the round does not decide it."""
    if name == "streak":
        return _streak(amount, seen, posted)
    if name == "blackjack bonus":  # 13:69F-2.20(d); the wager is given back, reading 57
        return seen.displayed if seen.points == 21 else -amount
    names = _declared(name, seen) if name in DECLARED else LINES[name](seen)
    lines = [posted.odds[line] for line in names if line in posted.odds]
    return ceil(amount * lines[0]) if lines else -amount  # reading 54


def _streak(amount: int, seen: Seen, posted: Posted) -> int | None:
    """Pay the wager under the marker, take all with a lost round: the trade's rule, reading 53."""
    if seen.round_net < 0:
        return -amount
    if seen.round_net > 0 and seen.wins_in_a_row == seen.place:
        return ceil(amount * posted.odds[f"{seen.place} wins in a row"])
    return None


def free_bonus(amount: int, seen: Seen, posted: Posted) -> int:
    """Return the fixed amount paid beside a Buster wager, in cents."""
    if seen.points != 21 or amount < FREE_BONUS_LEAST:  # 13:69F-2.30(h)
        return 0
    return sum(posted.bonus.get(line, 0) for line in _buster(seen))


def progressive_pays(box: Sequence[Card]) -> int:
    """Return the cents that a box's first cards win of the progressive wager; the meter is counted apart."""
    aces = next((place for place, card in enumerate(box) if card.rank != Rank.ACE), len(box))
    suits = {card.suit for card in box[:4]}
    if aces >= 4 and (suits <= BLACK or suits <= RED):  # 13:69F-2.19(c)
        return SHARED
    if aces >= 3:  # also four of mixed colour, reading 25
        return 2_500_00 if _are_suited(box[:3]) else 250_00
    if aces >= 2:
        return 100_00 if _are_suited(box[:2]) else 25_00
    return 0
