"""An analysis as its page shows it: the board after the plies that were tried, and what the mind says of it.

With the eyes of a seat, nothing is shown that this seat could not know in the position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from tabletown.engine.english import sentence
from tabletown.engine.game import Ply
from tabletown.engine.log_sentences import entries, tell
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import Names, in_words, with_names
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import NOBODY
from tabletown.engine.title import Meta
from tabletown.engine.value import replace
from tabletown.render.names import named_scene
from tabletown.render.scene import Scene
from tabletown.server.errors import Malformed
from tabletown.server.play.analysis import Analysis, MindSays, TriedPly, same_move
from tabletown.server.play.moves import SEPARATOR
from tabletown.server.play.table import Line
from tabletown.server.view.open_cards import draw_open, name_own_zones
from tabletown.server.view.replay_view import OPEN, Viewpoint
from tabletown.server.view.table_view import SeatFacts
from tabletown.server.view.tableless import buttons_of, seats_of
from tabletown.study.decisions import goes_on

LETTERS = "ABCD"
"""So many moves of the mind are shown."""


@dataclass(frozen=True, slots=True)
class ShownPly:
    """A ply of the line in words; `public` is what everybody at the table would know of it."""

    seat: int
    move: str
    words: str
    public: str
    open: bool  # the reader sees it with the eyes of its seat, or with all cards open
    query: str  # of the position after it


@dataclass(frozen=True, slots=True)
class Place:
    """What is analysed: the finished game of a `table`, one of the reader's that is `going_on`, or a written position.

    Both name the table, and are empty otherwise. Of a game that goes on, `own` are the reader's seats: the only eyes.
    """

    here: str  # the address
    names: tuple[str, ...]  # of the players
    table: str = ""
    going_on: str = ""
    own: tuple[int, ...] = ()

    @property
    def is_written(self) -> bool:
        """Whether it is a position that was written by hand."""
        return not self.table and not self.going_on

    @property
    def begins(self) -> str:
        """Where a line begins that follows no game, in words."""
        return "The game as you see it now" if self.going_on else "The position as it was written"

    @property
    def viewpoints(self) -> list[Viewpoint]:
        """Whose eyes may be chosen."""
        seats = [Viewpoint(str(seat), name, seat) for seat, name in enumerate(self.names)]
        if self.going_on:
            return [seats[seat] for seat in self.own]
        return [*seats, Viewpoint(OPEN, "All cards open", None)]


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """Everything that the page of an analysis shows, except what the mind says."""

    place: Place
    tree: str  # under which name a browser keeps what was tried here
    name: str  # of the title
    meta: Meta
    ply: int
    last: int  # plies of the game
    line: str
    asked_eyes: str  # as the address has them; empty: those of the seat to act
    eyes: int | None  # whose they are; None: all cards open
    viewpoints: tuple[tuple[Viewpoint, str], ...]  # each with the query of this position
    turn: int | None
    acts: bool  # choices are offered
    query: str  # of this position
    back: str | None  # queries of other positions
    forward: str | None
    another: str | None
    plies: tuple[ShownPly, ...]
    came: str  # the ply of the game that led to where the line begins, in words
    came_public: str  # what everybody would know of it
    came_seat: int
    scene: Scene
    seats: tuple[SeatFacts, ...]
    names: Names
    prompt: str
    ending: str  # how the game ended, if it did here

    @property
    def plain_start(self) -> dict[str, object]:
        """The ply of the game before the line for scripts, like those of the line."""
        known = self.eyes is None or self.eyes == self.came_seat
        return {"seat": self.came_seat, "public": self.came_public} | ({"words": self.came} if known else {})

    @property
    def plain_plies(self) -> list[dict[str, object]]:
        """The plies of the line for scripts; they keep words of a seat only where the reader sees with its eyes."""
        return [
            {"move": one.move, "seat": one.seat, "public": one.public} | ({"words": one.words} if one.open else {})
            for one in self.plies
        ]


@dataclass(frozen=True, slots=True)
class Tower:
    """A seat's chance to win; a floor is 5 %."""

    seat: int
    name: str
    percent: int
    change: str  # against the position before the last move: "+5", "−2"; empty if nothing was tried


@dataclass(frozen=True, slots=True)
class MindMove:
    """A whole move, with its chance in per cent; without a letter it is not one of the mind's best."""

    letter: str
    line: Line
    percent: int
    why: str
    played: bool  # in the game
    query: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MindView:
    """What the mind says."""

    towers: tuple[Tower, ...]
    moves: tuple[MindMove, ...]


