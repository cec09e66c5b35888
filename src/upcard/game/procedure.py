"""The points of a round in order: what the dealer does at each, until a person must decide."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from upcard.game import events as ev
from upcard.game import settle
from upcard.game.event_handlers import evolve
from upcard.game.state import DEALER, Hand, Seat, Table
from upcard.law import Cite, cite
from upcard.money import Cents
from upcard.rules import blackjack
from upcard.rules.apply import may
from upcard.rules.enums import DealtFrom, HoleCard, Play
from upcard.rules.facts import HandTotal as DealersHand
from upcard.rules.wager import Demand, Point

INITIAL_DEAL = cite("13:69F-2.6(e)")
FROM_THE_HAND = cite("13:69F-2.6A(a)")
ANNOUNCED = cite("13:69F-2.6(f)")
DRAWN = cite("13:69F-2.6(g)")
HOLE_CARD_DOWN = cite("13:69F-2.6(j)")
HOLE_CARD_UP = cite("13:69F-2.6(k)")
PICKED_UP = cite("13:69F-2.6(i)")
CARD_TO_SPLIT_HAND = cite("13:69F-2.11(b)")
SPLIT_TOTAL = cite("13:69F-2.11(c)")
CUTTING_CARD = cite("13:69F-2.5(a)")
CARDS_A_BOX = 7  # ample for a box or for the dealer


class OutOfCards(Exception):
    """Say that the shoe ran out within a round, when a card was due by a paragraph."""

    def __init__(self, source: Cite, seat: int) -> None:
        super().__init__()
        self.source, self.seat = source, seat


def _needs_decision(hand: Hand) -> bool:
    return not hand.ended and any(hand.live)


def _still_deciding(table: Table) -> tuple[Seat, ...]:
    """Return the seats from the one whose total was announced last: those before it have finished."""
    if table.announced is None:
        return table.seats
    last = table.announced[0]
    return tuple([seat for seat in table.seats if seat.number >= last])


def turn(table: Table) -> tuple[Seat, int] | None:
    """Return the seat and hand whose turn it is to be played, if any."""
    if table.point is not Point.DECISIONS:
        return None
    for seat in _still_deciding(table):
        for index, hand in enumerate(seat.hands):
            if len(hand.cards) > 1 and _needs_decision(hand):
                return seat, index
    return None


def may_surrender_early(table: Table) -> tuple[Seat, ...]:
    """Return the seats that may give up their hand now, before the dealer looks for a blackjack."""
    if table.point is not Point.EARLY_SURRENDER:
        return ()
    return tuple(
        seat
        for seat in table.seats
        for hand in seat.hands
        if any(hand.live) and may(Play.SURRENDER, table.felt.rules, table.in_play(seat, hand))
    )


def deciding(table: Table, number: int) -> tuple[Seat, int] | None:
    """Return the seat and hand for which a seat may decide now: its turn, or its early surrender."""
    for seat in may_surrender_early(table):
        if seat.number == number:
            return seat, 0
    return turn(table)


def proceed(table: Table) -> tuple[Table, list[ev.Event]]:
    """Go on with the round until a person must decide; give the table and what happened."""
    happened: list[ev.Event] = []
    while True:
        events = _STEPS[table.point](table)
        if not events:
            return table, happened
        table, applied = apply(table, events)
        happened += applied


def apply(table: Table, events: Iterable[ev.Event]) -> tuple[Table, list[ev.Event]]:
    """Fold events into a table; when the cutting card comes out among the cards dealt, that is an event too."""
    happened = []
    for event in events:
        table = evolve(event, table)
        happened.append(event)
        if isinstance(event, ev.CardDealt) and table.next_card == table.cutting_card + 1:
            reached = ev.CuttingCardReached(CUTTING_CARD, event.seat)
            table = evolve(reached, table)
            happened.append(reached)
    return table, happened


class CardsToCome:
    """The cards still to come, taken one after another within one step."""

    def __init__(self, table: Table) -> None:
        self.cards, self.at = table.shoe, table.next_card

    def deal(self, source: Cite, seat: int, hand: int = 0, *, face_down: bool = False) -> ev.CardDealt:
        """Deal the next card by a paragraph."""
        if self.at >= len(self.cards):
            raise OutOfCards(source, seat)
        card = self.cards[self.at]
        self.at += 1
        return ev.CardDealt(source, seat, hand, card, face_down)


def must_shuffle(table: Table) -> bool:
    """Tell whether the cards are shuffled before the next round: the cutting card is out, or too few are left.

    A licensee may shuffle after any round; doing so in time keeps a round from running out of cards. A shoe of which
    nothing was dealt yet is dealt whatever it holds.
    """
    boxes = sum(1 for seat in table.seats if seat.chips)
    few = len(table.shoe) - table.next_card < CARDS_A_BOX * (boxes + 1)
    fresh = table.next_card <= 1
    return not table.shoe or table.cut_reached or (few and not fresh)


def _moved(point: Point) -> ev.Event:
    return _MOVES[point]


def _wait(_: Table) -> list[ev.Event]:
    return []


def _initial_deal(table: Table) -> list[ev.Event]:
    """Deal two cards to each box and one to the dealer, and the hole card where it is dealt now."""
    events = list(_registered(table))
    shoe = CardsToCome(table)
    source = FROM_THE_HAND if table.felt.config.dealt_from is DealtFrom.HAND else INITIAL_DEAL
    numbers = [seat.number for seat in table.seats if seat.hands]
    events += [shoe.deal(source, number) for number in numbers]
    events.append(shoe.deal(source, DEALER))
    events += [shoe.deal(source, number) for number in numbers]
    if table.felt.rules.hole_card is HoleCard.DOWN:
        events.append(shoe.deal(HOLE_CARD_DOWN, DEALER, face_down=True))
    elif table.felt.rules.hole_card is HoleCard.UP:
        events.append(shoe.deal(HOLE_CARD_UP, DEALER))
    events.append(_moved(Point.AFTER_SECOND_CARDS))
    return events


def _registered(table: Table) -> Iterator[ev.Event]:
    """Verify that chips and lights are equal, and register the wagers on the meters."""  # reading 58
    for name, offer in table.felt.offers.items():
        if offer.wager.meter is None:
            continue
        placed = [(seat.number, one.amount) for seat in table.seats for one in seat.placed if one.wager == name]
        if placed:
            source = table.felt.demands[name][Demand.CHIPS_EQUAL_LIGHTS]
            rates = table.felt.rate(offer.wager)
            amount = placed[0][1]
            before = table.meter(name).registered
            more = [grown(rate * amount, before, len(placed)) for rate in rates]
            seats = tuple(number for number, _ in placed)
            whole = Cents(sum(one for _, one in placed))
            yield ev.WagersRegistered(source, name, seats, whole, more[0], more[1])


def grown(each: Fraction, before: int, count: int) -> Cents:
    """Give by how much a meter grows with so many more wagers, rounded up over all of them."""
    return Cents(-(-each * (before + count) // 1) - -(-each * before // 1))


def _after_second_cards(table: Table) -> list[ev.Event]:
    return [*settle.optional_wagers(table), _moved(Point.INSURANCE)]


def _insurance(table: Table) -> list[ev.Event]:
    """Wait while insurance is offered: the upcard is an ace and the second card is not seen."""  # reading 56
    if is_insurance_offered(table):
        return []
    return [_moved(Point.EARLY_SURRENDER if table.offers_early_surrender else Point.CARD_READER)]


def is_insurance_offered(table: Table) -> bool:
    """Whether players may insure now."""
    return table.point is Point.INSURANCE and blackjack.is_insured(table.felt.rules, table.upcard)


def _early_surrender(table: Table) -> list[ev.Event]:
    """Collect half of each hand given up, and wait while another may be."""
    for seat in table.seats:
        for index, hand in enumerate(seat.hands):
            if hand.surrendered and any(hand.live):
                return list(settle.at_once(table, seat, index))
    return [] if may_surrender_early(table) else [_moved(Point.CARD_READER)]


def _card_reader(table: Table) -> list[ev.Event]:
    """Learn of a dealer's blackjack before the players decide, where the hole card is out."""
    dealer = table.dealer
    if len(dealer.cards) < 2:
        return [_moved(Point.PLAYER_BLACKJACKS)]
    if not dealer.hole_hidden:
        return [_moved(Point.AFTER_DECISIONS if dealer.blackjack else Point.PLAYER_BLACKJACKS)]
    if not table.may_be_blackjack:
        return [_moved(Point.PLAYER_BLACKJACKS)]
    events: list[ev.Event] = [ev.CardReaderUsed(HOLE_CARD_DOWN, dealer.blackjack)]
    if dealer.blackjack:
        events.append(ev.HoleCardTurned(HOLE_CARD_DOWN, dealer.cards[1]))
    events += settle.insurance(table, dealer_blackjack=dealer.blackjack)
    events.append(_moved(Point.AFTER_DECISIONS if dealer.blackjack else Point.PLAYER_BLACKJACKS))
    return events


