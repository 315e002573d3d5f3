"""The view of a table: everything that its page shows to a reader, computed from the view of the reader's seat."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tabletown import bots
from tabletown.engine.final_result import tie_in_words
from tabletown.engine.log_sentences import composition, entries, typed
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import Names, in_words
from tabletown.engine.seats import SEAT_NAMES, SEAT_SHAPES
from tabletown.engine.state import NOBODY
from tabletown.engine.takebacks import take_back
from tabletown.engine.title import Meta
from tabletown.engine.value import Value, replace
from tabletown.render.names import named_composition, named_scene
from tabletown.render.scene import Button, Scene, Stat
from tabletown.render.scene import Seat as SceneSeat
from tabletown.server.play.clocks import ShownClock
from tabletown.server.play.fair_play import STAND_IN, is_strict
from tabletown.server.play.lessons import LessonStatus, fill_in_composition, fill_in_wanted, lesson_status, mark_wanted
from tabletown.server.play.log import log_lines, recap
from tabletown.server.play.memory import recall
from tabletown.server.play.moves import choices_to_take_back
from tabletown.server.play.own_analysis import can_analyse
from tabletown.server.play.people.names import readable
from tabletown.server.play.ratings.ratings import GameRatings
from tabletown.server.play.remarks import Remark
from tabletown.server.play.table import SPECTATOR, Line, Table
from tabletown.server.play.takebacks import QuestionView, TurnChoice, question_view, turns_to_offer

_MAX_REMARKS = 100  # on a page: the last ones


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The table itself. Seed and salt are empty until the game is over."""

    id: str
    name: str  # of the title: "uptown"
    title: str  # as people write it: "UpTown"
    meta: Meta
    version: int  # as the reader counts
    over: bool
    begun: bool  # False: it waits for players, and nobody sees the deal
    commitment: str
    seed: str
    salt: str
    record_url: str
    next: str  # the id of the table of the rematch
    public: bool  # listed in the lobby
    rated: bool
    can_analyse: bool  # the reader may try moves on an analysis board while the game goes on
    stand_in: str  # at a strict table (see fair_play.py) the one bot that plays for who leaves; else empty
    note: str  # of its host, while it waits for players
    withdrawn: bool  # nobody can sit down any more
    is_host: bool  # the reader set it up
    is_lesson: bool  # dealt for a lesson, so that nothing about it is secret
    older_rules: str  # "uptown/1", if the title has newer rules than those by which it is played
    edition: str  # what is different on its cards, if they are not the printed ones


class SeatFacts(Value, frozen=True):
    """A seat and its player, as the reader sees them."""

    index: int
    name: str
    label: str  # the name, or "You" for a reader with one seat
    colour: str
    shape: str
    is_you: bool
    is_bot: bool  # a bot plays, perhaps for an absent owner
    is_away: bool
    is_open: bool
    play_forced: bool  # only for the reader's own seats: others do not learn it
    plays_itself: bool  # its one choice will be made in a moment; only for the reader's own seats
    kind: str
    bot: str
    blurb: str  # how the bot plays
    turn: bool
    thinking: bool
    score: int
    stats: tuple[Stat, ...]
    badges: tuple[str, ...]
    clock: ShownClock | None


@dataclass(frozen=True, slots=True)
class ScorePart:
    """Points from one source."""

    label: str
    points: int


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A line of the final ranking."""

    seat: int
    place: int
    name: str
    total: int
    parts: tuple[ScorePart, ...]


@dataclass(frozen=True, slots=True)
class FinalRanking:
    """How the game ended, best place first."""

    reason: str  # and how a tie was broken
    rows: tuple[RankingRow, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one seat (-1: a spectator) sees it: the context of the template of its page.

    A reader with several seats sees the table from the one to act. `yours` are all of them; `undo` is the one that can
    take back its last choice, `restart` the one that can restart its turn. `recap` is the log since the reader's last
    turn. `back` are the turns to which the reader may ask the others to go back, `question` is such a request.
    """

    table: TableFacts
    scene: Scene
    seats: tuple[SeatFacts, ...]
    you: int
    yours: tuple[int, ...]
    key: str
    undo: int | None
    restart: int | None
    back: tuple[TurnChoice, ...]
    question: QuestionView | None
    recap: tuple[Line, ...]
    log: tuple[Line, ...]
    outcome: FinalRanking | None
    lesson: LessonStatus | None
    remarks: tuple[Remark, ...] = ()
    known_as: str = ""  # the name of the reader
    ratings: GameRatings | None = None  # what the game did to the ratings, when a rated one is over


