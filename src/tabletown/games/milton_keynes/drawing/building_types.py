"""Building types on cards that say what every wall of theirs earns."""

from functools import cache

from tabletown.engine.english import many
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import Building, CardSet
from tabletown.games.milton_keynes.drawing import roofs
from tabletown.games.milton_keynes.drawing.card_faces import lines
from tabletown.games.milton_keynes.drawing.paper import painted
from tabletown.render.icons import place
from tabletown.render.scene import Shape
from tabletown.render.text import text

W, H = 190.0, 294.0
ROW = 19.0


def card(cards: CardSet, building: Building) -> Shape:
    """A building type with a row for each kind of wall."""
    return Shape(0, 0, W, H, _drawn(building, tuple(other.name for other in cards.buildings)))


@cache
def _drawn(building: Building, others: tuple[str, ...]) -> str:
    drawn = [
        f'<rect class="card-paper cut" x=".6" y=".6" width="{W - 1.2:g}" height="{H - 1.2:g}" rx="5"/>',
        roofs.sample(building.index, None, 10, 10, 62, 56),
    ]
    title = lines(building.name, 96, 17)
    top = 34 - 9.0 * (len(title) - 1)
    for n, line in enumerate(title):
        drawn.append(text(line, 82, top + 18 * n, 16, "ink-words serif", anchor="start"))
    plots = f"at most {many(building.plots, 'plot')}"
    drawn.append(text(plots, 82, top + 18 * len(title) + 1, 12, "ink-quiet", anchor="start", bold=False))
    y = 88.0
    ground = (("inside", "lying-0", building.inside), ("beside the river", "disc", building.river))
    for words, token, amount in (*ground, ("beside a marsh", "marsh", building.marsh)):
        drawn.append(place(token, 12, y - 12, 15) + _row(words, amount, y))
        y += ROW
    drawn.append(f'<path class="cut-line" d="M10 {y - 11:g}h{W - 20:g}"/>')
    drawn.append(text("beside a rival's", 12, y + 5, 11, "ink-quiet", anchor="start", bold=False))
    y += ROW + 3
    for kind, (name, amount) in enumerate(zip(others, building.beside, strict=True)):
        drawn.append(roofs.sample(kind, None, 12, y - 12, 16, 15) + _row(name, amount, y))
        y += ROW - 1
    return painted("".join(drawn))


def _row(words: str, amount: int, y: float) -> str:
    said = "by size" if amount == s.BY_SIZE else str(amount)
    return text(words, 34, y, 12, "ink-words", anchor="start", bold=False) + text(
        said, W - 12, y, 13, "ink-words", anchor="end"
    )
