"""Fonts of the pages: one serif for headings and one sans for text, cut down to the characters that pages use.

The originals are Source Serif Pro and Source Sans Pro, from packages of the package index (SIL Open Font License). A
font that was changed may not bear their names, so ours are called "Tabletown Serif" and "Tabletown Sans". Cutting one
takes less than half a second, and is done when a browser first asks for it; the result is kept in the cache folder.
"""

import hashlib
import importlib.util
import io
import os
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

PATH = "/static/fonts/"
"""The address under which the fonts are served."""

# What a page shows is mostly in the first range. Browsers ask for the second one only if a page needs it, for a name.
_RANGES = {
    "latin": "U+20-7E, U+A0-FF, U+131, U+152-153, U+2C6, U+2DA, U+2DC, U+2010-2026, U+2030, U+2039-203A, U+20AC, "
    "U+2190-2193, U+2212, U+25CF",
    "more": "U+100-130, U+132-151, U+154-24F, U+1E00-1EFF",
}
_FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"]
_KEPT_NAMES = [0, 13, 14]  # copyright and licence


@dataclass(frozen=True, slots=True)
class Font:
    """A file of a family: some weights, some characters."""

    family: str
    weights: str  # as style sheets say it: "400", or "600 700" for a file that serves both
    package: str
    source: str  # the file in the package
    characters: str  # a key of `_RANGES`

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.family.replace(' ', '-')}-{self.weights.split()[-1]}-{self.characters}.woff".lower()

    @property
    def address(self) -> str:
        """Where pages find the file."""
        return PATH + self.file

    @property
    def css(self) -> str:
        """The rule that makes the family known to a page. Text is shown in another font until it has come."""
        return (
            f'@font-face{{font-family:"{self.family}";font-weight:{self.weights};font-display:swap;'
            f'src:url({self.address}) format("woff");unicode-range:{_RANGES[self.characters]}}}\n'
        )


_SERIF, _SANS = "font_source_serif_pro", "font_source_sans_pro"
FONTS = tuple(
    Font(family, weights, package, source, characters)
    for characters in _RANGES
    for family, weights, package, source in (
        ("Tabletown Serif", "600 700", _SERIF, "SourceSerifPro-Bold.ttf"),
        ("Tabletown Sans", "400", _SANS, "SourceSansPro-Regular.ttf"),
        ("Tabletown Sans", "600", _SANS, "SourceSansPro-Semibold.ttf"),
        ("Tabletown Sans", "700", _SANS, "SourceSansPro-Bold.ttf"),
    )
)
"""All fonts of the pages."""

PRELOADED = tuple(font.address for font in FONTS[:3])
"""The addresses of the fonts that every page needs at once."""


def fonts_css() -> str:
    """The style sheet that makes the fonts known."""
    return "/* Cut from Source Serif Pro and Source Sans Pro, (c) Adobe, SIL Open Font License 1.1 */\n" + "".join(
        font.css for font in FONTS
    )


def font_file(name: str) -> bytes | None:
    """The content of a font file; None if there is no font of this name. The first time, it is made."""
    font = next((font for font in FONTS if font.file == name), None)
    return None if font is None else _content(font)


@cache
def _content(font: Font) -> bytes:
    path = _folder() / f"{_recipe(font)}-{font.file}"
    with suppress(OSError):
        return path.read_bytes()
    content = _cut(font)
    with suppress(OSError):  # without a cache it is made again by the next process
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(content)
        unfinished.replace(path)  # other processes see the whole file or none
    return content


def _folder() -> Path:
    return Path(os.environ.get("TABLETOWN_CACHE") or platformdirs.user_cache_dir("tabletown")) / "fonts"


def _recipe(font: Font) -> str:
    """A hash of all that the content of a font depends on."""
    made_of = (font, _RANGES[font.characters], _FEATURES, version("fonttools"), version(font.package.replace("_", "-")))
    return hashlib.sha256(repr(made_of).encode()).hexdigest()[:12]


def _cut(font: Font) -> bytes:
    """A font with these characters only, without hints for coarse screens, under our own name."""
    from fontTools import subset  # half a second, which only the first start needs

    options = subset.Options(
        flavor="woff", hinting=False, layout_features=_FEATURES, name_IDs=_KEPT_NAMES, notdef_outline=True
    )
    wanted = subset.parse_unicodes(_RANGES[font.characters].replace("U+", "").replace(" ", ""))
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    content = io.BytesIO()
    with subset.load_font(str(_original(font)), options) as original:
        cutter.subset(original)
        for name_id, words in ((1, font.family), (2, "Regular"), (4, font.family), (6, font.family.replace(" ", ""))):
            original["name"].setName(words, name_id, 3, 1, 0x409)
        subset.save_font(original, content, options)
    return content.getvalue()


def _original(font: Font) -> Path:
    spec = importlib.util.find_spec(font.package)  # its own code would look at every file that it has
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "files" / font.source
