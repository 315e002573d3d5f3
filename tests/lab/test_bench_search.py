"""How fast the search thinks: the numbers belong together."""

import pytest

from tabletown.lab.bench import BenchError, bench_lab, bench_search


def test_rates_of_the_search() -> None:
    result = bench_search("uptown", 3, seconds=0.05)
    assert (result.title, result.players) == ("uptown", 3)
    assert 0 < result.nodes_per_second <= result.playouts_per_second
    assert set(result.as_dict()) == {"title", "players", "playouts_per_second", "nodes_per_second", "state_bytes"}


@pytest.mark.exhaustive
def test_whole_games_of_the_lab() -> None:
    assert bench_lab("uptown", "uniform", seconds=0.05) > 0
    with pytest.raises(BenchError, match="ply by ply"):
        bench_lab("uptown", "greedy")
