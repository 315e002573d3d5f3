"""Colours: one list of flat paints, for pages that switch between light and dark and for pictures that cannot.

Every fill and stroke of a drawing is a class from this list: the paint "wood" is the class `c-wood`. `page_css()`
writes the classes with `light-dark()`, so that one page follows the reader's theme; `svg_css("light")` writes them
with concrete colours for a picture that stands alone. A drawing that uses a class missing here is a bug, and a test
says so.

A page is served with `page_css()` as one static style sheet. It expects nothing but `class="light"` or `class="dark"`
on the root element to overrule the system, and `--accent` and `--brand` from the title's colour where they differ
from the default.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from tabletown.engine.seats import SEAT_COLOURS

Theme = Literal["light", "dark"]
Pair = tuple[str, str]

SANS = 'Arial,"Liberation Sans",Arimo,Helvetica,Roboto,sans-serif'
SERIF = '"Times New Roman","Liberation Serif",Tinos,Times,serif'
"""Fonts on pieces: families of equal widths (see `text`), so that words fit wherever they are drawn."""

ACCENT: Pair = ("#3d4fa1", "#9fb0ff")
GROUND: dict[str, Pair] = {
    "table": ("#efe8da", "#1b2129"),
    "table2": ("#e5dcc9", "#141a21"),
    "paper": ("#fbf8f1", "#262e38"),
    "paper2": ("#f4eee0", "#2e3742"),
    "ink": ("#22303c", "#eee8dc"),
    "quiet": ("#5a6873", "#a9b1b8"),
    "line": ("#cfc6b4", "#3b4653"),
    "good": ("#2c6e3f", "#8fd6a1"),
    "bad": ("#a8331f", "#ff9e8a"),
    "wash": ("#e3e6f5", "#2a3350"),
    "onaccent": ("#ffffff", "#141a2c"),
    "shade": ("rgba(74,56,24,.20)", "rgba(0,0,0,.45)"),
    "shade2": ("rgba(74,56,24,.13)", "rgba(0,0,0,.35)"),
}
"""The ground of every page, as custom properties: `var(--paper)`."""

INK: Pair = ("#2a3641", "#10161c")
CREAM = "#fff5e1"


@dataclass(frozen=True, slots=True)
class Paint:
    """A paint, used as a CSS class: a fill, a line, or both. A single colour is the same in both themes."""

    fill: str | Pair | None = None
    line: str | Pair | None = None
    width: float = 1.2
    more: str = ""  # further declarations that both pages and pictures know
    glyph: bool = False  # also the `color` that icons are drawn in


def _ramp(name: str, main: str, wall: Pair, deep: str) -> dict[str, Paint]:
    floor = (_darker(wall[0]), _darker(wall[1]))
    return {
        f"{name}-main": Paint(main),
        f"{name}-wall": Paint(wall),
        f"{name}-floor": Paint(floor),
        f"{name}-deep": Paint(deep),
    }


def _darker(colour: str, by: float = 0.93) -> str:
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * by):02x}" for i in (1, 3, 5))


def _mixed(one: str, other: str, share: float) -> str:
    """Mix two colours: this share of the first, the rest of the second."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _card(name: str, band: Pair) -> dict[str, Paint]:
    return {f"{name}-band": Paint(band), f"{name}-tint": Paint(band, more="fill-opacity:.42")}


_ROUND = "stroke-linecap:round;stroke-linejoin:round"

