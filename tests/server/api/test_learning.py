"""Learning over JSON: short lessons with their answers, and the mistakes of the caller alone."""

import tabletown as tt
from tabletown.study.short_lessons import short_lessons_of

from .programs import Program


def test_lessons_are_listed_with_their_answers(stranger: Program) -> None:
    told = stranger.get("/lessons", title="uptown").json()["lessons"]
    assert [lesson["id"] for lesson in told] == [lesson.id for lesson in short_lessons_of("uptown")]
    view = tt.loads(told[0]["position"])
    assert told[0]["best"]["moves"][0] in view.legal_moves
    assert told[0]["best"]["chance"] > told[0]["tempting"]["chance"]
    assert stranger.get("/lessons", title="nowhere").status_code == 404


def test_mistakes_need_a_player_and_begin_empty(ada: Program, stranger: Program) -> None:
    assert ada.get("/players/me/mistakes").json() == {"reviewed": 0, "mistakes": []}
    assert stranger.get("/players/me/mistakes").status_code == 401
