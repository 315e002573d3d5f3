"""A sale: its lots with their deeds and prices, the bribes of all seats, and the order of buying."""

from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing import card_faces, html_cards
from tabletown.games.milton_keynes.drawing.card_faces import DEED_H, DEED_W
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet, Take
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.town_plan import Plan
from tabletown.games.milton_keynes.text.names import SEASONS, labels, mask_of, slug, squares_in
from tabletown.games.plain_state import plain
from tabletown.render.icons import place, seat_shape
from tabletown.render.scene import Button, Face, Piece, Zone
from tabletown.render.text import text

DEED_SCALE = 0.86
CHIP_W, CHIP_H = 92.0, 34.0
MOST = 320.0  # the widest lot


class Lot(Value, frozen=True):
    """Deeds that are sold together."""

    number: int
    deeds: tuple[int, ...]
    price: int
    button: Button | None


class Bribe(Value, frozen=True):
    """A bribe as the viewer knows it."""

    seat: int
    amount: int | None  # None as long as it is not known
    sealed: bool
    place: int  # in the order of buying; 0 while that is not known
    turn: bool  # buys now


def zone(position: Position, seat: int, plan: Plan, take: Take) -> Zone | None:
    """The sale, while there is one."""
    state = plain(position)
    if not s.BRIBE <= state.phase <= s.PURCHASE:
        return None
    price = int(position.cards.data["price"][0])
    lots = []
    for lot, words in enumerate(state.lot[: state.lots]):
        if deeds := squares_in(mask_of(words)):
            lots.append(Lot(lot + 1, deeds, len(deeds) * price, take("buy", lot)))
    return _zone(plan, tuple(lots), tuple(_bribes(position, seat)), SEASONS[state.season])


@lru_cache(maxsize=1024)
def _zone(plan: Plan, lots: tuple[Lot, ...], bribes: tuple[Bribe, ...], season: str) -> Zone:
    sheet = Sheet()
    sheet.rows([_lot(plan, lot) for lot in lots], (1.0, 1.0), most_rows=3)
    sheet.rows([_bribe(bribe) for bribe in bribes], (1.0, 1.0))
    counts = ("lots", len(lots)), ("deeds", sum(len(lot.deeds) for lot in lots))
    return sheet.zone("sale", season, note="a deed costs 5, a bribe buys your place in the queue", counts=counts)


# --- Lots -------------------------------------------------------------------------------------------------------------


def _lot(plan: Plan, lot: Lot) -> Card:
    w, step = _measure(len(lot.deeds))
    parts = tuple(
        Piece(
            card_faces.card(card_faces.deed(plan, square), DEED_W, DEED_H, 8 + n * step, 26, DEED_SCALE),
            id=f"deed-{slug(square)}",
            face=Face(html_cards.deed(plan, square), "mk-card mk-deed"),
        )
        for n, square in enumerate(lot.deeds)
    )
    says = f"Lot {lot.number}: {labels(lot.deeds)}, price {lot.price}"
    head = (
        f'<span class="mk-price"><b>Lot {lot.number}</b>{html_cards.token("i-cash", 26, 22)}<b>{lot.price}</b></span>'
    )
    face = Face(head, "mk-lot", "mk-lots", (("n", len(lot.deeds)),))
    piece = Piece(NOWHERE, says, button=lot.button, parts=parts, rule="MK-27", face=face)
    return Card(w, 104, _tray(w, lot.number, lot.price), piece)


def _measure(deeds: int) -> tuple[float, float]:
    """How wide a lot of so many deeds is, and how far apart its deeds lie."""
    wide = DEED_W * DEED_SCALE
    step = min(wide + 4, (MOST - 16 - wide) / max(deeds - 1, 1))
    return max(16 + wide + step * (deeds - 1), 92), step


@lru_cache(maxsize=1024)
def _tray(w: float, lot: int, price: int) -> str:
    return painted(
        f'<rect class="band-low" width="{w:g}" height="104" rx="6"/>'
        f'<rect class="town-kerb" x=".5" y=".5" width="{w - 1:g}" height="103" rx="6"/>'
        + text(f"Lot {lot}", 8, 17, 13, "ink-words serif", anchor="start")
        + place("i-cash", w - 44, 6, 16, 14)
        + text(str(price), w - 8, 18, 14, "ink-words", anchor="end")
    )


# --- Bribes -----------------------------------------------------------------------------------------------------------


def _bribes(position: Position, viewer: int) -> list[Bribe]:
    """The bribes of all seats, in the order in which they buy, or around the table while that is not known."""
    state = plain(position)
    phase, players, waiting = state.phase, position.players, position.waiting
    buying, sealed = phase == s.PURCHASE, phase == s.BRIBE
    chair = state.chair
    order = state.order[:players] if buying else [(chair + n) % players for n in range(players)]
    amounts, found = state.bribe, []
    for n, seat in enumerate(order):
        known = not sealed or (seat == viewer and seat not in waiting)
        amount = amounts[seat] if known else None
        found.append(Bribe(seat, amount, sealed, n + 1 if buying else 0, buying and seat in waiting))
    return found


def _bribe(bribe: Bribe) -> Card:
    said = f"bribe {bribe.amount}" if bribe.amount is not None else "a secret bribe"
    says = f"{the_seat(bribe.seat)}: {said}{', sealed' if bribe.sealed and bribe.amount is not None else ''}"
    svg = _chip(bribe.seat, bribe.amount, bribe.sealed, bribe.place, bribe.turn)
    face = Face(_face(bribe), "mk-chip mk-turn" if bribe.turn else "mk-chip", "mk-bribes")
    return Card(CHIP_W, CHIP_H, svg, Piece(NOWHERE, says, rule="MK-25" if bribe.place else "MK-22", face=face))


def _face(bribe: Bribe) -> str:
    drawn = [f"<small>{bribe.place}.</small>"] if bribe.place else []
    drawn.append(html_cards.seat(bribe.seat))
    if bribe.sealed:
        drawn.append(html_cards.token(f"envelope-{bribe.seat}", 120, 80))
    if bribe.amount is not None:
        drawn.append(f"<b>{bribe.amount}</b>")
    return "".join(drawn)


@lru_cache(maxsize=4096)
def _chip(seat: int, amount: int | None, sealed: bool, place_: int, turn: bool) -> str:
    """A seat's bribe: in its envelope as long as it is sealed, then as a number; with its place in the queue."""
    frame = "paper-slot" if turn else "paper-under"
    drawn = [f'<rect class="{frame}" x="1" y="1" width="{CHIP_W - 2:g}" height="{CHIP_H - 2:g}" rx="8"/>']
    x = 16.0
    if place_:
        drawn.append(text(f"{place_}.", 8, 22, 13, "ink-quiet", anchor="start"))
        x = 32.0
    drawn.append(seat_shape(seat, x, CHIP_H / 2, 15))
    if sealed:
        drawn.append(place(f"envelope-{seat}", x + 12, 6, 33, 22))
    if amount is not None:
        drawn.append(text(str(amount), CHIP_W - 10, 23, 16, "ink-words", anchor="end"))
    return painted("".join(drawn))