PAINTS: dict[str, Paint] = {
    # paper scraps, the same by day and by night
    "wood": Paint("#b98a5a"),
    "walnut": Paint("#86603a"),
    "cream": Paint(CREAM),
    "leaf": Paint("#7ba553"),
    "pine": Paint("#4f7a3a"),
    "steel": Paint("#a9b4bd"),
    "slate": Paint("#6c7883"),
    "red": Paint("#c9523d"),
    "yellow": Paint("#edb63e"),
    "blue": Paint("#5f8cc8"),
    "copper": Paint("#6fae9a"),
    "straw": Paint("#d9b25f"),
    "coal": Paint(INK),
    # light falls in by day and out by night
    "glass": Paint(("#d4e8ef", "#ffe6a6")),
    "sky": Paint(("#d8e8ee", "#33475f")),
    "cloud": Paint(("#f7fbfc", "#4a6078")),
    "haze": Paint("#7f99a8", more="opacity:.55"),
    "shade": Paint("#1b1408", more="opacity:.16"),
    "beam-yellow": Paint("#edb63e", more="opacity:.45"),
    "beam-red": Paint("#c9523d", more="opacity:.4"),
    "beam-blue": Paint("#5f8cc8", more="opacity:.4"),
    # people
    "skin-1": Paint("#f1c9a3"),
    "skin-2": Paint("#e4b18a"),
    "skin-3": Paint("#c98d5f"),
    "skin-4": Paint("#8a5a3b"),
    "hair-1": Paint("#7a4a22"),
    "hair-2": Paint("#3a2a20"),
    "hair-3": Paint("#1f1a18"),
    "hair-4": Paint("#c79a4a"),
    "coat-purple": Paint("#87539b"),
    "coat-mustard": Paint("#dca42f"),
    "coat-red": Paint("#c8503c"),
    "coat-blue": Paint("#4f78b8"),
    "coat-dark": Paint("#3b4753"),
    "coat-pink": Paint("#d98a9b"),
    "coat-teal": Paint("#2f8f8a"),
    "coat-green": Paint("#5c8a48"),
    "coat-white": Paint("#f3e5c8"),
    # lines
    "edge": Paint(line=INK, width=0.9, more="stroke-linejoin:round"),
    "thread": Paint("none", INK, 1.2, _ROUND),
    "thread-bold": Paint("none", INK, 2.4, _ROUND),
    "thread-yellow": Paint("none", "#edb63e", 1.2, _ROUND + ";stroke-dasharray:6 5"),
    "thread-red": Paint("none", "#c9523d", 1.8, _ROUND),
    "thread-blue": Paint("none", "#5f8cc8", 2, _ROUND),
    "thread-cream": Paint("none", CREAM, 1.2, _ROUND),
    "thread-steel": Paint("none", "#a9b4bd", 1.8, _ROUND),
    "thread-brick": Paint("none", "#7d2b1c", 1, _ROUND),
    "thread-soft": Paint("none", "#1b1408", 1, _ROUND + ";opacity:.35"),
    "white-edge": Paint(line="#ffffff", width=1),
    # the town behind the table
    "air": Paint(("#dfe9e8", "#1d2938")),
    "far": Paint(("#d3e1e0", "#233145")),
    "near": Paint(("#c7d8d7", "#29394f")),
    "drift": Paint(("#f3f8f7", "#2b3b50")),
    "road": Paint(("#8b8c88", "#37414c")),
    "kerb": Paint(("#ded6c5", "#3d4853")),
    "kerb-line": Paint("none", ("#cfc6b4", "#4d5a68"), 1),
    "ground-line": Paint("none", INK, 2),
    "lane": Paint("none", CREAM, 1.6, "stroke-dasharray:16 14;opacity:.7"),
    # tokens
    "coin": Paint("#f0bd42", "#6b4a06", 1),
    "coin-rim": Paint("none", "#6b4a06", 0.7, "opacity:.6"),
    "coin-red": Paint("#a8331f", "#ffffff", 1.1),
    "star": Paint("#3d4fa1", "#ffffff", 1.1, "stroke-linejoin:round"),
    "star-red": Paint("#a8331f", "#ffffff", 1.1, "stroke-linejoin:round"),
    # papers and words
    "paper-slab": Paint(("#fffaf0", "#ebe0c9")),
    "paper-tag": Paint("#fffaf0", INK, 0.7),
    "paper-mark": Paint("#22303c"),
    "paper-mark-red": Paint("#a8331f"),
    "delta-up": Paint("#2c6e3f", "#ffffff", 1),
    "delta-down": Paint("#a8331f", "#ffffff", 1),
    "paper-card": Paint(GROUND["paper2"], INK, 1),
    "paper-under": Paint(GROUND["paper"], GROUND["line"], 1),
    "paper-old": Paint(GROUND["line"]),
    "paper-table": Paint(GROUND["table"]),
    "paper-empty": Paint("none", GROUND["quiet"], 1.2, "stroke-dasharray:5 4;opacity:.6"),
    "ink-paper": Paint("#22303c", glyph=True),
    "ink-white": Paint("#ffffff", glyph=True),
    "ink-coin": Paint("#3c2a00", glyph=True),
    "ink-words": Paint(GROUND["ink"], glyph=True),
    "ink-quiet": Paint(GROUND["quiet"], glyph=True),
    "ink-bad": Paint(GROUND["bad"], glyph=True),
    # rooms by use, in eight families of four scraps
    **_ramp("azure", "#5b83c2", ("#cddaf0", "#8ea6cf"), "#2f4c80"),
    **_ramp("teal", "#37a09a", ("#c9e6e2", "#82b8b3"), "#1c5f5b"),
    **_ramp("coral", "#d2694c", ("#f5d3c6", "#d69c86"), "#8c3b27"),
    **_ramp("coffee", "#a06a45", ("#ead5c0", "#c2a07f"), "#5e3a22"),
    **_ramp("gold", "#e2a832", ("#fae6b8", "#dcbb70"), "#8a5d0a"),
    **_ramp("violet", "#9a66ae", ("#e6d5ec", "#b597c2"), "#583169"),
    **_ramp("moss", "#6f9f49", ("#dcebc6", "#8fae6c"), "#426426"),
    **_ramp("grey", "#8b96a1", ("#dde2e6", "#8d99a5"), "#4d5761"),
    # house fronts on a street, dimmer by night, with windows that are lit then
    "front-cream": Paint(("#fbf1dc", "#d9cba9")),
    "front-sand": Paint(("#ecd6a6", "#a8925f")),
    "front-mustard": Paint(("#dfb04c", "#b08831")),
    "front-rose": Paint(("#e9b6a3", "#a5705f")),
    "front-brick": Paint(("#c8694a", "#9c4b33")),
    "front-sage": Paint(("#b9c9a3", "#71856a")),
    "front-moss": Paint(("#76956c", "#4d6b4e")),
    "front-slate": Paint(("#9db0bf", "#5d7283")),
    "front-deep": Paint(("#52667a", "#35475a")),
    "front-plum": Paint(("#b59abf", "#745d82")),
    "front-wood": Paint(("#b98a5e", "#7d5c3e")),
    "front-stone": Paint(("#d8cfbf", "#4b5560")),
    "front-pave": Paint(("#bfb4a0", "#3a444f")),
    "front-water": Paint(("#8cc3e0", "#2f6f99")),
    "front-hole": Paint(("#3d4a55", "#151b22")),
    "front-window": Paint(("#dceaec", "#ffd77c")),
    "front-glow": Paint(("#f1d58a", "#ffe39a")),
    "front-smoke": Paint(("#e4ddcf", "#47525e")),
    "front-light": Paint("#ffffff", "none", more="opacity:.28"),
    "front-shade": Paint("#1a1208", "none", more="opacity:.16"),
    "front-bare": Paint("none"),
    "cut": Paint(line=("#22303c", "#0e1318"), more=_ROUND),
    "cut-card": Paint("none", ("#22303c", "#0e1318"), 1.2),
    # a lane: lawn, hills, road
    "lawn": Paint(("#eef0df", "#232d2c")),
    "hill-far": Paint(("#e6e2cc", "#202a2b")),
    "hill-near": Paint(("#dcdcc0", "#243029")),
    "lane-road": Paint(("#b9b1a4", "#3a434e")),
    "lane-dash": Paint("none", ("#fbf8f1", "#97a0a8"), 2, "stroke-dasharray:10 8"),
    "lane-zebra": Paint("none", ("#fbf8f1", "#97a0a8"), 5),
    # pennies and points, pale while only one half is there
    "penny": Paint(("#d08f56", "#b87a45"), ("#6e3b17", "#3a1d08"), 1.3),
    "penny-face": Paint(("#eab988", "#d9a472"), ("#6e3b17", "#3a1d08"), 0.9),
    "penny-mark": Paint(("#6e3b17", "#3a1d08")),
    "penny-pale": Paint(("#dcbf9f", "#6b5540"), ("#7d5f44", "#2a1d12"), 1.3),
    "penny-pale-face": Paint(("#ead7c0", "#806850"), ("#7d5f44", "#2a1d12"), 0.9),
    "penny-pale-mark": Paint(("#7d5f44", "#2a1d12")),
    "point": Paint(("#f4c542", "#f0c04a"), ("#6b4e00", "#3a2a00"), 1.3, _ROUND),
    "point-pale": Paint(("#eedca5", "#7d6d3c"), ("#86713a", "#2a230c"), 1.3, _ROUND),
    "point-off": Paint(("#e9e1cf", "#3a4450"), ("#b9ad94", "#55616e"), 1.3, _ROUND),
    "halo": Paint(("#f4c542", "#f0c04a"), more="opacity:.35"),
    # citizens of nobody, and places where one is missing
    "nobody": Paint(GROUND["quiet"]),
    "vacant": Paint("none", "#ffffff", 1.3, "stroke-dasharray:2 1.9"),
    "vacant-dim": Paint("none", ("#8c97a0", "#7f8a94"), 1.3, "stroke-dasharray:2 1.9"),
    # buildings of cards, in five families by type; panes are lit at night
    **_ramp("civic", "#6282cc", ("#d3dcf3", "#9aadd9"), "#3b5398"),
    **_ramp("commercial", "#e0aa3e", ("#f9e8c2", "#dcc07c"), "#84600f"),
    **_ramp("industrial", "#8f99a3", ("#dfe4e8", "#a5afb8"), "#4f5a65"),
    **_ramp("park", "#79aa53", ("#dcecca", "#9dc17c"), "#44702f"),
    **_ramp("residential", "#d97a5f", ("#f7d9cd", "#dda48f"), "#a24631"),
    "pane": Paint(("#bcd8e3", "#ffdf8f"), INK, 0.6),
    "shade-soft": Paint("#1b1408", more="opacity:.1"),
    "bunker": Paint("#f3e3b5"),
    # sky, sun and earth around a skyline
    "sun": Paint(("#f6d98a", "#f1ead2")),
    "distance": Paint(("#c6d9df", "#3d526b")),
    "earth": Paint(("#cdb894", "#3a3128")),
    "kerbstone": Paint(("#ded6c5", "#4a5560")),
    # a card's paper: its sheet, the band of its action, its price, its level, its signboard, its tucked edge
    "sheet": Paint(GROUND["paper"], INK, 1),
    "band": Paint(GROUND["paper2"]),
    "price": Paint("#fffaf0", "#22303c", 1.2),
    "price-under": Paint("#d8cbb0", "#22303c", 1),
    "night": Paint("#22303c"),
    "plate": Paint(line="#ffffff", width=0.8, more="stroke-linejoin:round"),
    "site": Paint("#1c6a73", "#ffffff", 0.8, "stroke-linejoin:round"),
    "board": Paint(("#fffaf0", "#2a323c"), INK, 0.7),
    "tucked": Paint("#f3e9d4", "#4a3a22", 0.8),
    "back": Paint("#1d727b", INK, 1),
    "back-deep": Paint("#0f4f56"),
    "back-line": Paint("none", "#bfe3e6", 1),
    "honour": Paint("#6d3f78"),
    "rule-thin": Paint("none", GROUND["quiet"], 1, "opacity:.6"),
    # tracks: their spaces, what steps on them are counted in, hops
    "space-profit": Paint(("#f7ead0", "#40392a")),
    "space-prestige": Paint(("#f8e0dc", "#402f33")),
    "space-population": Paint(("#dfe9f1", "#2b3b49")),
    "profit": Paint("#edb93c", "#6b4a06", 1.4, _ROUND),
    "profit-line": Paint("none", "#6b4a06", 1.6, _ROUND),
    "prestige": Paint("#cf4a44", "#6d1b18", 1.4, _ROUND),
    "prestige-line": Paint("none", "#ffd9d3", 1.6, _ROUND),
    "population": Paint("#3f87b5", "#153c56", 1.4, _ROUND),
    "population-face": Paint("#f2c9a4", "#153c56", 1.4),
    "chip": Paint("#8d5a9a", "#3c2145", 1.6),
    "chip-rim": Paint("none", "#ffffff", 1.4, "stroke-dasharray:3 2.5"),
    "paper-seam": Paint("none", GROUND["paper"], 1),
    # a town map: roads, plots, river and marsh
    "town-mat": Paint(GROUND["paper"], GROUND["line"], 1),
    "town-road": Paint(("#cfc7ba", "#3b4550")),
    "town-land": Paint(("#e6ebd3", "#2b3a33")),
    "town-kerb": Paint("none", ("#b3a995", "#4b5662"), 1),
    "town-dash": Paint("none", ("#fbf8f1", "#6b7680"), 1.5, "stroke-dasharray:5 5"),
    "town-tick": Paint("none", ("#b3a995", "#4b5662"), 1.5),
    "town-bridge": Paint(("#cfc7ba", "#3b4550"), ("#b3a995", "#4b5662"), 1.5),
    "town-bank": Paint("none", ("#b3a995", "#4b5662"), 29, "stroke-linejoin:round"),
    "town-stream": Paint("none", ("#b9dcec", "#28567a"), 26, "stroke-linejoin:round"),
    "town-wave": Paint("none", "#ffffff", 2, "stroke-opacity:.6;stroke-linecap:round"),
    "town-bog": Paint(("#c9c68f", "#4c512f")),
    "town-pool": Paint(("#a7c7c4", "#345a63")),
    "town-reed": Paint("none", ("#5b6b2e", "#a9b56c"), 1.8, "stroke-linecap:round"),
    "town-here": Paint("#d55e00", ("#22303c", "#0e1318"), 1),
    "town-grid": Paint("none", GROUND["paper"], 1),
    # roofs: patterns over the colour of a seat
    "roof-light": Paint("#ffffff", more="fill-opacity:.34"),
    "roof-shade": Paint("#10141a", more="fill-opacity:.14"),
    "roof-tree": Paint("#10141a", more="fill-opacity:.3"),
    "roof-dusk": Paint("#10141a", more="fill-opacity:.34"),
    "roof-chimney": Paint("#10141a", more="fill-opacity:.55"),
    "roof-water": Paint("#bfe3f2", more="fill-opacity:.75"),
    "roof-sprout": Paint("#ffffff", more="fill-opacity:.75"),
    "roof-line": Paint("none", "#10141a", 1.1, "stroke-opacity:.55"),
    "roof-pipe": Paint("none", "#10141a", 3, "stroke-opacity:.5"),
    "roof-dash": Paint("none", "#ffffff", 2, "stroke-dasharray:6 4"),
    "roof-path": Paint("none", "#ffffff", 4, "stroke-opacity:.6"),
    "cast": Paint("#1a1208", more="fill-opacity:.2"),
    "outline": Paint("none", ("#22303c", "#0e1318"), 2.4, "stroke-linejoin:round"),
    "outline-dash": Paint("none", GROUND["ink"], 3.4, "stroke-linejoin:round;stroke-dasharray:5 3"),
    "half-there": Paint(more="opacity:.74"),
    "block-halo": Paint("#fbf8f1", more="fill-opacity:.85"),
    "missed": Paint("none", GROUND["bad"], 2.4, "stroke-dasharray:7 5"),
    "gone": Paint("none", ("#b3261e", "#ff8a80"), 3.2, "stroke-linecap:round"),
    "fold": Paint("none", ("#22303c", "#0e1318"), 1.2, "stroke-opacity:.35"),
    "next-place": Paint("none", "#14202a", 1.6, "stroke-dasharray:5 4;stroke-opacity:.7"),
    "cut-line": Paint("none", GROUND["line"], 1.5, "stroke-dasharray:4 3"),
    "band-low": Paint(GROUND["paper2"]),
    # seats in other tones: a side in the shade, a pale face, an own plot, a leap
    **{f"seat-{i}-side": Paint(_mixed(colour, "#10141a", 0.62)) for i, colour in enumerate(SEAT_COLOURS)},
    **{f"seat-{i}-pale": Paint(_mixed(colour, "#ffffff", 0.45)) for i, colour in enumerate(SEAT_COLOURS)},
    **{f"seat-{i}-wash": Paint(colour, colour, 2.5, "fill-opacity:.16") for i, colour in enumerate(SEAT_COLOURS)},
    **{f"seat-{i}-leap": Paint("none", colour, 2.5, "stroke-dasharray:5 4") for i, colour in enumerate(SEAT_COLOURS)},
    # cards by type
    **_card("store", ("#eec2b1", "#6d4439")),
    **_card("workshop", ("#bfcdd8", "#3d5061")),
    **_card("attraction", ("#d6c5dc", "#56465f")),
    **_card("housing", ("#c9d6b7", "#44563f")),
    "card-paper": Paint(GROUND["paper"]),
    "ink-line": Paint("none", GROUND["ink"], 1.3, _ROUND),
    "ink-accent": Paint(GROUND["onaccent"], glyph=True),
    # seats
    **{f"seat-{i}": Paint(colour) for i, colour in enumerate(SEAT_COLOURS)},
}
ACCENTS = ("paper-accent", "paper-brand", "paper-slot", "hop", "aim")
"""Classes that take the title's own colour: its accent, its accent on the ribbon, an outlined place to choose; a dotted
leap, and where it ends."""
ECHOES = 24
"""How many moves of one zone may be echoed by other pieces."""
_SLOT = "fill-opacity:.8;stroke-width:2;stroke-dasharray:6 4"
_HOP = "fill:none;stroke-width:2;stroke-dasharray:4 3;stroke-linecap:round"


