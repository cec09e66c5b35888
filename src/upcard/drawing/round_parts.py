"""What lies on a felt during a round: cards, chips, buttons and lights, as groups that a page lays over the felt."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import hypot, radians
from typing import NamedTuple

from upcard.cards import Card
from upcard.drawing import card_faces
from upcard.drawing.areas import INCH, Area, AreaUse, turned_corner
from upcard.drawing.chips import BUTTON, LAMMER, LIGHT_ON, labeled, stack
from upcard.drawing.dealers_side import equipment_of
from upcard.drawing.felt_plan import FeltPlan
from upcard.drawing.fixtures import SHOE_CARDS, SHOE_MOUTH, screen
from upcard.drawing.labels import lines_in
from upcard.drawing.result_tags import BETTING
from upcard.drawing.svg import around, element, escaped, group, number, turned, use
from upcard.drawing.text_width import Face, text_width
from upcard.english import sentence
from upcard.game import events as ev
from upcard.game import procedure, settle
from upcard.game.narrate import dealers_total, total_words
from upcard.game.state import Hand, Placed, Seat, TableState
from upcard.money import Cents, format_money
from upcard.rules.enums import Play
from upcard.rules.option import Equipment, EquipmentKind
from upcard.rules.wager import Demand, Wager
from upcard.table import TableConfig


def live_devices(plan: FeltPlan, state: TableState) -> Iterator[str]:
    """Yield what has changed on the devices since the table was opened."""
    items = {item.name: item for item in equipment_of(plan.table)}
    for area in plan.areas:
        match area.use:
            case AreaUse.SHOE if state.shoe:
                yield _cutting_card(area, state)
            case AreaUse.EQUIPMENT:
                yield from _device(plan.table, area, items[area.name], state)


def _device(table: TableConfig, area: Area, item: Equipment, state: TableState) -> Iterator[str]:
    wager = next((offer.wager for offer in table.offers if item in _equipment(offer.wager)), None)
    if wager is None:
        return
    if item.kind is EquipmentKind.BUTTON:
        if any(of == wager.name and what is Demand.PLAYER_PRESSES_BUTTON for _, of, what in settle.awaited(state)):
            yield element("circle", class_="tp-lit", cx=area.x, cy=area.y, r=area.width * 0.47)
    elif (amount := _amount(item, wager, state)) is not None:
        words = lines_in(area.strip(0.16, 0.5), format_money(amount), 1.1 * INCH, "uf-screen-text", most=1)
        yield screen(area) + "".join(label.svg() for label in words)


def _equipment(wager: Wager) -> tuple[Equipment, ...]:
    return tuple(item.value for item in (*wager.equipment, *wager.equipment_if.values()))


def _amount(item: Equipment, wager: Wager, state: TableState) -> Cents | None:
    """Return what a meter or a display shows; None if nothing has been shown yet."""
    if item.kind is EquipmentKind.METER:
        meter = dict(state.meters).get(wager.name)
        return None if meter is None else meter.amount if item.shows else meter.reset
    if item.kind is EquipmentKind.DISPLAY:
        placed = (placed for seat in state.seats for placed in seat.placed if placed.wager == wager.name)
        return next((each.shown for each in placed if each.shown is not None), None)
    return None


def _cutting_card(area: Area, state: TableState) -> str:
    """Return the cutting card: its edge among the cards in the shoe, or at the mouth once it has come out."""
    left, top = area.x - area.width / 2, area.y - area.height / 2
    width = area.width * SHOE_CARDS.width
    if state.cutting_card_reached:
        y, height = top + area.height * SHOE_MOUTH.top, area.height * SHOE_MOUTH.height
    else:
        whole = area.height * SHOE_CARDS.height
        before = (state.cutting_card - state.next_card) / len(state.shoe)
        height = 7.0
        y = top + area.height * SHOE_CARDS.top + (whole - height) * (1 - before)
    x = left + (area.width - width) / 2
    return element("rect", class_="uc-cutting", x=x, y=y, width=width, height=height, rx=2)


CHIP = 100  # the width of a chip's symbol
OVERLAP = 0.34  # of a card, left free by the next one
LARGER, DEALERS = 1.6, 1.4  # chips and the dealer's cards are drawn larger than life, to be read on a screen
LARGEST = 2.0  # so much larger a player's cards are at most, where there is room
BUTTON_LABELS = {Play.FREE_DOUBLE_DOWN: "Free double", Play.FREE_SPLIT: "Free split"}
TOTAL, AMOUNT, COUPON = 36.0, 30.0, 26.0  # sizes of the texts
LostHands = frozenset[tuple[int, int]]  # by seat, and hand counted from 0
Parts = Mapping[str, str]  # the groups, by their identifiers


class _CardRow(NamedTuple):
    """A row of cards: its middle, its width, the width of a card, and its turn."""

    x: float
    y: float
    width: float
    card: float
    angle: float


def round_parts(plan: FeltPlan, state: TableState, lost: LostHands = frozenset()) -> Parts:
    """Return what lies on the felt: a group for each seat, the dealer and the devices; no face of a hidden card.

    Hands that have lost lie dimmed: those that went bust or were surrendered, and those named.
    """
    numbers = range(1, plan.table.seats + 1)
    parts = {f"felt-seat-{seat}": "".join(_seat(plan, state, seat, lost)) for seat in numbers}
    parts["felt-dealer"] = "".join(_dealer(plan, state))
    parts["felt-devices"] = "".join(live_devices(plan, state))
    return {name: group(content, id=name, class_="tp-part") for name, content in parts.items()}


def _areas(plan: FeltPlan, seat: int) -> tuple[Area, ...]:
    return tuple(area for area in plan.areas if area.seat == seat)


def _seat(plan: FeltPlan, state: TableState, number_: int, lost: LostHands) -> Iterator[str]:
    seat = state.seat(number_)
    areas = _areas(plan, number_)
    yield from _markers(state, number_, areas)
    if seat is None:
        return
    cards = next(area for area in areas if area.use is AreaUse.CARDS)
    yield from _wagers(plan, seat, areas)
    yield from _insurance(plan, seat, cards)
    turn = _turn(state)
    for place, hand in enumerate(seat.hands):
        is_turn, is_lost = turn == (number_, place), (number_, place) in lost or _is_over(hand)
        yield from _hand(plan, seat, place, cards, is_turn=is_turn, is_lost=is_lost)


def _turn(state: TableState) -> tuple[int, int] | None:
    question = procedure.turn(state)
    return None if question is None else (question[0].number, question[1])


def _is_over(hand: Hand) -> bool:
    """Whether a hand has lost before the dealer's hand is known."""
    return bool(hand.live) and not any(hand.live) and (hand.total.bust or hand.surrendered)