def _player_blackjacks(table: Table) -> list[ev.Event]:
    """Pay blackjacks now unless the dealer may still have one."""
    may = table.may_be_blackjack
    paid = [] if may and len(table.dealer.cards) == 1 else settle.player_blackjacks(table, checked=may)
    return [*paid, _moved(Point.DECISIONS)]


def _decisions(table: Table) -> list[ev.Event]:
    """Collect a bust, deal the second card of a split hand, announce a total, or go on."""
    for seat in _still_deciding(table):
        for index, hand in enumerate(seat.hands):
            if not any(hand.live):
                continue
            if hand.ended and (settled := list(settle.at_once(table, seat, index))):
                return settled
            if len(hand.cards) == 1:
                dealt = CardsToCome(table).deal(CARD_TO_SPLIT_HAND, seat.number, index)
                total = hand.total.plus(dealt.card)
                return [dealt, ev.TotalAnnounced(SPLIT_TOTAL, seat.number, index, total.points, total.soft)]
            if _needs_decision(hand):
                if table.announced == (seat.number, index, len(seat.dealt)):
                    return []
                total, source = hand.total, SPLIT_TOTAL if hand.kind.from_split else ANNOUNCED
                return [ev.TotalAnnounced(source, seat.number, index, total.points, total.soft)]
    return [_moved(Point.AFTER_DECISIONS)]


