"""The board: three tracks and the score track, every seat's markers on them, and the hops that a step would make."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.drawing import faces
from tabletown.games.paper_skylines.drawing.mayors_and_markers import marker
from tabletown.games.paper_skylines.vocabulary import TRACK_NAMES
from tabletown.games.plain_state import plain
from tabletown.render.icons import use
from tabletown.render.scene import Button, Counts, Face, Piece, Shape, Zone
from tabletown.render.text import text

SCORES = 61
"""Spaces of the score track that are printed; beyond them it begins again."""
_STAR = "M0-5 1.5-1.6 5-1.3 2.3 1.1 3.2 4.7 0 2.8-3.2 4.7-2.3 1.1-5-1.3-1.5-1.6Z"


class Tracks(Value, frozen=True):
    """What the board shows: its tracks, and where every seat's markers stand."""

    end: int  # the last space of a track
    lines: tuple[int, ...]
    spaces: tuple[tuple[int, ...], ...]  # by seat, on every track, last on the score track
    over: bool

    def number(self, track: int) -> int:
        """How many spaces a track has on a page; the score track has as many as are needed."""
        return self.end + 1 if track < s.TRACKS else max(SCORES, 1 + max(spaces[s.TRACKS] for spaces in self.spaces))


def tracks_of(position: Position) -> Tracks:
    """The tracks with all markers."""
    state, cards = plain(position), position.cards
    seats = range(position.players)
    spaces = tuple((*state.track[seat], state.score[seat]) for seat in seats)
    return Tracks(cards.track_end, cards.lines, spaces, position.is_game_over())


@dataclass(frozen=True, slots=True, eq=False)  # there are two, each one object
class Frame:
    """The board on a screen: its width, heights of a track and of a row of scores, and how many scores a row has."""

    w: float
    left: float  # where spaces begin
    track: float
    score: float
    scores: int  # spaces of a row of the score track
    every: int  # how many numbers are printed: each fifth

    def space(self, spaces: int) -> float:
        """The width of a space."""
        return (self.w - self.left) / spaces


WIDE = Frame(1012, 36, 27, 23, SCORES, 1)
PHONE = Frame(358, 24, 30, 27, 31, 5)
_GAP = 4.0


