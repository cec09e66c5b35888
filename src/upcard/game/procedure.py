"""The points of a round in order: what the dealer does at each, until a person must decide."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from upcard.game import events as ev
from upcard.game import settle
from upcard.game.dealers_hand import HOLE_CARD_DOWN_LAW, deal_dealers_hand
from upcard.game.event_handlers import evolve
from upcard.game.shoe import UndealtCards
from upcard.game.state import DEALER, Hand, Seat, TableState
from upcard.law import cite
from upcard.money import Cents
from upcard.rules import blackjack
from upcard.rules.apply import is_insured, may
from upcard.rules.enums import DealtFrom, HoleCard, Play
from upcard.rules.wager import Demand, Point

INITIAL_DEAL = cite("13:69F-2.6(e)")
FROM_THE_HAND_LAW = cite("13:69F-2.6A(a)")
ANNOUNCED = cite("13:69F-2.6(f)")
DRAWN = cite("13:69F-2.6(g)")
HOLE_CARD_UP_LAW = cite("13:69F-2.6(k)")
PICKED_UP = cite("13:69F-2.6(i)")
CARD_TO_SPLIT_HAND = cite("13:69F-2.11(b)")
SPLIT_TOTAL = cite("13:69F-2.11(c)")
CUTTING_CARD = cite("13:69F-2.5(a)")
CARDS_PER_BOX = 7  # more than a box or the dealer is likely to draw


def _needs_decision(hand: Hand) -> bool:
    return not hand.ended and any(hand.live)


def _unfinished_seats(table: TableState) -> tuple[Seat, ...]:
    """Return the seats from the one whose total was announced last on; those before it have finished."""
    if table.announced is None:
        return table.seats
    last = table.announced[0]
    return tuple([seat for seat in table.seats if seat.number >= last])


def turn(table: TableState) -> tuple[Seat, int] | None:
    """Return the seat and hand whose turn it is to be played, if any."""
    if table.point is not Point.DECISIONS or (table.felt.with_blackjack_wager and settle.awaited_before_payment(table)):
        return None
    for seat in _unfinished_seats(table):
        for index, hand in enumerate(seat.hands):
            if len(hand.cards) > 1 and _needs_decision(hand):
                return seat, index
    return None


def may_surrender_early(table: TableState) -> tuple[Seat, ...]:
    """Return the seats that may surrender now, before the dealer looks for a blackjack."""
    if table.point is not Point.EARLY_SURRENDER:
        return ()
    return tuple(
        seat
        for seat in table.seats
        for hand in seat.hands
        if any(hand.live) and may(Play.SURRENDER, table.felt.rules, table.in_play(seat, hand))
    )


def hand_to_decide(table: TableState, number: int) -> tuple[Seat, int] | None:
    """Return the seat and hand that may be played now: a seat's own if it may surrender early, else the one in turn."""
    for seat in may_surrender_early(table):
        if seat.number == number:
            return seat, 0
    return turn(table)


def proceed(table: TableState, happened: list[ev.Event]) -> TableState:
    """Continue the round until a person must decide; return the table, and add the events to those that happened."""
    while True:
        before = len(happened)
        table = apply(table, _step(table), happened)
        if len(happened) == before:
            return table


def _step(table: TableState) -> Iterable[ev.Event]:
    """Return what the dealer does next; nothing if a person must decide first."""
    if table.felt.with_blackjack_wager and (due := settle.due_with_blackjack_wager(table)):
        return _verify_and(table, lambda: settle.settle_now(table, due))
    return _STEPS[table.point](table)


def apply(table: TableState, events: Iterable[ev.Event], happened: list[ev.Event]) -> TableState:
    """Fold events into a table, and add them to those that happened, with one more where the cutting card comes out."""
    for event in events:
        table = evolve(event, table)
        happened.append(event)
        if isinstance(event, ev.CardDealt) and table.next_card == table.cutting_card + 1:
            reached = ev.CuttingCardReached(CUTTING_CARD, event.seat)
            table = evolve(reached, table)
            happened.append(reached)
    return table


def must_shuffle(table: TableState) -> bool:
    """Whether the cards must be shuffled before the next round: the cutting card is out, or too few are left.

    A licensee may shuffle after any round; shuffling early keeps a round from running out of cards. A shoe from which
    nothing has been dealt is dealt, however few cards it holds.
    """
    boxes = sum(1 for seat in table.seats if seat.chips)
    few = len(table.shoe) - table.next_card < CARDS_PER_BOX * (boxes + 1)
    fresh = table.next_card <= 1
    return not table.shoe or table.cutting_card_reached or (few and not fresh)


