"""Tournaments of bots, from the start to the last round, at real tables."""

import pytest

from tabletown.server.play.commands import BotMove
from tabletown.server.play.tournaments.pairing import meetings
from tabletown.server.play.tournaments.rounds import history_of
from tabletown.server.play.tournaments.standings import standings
from tabletown.server.site import Site

from ...visitors import Running, StartSite, wait_until
from .people import set_up, somebody, tables_of


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


def test_only_a_few_tables_of_bots_alone_are_in_play(start: StartSite) -> None:
    """Those with people are laid at once; the others one by one, as earlier ones end."""
    site = start(pace={"least": 3600.0}, poll=3600.0, tournament_tables_of_bots=2).site  # no bot moves by itself
    tournament, organiser = set_up(site, ["uniform"] * 9, rounds=1)
    ada = somebody(site.store)
    site.tournaments.join(tournament, ada, "Ada")
    site.tournaments.start(tournament, organiser)
    hers = next(entry.number for entry in site.store.entries(tournament) if entry.player == ada.id)

    def laid() -> tuple[int, int]:
        """How many tables of bots alone were laid, and how many of these are in play."""
        alone = [table for table in tables_of(site.store, tournament, 1) if table.table and hers not in table.seats]
        return len(alone), len(alone) - len(site.store.over([table.table for table in alone]))

    wait_until(lambda: laid() == (2, 2))
    site.rounds.tend(tournament)
    assert laid() == (2, 2)
    assert next(table.table for table in tables_of(site.store, tournament, 1) if hers in table.seats)
    for number in (3, 4, 4, 4):
        table_id = next(
            table.table
            for table in tables_of(site.store, tournament, 1)
            if table.table and table.result is None and hers not in table.seats
        )
        play_to_the_end(site, table_id)
        site.rounds.tend(tournament)
        assert laid()[0] == number
        assert laid()[1] <= 2
    assert laid() == (4, 0)


def play_to_the_end(site: Site, table_id: str) -> None:
    """Make all moves of the bots of a table."""
    while not site.store.over([table_id]):
        with site.tables.at(table_id) as table:
            seat, version = table.game.waiting[0], table.version
            move = table.game.legal_moves[0]
        site.tables.submit(table_id, BotMove(seat, move, "uniform"), version)
