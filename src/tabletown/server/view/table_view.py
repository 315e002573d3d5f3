"""What one seat sees of a table: everything a page shows, computed from that seat's view alone."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabletown import bots
from tabletown.engine.log_sentences import entries, typed
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES, SEAT_SHAPES
from tabletown.engine.title import Meta
from tabletown.render.scene import Button, Scene, Stat
from tabletown.server.play.clocks import Face
from tabletown.server.play.lessons import Now, filled_in, marked, now_at
from tabletown.server.play.log import recap, tell
from tabletown.server.play.moves import own_plies
from tabletown.server.play.remarks import Remark
from tabletown.server.play.table import SPECTATOR, Line, Table
from tabletown.server.play.takebacks import Asked, Choice, asked, choices

_HEARD = 100  # remarks on a page: the last ones


@dataclass(frozen=True, slots=True)
class Facts:
    """The table itself. Seed and salt are empty until the game is over."""

    id: str
    name: str  # of the title: "uptown"
    title: str  # as people write it: "UpTown"
    meta: Meta
    version: int  # as the reader counts them
    over: bool
    commitment: str
    seed: str
    salt: str
    record_url: str
    next: str  # the id of the table at which the company goes on
    public: bool  # everybody may find it
    taught: bool  # dealt for a lesson, so that nothing about it is secret


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat and who sits there."""

    index: int
    name: str
    label: str  # its name in short: "You", if that is clear
    colour: str
    shape: str
    is_you: bool
    is_bot: bool  # a bot plays, perhaps only while the owner is away
    is_away: bool
    is_open: bool
    kind: str
    bot: str
    blurb: str  # how the bot plays
    turn: bool
    thinking: bool
    score: int
    stats: tuple[Stat, ...]
    badges: tuple[str, ...]
    clock: Face | None