def _wagers(plan: FeltPlan, seat: Seat, areas: tuple[Area, ...]) -> Iterator[str]:
    """Yield the chips of the wagers of a seat on their areas."""
    for area in areas:
        if area.name == ev.BLACKJACK and area.use is AreaUse.WAGER:
            amount = _blackjack_chips(seat, (area.spot or 1) - 1)
            if amount:
                yield _chips(plan, amount, area.x, area.y, f"{area.name}-{area.spot or 1}")
        for placed in seat.placed if area.use in BETTING else ():
            if (placed.wager, placed.choice) == (area.name, area.choice) and placed.live:
                yield from _placed(plan, seat, placed, area)


def _blackjack_chips(seat: Seat, spot: int) -> Cents:
    """Return the chips at a spot: before the cards the wager, then what lies on hands that are not settled."""
    if not seat.hands:
        return seat.chips[spot] if spot < len(seat.chips) else Cents(0)
    amount = 0
    for hand in seat.hands:
        if spot < len(hand.live) and hand.live[spot]:
            amount += hand.chips[spot] + (hand.added[spot] if hand.added else 0)
    return Cents(amount)


def _placed(plan: FeltPlan, seat: Seat, placed: Placed, area: Area) -> Iterator[str]:
    if placed.under and seat.dealt:  # the player's cards, face up under a wager still in play
        for place, card in enumerate(seat.dealt[:4]):
            yield _card(card, area.x - 26 + 15 * place, area.y, 44, area.angle, f"under-{seat.number}-{place}")
    if area.use is AreaUse.CHIP_ACCEPTOR:
        size = area.height * 0.76
        light = size * 0.3
        x, y = turned_corner((-light / 2, -area.height / 2 + size * 0.17), area.angle, (area.x, area.y))
        yield use(LIGHT_ON, x, y, width=light, height=light)
    else:
        if placed.coupon:  # a slip of paper, on which the chips lie
            words = f"{format_money(placed.coupon)} coupon"
            wide, tall = text_width(words, Face.SANS_BOLD, COUPON) + 14, COUPON * 1.6
            slip = element("rect", x=area.x - wide / 2, y=area.y - tall / 2, width=wide, height=tall, rx=3)
            slip += element("text", escaped(words), x=area.x, y=area.y + COUPON * 0.35, font_size=COUPON)
            yield group(slip, class_="tp-coupon", data_key=f"coupon-{placed.wager}-{placed.choice or 0}")
        if placed.chips:
            yield _chips(plan, placed.chips, area.x, area.y, f"{placed.wager}-{placed.choice or 0}")


