"""Parts that a browser shows already are named and not sent, and what it puts in their place is the whole board."""

import re

from tabletown.engine.seat_marks import COLOURS
from tabletown.render.scene import Piece, Scene, Seat, Shape, Zone
from tabletown.server.html.page_parts import PageParts, shown_in

from ..visitors import FRAGMENT, Visitor

PART = re.compile(r'<(svg|section) data-is="(\w+)".*?</\1>', re.DOTALL)
GAP = re.compile(r'<(svg|section) data-same="(\w+)"></\1>')
KEY = re.compile(r'name="key" value="\w+"')


class Shown:
    """The parts of a board that a browser shows."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}

    @property
    def header(self) -> dict[str, str]:
        return {"X-Shown": " ".join(self.parts)}

    def fill(self, board: str) -> str:
        """A board with what is shown in the place of every gap."""
        whole = GAP.sub(lambda gap: self.parts[gap[2]], board)
        self.parts = {part[2]: part[0] for part in PART.finditer(whole)}
        return whole


def board(visitor: Visitor, **headers: str) -> str:
    return visitor.http.get(f"/tables/{visitor.table}/board", headers=headers).text


def same(one: str, other: str) -> bool:
    return KEY.sub("", one) == KEY.sub("", other)


def test_boards_with_gaps_are_whole_boards(visitor: Visitor) -> None:
    visitor.sit_down()
    shown = Shown()
    saved = 0
    for _ in range(12):
        form = visitor.form()
        filled = shown.fill(board(visitor, **shown.header))
        assert same(filled, board(visitor))
        answer = visitor.move(form, form.moves[0], **FRAGMENT, **shown.header)
        saved += len(GAP.findall(answer.text))
        shown.fill(answer.text)
    assert saved > 12 * 5


def test_whoever_shows_everything_is_sent_no_part(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.wait_for_turn()
    shown = Shown()
    whole = shown.fill(board(visitor))
    again = board(visitor, **shown.header)
    assert not PART.findall(again)
    assert len(again) < len(whole) / 3


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
        return [part[2] for zone in zones for part in PART.finditer(PageParts(COLOURS).zone(zone))]

    before, after = marks("lot", "tower"), marks("lot", "higher tower")
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_new_drawings_leave_most_sheets_as_they_are() -> None:
    def sprite(*names: str, shown: str = "") -> str:
        uses = "".join(f'<use href="#{name}"/>' for name in names)
        zone = Zone("z", "A street", 9, 9, (Piece(Shape(0, 0, 9, 9, uses)),))
        scene = Scene((zone,), (Seat(),), symbol=lambda name: f'<symbol id="{name}"/>')
        return str(PageParts(COLOURS, shown_in(shown)).sprite(scene))

    rooms = [f"room-{n}" for n in range(40)]
    before = sprite(*rooms)
    shown = " ".join(part[2] for part in PART.finditer(before))
    after = sprite(*rooms, "kiosk", shown=shown)
    [changed] = PART.finditer(after)
    assert 'id="kiosk"' in changed[0]
    assert len(GAP.findall(after)) == len(PART.findall(before)) - 1