@cache
def css(paints: str) -> str:
    """The classes of paints: "ink-words serif" is `c-ink-words c-serif`."""
    return " ".join(f"c-{paint}" for paint in paints.split())


def pick(colour: str | Pair, theme: Theme) -> str:
    """One colour of a light and dark pair."""
    return colour if isinstance(colour, str) else colour[theme == "dark"]


def _page_colour(colour: str | Pair) -> str:
    return colour if isinstance(colour, str) else f"light-dark({colour[0]},{colour[1]})"


def _declarations(paint: Paint, fill: str | None, line: str | None) -> str:
    parts = []
    if fill:
        parts.append(f"fill:{fill}")
    if fill and paint.glyph:
        parts.append(f"color:{fill}")
    if line:
        parts.append(f"stroke:{line};stroke-width:{paint.width:g}")
    if paint.more:
        parts.append(paint.more)
    return ";".join(parts)


@cache
def svg_css(theme: Theme = "light", accent: Pair = ACCENT) -> str:
    """The paints with concrete colours, for the `<style>` of a picture that stands alone."""
    rules = [f"text{{font-family:{SANS}}}", f".c-serif{{font-family:{SERIF}}}"]
    for name, paint in PAINTS.items():
        fill = pick(paint.fill, theme) if paint.fill else None
        line = pick(paint.line, theme) if paint.line else None
        rules.append(f".c-{name}{{{_declarations(paint, fill, line)}}}")
    paper = pick(GROUND["paper"], theme)
    colour = pick(accent, theme)
    rules.append(f".c-paper-accent{{fill:{colour}}}.c-paper-brand{{fill:{accent[0]}}}")
    rules.append(f".c-paper-slot{{fill:{paper};stroke:{colour};{_SLOT}}}.c-hop{{stroke:{colour};{_HOP}}}")
    rules.append(f".c-aim{{fill:none;stroke:{colour};stroke-width:2}}")
    return "".join(rules)


