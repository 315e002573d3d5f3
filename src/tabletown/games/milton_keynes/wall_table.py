"""Building types on cards that say what every wall of theirs earns."""

from functools import cache

from tabletown.games.milton_keynes import roofs
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import Building, CardSet
from tabletown.games.milton_keynes.names import many
from tabletown.games.milton_keynes.scraps import painted, place
from tabletown.render.scene import Shape
from tabletown.render.text import fit, text

W, H = 190.0, 238.0


def card(cards: CardSet, building: Building) -> Shape:
    """A building type with a row for each kind of wall."""
    return Shape(0, 0, W, H, _drawn(building, tuple(other.name for other in cards.buildings)))


@cache
def _drawn(building: Building, others: tuple[str, ...]) -> str:
    title, size = fit(building.name, 104, 17, 12, bold=True)
    drawn = [
        f'<rect class="card-paper cut" x=".6" y=".6" width="{W - 1.2:g}" height="{H - 1.2:g}" rx="5"/>',
        roofs.sample(building.index, None, 10, 10, 62, 56),
        text(title, 82, 32, size, "ink-words serif", anchor="start"),
        text(f"at most {many(building.plots, 'plot')}", 82, 52, 12, "ink-quiet", anchor="start", bold=False),
    ]
    rows = [("inside", "lying-0", building.inside), ("beside the river", "disc", building.river)]
    rows.append(("beside a marsh", "marsh", building.marsh))
    y = 84.0
    for words, token, amount in rows:
        drawn.append(place(token, 12, y - 12, 15))
        drawn.append(_row(words, amount, y))
        y += 19
    drawn.append(f'<path class="cut-line" d="M10 {y - 11:g}h{W - 20:g}"/>')
    drawn.append(text("beside a rival's", 12, y + 5, 11, "ink-quiet", anchor="start", bold=False))
    y += 20
    for kind, (name, amount) in enumerate(zip(others, building.beside, strict=True)):
        column, line = divmod(kind, 4)
        x, at = 12 + 88.0 * column, y + 17 * line
        drawn.append(roofs.sample(kind, None, x, at - 10, 14, 13))
        words, size = fit(_short(name), 42, 11, 8.5)
        drawn.append(text(words, x + 18, at, size, "ink-words", anchor="start", bold=False))
        drawn.append(text("size" if amount == s.BY_SIZE else str(amount), x + 80, at, 11.5, "ink-words", anchor="end"))
    return painted("".join(drawn))


def _row(words: str, amount: int, y: float) -> str:
    return text(words, 34, y, 12, "ink-words", anchor="start", bold=False) + text(
        str(amount), W - 14, y, 14, "ink-words", anchor="end"
    )


def _short(name: str) -> str:
    return name.split()[0]
