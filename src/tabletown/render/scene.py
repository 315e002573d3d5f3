"""Scenes: what a title draws, independent of whether it becomes one picture or a page.

A title's package `drawing` turns a view into zones; each zone is a sheet with its own coordinates on which pieces lie.
Two writers serve every title: `render.svg` makes one picture, `render.html` makes page elements. A piece that can move
keeps its id wherever it lies, so that a browser can animate its way.
"""

from collections.abc import Callable, Iterator

from tabletown.engine.value import Value

Symbols = Callable[[str], str | None]
"""A function that returns the definition of a drawing by the id that pieces refer to; None for an unknown id."""

Counts = tuple[tuple[str, int], ...]
"""Small numbers by their names that a style sheet reckons with, like the floors of the highest tower; never sizes."""


def no_symbols(id: str) -> str | None:
    """The symbols of a title whose pieces refer to nothing but shared icons."""
    return None


class Shape(Value, frozen=True):
    """A drawing and its place: `svg` is markup in a coordinate system of its own, `w` by `h` units large."""

    x: float
    y: float
    w: float
    h: float
    svg: str


class Face(Value, frozen=True):
    """A piece as HTML, for pages on which the style sheet of the title lays pieces out (`static/fit-<title>.css`).

    Pictures in it scale with their box, words have the type of the page. `html` is well-formed and made by the title,
    so nothing in it is escaped. Pieces in a row with the same `group` lie in one box, which has the group's words as
    CSS classes. `echoes` are shown while the pointer or focus is on a move of the zone: its text and HTML.
    """

    html: str
    css: str = ""  # CSS classes of the piece
    group: str = ""
    counts: Counts = ()
    ghost: str = ""  # what stands here if the move is made
    echoes: tuple[tuple[str, str], ...] = ()


class Gain(Value, frozen=True):
    """One number of a preview: what a move would change, by how much."""

    icon: str  # the id of a token or icon of the title, e.g. "coin", "star"
    amount: int
    label: str  # "upcoins"


class Button(Value, frozen=True):
    """A move that a piece or the prompt line offers."""

    move: str  # its text, the value of the form button
    sentence: str  # what it does, in words: the accessible name
    label: str = ""  # short words on a button of the prompt line
    gains: tuple[Gain, ...] = ()
    notes: tuple[str, ...] = ()  # why: "Roof: the street pays 9"
    instead: bool = False  # takes back the previous choice first
    wanted: bool = False  # a lesson points at this choice


class Entry(Value, frozen=True):
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


class Choice(Value, frozen=True):
    """A part of a move that is put together on the page (`Composition`): chosen there, and sent with all others.

    It lies on a piece, or on the sheet of the composition.
    """

    move: str  # "give d8", or several: "ask-deed; deed c7"
    order: int  # by which the parts are made; only alternatives have the same
    words: str  # "D8", as the summary of the composition says it
    sentence: str  # what choosing it means: the accessible name
    side: str = ""  # the name of the side to which it belongs
    chosen: bool = False  # at first
    seat: int | None = None  # whose shape stands beside it
    css: str = ""  # CSS classes, by which the sheet of the title marks it
    label: str = ""  # short words on it, if it lies on no piece
    note: str = ""  # what is known about it: "Sky surely holds one"
    elsewhere: bool = False  # the same choice lies on another piece too, which has the field


class Amount(Value, frozen=True):
    """A number that is a part of a composition. In `move` and `words`, # is the number."""

    move: str  # "give-cash; cash #"
    order: int
    label: str
    low: int
    high: int
    words: str  # "# cash"
    value: int = 0
    note: str = ""  # said beside it: "of your 14"
    optional: bool = False  # left out at 0


class Side(Value, frozen=True):
    """One side of a composition: its numbers, and those of its choices that lie on no piece."""

    name: str  # "give"
    title: str  # "You give"
    amounts: tuple[Amount, ...] = ()
    choices: tuple[Choice, ...] = ()
    prompt: str = ""  # said before these choices: "Ask for a permit"
    missing: str = ""  # why nothing can be sent while this side is empty; "" if it may be
    hint: str = ""  # said while it is empty: "click a card"
    seat: int | None = None  # whose side it is