def _insurance(plan: FeltPlan, seat: Seat, cards: Area) -> Iterator[str]:
    amount = Cents(sum(seat.insurance))
    if amount and any(any(hand.live) for hand in seat.hands):
        radius = sum(plan.band) / 2
        x, y = around(0, plan.rim.center, radius, -cards.angle)
        yield _chips(plan, amount, x, y, "insurance")


def _chips(plan: FeltPlan, amount: Cents, x: float, y: float, name: str) -> str:
    """Return a stack on a point, with its amount under it."""
    drawn, width, height = stack(amount)
    scale = float(plan.table.layout.chip) / CHIP * LARGER
    left, top = x - width * scale / 2, y + CHIP * scale / 2 - height * scale
    words = format_money(amount)
    wide, under = text_width(words, Face.SANS_BOLD, AMOUNT) + 16, y + CHIP * scale / 2 - 4
    label = element(
        "rect", class_="tp-plate", x=x - wide / 2, y=under, width=wide, height=AMOUNT + 6, rx=AMOUNT / 2
    ) + element("text", escaped(words), class_="tp-amount", x=x, y=under + AMOUNT * 0.95, font_size=AMOUNT)
    chips = group(drawn, transform=f"translate({number(left)} {number(top)})scale({number(scale)})")
    return group(group(chips, label, class_="tp-move"), class_="tp-chips", data_key=name)


def _markers(state: TableState, seat: int, areas: tuple[Area, ...]) -> Iterator[str]:
    """Yield the marker of wins in a row, at the first choice that they have not decided."""
    wins = state.wins_of(seat)
    markers = [area for area in areas if area.use is AreaUse.MARKER]
    if wins and markers:
        area = min(
            (each for each in markers if (each.choice or 0) >= wins),
            key=lambda each: each.choice or 0,
            default=markers[-1],
        )
        size = area.width * 1.5
        yield use(LAMMER, area.x - size / 2, area.y - size / 2, width=size, height=size)
        yield element("text", str(wins), class_="tp-wins", x=area.x, y=area.y + 8, font_size=22)


def _hand(plan: FeltPlan, seat: Seat, place: int, area: Area, *, is_turn: bool, is_lost: bool) -> Iterator[str]:
    """Yield the cards of a hand, beside the other hands of its seat, with its total and its buttons."""
    hand, count = seat.hands[place], len(seat.hands)
    whole = _place_of_cards(plan, area)
    width = whole.width / count
    card = min(whole.card, width * 0.7)
    x, y = turned_corner((width * (place - (count - 1) / 2), 0), whole.angle, (whole.x, whole.y))
    row = _CardRow(x, y, max(width * 0.94, card), card, whole.angle)
    cards = "".join(_row(hand.cards, row, f"{seat.number}-{place}", 0))
    yield group(cards, class_="tp-hand", data_lost="yes" if is_lost else None)
    if hand.cards:
        far = turned_corner((0, -card * 0.7 - 14), whole.angle, (x, y))
        yield _total(total_words(hand.cards, is_blackjack=hand.blackjack), *far, is_turn=is_turn)
    for at, play in enumerate(hand.buttons):
        size = min(card * 0.8, 72) / CHIP
        bx, by = turned_corner((width * 0.3, card * (0.55 - 0.8 * at)), whole.angle, (x, y))
        moved = f"translate({number(bx - CHIP * size / 2)} {number(by - CHIP * size / 2)})scale({number(size)})"
        yield group(labeled(BUTTON, BUTTON_LABELS[play]), transform=moved)