def _point_reached(point: Point) -> ev.Event:
    return _POINT_REACHED[point]


def _wait(_: TableState) -> list[ev.Event]:
    return []


def _initial_deal(table: TableState) -> Iterator[ev.Event]:
    """Deal two cards to each box and one to the dealer, and the hole card where it is dealt now."""
    yield from _register_wagers(table)
    shoe = UndealtCards(table)
    source = FROM_THE_HAND_LAW if table.felt.config.dealt_from is DealtFrom.HAND else INITIAL_DEAL
    numbers = [seat.number for seat in table.seats if seat.hands]
    for number in (*numbers, DEALER, *numbers):
        yield shoe.deal(source, number)
    if table.felt.rules.hole_card is HoleCard.DOWN:
        yield shoe.deal(HOLE_CARD_DOWN_LAW, DEALER, face_down=True)
    elif table.felt.rules.hole_card is HoleCard.UP:
        yield shoe.deal(HOLE_CARD_UP_LAW, DEALER)
    yield _point_reached(Point.AFTER_SECOND_CARDS)


def seats_with(table: TableState, wager: str) -> tuple[int, ...]:
    """Return the seats at which a wager has been made."""
    return tuple(seat.number for seat in table.seats if any(placed.wager == wager for placed in seat.placed))


def _register_wagers(table: TableState) -> Iterator[ev.Event]:
    """Register the wagers on the meters."""  # reading 58
    for wager in table.felt.by_section:
        if wager.meter is None:
            continue
        amounts = [placed.amount for seat in table.seats for placed in seat.placed if placed.wager == wager.name]
        if amounts:
            source = table.felt.demands[wager.name][Demand.CHIPS_EQUAL_LIGHTS]
            before = table.meter(wager.name).registered
            to_meter, to_reset_meter = (
                meter_growth(rate * amounts[0], before, len(amounts)) for rate in table.felt.rate(wager)
            )
            seats, total = seats_with(table, wager.name), Cents(sum(amounts))
            yield ev.WagersRegistered(source, wager.name, seats, total, to_meter, to_reset_meter)


