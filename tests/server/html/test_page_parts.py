"""Parts that a browser shows already are named and not sent, and what it puts in their place is the whole board."""

import re

import pytest

from tabletown import games
from tabletown.engine.seat_marks import COLOURS
from tabletown.render.scene import Piece, Scene, Seat, Shape, Zone
from tabletown.server.html.page_parts import PageParts, shown_in

from ..visitors import FRAGMENT, Visitor

FIRST = re.compile(r'data-is="([\w-]+)"')
MARKED = re.compile(r'<(?!g |symbol |li )(\w+) data-is="([\w-]+)"')  # zones, larger pieces in them, quiet parts
CHAPTER = re.compile(r'<(li) data-is="([\w-]+)" class="round">.*?(?=<li data-|\s*</ol>)', re.DOTALL)  # of the log
GAP = re.compile(r'<(\w+) data-same="([\w-]+)"></\1>')
DRAWINGS = re.compile(r'(<svg id="drawings"[^>]*><defs>)(.*?)(</defs></svg>)', re.DOTALL)
DRAWING = re.compile(r'<(\w+) data-is="([\w-]+)" id="([^"]+)".*?(?=<\w+ data-is=|$)', re.DOTALL)
KEY = re.compile(r'name="key" value="\w+"')


class Shown:
    """The parts of a board that a browser shows, and the drawings that it has."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.drawings: dict[str, str] = {}

    @property
    def header(self) -> dict[str, str]:
        return {"X-Shown": " ".join([*self.parts, *self.drawings])}

    def fill(self, board: str) -> str:
        """A board with what is shown in the place of every gap."""
        found = DRAWINGS.search(board)
        assert found
        self.drawings |= {one[2]: one[0] for one in DRAWING.finditer(found[2])}
        whole = GAP.sub(lambda gap: self.parts[gap[2]], board)
        self.parts = {part[2]: part[0] for part in CHAPTER.finditer(whole)}
        self.parts |= {part[2]: element(whole, part) for part in MARKED.finditer(whole)}
        return whole

    def has_all_drawings_of(self, board: str) -> bool:
        """Whether there is a drawing for every reference on a board."""
        ids = set(re.findall(r'\bid="([^"]+)"', "".join(self.drawings.values())))
        return ids >= set(re.findall(r'<use [^>]*href="#([^"]+)"', board))


def element(markup: str, opened: re.Match[str]) -> str:
    """The element that is opened there, to its end."""
    depth = 0
    for found in re.compile(rf"<(/?){opened[1]}[ >]").finditer(markup, opened.start()):
        depth += -1 if found[1] else 1
        if not depth:
            return markup[opened.start() : found.end()]
    raise AssertionError(f"not closed: {opened[0]}")


def board(visitor: Visitor, **headers: str) -> str:
    return visitor.http.get(f"/tables/{visitor.table}/board", headers=headers).text


def same(one: str, other: str) -> bool:
    """Whether two boards are the same but for their keys and for the drawings that were sent with them."""
    first, second = (DRAWINGS.sub("", KEY.sub("", board)) for board in (one, other))
    return first == second


@pytest.mark.parametrize("title", games.names())
def test_boards_with_gaps_are_whole_boards(visitor: Visitor, title: str) -> None:
    visitor.sit_down(title=title)
    shown = Shown()
    saved = 0
    for _ in range(12):
        form = visitor.form()
        filled = shown.fill(board(visitor, **shown.header))
        assert same(filled, board(visitor))
        assert shown.has_all_drawings_of(filled)
        answer = visitor.move(form, form.moves[0], **FRAGMENT, **shown.header)
        saved += len(GAP.findall(answer.text))
        assert shown.has_all_drawings_of(shown.fill(answer.text))
    assert saved > 12 * 6  # about eight; fewer where the bots moved between the page and the answer


def test_a_zone_that_changes_is_sent_without_the_pieces_that_do_not() -> None:
    large = "<path/>" * 200

    def street(*rooms: str) -> Zone:
        return Zone("z", "A street", 9, 9, tuple(Piece(Shape(n, 0, 1, 9, large), it) for n, it in enumerate(rooms)))

    whole = str(PageParts(COLOURS).zone(street("lot", "tower", "kiosk")))
    zone, lot, _, kiosk = FIRST.findall(whole)
    sent = str(PageParts(COLOURS, frozenset({zone, lot, kiosk})).zone(street("lot", "higher tower", "kiosk")))
    assert [mark for _, mark in GAP.findall(sent)] == [lot, kiosk]
    assert "higher tower" in sent
    assert len(sent) < len(whole) / 2


def test_a_piece_that_is_shown_brings_no_drawings() -> None:
    def scene(*names: str) -> Scene:
        uses = [f'<use href="#{name}"/>' * 100 for name in names]
        pieces = tuple(Piece(Shape(n, 0, 9, 9, drawn)) for n, drawn in enumerate(uses))
        return Scene((Zone("z", "A street", 9, 9, pieces),), (Seat(),), symbol=lambda name: f'<symbol id="{name}"/>')

    [zone] = scene("lift").zones
    shown = frozenset(FIRST.findall(PageParts(COLOURS).zone(zone)))
    sprite = PageParts(COLOURS, shown).sprite(scene("lift", "roof"))
    assert 'id="roof"' in sprite
    assert 'id="lift"' not in sprite


def test_whoever_shows_everything_is_sent_no_part(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.wait_for_turn()
    shown = Shown()
    whole = shown.fill(board(visitor))
    again = board(visitor, **shown.header)
    assert not FIRST.findall(again)
    assert len(again) < len(whole) / 5


def test_marks_of_something_else_are_nothing(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.wait_for_turn()
    assert same(board(visitor, **{"X-Shown": "0123456789abcdef nonsense \"'<"}), board(visitor))


def test_a_whole_page_has_no_gaps(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.wait_for_turn()
    shown = Shown()
    shown.fill(board(visitor))
    assert not GAP.findall(visitor.http.get(f"/tables/{visitor.table}", headers=shown.header).text)


def test_a_mark_says_what_a_part_holds() -> None:
    def marks(*labels: str) -> list[str]:
        zones = [Zone(f"z-{n}", "A street", 9, 9, (Piece(Shape(0, 0, 9, 9, ""), it),)) for n, it in enumerate(labels)]
        return [mark for zone in zones for mark in FIRST.findall(PageParts(COLOURS).zone(zone))]

    before, after = marks("lot", "tower"), marks("lot", "higher tower")
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_only_drawings_that_a_browser_does_not_have_are_sent() -> None:
    def sprite(*names: str, shown: str = "") -> str:
        uses = "".join(f'<use href="#{name}"/>' for name in names)
        zone = Zone("z", "A street", 9, 9, (Piece(Shape(0, 0, 9, 9, uses)),))
        scene = Scene((zone,), (Seat(),), symbol=lambda name: f'<symbol id="{name}"/>')
        return str(PageParts(COLOURS, shown_in(shown)).sprite(scene))

    rooms = [f"room-{n}" for n in range(40)]
    before = FIRST.findall(sprite(*rooms))
    assert len(before) == 40
    assert re.findall(r'<symbol data-is="[\w-]+" id="(.*?)"', sprite(*rooms, "kiosk", shown=" ".join(before))) == [
        "kiosk"
    ]


def test_a_zone_that_is_shown_brings_no_drawings() -> None:
    uses = '<use href="#lift"/>'
    zone = Zone("z", "A street", 9, 9, (Piece(Shape(0, 0, 9, 9, uses)),))
    scene = Scene((zone,), (Seat(),), symbol=lambda name: f'<symbol id="{name}"/>')
    [mark] = FIRST.findall(PageParts(COLOURS).zone(zone))
    assert 'id="lift"' in PageParts(COLOURS).sprite(scene)
    assert 'id="lift"' not in PageParts(COLOURS, frozenset({mark})).sprite(scene)


def test_told_rounds_and_quiet_parts_are_not_sent_again(visitor: Visitor) -> None:
    visitor.sit_down()
    shown = Shown()
    for _ in range(8):
        shown.fill(board(visitor, **shown.header))
        visitor.move((form := visitor.form()), form.moves[0])
    visitor.wait_for_turn()
    again = board(visitor, **shown.header)
    assert {"li", "details"} <= {gap[0] for gap in GAP.findall(again)}
    assert not re.findall(r'<details [^>]*id="(table-menu|chat|absence)"', again)
