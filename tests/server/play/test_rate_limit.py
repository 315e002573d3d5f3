"""How often somebody may do something, at any time that a clock may show."""

import pytest

from tabletown.server.play.rate_limit import RateLimit


@pytest.mark.parametrize("burst", [1, 3])
def test_the_first_ones_always_pass_and_the_next_one_never(monkeypatch: pytest.MonkeyPatch, burst: int) -> None:
    """What is added to a float and taken away again leaves a little more or less: nobody is refused for that."""
    for tick in range(200):
        monkeypatch.setattr("time.monotonic", lambda tick=tick: 7600 + 0.37 * tick)
        limit = RateLimit(burst=burst, seconds=0.2)
        assert [limit.allows("ada") for _ in range(burst + 1)] == [True] * burst + [False]


def test_a_place_comes_back_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 7600.37
    monkeypatch.setattr("time.monotonic", lambda: now)
    limit = RateLimit(burst=2, seconds=10)
    assert [limit.allows("ada") for _ in range(3)] == [True, True, False]
    now += 10
    assert [limit.allows("ada") for _ in range(2)] == [True, False]
