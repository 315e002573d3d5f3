"""Views as response structs: a table as the caller's seat sees it, a summary, lines of the log."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from tabletown.engine.position_text import write_position
from tabletown.engine.seat_marks import Names, in_words
from tabletown.render.names import named_button
from tabletown.render.scene import Button, Scene
from tabletown.server.api import responses
from tabletown.server.play.ratings.ratings import GameRatings
from tabletown.server.play.ratings.scale import Rating
from tabletown.server.play.table import SPECTATOR, Line, Table
from tabletown.server.play.takebacks import QuestionView
from tabletown.server.store.protocol import Clock, Player, SeatRow
from tabletown.server.view.table_summary import TableSummary
from tabletown.server.view.table_view import FinalRanking, SeatFacts, TableView, view_table


def table_response(
    table: Table,
    player: Player | None,
    now: float,
    log: int,
    silenced: Collection[str] = (),
    ratings: GameRatings | None = None,
) -> responses.tables.Table:
    """A table as a player sees it at the time `now`, with the last `log` lines. Call it under the table's lock.

    The remarks of players with the ids `silenced` are left out. `ratings` is what its game did to the ratings, once a
    rated one is over.
    """
    view = view_table(table, table.seats_of(player), now, silenced)
    position = table.game.view(view.you)
    acts = table.begun and view.you in position.waiting and not table.seats[view.you].bot
    words = table.title.words
    legal = [words.button(position, view.you, action) for action in position.legal_actions_of(view.you)] if acts else []
    names = Names(tuple(table.names))
    over = view.table.over
    return responses.tables.Table(
        id=table.row.id,
        url=f"/tables/{table.row.id}",
        title=table.row.title,
        rules=table.row.rules,
        edition=table.game.edition,
        options=dict(table.row.options),
        public=table.row.public,
        rated=table.row.rated,
        tournament=table.row.tournament or None,
        clock=_clock(table.row.clock),
        waiting_for_players=not table.begun,
        version=view.table.version,
        you=_seat(view.you),
        yours=list(view.yours),
        seats=[_seat_response(seat, row) for seat, row in zip(view.seats, table.seats, strict=True)],
        status=view.scene.status,
        step=view.scene.step,
        prompt=view.scene.prompt,
        rule=view.scene.rule,
        moves=[_move(named_button(button, names)) for button in legal],
        entries=_entries(view),
        instead=[_move(named_button(button, names)) for button in _instead(view.scene)],
        undo=view.undo,
        restart=view.restart,
        back=[responses.tables.Turn(turn=choice.value, line=_line(choice.line, table.names)) for choice in view.back],
        question=_question(view.question, table.names),
        recap=line_responses(view.recap, table.names),
        log=line_responses(view.log[len(view.log) - min(log, len(view.log)) :], table.names),
        talk=[
            responses.tables.Remark(number=said.number, seat=_seat(said.seat), name=said.name, text=said.text)
            for said in view.remarks
        ],
        position=write_position(position) if table.begun else "",
        outcome=_outcome(view.outcome),
        ratings=_ratings(ratings),
        commitment=view.table.commitment,
        seed=view.table.seed if over else None,
        salt=view.table.salt if over else None,
        next=view.table.next or None,
        note="" if table.begun else table.row.note,
        withdrawn=table.withdrawn,
    )


def summary_response(table: TableSummary) -> responses.table_lists.Summary:
    """The summary of a table, for lists."""
    return responses.table_lists.Summary(
        id=table.id,
        url=f"/tables/{table.id}",
        title=table.name,
        public=table.public,
        rated=table.rated,
        clock=table.clock,
        status=table.status,
        seats=[
            responses.table_lists.SeatSummary(
                name=seat.name,
                kind="open" if seat.is_open else "bot" if seat.is_bot else "human",
                you=seat.is_you,
                turn=seat.turn,
            )
            for seat in table.seats
        ],
        over=table.over,
        your_turn=table.your_turn,
        note=table.note,
    )


def rating_response(rating: Rating) -> responses.ratings.Rating:
    """A rating with its range."""
    return responses.ratings.Rating(
        title=rating.title,
        mean=rating.mean,
        low=rating.low,
        high=rating.high,
        games=rating.games,
        provisional=rating.provisional,
    )


def _ratings(ratings: GameRatings | None) -> responses.ratings.GameRatings | None:
    if ratings is None:
        return None
    seats = [
        responses.ratings.SeatRating(
            seat=seat.seat, rating=rating_response(seat.rating), change=seat.change, left=seat.away
        )
        for seat in ratings.seats
    ]
    return responses.ratings.GameRatings(why_not=ratings.why, seats=seats)


def _seat(seat: int) -> int | None:
    return None if seat == SPECTATOR else seat


def _clock(clock: Clock | None) -> responses.tables.Clock | None:
    if clock is None:
        return None
    return responses.tables.Clock(
        seconds=clock.seconds, increment=clock.increment, per_move=clock.per_move, on_flag=clock.on_flag
    )


def _seat_response(seat: SeatFacts, row: SeatRow) -> responses.tables.Seat:
    return responses.tables.Seat(
        index=seat.index,
        name=seat.name,
        colour=seat.colour,
        kind=row.kind,
        bot=seat.bot or None,
        you=seat.is_you,
        away=seat.is_away,
        turn=seat.turn,
        time=responses.tables.TimeLeft(seconds=round(seat.clock.seconds_left, 1), runs=seat.clock.runs)
        if seat.clock
        else None,
        play_forced=seat.play_forced if seat.is_you else None,
        score=seat.score,
        stats=[responses.tables.Stat(label=stat.label, value=stat.value) for stat in seat.stats],
    )


def _move(button: Button) -> responses.tables.Move:
    return responses.tables.Move(
        move=button.move,
        sentence=button.sentence,
        gains=[responses.tables.Gain(label=gain.label, amount=gain.amount) for gain in button.gains],
        notes=list(button.notes),
    )


def _entries(view: TableView) -> list[responses.tables.Entry]:
    return [
        responses.tables.Entry(
            move=entry.move,
            label=entry.label,
            low=entry.low,
            high=entry.high,
            without=entry.without if entry.low <= entry.without <= entry.high else None,
            note=entry.note,
        )
        for entry in view.scene.entries
    ]


def _instead(scene: Scene) -> list[Button]:
    """The buttons that take the last choice back first, without duplicates."""
    return list({button.move: button for button in _buttons(scene) if button.instead}.values())


def _buttons(scene: Scene) -> Iterator[Button]:
    yield from scene.buttons
    for zone in scene.zones:
        yield from (piece.button for piece in zone.walk() if piece.button is not None)


def line_responses(log: Iterable[Line], names: Sequence[str]) -> list[responses.tables.Line]:
    """Lines of a log, with the names of the seats."""
    return [_line(line, names) for line in log]


def _line(line: Line, names: Sequence[str]) -> responses.tables.Line:
    text = in_words(line.text, line.seat, Names(tuple(names)))
    rules = list(line.rules)
    return responses.tables.Line(seat=_seat(line.seat), text=text, round=line.round, rules=rules, forced=line.forced)


def _question(question: QuestionView | None, names: Sequence[str]) -> responses.tables.Question | None:
    if question is None:
        return None
    return responses.tables.Question(
        id=question.id,
        seat=question.seat,
        line=_line(question.line, names) if question.line else None,
        answer_as=question.answer_as,
        missing=list(question.missing),
    )


def _outcome(final: FinalRanking | None) -> responses.tables.Outcome | None:
    if final is None:
        return None
    ranking = [
        responses.tables.Rank(
            seat=row.seat,
            place=row.place,
            name=row.name,
            total=row.total,
            parts=[responses.tables.Part(label=part.label, points=part.points) for part in row.parts],
        )
        for row in final.rows
    ]
    return responses.tables.Outcome(reason=final.reason, ranking=ranking)