def eyes_of(analysis: Analysis, key: str) -> int | None:
    """Whose eyes a key means: by default those of the seat to act; None with all cards open. Raises Malformed."""
    if not key:
        return analysis.turn
    if key == OPEN:
        return None
    if key in map(str, range(analysis.position.players)):
        return int(key)
    raise Malformed("A position is seen with the eyes of a seat, or with all cards open.")


def query_of(ply: int, line: str, eyes: str) -> str:
    """The part of an address that says where one is."""
    return urlencode([(name, value) for name, value in (("ply", ply), ("line", line), ("eyes", eyes)) if value != ""])


def view_analysis(analysis: Analysis, place: Place, key: str) -> AnalysisView:
    """An analysis with the eyes of a key. Raises Malformed."""
    position, called = analysis.position, Names(place.names)
    eyes, turn = eyes_of(analysis, key), analysis.turn
    acts = turn is not None and eyes in (None, turn)
    front = turn if eyes is None and turn is not None else max(eyes or 0, 0)
    view = position.view(front)
    scene = _scene(position, eyes, front, called, acts)
    line, outcome = analysis.line(), view.outcome()
    came, public = (
        (_came(analysis, reader, called) for reader in (eyes, NOBODY)) if analysis.game else 2 * (place.begins,)
    )
    tree = f"{place.here}/{analysis.start.digest()[:12]}" if place.going_on else place.table or place.here
    return AnalysisView(
        place=place, tree=tree, name=position.title.name, meta=position.title.meta,
        ply=analysis.ply, last=analysis.game.ply if analysis.game else 0, line=line, asked_eyes=key, eyes=eyes,
        viewpoints=tuple((one, query_of(analysis.ply, line, one.key)) for one in place.viewpoints),
        turn=turn, acts=acts, query=query_of(analysis.ply, line, key),
        back=_back(analysis, key), forward=_forward(analysis, key), another=_another(analysis, key),
        plies=tuple(_shown(analysis, number, eyes, called, key) for number in range(len(analysis.tried))),
        came=came, came_public=public, came_seat=_came_seat(analysis),
        scene=scene, seats=seats_of(view, scene, called), names=called,
        prompt=_prompt(scene, turn, acts, called), ending=sentence(outcome.reason) if outcome else "",
    )  # fmt: skip


def view_mind(analysis: Analysis, says: MindSays, seen: AnalysisView) -> MindView:
    """What the mind says, for the reader of a page."""
    before = says.before or (None,) * len(says.chances)
    towers = tuple(
        Tower(seat, seen.names.names[seat], percent, "" if was is None else _signed(chance - was))
        for seat, (percent, chance, was) in enumerate(
            zip(whole_percents(says.chances), says.chances, before, strict=True)
        )
    )
    return MindView(towers, tuple(_moves(analysis, says, seen)))


def whole_percents(chances: Sequence[float]) -> list[int]:
    """Chances in whole per cent that add up to what the chances add up to: the largest remainders are rounded up."""
    exact = [100 * chance for chance in chances]
    percents = [int(each) for each in exact]
    short = round(sum(exact)) - sum(percents)
    for seat in sorted(range(len(exact)), key=lambda seat: percents[seat] - exact[seat])[: max(short, 0)]:
        percents[seat] += 1
    return percents


def _scene(position: Position, eyes: int | None, front: int, names: Names, acts: bool) -> Scene:
    view = position.view(front)
    buttons = buttons_of(view, front) if acts else {}
    if eyes is None:
        drawn = draw_open(position, names.names, front, buttons)
    else:
        drawn = name_own_zones(view.title.drawing.draw(view, front, buttons), front, names.names)
    drawn = replace(drawn, entries=entries(view, front) if acts else (), composition=None)
    return named_scene(drawn if acts else replace(drawn, buttons=(), refusals=()), names)


def _prompt(scene: Scene, turn: int | None, acts: bool, names: Names) -> str:
    if turn is None:
        return "The game is over"
    name = names.subject(turn)
    return f"{name}: {scene.prompt}" if acts and scene.prompt else f"{name} is to act"


def _back(analysis: Analysis, key: str) -> str | None:
    """One ply less."""
    if analysis.tried:
        return query_of(analysis.ply, analysis.line(len(analysis.tried) - 1), key)
    return query_of(analysis.ply - 1, "", key) if analysis.ply > _first(analysis) else None


def _forward(analysis: Analysis, key: str) -> str | None:
    """The game's next ply, as long as nothing else was tried."""
    if analysis.game is None or analysis.tried or analysis.ply >= analysis.game.ply:
        return None
    return query_of(analysis.ply + 1, "", key)