class Composition(Value, frozen=True):
    """A move of several plies that is put together on the page and sent in one piece: an offer, two bids.

    Until it is sent, nothing of it leaves the page. The page joins the moves of the chosen parts in their order; the
    server makes all of them or none. `sentence` tells the whole, with the sides by their names in braces, and in {rest}
    what is left of `most`: "You give {give} for {ask}". `opened_by` is the move whose button opens the sheet of the
    composition; "" if it is open from the start.
    """

    title: str
    send: str  # the words of the button
    sentence: str
    sides: tuple[Side, ...]
    first: str = ""  # a move that comes before all parts
    last: str = ""  # one that comes after them
    alternatives: tuple[Choice, ...] = ()  # of which one must be chosen
    missing: str = ""  # why nothing can be sent before one of them is chosen
    note: str = ""
    most: int | None = None  # of all numbers together
    too_much: str = ""  # why they cannot be more
    opened_by: str = ""
    wanted: str = ""  # the moves that a lesson points at


class Refusal(Value, frozen=True):
    """A choice that there would be, and why the seat cannot make it."""

    label: str  # "Accept"
    why: str  # "you hold no Redevelop"
    rule: str


class Piece(Value, frozen=True):
    """A piece on the table: a card, a building, a token, scenery.

    `id` is stable wherever the piece lies ("card-17"); empty for scenery and for everything face down. `small` is
    the same piece for narrow screens, placed in the zone's small coordinates; without it the piece is not shown
    there. `ghost` shows what stands here if the move is made; it appears on hover and focus of a slot or a cutout.
    `echo` is the text of a move in the same zone: the piece is shown only while the pointer or focus is on that
    move, and shows what it would change here. `parts` lie on the piece, in its own coordinates, and move with it:
    the two ends of a card. `large` is the piece as seen up close, shown on hover. `face` is the piece on a page that
    fits the window; in a zone in which any piece has one, pieces without are left out there. `leads_to` is the id of a
    zone in which the moves of the piece are found: it can be clicked like a move, and shows these.

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
    face: Face | None = None
    leads_to: str = ""
    choice: Choice | None = None  # a part of the composition


class Stat(Value, frozen=True):
    """A number in a seat's heading: account, prestige, what the next roof pays."""

    icon: str
    value: str
    label: str
    chip: bool = False  # also shown in the row of seat chips
    soft: bool = False  # words come first, quiet


class Filter(Value, frozen=True):
    """Which pieces of a zone a page shows: a row of choices, of which the first shows all.

    The style sheet of the title hides the other pieces: it finds the choice by its class, `filter-NAME-CHOICE`, and
    pieces by the classes of their faces.
    """

    name: str  # "cost"
    label: str  # "Cost"
    choices: tuple[tuple[str, str], ...]  # the word for the class, and HTML: "low", "0 to 2"


class Zone(Value, frozen=True):
    """A sheet of the table: the own street, a rival's street, a deck, ...

    With `small_w` and `small_h` the zone has a second layout for narrow screens, in which each piece lies at its
    `small` shape; without them one layout serves all screens.
    """

    id: str
    title: str
    w: float
    h: float
    pieces: tuple[Piece, ...]
    role: str = "common"  # "own", "rival", "common" or "notice" (read at the start): where a page puts it
    seat: int | None = None
    small_w: float = 0.0
    small_h: float = 0.0
    note: str = ""  # said beside the title: "12 cards"
    alert: str = ""  # said first and in red: "blocked"
    span: int = 1  # columns that a common zone takes where zones lie side by side
    zoom: bool = False  # a large sheet: on narrow screens it can be enlarged and scrolls within its frame
    bubbles: str = ""  # "down": all open downwards; "inwards": no piece of the zone needs one that leaves the zone
    counts: Counts = ()
    filters: tuple[Filter, ...] = ()  # only on a page on which pieces have faces

    def walk(self) -> Iterator[Piece]:
        """Every piece of the zone, those that lie on other pieces included."""
        waiting = list(reversed(self.pieces))
        while waiting:
            piece = waiting.pop()
            yield piece
            waiting.extend(reversed(piece.parts))


class Seat(Value, frozen=True):
    """The numbers and badges of a seat, for chips and headings."""

    stats: tuple[Stat, ...] = ()
    badges: tuple[str, ...] = ()  # "starts each round"


class Scene(Value, frozen=True):
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
    counts: Counts = ()  # by which the style sheet of the title divides the page among its areas
    composition: Composition | None = None  # a move that is put together on the page
    refusals: tuple[Refusal, ...] = ()  # beside the buttons
