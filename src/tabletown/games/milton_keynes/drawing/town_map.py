"""The town map as a zone: ground, plots, buildings, income blocks, and ghosts of what is in the own pouch."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.drawing import captions, income_blocks, plot_marks, preview_map, roofs
from tabletown.games.milton_keynes.drawing.income_blocks import KEPT, Wall, Walls
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.games.milton_keynes.drawing.preview_map import Ghost, MapPreview
from tabletown.games.milton_keynes.drawing.town_ground import ground, rim
from tabletown.games.milton_keynes.drawing.town_plan import PLOT, plan_of
from tabletown.games.milton_keynes.rules.requisition import requisition_item
from tabletown.games.milton_keynes.text.names import label, lot_squares, slug, squares
from tabletown.render.icons import place
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import number


@dataclass(frozen=True)
class Moves:
    """What can be clicked on the map, by square: a verb with its button, and shortcuts where there is nothing else."""

    plots: Mapping[int, tuple[str, Button]] = field(default_factory=dict)
    shortcuts: Mapping[int, Button] = field(default_factory=dict)


def zone(position: Position, seat: int, moves: Moves, now: Walls, pouch: MapPreview | None) -> Zone:
    """The map as a seat sees it, its own deeds marked on it: what stands on the walls now, and with its pouch."""
    return _Drawing(position, seat, moves, now, pouch).zone()


class _Drawing:
    def __init__(self, position: Position, seat: int, moves: Moves, now: Walls, pouch: MapPreview | None) -> None:
        self.position, self.seat, self.moves = position, seat, moves
        self.plan = plan_of(position)
        self.walls, self.pouch = now, pouch
        state = position.state
        self.owner, self.anchor, self.kind = (words.tolist() for words in (state.owner, state.anchor, state.kind))
        self.hand = set(squares(state.hand[seat])) if seat >= 0 else set()
        self.lots = {square: lot for lot in range(int(state.lots)) for square in lot_squares(position, lot)}

    def zone(self) -> Zone:
        plan = self.plan
        whole = Shape(0, 0, plan.w, plan.h, ground(plan))
        pieces = [Piece(whole, small=whole, state="backdrop"), self._both(self._rim)]
        pieces.extend(self._plot(square) for square in plan.inside if self.owner[square] == s.NONE)
        pieces.extend(self._buildings())
        pieces.extend(self._blocks())
        pieces.extend(self._ghosts())
        pieces.extend(self._nominations())
        pieces.extend(self._moves())
        return Zone(
            "town", "Town map", plan.w, plan.h, tuple(pieces), "common", None, plan.w, plan.h, span=4, zoom=True
        )

    def _both(self, draw: Callable[[bool], Shape], says: str = "", **more: object) -> Piece:
        return Piece(draw(False), says, small=draw(True), **more)  # type: ignore[arg-type]

    def _rim(self, narrow: bool) -> Shape:
        plan = self.plan
        return Shape(0, 0, plan.w, plan.h, rim(plan.rows, plan.columns, 20 if narrow else 14))

    # --- Plots --------------------------------------------------------------------------------------------------------

    def _plot(self, square: int) -> Piece:
        """An empty plot: scenery that says what it is, an own deed, or a lot on sale."""
        name = label(square)
        x, y = self.plan.at(square)
        if square in self.lots:
            lot = self.lots[square]
            price = len(lot_squares(self.position, lot)) * int(record(self.position.cards.data).price)
            says = f"{name}, on sale: lot {lot + 1}, price {price}"
            return self._both(lambda narrow: Shape(x, y, PLOT, PLOT, plot_marks.on_sale(name, lot + 1, narrow)), says)
        packed = self.pouch is not None and any(square in ghost.deeds for ghost in self.pouch.ghosts)
        covered = packed or square in self.moves.plots
        if square in self.hand and not covered:
            says, seat = f"{name}, you hold its deed", self.seat
            return self._both(lambda narrow: Shape(x, y, PLOT, PLOT, plot_marks.own_deed(name, seat, narrow)), says)
        here = Shape(x, y, PLOT, PLOT, "")
        id = "" if square in self.plan.land else f"plot-{slug(square)}"  # only tiles are ever laid on their own
        return Piece(here, captions.plot(self.plan, square), id, here)

    def _moves(self) -> list[Piece]:
        found = [self._move(square, verb, button) for square, (verb, button) in self.moves.plots.items()]
        for square, button in self.moves.shortcuts.items():
            if square in self.moves.plots:
                continue
            x, y = self.plan.at(square)
            shape = Shape(x, y, PLOT, PLOT, plot_marks.wish(label(square)))
            found.append(Piece(shape, button.sentence, small=shape, button=button, state="slot"))
        return found

    def _move(self, square: int, verb: str, button: Button) -> Piece:
        x, y = self.plan.at(square)
        told = next((gain.amount for gain in button.gains if gain.icon.startswith("block")), None)
        sub = number(told, sign=True) if told is not None else ("+0" if verb == "add" else "")
        built = self.owner[square] != s.NONE
        word = {"extend": "extend", "redevelop": "clear"}.get(verb, "")

        def draw(narrow: bool) -> Shape:
            svg = (
                plot_marks.framed(label(square), sub or word, narrow)
                if built
                else plot_marks.slot(label(square), sub, narrow)
            )
            return Shape(x, y, PLOT, PLOT, svg)

        seen = None if button.instead else self._preview(square, verb)
        ghost = Shape(x, y, PLOT, PLOT, seen) if seen else draw(False)
        return self._both(draw, button.sentence, button=button, state="slot", ghost=ghost, small_ghost=ghost)

    def _preview(self, square: int, verb: str) -> str:
        """What the map would look like after a move, drawn around its plot."""
        taken = preview_map.own_requisitions(self.position, self.seat)
        if verb == "add":
            after = preview_map.of_pouch(self.position, self.seat, self.walls, adding=square, taking=taken)
        elif verb in ("nominate", "move"):
            state = self.position.state
            item = int(requisition_item(state, self.seat, int(state.stage[self.seat])))
            after = preview_map.of_pouch(self.position, self.seat, self.walls, taking={**taken, item: square})
        elif verb in ("demolish", "redevelop"):
            after = preview_map.after_clearing(self.position, self.seat, s.ACTIONS.encode(verb, square), self.walls)
        elif verb == "tile":
            return place("disc" if self.position.state.phase == s.RIVER else "marsh", 2, 2, PLOT - 4)
        else:
            return ""
        x, y = self.plan.at(square)
        return f'<g transform="translate({-x:g} {-y:g})">{self._change(after)}</g>'

    def _change(self, after: MapPreview) -> str:
        """Another map on top of the present one: roads swept, new buildings, all blocks of walls that change."""
        changes = income_blocks.changed(self.walls, after.walls)
        seen = income_blocks.compare(self.walls, self.pouch.walls if self.pouch else self.walls)
        drawn = []
        for wall, what in changes.items():
            if wall in seen and seen[wall] != what:
                x, y, w, h = income_blocks.strip(self.plan, wall)
                drawn.append(f'<path class="town-road" d="M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z"/>')
        for plot in sorted(after.gone):
            x, y = self.plan.at(plot)
            drawn.append(f'<path class="town-land" d="M{x:g} {y:g}h{PLOT:g}v{PLOT:g}h{-PLOT:g}Z"/>')
            drawn.append(place("gone", x + 16, y + 16, 30))
        for ghost in after.ghosts:
            x, y = self.plan.at(ghost.plots[0])
            body = roofs.building(roofs.relative(ghost.plots, ghost.plots[0]), ghost.kind, ghost.seat)
            drawn.append(f'<g transform="translate({x:g} {y:g})">{body}</g>')
        for wall, what in changes.items():
            x, y, _, _ = income_blocks.strip(self.plan, wall)
            drawn.append(f'<g transform="translate({x:g} {y:g})">{income_blocks.standing(wall, what)}</g>')
        return painted("".join(drawn))

    # --- Buildings ----------------------------------------------------------------------------------------------------

    def _buildings(self) -> list[Piece]:
        found = []
        for anchor in sorted(set(self.anchor) - {s.NONE}):
            plots = tuple(plot for plot in range(s.SQUARES) if self.anchor[plot] == anchor)
            kind, seat = self.kind[anchor], self.owner[anchor]
            says = captions.building(self.position, kind, seat, plots, income_blocks.earned_by(self.walls, plots))
            shape = self._standing(plots, kind, seat)
            found.append(Piece(shape, says, f"building-{slug(anchor)}", shape, rule="MK-50"))
        return found

    def _standing(self, plots: tuple[int, ...], kind: int, seat: int, ghost: bool = False) -> Shape:
        """A building in the box around its plots."""
        corner = min(plot // s.COLUMNS for plot in plots) * s.COLUMNS + min(plot % s.COLUMNS for plot in plots)
        last = max(plot // s.COLUMNS for plot in plots) * s.COLUMNS + max(plot % s.COLUMNS for plot in plots)
        (x, y), (x2, y2) = self.plan.at(corner), self.plan.at(last)
        svg = roofs.building(roofs.relative(plots, corner), kind, seat, ghost)
        return Shape(x, y, x2 - x + PLOT, y2 - y + PLOT, svg)

    def _blocks(self) -> list[Piece]:
        """Blocks on the walls that stay as they are; those that the own pouch changes come with its ghosts."""
        after = self.pouch.walls if self.pouch else self.walls
        fates = income_blocks.compare(self.walls, after)
        return [self._on_wall(wall, what) for wall, what in fates.items() if all(fate == KEPT for _, fate in what)]

    def _on_wall(self, wall: Wall, what: tuple[tuple[income_blocks.Block, int], ...]) -> Piece:
        shape = Shape(*income_blocks.strip(self.plan, wall), income_blocks.standing(wall, what))
        return Piece(shape, small=shape)

    # --- The own pouch ------------------------------------------------------------------------------------------------

    def _ghosts(self) -> list[Piece]:
        if self.pouch is None:
            return []
        found = []
        for ghost in self.pouch.ghosts:
            shape = self._standing(ghost.plots, ghost.kind, ghost.seat, ghost=True)
            names = " ".join(label(plot) for plot in ghost.plots)
            says = f"In your pouch: {self.position.cards.buildings[ghost.kind].name} on {names}"
            found.append(Piece(shape, says, small=shape))
        for wall, what in income_blocks.changed(self.walls, self.pouch.walls).items():
            found.append(self._on_wall(wall, what))
        for ghost in self.pouch.ghosts:
            found.extend(self._named(ghost))
        return found

    def _named(self, ghost: Ghost) -> list[Piece]:
        """The labels of the plots that a ghost adds to the map."""
        found = []
        for plot in sorted({*ghost.deeds, ghost.taken} - {s.NONE}):
            x, y = self.plan.at(plot)

            def draw(narrow: bool, plot: int = plot, x: float = x, y: float = y) -> Shape:
                return Shape(x, y + PLOT - 18, PLOT, 20, plot_marks.pill(label(plot), 17 if narrow else 12))

            found.append(self._both(draw))
        return found

    def _nominations(self) -> list[Piece]:
        """Plots that are nominated for requisition, open to all when every seat has nominated."""
        state = self.position.state
        found: list[Piece] = []
        if int(state.phase) != s.CONTEST:
            return found
        there: Counter[int] = Counter()
        for seat in range(self.position.players):
            for plot in (int(nominated) for nominated in state.nominated[seat] if nominated < s.SQUARES):
                x, y = self.plan.at(plot)
                shape = Shape(
                    x + 2 + there[plot] * 20 % 60, y + 2 + there[plot] // 3 * 22, 20, 24, plot_marks.flag(seat)
                )
                there[plot] += 1
                says = f"{label(plot)} is nominated by {SEAT_NAMES[seat]}"
                found.append(Piece(shape, says, small=shape, rule="MK-47"))
        return found