@dataclass(frozen=True)
class Board:
    """The board in a frame; `front` is the seat whose next hops are shown."""

    tracks: Tracks
    front: int
    frame: Frame

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The rows of the score track: the printed ones, and further ones that a seat has reached."""
        per = self.frame.scores
        reached = {spaces[s.TRACKS] // per for spaces in self.tracks.spaces}
        return tuple(sorted({*range(-(-SCORES // per)), *reached}))

    @property
    def h(self) -> float:
        """Height of the board."""
        return _row_y(self.frame, len(self.rows)) + 2

    def track(self, track: int) -> Shape:
        """One track with its spaces and lines."""
        svg = _track_svg(self.frame, track, self.tracks.end, self.tracks.lines)
        return Shape(0, _track_y(self.frame, track), self.frame.w, self.frame.track, svg)

    def scores(self, n: int) -> Shape:
        """One row of the score track."""
        svg = _score_svg(self.frame, n, self.rows[n] * self.frame.scores)
        return Shape(0, _row_y(self.frame, n), self.frame.w, self.frame.score, svg)

    def spot(self, track: int, space: int) -> tuple[float, float]:
        """The middle of a space and where markers stand."""
        return _spot(self.frame, self.tracks.end, self.rows, track, space)

    def at(self, seat: int, track: int) -> int:
        """The space of a seat's marker."""
        return self.tracks.spaces[seat][track]

    def face(self, track: int, html: str, css: str, goal: int | None = None) -> Face:
        """What lies on a track where a style sheet places it: from the front seat's marker to its goal, if any."""
        places: Counts = (("at", self.at(self.front, track)), ("of", self.tracks.number(track)))
        if goal is not None:
            places = (*places, ("goal", goal))
        return Face(html, f"{css} ps-on-{track}", counts=places)

    # --- Hops

    def hop(self, track: int, goal: int, points: int = 0, ghost: bool = True) -> Shape:
        """A dotted leap of the front seat's marker to a space, where it is seen in outline; beside it what it earns."""
        seat, start = self.front, self.at(self.front, track)
        (x, foot), (to, goal_foot) = self.spot(track, start), self.spot(track, goal)
        h = self.frame.track if track < s.TRACKS else self.frame.score
        y = foot + 1.5 - h
        top, foot_y = y - 5, 14.0
        drawn = []
        if foot == goal_foot and x != to:
            drawn.append(f'<path class="c-hop" d="M{x:.1f} {foot_y:.1f}Q{(x + to) / 2:.1f}-6 {to:.1f} {foot_y:.1f}"/>')
        if ghost:
            wide = self.frame.space(self.tracks.end + 1 if track < s.TRACKS else self.frame.scores)
            high = min(h - 4, wide * 31 / 24 * 1.12)
            corner = f'x="{to - wide / 2 + 1:.1f}" y="{goal_foot + 2.5 - h - top:.1f}"'
            drawn.append(f'<rect class="c-aim" {corner} width="{wide - 2:.1f}" height="{h - 2:g}" rx="3"/>')
            drawn.append(marker(seat, to, goal_foot - top, high, ' opacity=".6"'))
            if points:
                drawn.append(self._bonus(points, to + wide / 2, goal_foot + 4 - h - top))
        return Shape(0, top, self.frame.w, h + 6, "".join(drawn))

    def _bonus(self, points: int, x: float, y: float) -> str:
        x = min(x, self.frame.w - 13)
        pill = f'<rect class="c-paper-accent" x="{x - 11:.1f}" y="{y - 6.5:.1f}" width="24" height="13" rx="6.5"/>'
        return pill + text(f"+{points}", x + 1, y + 4, 11, "ink-accent")

    def next_space(self, track: int) -> int:
        """Where the next step of the front seat leads: occupied spaces are hopped over (PS-48, 58)."""
        space = self.at(self.front, track)
        others = {spaces[track] for seat, spaces in enumerate(self.tracks.spaces) if seat != self.front}
        last = self.tracks.end if track < s.TRACKS else 1 << 30
        if space >= last:
            return space
        space += 1
        while space in others and space < last:
            space += 1
        return space


# --- Parts of the board ---------------------------------------------------------------------------------------------


def _track_y(frame: Frame, track: int) -> float:
    return 6 + track * (frame.track + _GAP)


def _row_y(frame: Frame, n: int) -> float:
    return _track_y(frame, s.TRACKS) + 3 + n * (frame.score + 2)


@lru_cache(maxsize=64)
def _track_svg(frame: Frame, track: int, end: int, lines: tuple[int, ...]) -> str:
    name, h, wide = TRACK_NAMES[track], frame.track, frame.space(end + 1)
    drawn = [
        use(name, 1, round(h / 2 - frame.left * 0.35, 1), round(frame.left * 0.7, 1)),
        f'<rect class="c-space-{name}" x="{frame.left:g}" width="{frame.w - frame.left:g}" height="{h:g}" rx="6"/>',
    ]
    seams = "".join(f"M{frame.left + wide * n:.2f} 0v{h:g}" for n in range(1, end + 1) if n not in lines)
    drawn.append(f'<path class="c-paper-seam" d="{seams}"/>')
    for line in lines:
        x = frame.left + wide * line
        drawn.append(f'<rect class="c-paper-accent" x="{x - 1:.2f}" width="2" height="{h:g}"/>')
        drawn.append(f'<path class="c-paper-accent" transform="translate({x:.2f} 0)" d="{_STAR}"/>')
    for n in range(end + 1):
        if frame.every == 1 or n in lines or n == 0:
            drawn.append(_number(n, frame.left + wide * (n + 0.5), 10))
    return "".join(drawn)