def view_table(table: Table, own: Sequence[int], now: float, silenced: Collection[str] = ()) -> TableView:
    """The table as the owner of these seats sees it at the time `now`.

    The remarks of players with the ids `silenced` are left out.

    Call it under the table's lock; the result may be used after the lock is released.
    """
    if not table.begun:
        return _waiting_room(table, own, now, silenced)
    you = table.viewpoint(own)
    view = table.visibility.view(you)
    playing = [seat for seat in own if not table.seats[seat].bot]
    acts = you if you in playing else SPECTATOR
    last_choices = {seat: choices_to_take_back(table, seat, 2) for seat in playing}
    # an action that is legal now means what it means now, not what it meant instead of the last choice
    buttons = {**_other_choices(table, acts, last_choices.get(acts, ())), **_buttons(view, acts)}
    lesson = lesson_status(table, own)
    memory = recall(table.game, you, table.memories)
    composed = composition(view, you, memory) if acts == you else None
    names = Names(tuple(table.names))
    if composed:
        to_you = replace(names, you=you) if len(own) == 1 else names
        composed = named_composition(fill_in_composition(lesson, composed), to_you)
    marked = buttons if composed and composed.wanted else mark_wanted(lesson, buttons)
    known = {"memory": memory} if memory is not None else {}
    drawn: Scene = table.title.drawing.draw(view, you, marked, **known)
    typed_numbers = fill_in_wanted(lesson, entries(view, you))
    scene = named_scene(replace(drawn, entries=typed_numbers, composition=composed), names)
    undo = _undo(table, last_choices)
    return TableView(
        table=_facts(table, own),
        scene=scene,
        seats=tuple(seat_facts(table, view, own, scene, now)),
        you=you,
        yours=tuple(own),
        key=form_key(table, you, own),
        undo=undo,
        restart=undo if undo is not None and len(last_choices[undo]) > 1 else None,
        back=tuple(turns_to_offer(table, acts)),
        question=question_view(table, you, own),
        recap=recap(table, you, own),
        log=tuple(log_lines(table, you)),
        outcome=_final_ranking(table, view),
        lesson=lesson,
        remarks=_shown_remarks(table, silenced),
    )


def _waiting_room(table: Table, own: Sequence[int], now: float, silenced: Collection[str]) -> TableView:
    """A table that waits for players: who is there, and nothing of the deal."""
    you = table.viewpoint(own)
    open_seats = sum(table.is_open(seat) for seat in range(len(table.seats)))
    waits_for = "one more player" if open_seats == 1 else f"{open_seats} more players"
    scene = Scene((), (SceneSeat(),) * len(table.seats), prompt=f"Waiting for {waits_for}")
    return TableView(
        table=_facts(table, own),
        scene=scene,
        seats=tuple(seat_facts(table, None, own, scene, now)),
        you=you,
        yours=tuple(own),
        key=form_key(table, you, own),
        undo=None,
        restart=None,
        back=(),
        question=None,
        recap=(),
        log=tuple(log_lines(table, you)),
        outcome=None,
        lesson=None,
        remarks=_shown_remarks(table, silenced),
    )


def _shown_remarks(table: Table, silenced: Collection[str]) -> tuple[Remark, ...]:
    heard = [remark for remark in table.remarks if remark.owner not in silenced] if silenced else table.remarks
    return tuple(_shown_remark(table, remark) for remark in heard[-_MAX_REMARKS:])


def _shown_remark(table: Table, remark: Remark) -> Remark:
    name = table.names[remark.seat] if remark.seat != SPECTATOR else readable(remark.name)
    return replace(remark, name=name)


def form_key(table: Table, seat: int, own: Sequence[int]) -> str:
    """The idempotency key of the form on a page.

    A version is answered by one move at most, so the same page in two tabs, after a reload or after Back has the same
    key, and a repeated form is recognised. The key is made from the number of events that the reader saw, so that it
    does not depend on what is hidden. It is hashed with the secret salt, so that others cannot guess it.
    """
    return hashlib.sha256(f"{table.row.salt} {seat} {table.visibility.seen_moves(own)}".encode()).hexdigest()[:24]


def _buttons(view: Position, seat: int) -> dict[int, Button]:
    """The choices of a seat as buttons, without those that are typed as a number."""
    if seat == SPECTATOR:
        return {}
    words = view.title.words
    return {a: words.button(view, seat, a) for a in view.legal_actions_of(seat) if not typed(view, a)}


def _undo(table: Table, last_choices: Mapping[int, Sequence[object]]) -> int | None:
    """Of some seats with their last choices, the last to move among those that can take something back."""
    can = [seat for seat, choices in last_choices.items() if choices]
    return next((ply.seat for ply in reversed(table.game.history) if ply.seat in can), None) if can else None


