"""The specimen of a mail about a turn: real news, from a moment of each title's sample game."""

import pytest

from tabletown import games
from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.view.specimen_news import specimen_news


@pytest.mark.parametrize("name", games.names())
def test_every_title_has_a_moment_that_shows_what_a_mail_tells(name: str) -> None:
    news = specimen_news(name)
    assert news is not None
    assert news.title == games.get(name).meta.title
    assert (news.over, news.time_left, news.unheard) == (False, "2 d 12 h", 0)
    assert 2 <= len(news.lines) <= 12
    assert [seat.is_you for seat in news.seats] == [True] + [False] * (len(news.seats) - 1)
    assert news.others == tuple(SEAT_NAMES[1 : len(news.seats)]), "nobody is made up"