@dataclass(frozen=True, slots=True)
class Part:
    """Points from one source."""

    label: str
    points: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the final ranking."""

    seat: int
    place: int
    name: str
    total: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """How it ended, best place first."""

    reason: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """A table as one seat (-1: a spectator) sees it: the context of its page.

    Somebody with several seats looks from the one to act; `yours` are all of them, and `undo` is the one whose last
    choice can be taken back, `restart` the one whose turn can be begun again. `recap` is what the log says since their
    last turn. `back` are the turns to which they may ask the others to go back, `question` what somebody asked so.
    """

    table: Facts
    scene: Scene
    seats: tuple[SeatFacts, ...]
    you: int
    yours: tuple[int, ...]
    key: str
    undo: int | None
    restart: int | None
    back: tuple[Choice, ...]
    question: Asked | None
    recap: tuple[Line, ...]
    log: tuple[Line, ...]
    outcome: Finish | None
    lesson: Now | None
    talk: tuple[Remark, ...] = ()
    known_as: str = ""  # how whoever looks wants to be called


def look(table: Table, own: Sequence[int], now: float) -> Look:
    """See a table as the owner of these seats does at some time.

    Call it under the table's lock; the result is independent of it.
    """
    you = table.viewpoint(own)
    view = table.visibility.view(you)
    playing = [seat for seat in own if not table.seats[seat].bot]
    acts = you if you in playing else SPECTATOR
    buttons = {**_instead(table, acts), **_buttons(view, acts)}  # an action that is legal now means what it means now
    lesson = now_at(table, own)
    drawn: Scene = table.title.drawing.draw(view, you, marked(lesson, buttons))
    scene = replace(drawn, entries=filled_in(lesson, entries(view, you)))
    undo = _undo(table, playing)
    return Look(
        table=_facts(table, own),
        scene=scene,
        seats=tuple(seat_facts(table, view, own, scene, now)),
        you=you,
        yours=tuple(own),
        key=form_key(table, you, own),
        undo=undo,
        restart=undo if undo is not None and own_plies(table.game, undo, table.timeline) > 1 else None,
        back=tuple(choices(table, acts)),
        question=asked(table, you, own),
        recap=recap(table, you, own),
        log=tuple(tell(table, you)),
        outcome=_finish(table, view),
        lesson=lesson,
        talk=tuple(table.talk[-_HEARD:]),
    )


def form_key(table: Table, seat: int, own: Sequence[int]) -> str:
    """The idempotency key of the form on a page.

    What a reader sees is answered by one move at most, so the same page drawn twice (two tabs, a reload, Back) may as
    well carry the same key: whatever is sent again from any of them is recognised. It is made of the place in the log
    of the last event that the reader saw, which would tell how much is hidden; the salt seals it.
    """
    return hashlib.sha256(f"{table.row.salt} {seat} {table.visibility.last(own)}".encode()).hexdigest()[:24]


def _buttons(view: Position, seat: int) -> dict[int, Button]:
    """The choices of a seat that are not typed."""
    if seat == SPECTATOR:
        return {}
    words = view.title.words
    return {a: words.button(view, seat, a) for a in view.legal_actions(seat) if not typed(view, a)}


def _undo(table: Table, own: Sequence[int]) -> int | None:
    """Of the own seats that can take something back, the one that moved last."""
    plies = {seat: table.game.last_ply(seat) for seat in own if own_plies(table.game, seat, table.timeline)}
    found = [(ply, seat) for seat, ply in plies.items() if ply is not None]
    return max(found)[1] if found else None


def _instead(table: Table, you: int) -> dict[int, Button]:
    """While half a move is made: the other choices there were, each of which takes the last one back first."""
    if you == SPECTATOR or not own_plies(table.game, you, table.timeline):
        return {}
    past = table.game.copy()
    chosen = past.take_back(you).action
    before = past.view(you)
    if not table.title.words.partial(before, chosen):
        return {}
    others = _buttons(before, you)
    others.pop(chosen, None)
    return {action: replace(button, instead=True) for action, button in others.items()}


def _facts(table: Table, own: Sequence[int]) -> Facts:
    over = table.game.is_over()
    return Facts(
        id=table.row.id,
        name=table.title.name,
        title=table.title.meta.title,
        meta=table.title.meta,
        version=table.visibility.version(own),
        over=over,
        commitment=table.row.commitment,
        seed=str(table.row.seed) if over else "",
        salt=table.row.salt if over else "",
        record_url=f"/tables/{table.row.id}/record",
        next=table.next,
        public=table.row.public,
        taught=table.row.lesson,
    )


def waiting_for(table: Table, view: Position, own: Sequence[int]) -> set[int]:
    """The seats that a table waits for, as the owner of some of them sees it in their view.

    One screen may hold several seats, each of which knows whether it has decided.
    """
    return {seat for seat in view.waiting if seat not in own} | {seat for seat in table.game.waiting if seat in own}


def seat_facts(
    table: Table, view: Position, own: Sequence[int], scene: Scene, now: float | None = None
) -> list[SeatFacts]:
    """The seats as a view shows them: of the table as it is now, or (without a time) of a moment in its past."""
    scores = view.scores()
    faces = [None] * len(table.seats) if now is None else table.faces(own, now)
    waiting = waiting_for(table, view, own)
    return [
        SeatFacts(
            index=index,
            name=row.name,
            label="You" if list(own) == [index] else row.name,
            colour=SEAT_NAMES[index].lower(),
            shape=SEAT_SHAPES[index],
            is_you=index in own,
            is_bot=bool(row.bot),
            is_away=row.kind == "human" and bool(row.bot),
            is_open=row.kind == "open",
            kind=row.kind,
            bot=row.bot,
            blurb=_blurb(row.bot),
            turn=index in waiting,
            thinking=index in waiting and bool(row.bot),
            score=scores[index],
            stats=scene.seats[index].stats,
            badges=scene.seats[index].badges,
            clock=faces[index],
        )
        for index, row in enumerate(table.seats)
    ]


def _blurb(bot: str) -> str:
    return bots.get(bot).blurb if bot in bots.names() else ""  # a stored table may know a bot of another release


def _finish(table: Table, view: Position) -> Finish | None:
    outcome = view.outcome()
    if outcome is None:
        return None
    sheet = table.title.scoring.sheet(view)
    rows = [
        Row(
            seat=seat,
            place=outcome.places[seat],
            name=table.seats[seat].name,
            total=outcome.scores[seat],
            parts=tuple(Part(source, points[seat]) for source, points in sheet),
        )
        for seat in range(view.players)
    ]
    return Finish(outcome.reason, tuple(sorted(rows, key=lambda row: (row.place, row.seat))))
