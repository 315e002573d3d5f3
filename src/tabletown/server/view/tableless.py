"""A position without a table: the choices of a seat as buttons, and the seats, whom nobody owns."""

from tabletown.engine.log_sentences import typed
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import Names
from tabletown.engine.seats import SEAT_NAMES, SEAT_SHAPES
from tabletown.render.scene import Button, Scene
from tabletown.server.view.table_view import SeatFacts


def buttons_of(view: Position, seat: int) -> dict[int, Button]:
    """The choices of a seat as buttons, by their actions, without those that are typed as a number."""
    words = view.title.words
    return {a: words.button(view, seat, a) for a in view.legal_actions_of(seat) if not typed(view, a)}


def seats_of(view: Position, scene: Scene, names: Names) -> tuple[SeatFacts, ...]:
    """The seats as a view shows them; the reader's own is the one that `names` calls you."""
    scores, waiting = view.scores(), view.waiting
    return tuple(
        SeatFacts(
            index=index,
            name=name,
            label="You" if index == names.you else name,
            colour=SEAT_NAMES[index].lower(),
            shape=SEAT_SHAPES[index],
            is_you=index == names.you,
            is_bot=False,
            is_away=False,
            is_open=False,
            play_forced=False,
            plays_itself=False,
            kind="human",
            bot="",
            blurb="",
            turn=index in waiting,
            thinking=False,
            score=scores[index],
            stats=scene.seats[index].stats,
            badges=scene.seats[index].badges,
            clock=None,
        )
        for index, name in enumerate(names.names)
    )
