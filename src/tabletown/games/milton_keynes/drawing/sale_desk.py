"""A sale: its lots with their deeds and prices, the bribes of all seats, and the order of buying."""

from functools import cache

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing import card_faces
from tabletown.games.milton_keynes.drawing.card_faces import DEED_H, DEED_W
from tabletown.games.milton_keynes.drawing.card_rows import NOWHERE, Card, Sheet, Take
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.town_plan import Plan, plan_of
from tabletown.games.milton_keynes.text.names import SEASONS, labels, lot_squares, slug
from tabletown.render.icons import place, seat_shape
from tabletown.render.scene import Button, Piece, Zone
from tabletown.render.text import text

DEED_SCALE = 0.86
CHIP_W, CHIP_H = 92.0, 34.0
MOST = 320.0  # the widest lot


def zone(position: Position, seat: int, take: Take) -> Zone | None:
    """The sale, while there is one."""
    state = position.state
    if not s.BRIBE <= int(state.phase) <= s.PURCHASE:
        return None
    sheet, plan = Sheet(), plan_of(position)
    lots = [lot for lot in range(int(state.lots)) if lot_squares(position, lot)]
    sheet.rows([_lot(position, plan, lot, take("buy", lot)) for lot in lots], (1.0, 1.0), most_rows=3)
    sheet.rows([_bribe(position, seat, other, place_) for place_, other in enumerate(_order(position))], (1.0, 1.0))
    return sheet.zone("sale", SEASONS[int(state.season)], note="a deed costs 5, a bribe buys your place in the queue")


# --- Lots -------------------------------------------------------------------------------------------------------------


def _lot(position: Position, plan: Plan, lot: int, button: Button | None) -> Card:
    deeds = lot_squares(position, lot)
    price = len(deeds) * int(record(position.cards.data).price)
    w, step = _measure(len(deeds))
    parts = tuple(
        Piece(
            card_faces.card(card_faces.deed(plan, square), DEED_W, DEED_H, 8 + n * step, 26, DEED_SCALE),
            id=f"deed-{slug(square)}",
        )
        for n, square in enumerate(deeds)
    )
    says = f"Lot {lot + 1}: {labels(deeds)}, price {price}"
    piece = Piece(NOWHERE, says, button=button, parts=parts, rule="MK-27")
    return Card(w, 104, _tray(w, lot + 1, price), piece)


def _measure(deeds: int) -> tuple[float, float]:
    """How wide a lot of so many deeds is, and how far apart its deeds lie."""
    wide = DEED_W * DEED_SCALE
    step = min(wide + 4, (MOST - 16 - wide) / max(deeds - 1, 1))
    return max(16 + wide + step * (deeds - 1), 92), step


@cache
def _tray(w: float, lot: int, price: int) -> str:
    return painted(
        f'<rect class="band-low" width="{w:g}" height="104" rx="6"/>'
        f'<rect class="town-kerb" x=".5" y=".5" width="{w - 1:g}" height="103" rx="6"/>'
        + text(f"Lot {lot}", 8, 17, 13, "ink-words serif", anchor="start")
        + place("i-cash", w - 44, 6, 16, 14)
        + text(str(price), w - 8, 18, 14, "ink-words", anchor="end")
    )


# --- Bribes -----------------------------------------------------------------------------------------------------------


def _order(position: Position) -> list[int]:
    """The seats in the order in which they buy, or around the table while that is not known."""
    state = position.state
    if int(state.phase) == s.PURCHASE:
        return [int(seat) for seat in state.order[: position.players]]
    return [(int(state.chair) + n) % position.players for n in range(position.players)]


def _bribe(position: Position, viewer: int, seat: int, place_: int) -> Card:
    state = position.state
    phase = int(state.phase)
    sealed = phase == s.BRIBE
    known = not sealed or (seat == viewer and seat not in position.waiting)
    amount = int(state.bribe[seat]) if known else None
    buying = phase == s.PURCHASE
    turn = buying and seat in position.waiting
    said = f"bribe {amount}" if amount is not None else "a sealed bribe"
    says = f"{SEAT_NAMES[seat]}: {said}{', sealed' if sealed and known else ''}"
    svg = _chip(seat, amount, sealed, place_ + 1 if buying else 0, turn)
    return Card(CHIP_W, CHIP_H, svg, Piece(NOWHERE, says, rule="MK-25" if buying else "MK-22"))


@cache
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