def _another(analysis: Analysis, key: str) -> str | None:
    """Before the last whole choice, so that another can be made."""
    if analysis.tried:
        return query_of(analysis.ply, analysis.line(analysis.last_choice), key)
    game, ply, first = analysis.game, analysis.ply, _first(analysis)
    if game is None or ply <= first:
        return None
    ply -= 1
    while ply > first:
        before, after = game.history[ply - first - 1], game.history[ply - first]
        if before.seat != after.seat or not goes_on(game.at(ply - 1), before.seat, before.action, game.at(ply)):
            break
        ply -= 1
    return query_of(ply, "", key)


def _first(analysis: Analysis) -> int:
    return analysis.game.first_ply if analysis.game else analysis.ply


def _shown(analysis: Analysis, number: int, eyes: int | None, names: Names, key: str) -> ShownPly:
    tried = analysis.tried[number]
    seat = tried.ply.seat
    return ShownPly(
        seat=seat,
        move=tried.move,
        words=_words(tried, seat if eyes is None else eyes, names),
        public=_words(tried, NOBODY, names),
        open=eyes in (None, seat),
        query=query_of(analysis.ply, analysis.line(number + 1), key),
    )


def _words(tried: TriedPly, reader: int, names: Names) -> str:
    """A ply in one line, as a reader (-1: a spectator) would be told of it."""
    seat = tried.ply.seat
    before, after = tried.before.view(reader), tried.after.view(reader)
    said = tell(before, after, tried.ply, tried.before)
    told = next((one for one in said or () if one.seat == seat), None) or (said[0] if said else None)
    if told:
        return _with_subject(told.seat, told.text, names)
    text = before.title.words.explain(before, seat, tried.ply.action) if reader == seat else ""
    return _with_subject(seat, text or ("decides in secret" if said is None else "begins a move"), names)


def _with_subject(seat: int, text: str, names: Names) -> str:
    words = in_words(text, seat, names)
    return words if seat == NOBODY else f"{names.subject(seat)} {words}"


def _came_seat(analysis: Analysis) -> int:
    if analysis.game is None or analysis.ply <= _first(analysis):
        return NOBODY
    return analysis.game.history[analysis.ply - _first(analysis) - 1].seat


def _came(analysis: Analysis, eyes: int | None, names: Names) -> str:
    """The last ply of the game before the line."""
    seat = _came_seat(analysis)
    if analysis.game is None or seat == NOBODY:
        return "The table is set"
    ply: Ply = analysis.game.history[analysis.ply - _first(analysis) - 1]
    tried = TriedPly(ply, "", analysis.game.at(analysis.ply - 1), analysis.start)
    return _words(tried, seat if eyes is None else eyes, names)


def _moves(analysis: Analysis, says: MindSays, seen: AnalysisView) -> list[MindMove]:
    """The best moves of the mind, and the one of the game if it is another."""
    position, turn = analysis.position, analysis.turn
    if turn is None or not says.moves:
        return []
    view, played, found = position.view(turn), analysis.played(), list[MindMove]()
    is_played = [bool(played) and same_move(view, advice.actions, played) for advice in says.moves]
    for number, advice in enumerate(says.moves):
        letter = LETTERS[number] if number < len(LETTERS) else ""
        if letter or is_played[number]:
            why = with_names(advice.why, seen.names).replace(" -", " −")
            line = Line(turn, advice.does, (), "")
            percent = round(100 * advice.chance)
            played_here = is_played[number]
            query, pieces = _after_moves(analysis, view, advice.actions, seen.asked_eyes)
            found.append(MindMove(letter, line, percent, why, played_here, query, pieces))
    return found


def _after_moves(analysis: Analysis, view: Position, actions: Sequence[int], key: str) -> tuple[str, tuple[str, ...]]:
    """The query of the position after some plies of the seat to act, and the pieces that they touch."""
    assert view.seat is not None
    moves, pieces = [one.move for one in analysis.tried], list[str]()
    for action in actions:
        moves.append(view.say(action, view.seat))
        pieces += view.title.words.touches(view, view.seat, action)
        view = view.after(view.seat, action)
    return query_of(analysis.ply, SEPARATOR.join(moves), key), tuple(dict.fromkeys(pieces))


def _signed(change: float) -> str:
    points = round(100 * change)
    return f"{points:+d}".replace("-", "−") if points else "±0"


def names_of(players: int) -> tuple[str, ...]:
    """The names of seats without players: their colours."""
    return tuple(SEAT_NAMES[:players])
