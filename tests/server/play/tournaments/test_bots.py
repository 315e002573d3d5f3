"""Tournaments of bots, from the start to the last round, at real tables."""

import pytest

from tabletown.server.play.tournaments.pairing import meetings
from tabletown.server.play.tournaments.rounds import history_of
from tabletown.server.play.tournaments.standings import standings

from ...visitors import Running, wait_until
from .people import set_up, tables_of


@pytest.mark.parametrize(("kind", "at_table", "rounds"), [("swiss", 4, 3), ("swiss", 2, 3), ("round robin", 4, 2)])
def test_sixteen_bots_play_a_tournament(running: Running, kind: str, at_table: int, rounds: int) -> None:
    site = running.site
    tournament, organiser = set_up(site, ["uniform"] * 16, kind=kind, at_table=at_table, rounds=rounds)
    site.tournaments.start(tournament, organiser)
    wait_until(lambda: site.tournaments.row(tournament).state == "finished", 120)
    row, laid, entries = (
        site.tournaments.row(tournament),
        site.store.laid_tables(tournament),
        site.store.entries(tournament),
    )
    assert row.round == rounds
    assert [len(tables_of(site.store, tournament, n)) for n in range(1, rounds + 1)] == [16 // at_table] * rounds
    for table in laid:
        found = site.store.table(table.table)
        assert found is not None
        assert (found.tournament, found.rated, len(found.seats)) == (tournament, False, at_table)
        assert table.result is not None
        assert not any(table.result.away)
        with site.tables.at(table.table) as played:
            outcome = played.game.view(-1).outcome()
            assert outcome is not None
            assert (outcome.places, outcome.scores) == (table.result.places, table.result.scores)
    assert max(meetings(history_of(laid)).values()) == 1
    lines = standings(entries, laid, at_table, row.seed)
    assert sum(line.points for line in lines) == rounds * (16 // at_table) * sum(range(at_table))
