"""The house of a person: drawn from a hash of the player's id, so that everybody has one and it stays the same.

A house is a field, walls, a roof, its kind, floors, windows, a door, and what stands on top and beside. People stand in
an arch; bots have portraits of their own (portraits.py). Colours come from `static/profile.css`.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

FIELDS = ("f1", "f2", "f3", "f4", "f5", "f6")
WALLS = ("mustard", "rose", "sage", "cream", "slate", "sand", "stone", "plum")
ROOFS = ("gable", "hip", "bell", "dome", "mansard", "flat", "steps", "sawtooth", "spire")
ROOF_COLOURS = ("deep", "brick", "plum", "moss", "wood")
WINDOWS = ("square", "arched", "round", "tall")
DOORS = ("brick", "deep", "wood", "moss")
TOPS = ("", "chimney", "flag", "weathercock")
BESIDES = ("", "tree", "bush", "lamp")
_ARCH = "M3 69V32a29 29 0 0 1 58 0v37z"
_INNER = "M6 66V32a26 26 0 0 1 52 0v34z"
_GROUND = 60.0
_WORDS = {"deep": "dark blue", "hip": "hipped", "steps": "stepped"}


@dataclass(frozen=True, slots=True)
class PersonHouse:
    """What a house looks like."""

    field: str
    wall: str
    roof: str
    roof_colour: str
    floors: int
    window: str
    door: str
    top: str
    beside: str

    @property
    def words(self) -> str:
        """The house in words."""
        roof = f"a {_WORDS.get(self.roof, self.roof)} roof in {_WORDS.get(self.roof_colour, self.roof_colour)}"
        parts = [f"{_WORDS.get(self.wall, self.wall)} walls", f"{self.floors} floor{'s' * (self.floors > 1)}", roof]
        extra = [f"a {part}" for part in (self.top, self.beside) if part]
        return ", ".join([*parts, *extra])


def house_of(player_id: str) -> PersonHouse:
    """The house of a player. It tells nothing of the id but itself."""
    chosen = iter(hashlib.sha256(f"house {player_id}".encode()).digest())

    def pick(of: tuple[str, ...], but: str = "") -> str:
        left = [one for one in of if one != but] if but else list(of)
        return left[next(chosen) % len(left)]

    wall = pick(WALLS)
    return PersonHouse(
        field=pick(FIELDS),
        wall=wall,
        roof=pick(ROOFS),
        roof_colour=pick(ROOF_COLOURS, but=wall),
        floors=1 + next(chosen) % 3,
        window=pick(WINDOWS),
        door=pick(DOORS, but=wall),
        top=pick(TOPS),
        beside=pick(BESIDES),
    )


@lru_cache(maxsize=4096)
def house_svg(player_id: str, name: str = "", plain: bool = False) -> Markup:
    """The house of a player: with a label if there is a name. `plain` is the cut for sizes under 40 pixels."""
    house = house_of(player_id)
    label = f"The house of {name}: {house.words}" if name else ""
    inside = _plain(house) if plain else _full(house)
    hidden = Markup('aria-hidden="true" focusable="false"')
    says = Markup('role="img" aria-label="{}"').format(label) if label else hidden
    return Markup('<svg class="person-house{}" viewBox="0 0 64 72" {}><g class="k">{}</g></svg>').format(
        " plain" if plain else "", says, Markup(inside)
    )


def _plain(house: PersonHouse) -> str:
    top = 63 - 14 * max(house.floors, 2)
    body = f'<path class="{house.wall}" d="M13 {top}h38V63H13z"/>'
    return (
        f'<path class="n {house.field}" d="{_ARCH}"/>{body}{_roof(house, 13, 51, top)}'
        f"{_windows(house, 13, 51, top, 63)}{_door(house, 32, 63, 4.6)}"
        f'<path class="o" d="{_ARCH}"/>'
    )


def _full(house: PersonHouse) -> str:
    left, right = 15.0, 43.0
    top = _GROUND - 4 - 8.5 * house.floors - 4
    parts = [
        f'<path class="cardp" d="{_ARCH}"/>',
        f'<path class="n {house.field}" d="{_INNER}"/>',
        '<circle class="n sunp" cx="46" cy="22" r="6.5"/>',
        '<path class="n hillp" d="M6 52c10-8 20-8 30-4s14-2 22-4v18H6z"/>',
        f'<path class="sh" d="M{left + 2} {top}h{right - left}V{_GROUND}H{left + 2}z"/>',
        _on_top(house, (left + right) / 2, top),
        f'<path class="{house.wall}" d="M{left} {top}H{right}V{_GROUND}H{left}z"/>',
        _roof(house, left, right, top),
        f'<path class="sh" d="M{left} {top}H{right}v1.8H{left}z"/>',
        _windows(house, left, right, top, _GROUND),
        _door(house, (left + right) / 2, _GROUND, 3.2),
        _beside(house),
        f'<path class="groundp" d="M6 {_GROUND}h52v6H6z"/>',
        f'<path class="o" d="{_INNER}"/><path class="o" d="{_ARCH}"/>',
    ]
    return "".join(parts)


def _roof(house: PersonHouse, a: float, b: float, y: float) -> str:
    """The roof over walls from `a` to `b`, whose foot is at `y`."""
    m, w = (a + b) / 2, b - a
    e = 2.5  # how far it stands out
    shapes = {
        "gable": f"M{a - e} {y}L{m} {y - w * 0.42}L{b + e} {y}z",
        "hip": f"M{a - e} {y}l{w * 0.26} {-w * 0.34}H{b + e - w * 0.26}L{b + e} {y}z",
        "bell": f"M{a - e} {y}C{a + w * 0.2} {y - w * 0.14} {m - w * 0.16} {y - w * 0.42} {m} {y - w * 0.46}"
        f"C{m + w * 0.16} {y - w * 0.42} {b - w * 0.2} {y - w * 0.14} {b + e} {y}z",
        "dome": f"M{a - 1} {y}C{a} {y - w * 0.58} {b} {y - w * 0.58} {b + 1} {y}z",
        "mansard": f"M{a - e} {y}l{w * 0.12} {-w * 0.28}l{w * 0.16} {-w * 0.1}H{b + e - w * 0.28}"
        f"l{w * 0.16} {w * 0.1}L{b + e} {y}z",
        "flat": f"M{a - e} {y}v-3.5H{b + e}V{y}z",
        "steps": f"M{a - 1} {y}v-4h{w * 0.2}v-4h{w * 0.2}v-4h{w * 0.2 + 2}v4h{w * 0.2}v4h{w * 0.2}v4z",
        "sawtooth": f"M{a - 1} {y}v-3l1-7L{a + w / 3} {y - 3}v-7L{a + w * 2 / 3} {y - 3}v-7L{b} {y - 3}l1 0v3z",
        "spire": f"M{a - e} {y}C{m - w * 0.12} {y - w * 0.14} {m - w * 0.04} {y - w * 0.4} {m} {y - w * 0.68}"
        f"C{m + w * 0.04} {y - w * 0.4} {m + w * 0.12} {y - w * 0.14} {b + e} {y}z",
    }
    return f'<path class="{house.roof_colour}" d="{shapes[house.roof]}"/>'


def _on_top(house: PersonHouse, m: float, y: float) -> str:
    peak = y - {"flat": 3.5, "hip": 9.5, "mansard": 10.5, "dome": 12, "gable": 11.5, "steps": 12, "sawtooth": 6}.get(
        house.roof, 13 if house.roof == "bell" else 19
    )
    return {
        "chimney": f'<path class="brick" d="M{m + 6} {y}V{y - 13}h4V{y}z"/>',
        "flag": f'<path class="o" d="M{m} {peak + 1}v-9"/><path class="brick" d="M{m} {peak - 8}l7 2.2-7 2.2z"/>',
        "weathercock": f'<path class="o" d="M{m} {peak + 1}v-7M{m - 3.5} {peak - 3}h7"/>'
        f'<path class="brick" d="M{m - 3} {peak - 6}l2 1.6h2.6l1.6-2.4v3.2l-2.2 1.4h-2.6z"/>',
    }.get(house.top, "")


def _windows(house: PersonHouse, a: float, b: float, top: float, foot: float) -> str:
    """Rows of windows; the lowest row leaves the middle to the door."""
    size, parts = (b - a) * 0.15, []
    for floor in range(house.floors if foot == _GROUND else 2):
        y = foot - size - 3.2 - floor * ((foot - top - 3) / max(house.floors if foot == _GROUND else 2, 1))
        places = (0.22, 0.78) if floor == 0 else (0.22, 0.5, 0.78)
        parts += [_window(house.window, a + (b - a) * place, y, size) for place in places if y > top + 1]
    return "".join(parts)


def _window(kind: str, x: float, y: float, s: float) -> str:
    h = s / 2
    x, y = round(x, 1), round(y, 1)
    shapes = {
        "square": f'<path class="win" d="M{x - h:.1f} {y}h{s:.1f}v{s:.1f}h{-s:.1f}z"/>',
        "arched": f'<path class="win" d="M{x - h:.1f} {y + s:.1f}v{-h:.1f}a{h:.1f} {h:.1f} 0 0 1 {s:.1f} 0v{h:.1f}z"/>',
        "round": f'<circle class="win" cx="{x}" cy="{y + h:.1f}" r="{h:.1f}"/>',
        "tall": f'<path class="win" d="M{x - h * 0.7:.1f} {y - 1:.1f}h{s * 0.7:.1f}v{s + 1:.1f}h{-s * 0.7:.1f}z"/>',
    }
    return shapes[kind]


def _door(house: PersonHouse, x: float, foot: float, half: float) -> str:
    up = half * 1.25
    arch = f"M{x - half} {foot}v{-up:.1f}a{half} {half} 0 0 1 {2 * half} 0v{up:.1f}z"
    return f'<path class="{house.door}" d="{arch}"/>'


def _beside(house: PersonHouse) -> str:
    return {
        "tree": '<path class="wood" d="M49.4 52h1.6v8h-1.6z"/><circle class="moss" cx="50.2" cy="48.5" r="5.2"/>',
        "bush": '<path class="moss" d="M45.5 60a4.5 4.5 0 0 1 3-6 4.5 4.5 0 0 1 7 6z"/>',
        "lamp": '<path class="o" d="M50 60V47"/><circle class="win" cx="50" cy="45" r="2.4"/>',
    }.get(house.beside, "")