@cache
def page_css() -> str:
    """The style sheet of zones and pieces, to be served as one static file: ground colours, paints, layout, states."""
    ground = ";".join(f"--{name}:{_page_colour(pair)}" for name, pair in GROUND.items())
    seats = ";".join(f"--seat-{i}:{colour}" for i, colour in enumerate(SEAT_COLOURS))
    # Selectors of paints are flat: drawings are placed by reference and know no ancestors.
    rules = [
        f":root{{color-scheme:light dark;--accent:{_page_colour(ACCENT)};--brand:{ACCENT[0]};{ground};{seats}}}",
        ":root.light{color-scheme:light}:root.dark{color-scheme:dark}",
        f"svg text{{font-family:{SANS};font-variant-numeric:tabular-nums}}.c-serif{{font-family:{SERIF}}}",
    ]
    for name, paint in PAINTS.items():
        fill = _page_colour(paint.fill) if paint.fill else None
        line = _page_colour(paint.line) if paint.line else None
        rules.append(f".c-{name}{{{_declarations(paint, fill, line)}}}")
    rules.append(".c-paper-accent{fill:var(--accent)}.c-paper-brand{fill:var(--brand)}")
    rules.append(f".c-paper-slot{{fill:var(--paper);stroke:var(--accent);{_SLOT}}}")
    rules.append(f".c-hop{{stroke:var(--accent);{_HOP}}}.c-aim{{fill:none;stroke:var(--accent);stroke-width:2}}")
    rules.append(".board [class*=' echo-']{display:none;z-index:9;pointer-events:none}")
    for n in range(ECHOES):
        rules.append(f".board:has(.echoed-{n}:is(:hover,:focus-visible,.is-open)) .echo-{n}{{display:block}}")
    layout = files("tabletown.render").joinpath("pieces.css").read_text(encoding="utf-8")
    return "\n".join(rules) + "\n" + layout