def _place_of_cards(plan: FeltPlan, area: Area) -> _CardRow:
    """Return where the cards of a seat lie: from their area toward the insurance line, as large as there is room."""
    center, long = plan.rim.center, card_faces.HEIGHT / card_faces.WIDTH
    outer = hypot(area.x, area.y - center) + area.height / 2
    card = float(plan.table.layout.card_width)
    card = min(max((outer - plan.band[1] - 20) / long, card * 1.15), card * LARGEST)
    radius = outer - card * long / 2
    x, y = around(0, center, radius, -area.angle)
    angles = sorted(each.angle for each in plan.areas if each.use is AreaUse.CARDS)
    apart = min((after - before for before, after in pairwise(angles)), default=36.0)
    return _CardRow(x, y, min(radians(apart) * radius * 0.92, card * 3.2), card, area.angle)


def _row(cards: tuple[Card, ...], row: _CardRow, key: str, face_down: int) -> Iterator[str]:
    count = len(cards) + face_down
    step = _step(row, count)
    for place in range(count):
        dx = step * (place - (count - 1) / 2)
        x, y = turned_corner((dx, 0), row.angle, (row.x, row.y))
        shown = cards[place] if place < len(cards) else None
        yield _card(shown, x, y, row.card, row.angle, f"{key}-{place}")


def _step(row: _CardRow, count: int) -> float:
    """Return how far apart the cards of a row lie."""
    return max(min(row.card * OVERLAP * 1.5, (row.width - row.card) / max(count - 1, 1)), row.card * 0.16)


def _card(card: Card | None, x: float, y: float, width: float, angle: float, key: str) -> str:
    """Return a card around a point; None lies face down."""
    height = width * card_faces.HEIGHT / card_faces.WIDTH
    symbol = card_faces.BACK if card is None else card_faces.symbol_of(card)
    face = use(symbol, x - width / 2, y - height / 2, width=width, height=height, class_="tp-move")
    return group(face, class_="tp-card", data_key=f"{key}{'' if card else '-down'}", transform=turned(angle, x, y))


def _total(words: str, x: float, y: float, *, is_turn: bool = False) -> str:
    words = sentence(words)
    wide = text_width(words, Face.SANS_BOLD, TOTAL) + 28
    return group(
        element("rect", x=x - wide / 2, y=y - TOTAL * 0.68, width=wide, height=TOTAL * 1.36, rx=TOTAL * 0.68),
        element("text", words, x=x, y=y + TOTAL * 0.36, font_size=TOTAL),
        class_="tp-total",
        data_turn="yes" if is_turn else None,
    )


def _dealer(plan: FeltPlan, state: TableState) -> Iterator[str]:
    """Yield the dealer's cards: those that lie face up, and backs for the others."""
    area = next(area for area in plan.areas if area.use is AreaUse.DEALERS_CARDS)
    dealer = state.dealer
    if not dealer.cards:
        return
    shown = dealer.shown
    card = float(plan.table.layout.card_width) * DEALERS
    row = _CardRow(area.x, area.y, card * 3.4, card, 0)
    yield from _row(shown, row, f"dealer-{dealer.number}", len(dealer.cards) - len(shown))
    number_ = f"Hand {dealer.number}: " if plan.table.game.dealer_hands is not None else ""
    yield _total(number_ + dealers_total(dealer), area.x, row.y + card * 0.7 + 10)
