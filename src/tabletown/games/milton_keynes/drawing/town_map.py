"""The town map as a zone: ground, plots, buildings, income blocks, and ghosts of what is in the own pouch."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value, replace
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import CardSet
from tabletown.games.milton_keynes.drawing import captions, income_blocks, plot_marks, preview_map, roofs
from tabletown.games.milton_keynes.drawing.income_blocks import KEPT, Block, Wall
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.preview_map import Ghost, MapPreview, Pouch
from tabletown.games.milton_keynes.drawing.shortcuts import Shortcuts
from tabletown.games.milton_keynes.drawing.town import Town, town_of
from tabletown.games.milton_keynes.drawing.town_ground import LABEL, ground, rim
from tabletown.games.milton_keynes.drawing.town_plan import PLOT, Plan
from tabletown.games.milton_keynes.rules.requisition import requisition_item
from tabletown.games.milton_keynes.text.composing import Cards, owner_words
from tabletown.games.milton_keynes.text.names import label, mask_of, slug, squares_in
from tabletown.games.plain_state import plain
from tabletown.render.icons import place
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import number


class PlotMove(Value, frozen=True):
    """A move that a plot offers, and the map or the tile that it would leave there."""

    square: int
    verb: str
    button: Button
    after: MapPreview | None = None
    tile: str = ""


class Map(Value, frozen=True):
    """All that the drawing of the map shows."""

    town: Town
    seat: int
    hand: int  # own deeds, a set of squares as one number
    lots: tuple[int, ...]  # on sale, sets of squares
    nominated: tuple[tuple[int, ...], ...]  # plots that seats want to requisition, as far as they are open
    pouch: MapPreview | None  # the map with the own pouch built
    moves: tuple[PlotMove, ...]
    shortcuts: Shortcuts  # where there is nothing else
    offer: Cards | None = None  # deeds that may be given or asked for in an offer
    owners: tuple[tuple[int, int, bool], ...] = ()  # of other deeds, as far as known: plot, seat, whether it is sure


def map_of(
    position: Position,
    seat: int,
    town: Town,
    pouch: Pouch | None,
    moves: Mapping[int, tuple[str, Button]],
    shortcuts: Shortcuts,
    offer: Cards | None = None,
    owners: tuple[tuple[int, int, bool], ...] = (),
) -> Map:
    """What the map shows to a seat. `moves` can be clicked on it, by square: a verb with its button.

    Plots are chosen for `offer`, if there is one.
    """
    state = plain(position)
    contest = state.phase == s.CONTEST
    return Map(
        town,
        seat,
        mask_of(state.hand[seat]) if seat >= 0 else 0,
        tuple(mask_of(words) for words in state.lot[: state.lots]),
        tuple(map(tuple, state.nominated[: position.players])) if contest else (),
        preview_map.of_pouch(town, pouch) if pouch else None,
        tuple(_plot_move(position, seat, town, pouch, square, *move) for square, move in moves.items()),
        shortcuts,
        offer,
        owners,
    )


def _plot_move(
    position: Position, seat: int, town: Town, pouch: Pouch | None, square: int, verb: str, button: Button
) -> PlotMove:
    state = plain(position)
    after, tile = None, ""
    if button.instead:
        pass
    elif verb == "tile":
        tile = "disc" if state.phase == s.RIVER else "marsh"
    elif verb in ("demolish", "redevelop"):
        after = preview_map.after_clearing(town, town_of(position.after(seat, s.ACTIONS.encode(verb, square))))
    elif verb == "add" and pouch:
        after = preview_map.of_pouch(town, pouch.with_deed(square))
    elif verb in ("nominate", "move") and pouch:
        item = int(requisition_item(position.state, seat, state.stage[seat]))
        after = preview_map.of_pouch(town, pouch.with_plot(item, square))
    return PlotMove(square, verb, button, after, tile)


@lru_cache(maxsize=1024)  # most moves leave the map as it is
def zone(shown: Map) -> Zone:
    """The map as a seat sees it, its own deeds marked on it: what stands on the walls now, and with its pouch."""
    town, plan, pouch = shown.town, shown.town.plan, shown.pouch
    covered = {move.square for move in shown.moves}
    covered.update(square for ghost in (pouch.ghosts if pouch else ()) for square in ghost.deeds)
    offer = shown.offer
    if offer:
        covered.update(squares_in(offer.deeds))
    pieces = (
        *_sheet(plan),
        *_plots(town, shown.seat, shown.hand & ~sum(1 << square for square in covered), shown.lots),
        *_owners(town, shown.owners),
        *_buildings(town),
        *_blocks(town, pouch),
        *(_ghosts(town, pouch) if pouch else ()),
        *_nominations(plan, shown.nominated),
        *(_move(town, pouch, move) for move in shown.moves),
        *_shortcuts(shown),
        *(_offer_plots(town.plan, offer, shown.seat) if offer else ()),
    )
    return Zone("town", "Town map", plan.w, plan.h, pieces, "common", None, plan.w, plan.h, span=4, zoom=True)


def _both(draw: Callable[[bool], Shape], says: str = "", **more: object) -> Piece:
    return Piece(draw(False), says, small=draw(True), **more)  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _sheet(plan: Plan) -> tuple[Piece, ...]:
    """The ground, and the letters and numbers around it."""
    whole = Shape(0, 0, plan.w, plan.h, ground(plan))
    return (
        Piece(whole, small=whole, state="backdrop"),
        _both(
            lambda narrow: Shape(0, 0, plan.w, plan.h, rim(plan.rows, plan.columns, 20 if narrow else LABEL)),
            state="backdrop",
        ),
    )


# --- Plots ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _plots(town: Town, seat: int, hand: int, lots: tuple[int, ...]) -> tuple[Piece, ...]:
    """Every empty plot: scenery that says what it is, an own deed, or a lot on sale."""
    price = int(town.cards.data["price"][0])
    on_sale = {square: lot for lot, squares in enumerate(lots) for square in squares_in(squares)}
    found = []
    for square in town.plan.inside:
        if town.owner[square] != s.NONE:
            continue
        if square in on_sale:
            lot = on_sale[square]
            found.append(_on_sale(town.plan, square, lot, price * lots[lot].bit_count()))
        elif hand >> square & 1:
            found.append(_own_deed(town.plan, square, seat))
        else:
            found.append(_empty(town.plan, square))
    return tuple(found)


@lru_cache(maxsize=1024)
def _on_sale(plan: Plan, square: int, lot: int, price: int) -> Piece:
    name, (x, y) = label(square), plan.at(square)
    says = f"{name}, on sale: lot {lot + 1}, price {price}"
    return _both(lambda narrow: Shape(x, y, PLOT, PLOT, plot_marks.on_sale(name, lot + 1, narrow)), says)


@lru_cache(maxsize=1024)
def _own_deed(plan: Plan, square: int, seat: int) -> Piece:
    name, (x, y) = label(square), plan.at(square)
    says = f"{name}, you hold its deed"
    return _both(lambda narrow: Shape(x, y, PLOT, PLOT, plot_marks.own_deed(name, seat, narrow)), says)


@lru_cache(maxsize=1024)
def _empty(plan: Plan, square: int) -> Piece:
    here = Shape(*plan.at(square), PLOT, PLOT, "")
    id = "" if square in plan.land else f"plot-{slug(square)}"  # only tiles are ever laid on their own
    return Piece(here, captions.plot(plan, square), id, here)


# --- Moves ------------------------------------------------------------------------------------------------------------


def _shortcuts(shown: Map) -> list[Piece]:
    taken = {move.square for move in shown.moves}
    town = shown.town
    return [
        _wish(town.plan, square, shown.shortcuts.button(town.cards, square))
        for square in shown.shortcuts.wished
        if square not in taken
    ]


@lru_cache(maxsize=256)
def _offer_plots(plan: Plan, offer: Cards, seat: int) -> tuple[Piece, ...]:
    """Own plots to give, whose fields are on the cards in hand, and all plots whose deeds may be asked for."""
    found = []
    for square in squares_in(offer.deeds):
        choice = offer.give_deed(square)
        if choice:
            found.append(replace(_own_deed(plan, square, seat), choice=replace(choice, elsewhere=True)))
    for square in squares_in(offer.askable):
        choice = offer.ask_deed(square)
        shape = Shape(*plan.at(square), PLOT, PLOT, "")
        known = choice.note if choice else ""
        says = f"{label(square)}: {known or 'its deed may be in any hand, or in the deck'}"
        found.append(Piece(shape, says, small=shape, rule="MK-31", choice=choice))
    return tuple(found)


@lru_cache(maxsize=512)
def _owners(town: Town, owners: tuple[tuple[int, int, bool], ...]) -> tuple[Piece, ...]:
    """Tags of those who hold the deeds of empty plots."""
    found = []
    for square, seat, sure in owners:
        if town.owner[square] == s.NONE:
            x, y = town.plan.at(square)
            shape = Shape(
                x + PLOT - plot_marks.TAG_W - 2, y + 2, plot_marks.TAG_W, plot_marks.TAG_H, plot_marks.tag(seat, sure)
            )
            found.append(Piece(shape, f"{label(square)}: {owner_words(seat, sure)}", small=shape, rule="MK-35"))
    return tuple(found)


@lru_cache(maxsize=1024)
def _wish(plan: Plan, square: int, button: Button) -> Piece:
    shape = Shape(*plan.at(square), PLOT, PLOT, plot_marks.wish(label(square)))
    return Piece(shape, button.sentence, small=shape, button=button, state="slot")


@lru_cache(maxsize=1024)
def _move(town: Town, pouch: MapPreview | None, move: PlotMove) -> Piece:
    square, button = move.square, move.button
    x, y = town.plan.at(square)
    told = next((gain.amount for gain in button.gains if gain.icon.startswith("block")), None)
    sub = number(told, sign=True) if told is not None else ("+0" if move.verb == "add" else "")
    built = town.owner[square] != s.NONE
    word = {"extend": "extend", "redevelop": "clear"}.get(move.verb, "")

    def draw(narrow: bool) -> Shape:
        svg = plot_marks.framed(label(square), sub or word) if built else plot_marks.slot(label(square), sub, narrow)
        return Shape(x, y, PLOT, PLOT, svg)

    seen = _preview(town, pouch, move)
    ghost = Shape(x, y, PLOT, PLOT, seen) if seen else draw(False)
    return _both(draw, button.sentence, button=button, state="slot", ghost=ghost, small_ghost=ghost)


def _preview(town: Town, pouch: MapPreview | None, move: PlotMove) -> str:
    """What the map would look like after a move, drawn around its plot."""
    if move.tile:
        return place(move.tile, 2, 2, PLOT - 4)
    if move.after is None:
        return ""
    x, y = town.plan.at(move.square)
    return f'<g transform="translate({-x:g} {-y:g})">{_change(town, pouch, move.after)}</g>'


def _change(town: Town, pouch: MapPreview | None, after: MapPreview) -> str:
    """Another map on top of the present one: roads swept, new buildings, all blocks of walls that change."""
    plan = town.plan
    changes = income_blocks.changed(town.walls, after.walls)
    seen = income_blocks.compare(town.walls, pouch.walls if pouch else town.walls)
    drawn = []
    for wall, what in changes.items():
        if wall in seen and seen[wall] != what:
            x, y, w, h = income_blocks.strip(plan, wall)
            drawn.append(f'<path class="town-road" d="M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z"/>')
    for plot in sorted(after.gone):
        x, y = plan.at(plot)
        drawn.append(f'<path class="town-land" d="M{x:g} {y:g}h{PLOT:g}v{PLOT:g}h{-PLOT:g}Z"/>')
        drawn.append(place("gone", x + 16, y + 16, 30))
    for ghost in after.ghosts:
        x, y = plan.at(ghost.plots[0])
        body = roofs.building(roofs.relative(ghost.plots, ghost.plots[0]), ghost.kind, ghost.seat)
        drawn.append(f'<g transform="translate({x:g} {y:g})">{body}</g>')
    for wall, what in changes.items():
        x, y, _, _ = income_blocks.strip(plan, wall)
        drawn.append(f'<g transform="translate({x:g} {y:g})">{income_blocks.standing(wall, what)}</g>')
    return painted("".join(drawn))


# --- Buildings --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _buildings(town: Town) -> tuple[Piece, ...]:
    found = []
    for anchor in sorted(set(town.anchor) - {s.NONE}):
        plots = tuple(plot for plot in range(s.SQUARES) if town.anchor[plot] == anchor)
        kind, seat = town.kind[anchor], town.owner[anchor]
        earns = income_blocks.earned_by(town.walls, plots)
        found.append(_building(town.plan, town.cards, plots, kind, seat, earns))
    return tuple(found)


@lru_cache(maxsize=2048)
def _building(plan: Plan, cards: CardSet, plots: tuple[int, ...], kind: int, seat: int, earns: int) -> Piece:
    shape = _standing(plan, plots, kind, seat)
    says = captions.building(cards, kind, seat, plots, earns)
    return Piece(shape, says, f"building-{slug(plots[0])}", shape, rule="MK-50")


def _standing(plan: Plan, plots: tuple[int, ...], kind: int, seat: int, ghost: bool = False) -> Shape:
    """A building in the box around its plots."""
    corner = min(plot // s.COLUMNS for plot in plots) * s.COLUMNS + min(plot % s.COLUMNS for plot in plots)
    last = max(plot // s.COLUMNS for plot in plots) * s.COLUMNS + max(plot % s.COLUMNS for plot in plots)
    (x, y), (x2, y2) = plan.at(corner), plan.at(last)
    svg = roofs.building(roofs.relative(plots, corner), kind, seat, ghost)
    return Shape(x, y, x2 - x + PLOT, y2 - y + PLOT, svg)


@lru_cache(maxsize=512)
def _blocks(town: Town, pouch: MapPreview | None) -> tuple[Piece, ...]:
    """Blocks on the walls that stay as they are; those that the own pouch changes come with its ghosts."""
    fates = income_blocks.compare(town.walls, pouch.walls if pouch else town.walls)
    return tuple(
        _on_wall(town.plan, wall, what) for wall, what in fates.items() if all(fate == KEPT for _, fate in what)
    )


@lru_cache(maxsize=4096)
def _on_wall(plan: Plan, wall: Wall, what: tuple[tuple[Block, int], ...]) -> Piece:
    shape = Shape(*income_blocks.strip(plan, wall), income_blocks.standing(wall, what))
    return Piece(shape, small=shape)


# --- The own pouch ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _ghosts(town: Town, pouch: MapPreview) -> tuple[Piece, ...]:
    found = []
    for ghost in pouch.ghosts:
        shape = _standing(town.plan, ghost.plots, ghost.kind, ghost.seat, ghost=True)
        names = " ".join(label(plot) for plot in ghost.plots)
        says = f"In your pouch: {town.cards.buildings[ghost.kind].name} on {names}"
        found.append(Piece(shape, says, small=shape))
    for wall, what in income_blocks.changed(town.walls, pouch.walls).items():
        found.append(_on_wall(town.plan, wall, what))
    for ghost in pouch.ghosts:
        found.extend(_named(town.plan, ghost))
    return tuple(found)


def _named(plan: Plan, ghost: Ghost) -> list[Piece]:
    """The labels of the plots that a ghost adds to the map."""
    found = []
    for plot in sorted({*ghost.deeds, ghost.taken} - {s.NONE}):
        x, y = plan.at(plot)

        def draw(narrow: bool, plot: int = plot, x: float = x, y: float = y) -> Shape:
            return Shape(x, y + PLOT - 18, PLOT, 20, plot_marks.pill(label(plot), LABEL))

        found.append(_both(draw))
    return found


def _nominations(plan: Plan, nominated: tuple[tuple[int, ...], ...]) -> list[Piece]:
    """Plots that are nominated for requisition, open to all when every seat has nominated."""
    found: list[Piece] = []
    there: Counter[int] = Counter()
    for seat, wanted in enumerate(nominated):
        for plot in (plot for plot in wanted if plot < s.SQUARES):
            x, y = plan.at(plot)
            shape = Shape(x + 2 + there[plot] * 20 % 60, y + 2 + there[plot] // 3 * 22, 20, 24, plot_marks.flag(seat))
            there[plot] += 1
            says = f"{label(plot)} is nominated by {the_seat(seat)}"
            found.append(Piece(shape, says, small=shape, rule="MK-47"))
    return found
