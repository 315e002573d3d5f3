"""How often somebody may do something, at any time that a clock may show."""

import pytest

from tabletown.server.errors import TooMany, retry_headers
from tabletown.server.limits import Rate
from tabletown.server.play.people.rate_limit import RateLimit


@pytest.mark.parametrize("burst", [1, 3])
def test_the_first_ones_always_pass_and_the_next_one_never(monkeypatch: pytest.MonkeyPatch, burst: int) -> None:
    """What is added to a float and taken away again leaves a little more or less: nobody is refused for that."""
    for tick in range(200):
        monkeypatch.setattr("time.monotonic", lambda tick=tick: 7600 + 0.37 * tick)
        limit = RateLimit(Rate(burst=burst, seconds=0.2))
        assert [limit.wait("ada") == 0 for _ in range(burst + 1)] == [True] * burst + [False]


def test_a_place_comes_back_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 7600.37
    monkeypatch.setattr("time.monotonic", lambda: now)
    limit = RateLimit(Rate(burst=2, seconds=10))
    assert [limit.wait("ada") for _ in range(3)] == [0, 0, pytest.approx(10)]
    now += 10
    assert [limit.wait("ada") for _ in range(2)] == [0, pytest.approx(10)]


def test_an_address_is_counted_beside_its_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """New players do not help; a player at another address is not affected; a refusal costs nothing."""
    monkeypatch.setattr("time.monotonic", lambda: 7600.37)
    limit = RateLimit(Rate(burst=2, seconds=60), players_per_address=3)
    assert [limit.wait(f"player {n}", "10.0.0.1") for n in range(6)] == [0] * 6
    assert limit.wait("another", "10.0.0.1") == pytest.approx(20)
    assert [limit.wait("another", "10.0.0.2") for _ in range(3)] == [0, 0, pytest.approx(60)]
    assert limit.wait("", "10.0.0.3") == 0


def test_a_refusal_says_when_to_try_again() -> None:
    limit = RateLimit(Rate(burst=1, seconds=90))
    limit.check("ada", "That was a lot.")
    with pytest.raises(TooMany, match=r"That was a lot\. Please try again in 2 minutes\.") as refusal:
        limit.check("ada", "That was a lot.")
    assert retry_headers(refusal.value) == {"Retry-After": "90"}