def _other_choices(table: Table, you: int, last_choices: Sequence[tuple[int, ...]]) -> dict[int, Button]:
    """After a partial move: the other choices there were. Each of them takes the last choice back first."""
    if not last_choices:
        return {}
    past, chosen, complete = table.game.copy(), None, False
    for seat in last_choices[0]:
        chosen = take_back(past, seat).action
        complete = complete or seat != you or not table.title.words.partial(past.view(you), chosen)
    if chosen is None or complete:
        return {}
    others = _buttons(past.view(you), you)
    others.pop(chosen, None)
    return {action: replace(button, instead=True) for action, button in others.items()}


def _facts(table: Table, own: Sequence[int]) -> TableFacts:
    over = table.game.is_game_over()
    return TableFacts(
        id=table.row.id,
        name=table.title.name,
        title=table.title.meta.title,
        meta=table.title.meta,
        version=table.visibility.version(own),
        over=over,
        begun=table.begun,
        commitment=table.row.commitment,
        seed=str(table.row.seed) if over else "",
        salt=table.row.salt if over else "",
        record_url=f"/tables/{table.row.id}/record",
        next=table.next,
        public=table.row.public,
        rated=table.row.rated,
        stand_in=STAND_IN if is_strict(table.row) else "",
        can_analyse=can_analyse(table, own),
        note="" if table.begun else table.row.note,
        withdrawn=table.withdrawn,
        is_host=bool(own) and table.seats[own[0]].owner == table.owner,
        is_lesson=table.row.lesson,
        older_rules=table.row.rules if int(table.game.states["rules"][0]) != table.title.meta.rules else "",
        edition=next((str(one) for one in table.title.editions if one.name == table.game.edition), ""),
    )


def waiting_for(table: Table, view: Position, own: Sequence[int]) -> set[int]:
    """The seats that a table waits for, as the owner of the seats `own` may know.

    `view` is that of one of these seats. Of the others, the owner also knows whether they have decided.
    """
    return {seat for seat in view.waiting if seat not in own} | {seat for seat in table.game.waiting if seat in own}


def seat_facts(
    table: Table, view: Position | None, own: Sequence[int], scene: Scene, now: float | None = None
) -> list[SeatFacts]:
    """The seats as a view shows them: at the time `now`, or (without a time) at a step of a replay, without clocks.

    Without a view, the game has not begun: nobody has points or is to move.
    """
    scores = view.scores() if view else [0] * len(table.seats)
    shown_clocks = [None] * len(table.seats) if now is None else table.shown_clocks(own, now)
    waiting = waiting_for(table, view, own) if view else set()
    forced = table.forced_seats() if view and now is not None else []
    return [
        SeatFacts(
            index=index,
            name=table.names[index],
            label="You" if list(own) == [index] else table.names[index],
            colour=SEAT_NAMES[index].lower(),
            shape=SEAT_SHAPES[index],
            is_you=index in own,
            is_bot=bool(row.bot),
            is_away=row.kind == "human" and bool(row.bot and row.owner),  # a former player does not come back
            is_open=row.kind == "open",
            play_forced=index in own and row.play_forced,
            plays_itself=index in own and index in forced,
            kind=row.kind,
            bot=row.bot,
            blurb=_blurb(row.bot),
            turn=index in waiting,
            thinking=index in waiting and bool(row.bot),
            score=scores[index],
            stats=scene.seats[index].stats,
            badges=scene.seats[index].badges,
            clock=shown_clocks[index],
        )
        for index, row in enumerate(table.seats)
    ]


def _blurb(bot: str) -> str:
    if not bot or bot not in bots.names():  # a stored table may know a bot of another release
        return ""
    return bots.get(bot).blurb


def _final_ranking(table: Table, view: Position) -> FinalRanking | None:
    outcome = view.outcome()
    if outcome is None:
        return None
    sources = getattr(table.title.words, "sources", table.title.scoring.sheet)(view)
    tie = in_words(tie_in_words(view, outcome), NOBODY, Names(tuple(table.names)))
    reason = f"{outcome.reason}. {tie}" if tie else outcome.reason
    rows = [
        RankingRow(
            seat=seat,
            place=outcome.places[seat],
            name=table.names[seat],
            total=outcome.scores[seat],
            parts=tuple(ScorePart(source, points[seat]) for source, points in sources),
        )
        for seat in range(view.players)
    ]
    return FinalRanking(reason, tuple(sorted(rows, key=lambda row: (row.place, row.seat))))