@lru_cache(maxsize=64)
def _score_svg(frame: Frame, n: int, first: int) -> str:
    """The n-th row of the score track, from this score on."""
    wide = frame.space(frame.scores)
    last = first + frame.scores - 1 if first >= SCORES else min(first + frame.scores, SCORES) - 1
    h, spaces = frame.score, last - first + 1
    drawn = [use("score", 2, 3, frame.left * 0.6, "ink-words")] if n == 0 else []
    drawn.append(f'<rect class="c-band" x="{frame.left:g}" width="{wide * spaces:.2f}" height="{h:g}" rx="5"/>')
    seams = "".join(f"M{frame.left + wide * k:.2f} 0v{h:g}" for k in range(1, spaces))
    drawn.append(f'<path class="c-paper-seam" d="{seams}"/>')
    for k in range(spaces):
        if (first + k) % 5 == 0:
            drawn.append(_number(first + k, frame.left + wide * (k + 0.5), 9.5))
    return "".join(drawn)


def _number(n: int, x: float, size: float) -> str:
    return text(str(n), round(x, 2), size, size, "ink-quiet", bold=False)


def _spot(frame: Frame, end: int, rows: tuple[int, ...], track: int, space: int) -> tuple[float, float]:
    """The middle of a space and where markers stand; `rows` are those of the score track."""
    if track < s.TRACKS:
        wide = frame.space(end + 1)
        return frame.left + wide * (space + 0.5), _track_y(frame, track) + frame.track - 1.5
    wide, per = frame.space(frame.scores), frame.scores
    row = rows.index(space // per) if space // per in rows else len(rows) - 1
    return frame.left + wide * (space % per + 0.5), _row_y(frame, row) + frame.score - 1


def _marker_shape(
    frame: Frame, end: int, rows: tuple[int, ...], seat: int, track: int, space: int, place: int, together: int
) -> Shape:
    x, foot = _spot(frame, end, rows, track, space)
    wide = frame.space(end + 1 if track < s.TRACKS else frame.scores)
    h = min((frame.track if track < s.TRACKS else frame.score) - 4, wide * 31 / 24 * 1.12)
    w = h * 24 / 31
    if together > 1:
        step = min(w, (wide * 1.5 - w) / (together - 1))
        x += (place - (together - 1) / 2) * step
    x = min(max(x, w / 2), frame.w - w / 2)
    return Shape(round(x - w / 2, 2), round(foot - h, 2), w, h, marker(seat, w / 2, h, h))


@lru_cache(maxsize=8192)
def _marker(
    end: int,
    rows: tuple[tuple[int, ...], tuple[int, ...]],
    seat: int,
    track: int,
    space: int,
    place: int,
    together: int,
    spaces: int,
) -> Piece:
    """A seat's marker on a track of so many spaces, in this place of those that share a space, side by side."""
    wide, phone = (
        _marker_shape(frame, end, of_frame, seat, track, space, place, together)
        for frame, of_frame in zip((WIDE, PHONE), rows, strict=True)
    )
    beside = ("at", space), ("of", spaces), ("aside", 2 * place - together + 1)
    face = Face(faces.marker(seat), f"ps-marker ps-on-{track}", counts=beside)
    return _both(wide, phone, id=f"marker-{seat}-{track}", face=face)


# --- The zone -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def zone(tracks: Tracks, front: int, buttons: tuple[Button | None, ...]) -> Zone:
    """The board with all markers; `front` is the seat whose next hops are shown, `buttons` are those of the tracks."""
    wide, phone = Board(tracks, front, WIDE), Board(tracks, front, PHONE)
    pieces = [_track(wide, phone, track) for track in range(s.TRACKS)]
    rows = max(len(wide.rows), len(phone.rows))
    pieces += [_score_row(wide, phone, n) for n in range(rows)]
    for track in range(s.TRACKS + 1):
        if not tracks.over and wide.next_space(track) > wide.at(front, track) + 1:
            leap, small = (board.hop(track, board.next_space(track), ghost=False) for board in (wide, phone))
            pieces.append(_both(leap, small, face=wide.face(track, faces.leap(), "ps-leap", wide.next_space(track))))
    for track in range(s.TRACKS + 1):
        pieces += _markers(tracks, track, (wide.rows, phone.rows))
    for track, button in enumerate(buttons):
        if button:
            pieces += _choice(wide, phone, track, button)
    return Zone(
        "board", "Tracks", WIDE.w, wide.h, tuple(pieces), "common", small_w=PHONE.w, small_h=phone.h, span=3,
        note="a step hops over markers; a starred line pays 1 point", bubbles="down",
    )  # fmt: skip


def _both(wide: Shape, phone: Shape, label: str = "", **more: object) -> Piece:
    return Piece(wide, label, small=phone, **more)  # type: ignore[arg-type]


def _where(tracks: Tracks, track: int) -> str:
    return ", ".join(f"{the_seat(seat)} {spaces[track]}" for seat, spaces in enumerate(tracks.spaces))


def _track(wide: Board, phone: Board, track: int) -> Piece:
    lines = ", ".join(map(str, wide.tracks.lines))
    label = f"{TRACK_NAMES[track].capitalize()} track: {_where(wide.tracks, track)}. Lines at {lines}"
    html = faces.track(TRACK_NAMES[track], wide.tracks.end + 1, wide.tracks.lines, 1)
    return _both(wide.track(track), phone.track(track), label, rule="PS-48", face=wide.face(track, html, "ps-track"))


def _score_row(wide: Board, phone: Board, n: int) -> Piece:
    label = f"Score track: {_where(wide.tracks, s.TRACKS)}" if n == 0 else ""
    if n >= len(wide.rows):  # a row that only narrow screens have
        return Piece(Shape(0, wide.h - 1, 1, 1, ""), label, small=phone.scores(n))
    small = phone.scores(n) if n < len(phone.rows) else None
    html = faces.track("score", wide.tracks.number(s.TRACKS), (), 5)
    face = wide.face(s.TRACKS, html, "ps-track") if n == 0 else None
    return Piece(wide.scores(n), label, small=small, rule="PS-58", face=face)


def _markers(tracks: Tracks, track: int, rows: tuple[tuple[int, ...], tuple[int, ...]]) -> list[Piece]:
    """All markers of a track; those that share a space stand side by side."""
    standing = [spaces[track] for spaces in tracks.spaces]
    return [
        _marker(
            tracks.end,
            rows,
            seat,
            track,
            space,
            standing[:seat].count(space),
            standing.count(space),
            tracks.number(track),
        )
        for seat, space in enumerate(standing)
    ]


def _choice(wide: Board, phone: Board, track: int, button: Button) -> list[Piece]:
    """A track to choose: where the marker would land, and on hover what that does to the score."""
    gains = {gain.icon: gain.amount for gain in button.gains}
    steps, points = gains.get(TRACK_NAMES[track], 0), gains.get("star", 0)

    def frame(board: Board) -> Shape:
        return Shape(0, _track_y(board.frame, track) - 1, board.frame.w, board.frame.track + 2, "")

    target = wide.face(track, "", "ps-choice")
    pieces = [_both(frame(wide), frame(phone), button.sentence, button=button, rule="PS-48", face=target)]
    if steps:
        goal = wide.at(wide.front, track) + steps
        leap, small = (board.hop(track, board.at(board.front, track) + steps, points) for board in (wide, phone))
        pieces.insert(0, _both(leap, small, face=wide.face(track, faces.aim(wide.front, points), "ps-aim", goal)))
    if points:
        leap, small = (board.hop(s.TRACKS, board.at(board.front, s.TRACKS) + points) for board in (wide, phone))
        goal = wide.at(wide.front, s.TRACKS) + points
        face = wide.face(s.TRACKS, faces.aim(wide.front, 0), "ps-aim", goal)
        pieces.append(_both(leap, small, echo=button.move, face=face))
    return pieces