def meter_growth(each: Fraction, before: int, count: int) -> Cents:
    """Return by how much `count` more wagers raise a meter that `before` wagers raised, rounded up over all of them."""
    return Cents(-(-each * (before + count) // 1) - -(-each * before // 1))


def _after_second_cards(table: TableState) -> list[ev.Event]:
    return [*settle.optional_wagers(table), _point_reached(Point.INSURANCE)]


def _insurance(table: TableState) -> list[ev.Event]:
    """Wait while insurance is offered: the upcard is an ace and no second card shows."""  # reading 56
    if is_insurance_offered(table):
        return []
    return [_point_reached(Point.EARLY_SURRENDER if table.offers_early_surrender else Point.CARD_READER)]


def is_insurance_offered(table: TableState) -> bool:
    """Whether players may insure now."""
    return table.point is Point.INSURANCE and is_insured(table.felt.rules, table.upcard)


def _early_surrender(table: TableState) -> list[ev.Event]:
    """Collect half of each surrendered wager, and wait while another hand may be surrendered."""
    for seat in table.seats:
        for index, hand in enumerate(seat.hands):
            if hand.surrendered and any(hand.live):
                return list(settle.at_once(table, seat, index))
    return [] if may_surrender_early(table) else [_point_reached(Point.CARD_READER)]


def _card_reader(table: TableState) -> list[ev.Event]:
    """Look for a dealer's blackjack before the players decide, where the hole card is dealt."""
    dealer = table.dealer
    if len(dealer.cards) < 2:
        return [_point_reached(Point.PLAYER_BLACKJACKS)]
    if not dealer.hole_hidden:
        return [_point_reached(Point.AFTER_DECISIONS if dealer.blackjack else Point.PLAYER_BLACKJACKS)]
    if not table.may_be_blackjack:
        return [_point_reached(Point.PLAYER_BLACKJACKS)]
    events: list[ev.Event] = [ev.CardReaderUsed(HOLE_CARD_DOWN_LAW, dealer.blackjack)]
    if dealer.blackjack:
        events.append(ev.HoleCardTurned(HOLE_CARD_DOWN_LAW, dealer.cards[1]))
    events += settle.settle_insurance(table, dealer_blackjack=dealer.blackjack)
    events.append(_point_reached(Point.AFTER_DECISIONS if dealer.blackjack else Point.PLAYER_BLACKJACKS))
    return events


def _player_blackjacks(table: TableState) -> list[ev.Event]:
    """Pay blackjacks now unless the dealer may still have one."""
    possible = table.may_be_blackjack
    waits = possible and len(table.dealer.cards) == 1 and not blackjack.awards_at_once(table.felt.rules)
    paid = [] if waits else settle.player_blackjacks(table, checked=possible)
    return [*paid, _point_reached(Point.DECISIONS)]


def _decisions(table: TableState) -> list[ev.Event]:
    """Settle a hand that is over, deal the second card of a split hand, announce a total, or end the decisions."""
    for seat in _unfinished_seats(table):
        for index, hand in enumerate(seat.hands):
            if not any(hand.live):
                continue
            if hand.ended and (settled := list(settle.at_once(table, seat, index))):
                return settled
            if len(hand.cards) == 1:
                dealt = UndealtCards(table).deal(CARD_TO_SPLIT_HAND, seat.number, index)
                total = hand.total.plus(dealt.card)
                return [dealt, ev.TotalAnnounced(SPLIT_TOTAL, seat.number, index, total.points, total.soft)]
            if _needs_decision(hand):
                if table.announced == (seat.number, index, len(seat.dealt)):
                    return []
                total, source = hand.total, SPLIT_TOTAL if hand.kind.from_split else ANNOUNCED
                return [ev.TotalAnnounced(source, seat.number, index, total.points, total.soft)]
    return [_point_reached(Point.AFTER_DECISIONS)]


def _after_decisions(table: TableState) -> Iterator[ev.Event]:
    """Settle what waited for the players' cards, then deal the dealer's hand as far as wagers need it."""
    for event in list(settle.optional_wagers(table)) if table.dealer.number == 1 else []:
        yield event
        table = evolve(event, table)
    yield from deal_dealers_hand(table)
    yield _point_reached(Point.DEALER_COMPLETED)


def _dealer_completed(table: TableState) -> list[ev.Event]:
    """Settle the blackjack wagers, then the optional wagers that waited for the dealer's hand."""
    settled = list(settle.blackjack_wagers(table))
    return settled or _verify_and_settle(table, Point.BLACKJACK_WAGER_SETTLED)


def _blackjack_wager_settled(table: TableState) -> list[ev.Event]:
    """Begin the next dealer's hand that a wager is live on; after the last, settle the wagers due at this point."""
    hands = table.felt.game.dealer_hands
    spots_left = [spot for spot in range(table.dealer.number, table.felt.spots[1]) if _is_wagered(table, spot)]
    if hands and spots_left:
        number = spots_left[0] + 1
        source = hands.next_hand[min(table.dealer.number, len(hands.next_hand)) - 1]
        return [ev.DealerCardsCollected(source, number), ev.UpcardMoved(hands.moved[number - 2], number)]
    return _verify_and_settle(table, Point.AFTER_ALL_OTHER_WAGERS)


def _is_wagered(table: TableState, spot: int) -> bool:
    """Whether a wager or insurance on a spot waits for its dealer's hand."""  # readings 21, 22, 23
    return any(
        any(settle.is_live(hand, spot) for hand in seat.hands)
        or (spot < len(seat.insurance) and seat.insurance[spot] > 0)
        for seat in table.seats
    )


def _after_all_other_wagers(table: TableState) -> list[ev.Event]:
    return _verify_and_settle(table, Point.PICK_UP)


def _verify_and_settle(table: TableState, next_point: Point) -> list[ev.Event]:
    """Settle the wagers due at this point, each winner verified first, and go on."""
    return _verify_and(table, lambda: (*settle.optional_wagers(table), _point_reached(next_point)))


def _verify_and(table: TableState, settled: Callable[[], Iterable[ev.Event]]) -> list[ev.Event]:
    """Verify the winners, wait for a supervisor or the button where the rules ask for it, then settle."""
    if verified := list(settle.verifications(table)):
        return verified
    return [] if settle.awaited_before_payment(table) else list(settled())


def _pick_up(table: TableState) -> list[ev.Event]:
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
    Point.CARD_READER: HOLE_CARD_DOWN_LAW,
    Point.PLAYER_BLACKJACKS: settle.PAID_AT_ONCE,
    Point.DECISIONS: ANNOUNCED,
    Point.AFTER_DECISIONS: blackjack.DEALERS_SECOND_CARD,
    Point.DEALER_COMPLETED: blackjack.DEALER_DRAWS,
    Point.BLACKJACK_WAGER_SETTLED: cite("13:69F-2.3(e)"),
    Point.AFTER_ALL_OTHER_WAGERS: cite("13:69F-2.3(e)"),
    Point.PICK_UP: PICKED_UP,
}
_POINT_REACHED = {point: ev.PointReached(source, point) for point, source in _POINT_CITES.items()}

_STEPS: dict[Point, Callable[[TableState], Iterable[ev.Event]]] = {
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