def _after_decisions(table: Table) -> list[ev.Event]:
    """Settle what waited for the players' cards, then deal the dealer's hand as far as wagers need it."""
    events = list(settle.optional_wagers(table)) if table.dealer.number == 1 else []
    for event in events:
        table = evolve(event, table)
    return [*events, *_dealers_hand(table), _moved(Point.DEALER_COMPLETED)]


def _dealers_hand(table: Table) -> Iterator[ev.Event]:
    second, completed = _needed(table)
    if not second:
        return
    dealer, shoe = table.dealer, CardsToCome(table)
    total = dealer.total
    if dealer.hole_hidden:
        yield ev.HoleCardTurned(HOLE_CARD_DOWN, dealer.cards[1])
    elif len(dealer.cards) == 1:
        dealt = shoe.deal(blackjack.SECOND_CARD, DEALER)
        yield dealt
        total = total.plus(dealt.card)
        has_blackjack = DealersHand(total, 2).blackjack
        yield from settle.insurance(table, dealer_blackjack=has_blackjack)
        if not has_blackjack:  # reading 41: a blackjack is paid before the dealer draws
            yield from settle.player_blackjacks(table, checked=True, spot=table.spot)
        completed = completed and not has_blackjack
    source = table.felt.drawing or blackjack.DEALER_DRAWS
    while completed and not blackjack.stands(table.felt.rules, total):
        dealt = shoe.deal(source, DEALER)
        yield dealt
        total = total.plus(dealt.card)


def _needed(table: Table) -> tuple[bool, bool]:
    """Tell whether any wager needs the dealer's second card, and whether any needs the completed hand."""
    # 13:69F-2.12(c): once every player has exceeded 21 the dealer draws no more, unless a wager demands it
    spot = table.spot
    second = completed = False
    for seat in table.seats:
        for hand in seat.hands:
            if settle.is_live(hand, spot):
                second = True
                completed = completed or not (hand.blackjack or hand.surrendered)
        if spot < len(seat.insurance) and seat.insurance[spot]:
            second = True
        for placed in seat.placed:
            if placed.live:
                demands = table.felt.demands[placed.wager]
                completed = completed or Demand.DEALER_COMPLETES in demands
                second = second or Demand.SECOND_CARD_ALWAYS_DEALT in demands
                if Demand.SECOND_CARD_DEALT in demands and settle.hangs_on_blackjack(table, seat, placed):
                    second = True
    return second or completed, completed


