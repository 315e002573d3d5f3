"""A table as JSON, from the seat of whoever asks. All of it is what that seat's page shows, or its view."""

from collections.abc import Iterable, Iterator

from tabletown.engine.position_text import write_position
from tabletown.render.scene import Button, Scene
from tabletown.server.api import responses
from tabletown.server.play.table import SPECTATOR, Line, Table
from tabletown.server.play.takebacks import Asked
from tabletown.server.store.protocol import Clock, Player, SeatRow
from tabletown.server.view.table_summary import TableSummary
from tabletown.server.view.table_view import Finish, Look, SeatFacts, look


def tell_table(table: Table, player: Player | None, now: float, log: int) -> responses.Table:
    """What a player sees of a table at some time, with the last lines of its log. Call it under the table's lock."""
    seen = look(table, table.seats_of(player), now)
    view = table.game.view(seen.you)
    acts = seen.you in view.waiting and not table.seats[seen.you].bot
    words = table.title.words
    legal = [words.button(view, seen.you, action) for action in view.legal_actions(seen.you)] if acts else []
    over = seen.table.over
    return responses.Table(
        id=table.row.id,
        url=f"/tables/{table.row.id}",
        title=table.row.title,
        rules=table.row.rules,
        options=dict(table.row.options),
        public=table.row.public,
        clock=_clock(table.row.clock),
        version=seen.table.version,
        you=_seat(seen.you),
        yours=list(seen.yours),
        seats=[_tell_seat(seat, row) for seat, row in zip(seen.seats, table.seats, strict=True)],
        status=seen.scene.status,
        step=seen.scene.step,
        prompt=seen.scene.prompt,
        rule=seen.scene.rule,
        moves=[_move(button) for button in legal],
        entries=_entries(seen),
        instead=[_move(button) for button in _instead(seen.scene)],
        undo=seen.undo,
        restart=seen.restart,
        back=[responses.Turn(turn=choice.value, line=_line(choice.line)) for choice in seen.back],
        question=_question(seen.question),
        recap=tell_lines(seen.recap),
        log=tell_lines(seen.log[len(seen.log) - min(log, len(seen.log)) :]),
        talk=[
            responses.Remark(number=said.number, seat=_seat(said.seat), name=said.name, text=said.text)
            for said in seen.talk
        ],
        position=write_position(view),
        outcome=_outcome(seen.outcome),
        commitment=seen.table.commitment,
        seed=seen.table.seed if over else None,
        salt=seen.table.salt if over else None,
        next=seen.table.next or None,
    )


def tell_summary(table: TableSummary) -> responses.Summary:
    """A table in a list."""
    return responses.Summary(
        id=table.id,
        url=f"/tables/{table.id}",
        title=table.name,
        public=table.public,
        clock=table.clock,
        status=table.status,
        seats=[
            responses.SeatSummary(
                name=seat.name,
                kind="open" if seat.is_open else "bot" if seat.is_bot else "human",
                you=seat.is_you,
                turn=seat.turn,
            )
            for seat in table.seats
        ],
        over=table.over,
        your_turn=table.your_turn,
    )


def _seat(seat: int) -> int | None:
    return None if seat == SPECTATOR else seat


def _clock(clock: Clock | None) -> responses.Clock | None:
    if clock is None:
        return None
    return responses.Clock(
        seconds=clock.seconds, increment=clock.increment, per_move=clock.per_move, on_flag=clock.on_flag
    )


def _tell_seat(seat: SeatFacts, row: SeatRow) -> responses.Seat:
    return responses.Seat(
        index=seat.index,
        name=seat.name,
        colour=seat.colour,
        kind=row.kind,
        bot=seat.bot or None,
        you=seat.is_you,
        away=seat.is_away,
        turn=seat.turn,
        time=responses.TimeLeft(seconds=round(seat.clock.left, 1), runs=seat.clock.runs) if seat.clock else None,
        score=seat.score,
        stats=[responses.Stat(label=stat.label, value=stat.value) for stat in seat.stats],
    )


def _move(button: Button) -> responses.Move:
    return responses.Move(
        move=button.move,
        sentence=button.sentence,
        gains=[responses.Gain(label=gain.label, amount=gain.amount) for gain in button.gains],
        notes=list(button.notes),
    )


def _entries(seen: Look) -> list[responses.Entry]:
    return [
        responses.Entry(
            move=entry.move,
            label=entry.label,
            low=entry.low,
            high=entry.high,
            without=entry.without if entry.low <= entry.without <= entry.high else None,
            note=entry.note,
        )
        for entry in seen.scene.entries
    ]


def _instead(scene: Scene) -> list[Button]:
    """The buttons that take the last choice back first, each once."""
    return list({button.move: button for button in _buttons(scene) if button.instead}.values())


def _buttons(scene: Scene) -> Iterator[Button]:
    yield from scene.buttons
    for zone in scene.zones:
        yield from (piece.button for piece in zone.walk() if piece.button is not None)


def tell_lines(log: Iterable[Line]) -> list[responses.Line]:
    """Lines of a log."""
    return [_line(line) for line in log]


def _line(line: Line) -> responses.Line:
    return responses.Line(seat=_seat(line.seat), text=line.text, round=line.round)


def _question(question: Asked | None) -> responses.Question | None:
    if question is None:
        return None
    return responses.Question(
        id=question.id,
        seat=question.seat,
        line=_line(question.line) if question.line else None,
        answer_as=question.answer_as,
        missing=list(question.missing),
    )


def _outcome(finish: Finish | None) -> responses.Outcome | None:
    if finish is None:
        return None
    ranking = [
        responses.Rank(
            seat=row.seat,
            place=row.place,
            name=row.name,
            total=row.total,
            parts=[responses.Part(label=part.label, points=part.points) for part in row.parts],
        )
        for row in finish.rows
    ]
    return responses.Outcome(reason=finish.reason, ranking=ranking)
