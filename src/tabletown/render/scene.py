"""Scenes: what a title draws, independent of whether it becomes one picture or a page.

A title's package `drawing` turns a view into zones; each zone is a sheet with its own coordinates on which pieces lie.
Two writers serve every title: `render.svg` makes one picture, `render.html` makes page elements. A piece that can move
keeps its id wherever it lies, so that a browser can animate its way.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Symbols = Callable[[str], str | None]
"""A function that returns the definition of a drawing by the id that pieces refer to; None for an unknown id."""


def no_symbols(id: str) -> str | None:
    """The symbols of a title whose pieces refer to nothing but shared icons."""
    return None


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawing and its place: `svg` is markup in a coordinate system of its own, `w` by `h` units large."""

    x: float
    y: float
    w: float
    h: float
    svg: str


@dataclass(frozen=True, slots=True)
class Gain:
    """One number of a preview: what a move would change, by how much."""

    icon: str  # the id of a token or icon of the title, e.g. "coin", "star"
    amount: int
    label: str  # "upcoins"


@dataclass(frozen=True, slots=True)
class Button:
    """A move that a piece or the prompt line offers."""

    move: str  # its text, the value of the form button
    sentence: str  # what it does, in words: the accessible name
    label: str = ""  # short words on a button of the prompt line
    gains: tuple[Gain, ...] = ()
    notes: tuple[str, ...] = ()  # why: "Roof: the street pays 9"
    instead: bool = False  # takes back the previous choice first
    wanted: bool = False  # a lesson points at this choice


@dataclass(frozen=True, slots=True)
class Entry:
    """A move with a number that is typed instead of chosen from a list. In `move` and `sentence`, # is the number."""

    move: str  # "bribe #"
    label: str  # what the number is, in short: "Your bribe"
    low: int
    high: int
    sentence: str  # what the move does, in words: "pays a bribe of $#"
    without: int = -1  # a number in the range that is not allowed
    value: int | None = None  # what is filled in
    note: str = ""  # said beside it: "you have $23"
    wanted: bool = False  # a lesson points at it, as at a button


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the table: a card, a building, a token, scenery.

    `id` is stable wherever the piece lies ("card-17"); empty for scenery and for everything face down. `small` is
    the same piece for narrow screens, placed in the zone's small coordinates; without it the piece is not shown
    there. `ghost` shows what stands here if the move is made; it appears on hover and focus of a slot or a cutout.
    `echo` is the text of a move in the same zone: the piece is shown only while the pointer or focus is on that
    move, and shows what it would change here. `parts` lie on the piece, in its own coordinates, and move with it:
    the two ends of a card. `large` is the piece as seen up close, shown on hover.

    States: "chosen", "blocked", "old" (out of the game), "slot" (a place that can be chosen), "card", "cutout" (ringed
    along its own edge), "figure" (stands in front and lets clicks through), "backdrop".
    """

    shape: Shape
    label: str = ""  # a plain sentence; empty for scenery, which screen readers skip
    id: str = ""
    small: Shape | None = None
    button: Button | None = None
    state: str = ""
    rule: str = ""  # the rule that explains it
    ghost: Shape | None = None
    small_ghost: Shape | None = None
    echo: str = ""
    parts: tuple["Piece", ...] = ()
    large: Shape | None = None
    worded: bool = False  # the large view says it all: no words beside it
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Computed once: drawings keep their pieces, and caches use them as keys."""
        if not self._hash:
            shapes = (self.shape, self.small, self.ghost, self.small_ghost, self.large)
            words = (self.label, self.id, self.button, self.state, self.rule, self.echo, self.parts, self.worded)
            object.__setattr__(self, "_hash", hash((shapes, words)) or 1)
        return self._hash


@dataclass(frozen=True, slots=True)
class Stat:
    """A number in a seat's heading: account, prestige, what the next roof pays."""

    icon: str
    value: str
    label: str
    chip: bool = False  # also shown in the row of seat chips
    soft: bool = False  # words come first, quiet


@dataclass(frozen=True, slots=True)
class Zone:
    """A sheet of the table: the own street, a rival's street, a deck, ...

    With `small_w` and `small_h` the zone has a second layout for narrow screens, in which each piece lies at its
    `small` shape; without them one layout serves all screens.
    """

    id: str
    title: str
    w: float
    h: float
    pieces: tuple[Piece, ...]
    role: str = "common"  # "own", "rival" or "common": where a page puts it
    seat: int | None = None
    small_w: float = 0.0
    small_h: float = 0.0
    note: str = ""  # said beside the title: "12 cards"
    alert: str = ""  # said first and in red: "blocked"
    span: int = 1  # columns that a common zone takes where zones lie side by side
    zoom: bool = False  # a large sheet: on narrow screens it can be enlarged and scrolls within its frame
    bubbles: str = ""  # "down": all open downwards; "inwards": no piece of the zone needs one that leaves the zone
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Computed once: a zone may have a hundred pieces, and caches use it as a key."""
        if not self._hash:
            object.__setattr__(self, "_hash", hash((self.id, self.title, self.note, self.alert, self.pieces)) or 1)
        return self._hash

    def walk(self) -> Iterator[Piece]:
        """Every piece of the zone, those that lie on other pieces included."""
        waiting = list(reversed(self.pieces))
        while waiting:
            piece = waiting.pop()
            yield piece
            waiting.extend(reversed(piece.parts))


@dataclass(frozen=True, slots=True)
class Seat:
    """The numbers and badges of a seat, for chips and headings."""

    stats: tuple[Stat, ...] = ()
    badges: tuple[str, ...] = ()  # "starts each round"


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole table as one seat sees it."""

    zones: tuple[Zone, ...]
    seats: tuple[Seat, ...]
    status: str = ""  # "Round 6"
    step: str = ""  # "First action"
    prompt: str = ""  # "Choose a site for the Sky Lounge"
    buttons: tuple[Button, ...] = ()  # moves that are not on the board
    rule: str = ""  # the rule that applies now
    symbol: Symbols = no_symbols  # the title's drawings that pieces refer to
    accent: tuple[str, str] = ("#3d4fa1", "#9fb0ff")  # the title's colour, light and dark
    entries: tuple[Entry, ...] = ()  # moves with a number to type