def _dealer_completed(table: Table) -> list[ev.Event]:
    """Settle the blackjack wagers, then the optional wagers that waited for the dealer's hand."""
    settled = list(settle.blackjack_wagers(table))
    return settled or _verified_and_paid(table, Point.BLACKJACK_WAGER_SETTLED)


def _blackjack_wager_settled(table: Table) -> list[ev.Event]:
    """Go on to the next dealer's hand if a wager lives on it; then settle what is settled with the blackjack wager."""
    hands = table.felt.game.dealer_hands
    following = [spot for spot in range(table.dealer.number, table.felt.spots[1]) if _is_wagered(table, spot)]
    if hands and following:
        source = hands.next_hand[min(table.dealer.number, len(hands.next_hand)) - 1]
        return [ev.DealerCardsCollected(source, following[0] + 1)]
    return _verified_and_paid(table, Point.AFTER_ALL_OTHER_WAGERS)


def _is_wagered(table: Table, spot: int) -> bool:
    """Tell whether a dealer's hand has a wager or insurance to decide."""  # readings 21, 22, 23
    return any(
        any(settle.is_live(hand, spot) for hand in seat.hands)
        or (spot < len(seat.insurance) and seat.insurance[spot] > 0)
        for seat in table.seats
    )


def _after_all_other_wagers(table: Table) -> list[ev.Event]:
    return _verified_and_paid(table, Point.PICK_UP)


def _verified_and_paid(table: Table, following: Point) -> list[ev.Event]:
    """Verify the winners, wait for a supervisor or for the button where the rules ask for it, then settle."""
    if verified := list(settle.verifications(table)):
        return verified
    if settle.awaited(table):
        return []
    return [*settle.optional_wagers(table), _moved(following)]


def _pick_up(table: Table) -> list[ev.Event]:
    """Pick up the cards, unless some are held until documents are complete."""
    if settle.awaited(table):
        return []
    hands = table.felt.game.dealer_hands
    if hands is None:
        return [ev.CardsPickedUp(PICKED_UP)]
    all_bust = all(hand.total.bust for seat in table.seats for hand in seat.hands)
    return [ev.CardsPickedUp(hands.all_bust if all_bust else hands.ended)]


_POINT_CITES = {
    Point.AFTER_SECOND_CARDS: INITIAL_DEAL,
    Point.INSURANCE: cite("13:69F-2.9(a)"),
    Point.EARLY_SURRENDER: blackjack.SURRENDERING,
    Point.CARD_READER: HOLE_CARD_DOWN,
    Point.PLAYER_BLACKJACKS: settle.PAID_AT_ONCE,
    Point.DECISIONS: ANNOUNCED,
    Point.AFTER_DECISIONS: blackjack.SECOND_CARD,
    Point.DEALER_COMPLETED: blackjack.DEALER_DRAWS,
    Point.BLACKJACK_WAGER_SETTLED: cite("13:69F-2.3(e)"),
    Point.AFTER_ALL_OTHER_WAGERS: cite("13:69F-2.3(e)"),
    Point.PICK_UP: PICKED_UP,
}
_MOVES = {point: ev.PointReached(source, point) for point, source in _POINT_CITES.items()}

_STEPS: dict[Point, Callable[[Table], list[ev.Event]]] = {
    Point.BEFORE_FIRST_CARD: _wait,
    Point.NO_MORE_BETS: _initial_deal,
    Point.AFTER_SECOND_CARDS: _after_second_cards,
    Point.INSURANCE: _insurance,
    Point.EARLY_SURRENDER: _early_surrender,
    Point.CARD_READER: _card_reader,
    Point.PLAYER_BLACKJACKS: _player_blackjacks,
    Point.DECISIONS: _decisions,
    Point.AFTER_DECISIONS: _after_decisions,
    Point.DEALER_COMPLETED: _dealer_completed,
    Point.BLACKJACK_WAGER_SETTLED: _blackjack_wager_settled,
    Point.AFTER_ALL_OTHER_WAGERS: _after_all_other_wagers,
    Point.PICK_UP: _pick_up,
}
