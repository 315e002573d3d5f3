"""The kernels against the slow twin: legal moves, income, prestige and money on thousands of positions."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.uptown.rules import scoring, turn

from ....marks import quick_if
from ..helpers import TITLE, accounts, income, prestige, seat, streets, table, upcoins
from .twin import Street, Twin, read_projects

PROJECTS, COSTS = read_projects(TITLE.folder / "cards.toml")


def twin_of(game: tt.Game) -> Twin:
    """A twin that starts where a freshly dealt game starts."""
    dealt = TITLE.positions.write(game)
    decks = [list(reversed(row["deck"])) for row in dealt["seat"]]
    return Twin(PROJECTS, COSTS, decks, list(reversed(dealt["public"])), int(game.state.start))


def compound(game: tt.Game) -> dict[tuple[str, str, int, int], list[int]]:
    """The coming action in the twin's terms, each with the plies that carry it out."""
    found = {}
    for action in game.legal_actions:
        verb, _ = TITLE.actions.decode(action)
        if verb not in ("play", "buy", "public"):
            found[verb, "", -1, -1] = [action]
            continue
        game.push_action(action)
        project = game.cards.projects[int(game.state.chosen)].id
        for site in game.legal_actions:
            owner, number = TITLE.actions.decode(site)[1]
            found[verb, project, owner, number] = [action, site]
        game.pop()
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", quick_if(lambda seed: seed < 4, range(14)))
def test_whole_games_agree(players: int, seed: int) -> None:
    """Two actions a turn, nine rounds, 42 games: more than 2,000 situations, compared in everything they hold."""
    game, rng = tt.new("uptown", players=players, seed=1000 * players + seed), random.Random(seed)
    twin = twin_of(game)
    while not twin.over:
        moves = compound(game)
        assert set(moves) == twin.legal()
        move = rng.choice(sorted(moves))
        twin.move(*move)
        for action in moves[move]:
            game.push_action(action)
        compare(game, twin)
    outcome = game.outcome()
    assert outcome is not None
    assert list(outcome.winners) == twin.winners()


def compare(game: Position, twin: Twin) -> None:
    seats = range(game.players)
    assert game.is_game_over() == twin.over
    assert game.turn == (None if twin.over else twin.turn)
    assert streets(game) == twin.streets
    assert accounts(game) == twin.accounts
    assert upcoins(game) == twin.upcoins
    assert bool(game.state.final_round) == twin.final
    assert [income(game, s) for s in seats] == [twin.total("income", twin.streets[s]) for s in seats]
    assert game.scores() == [twin.score(s) for s in seats]
    held = TITLE.positions.write(game)
    assert held["discards"] == twin.discards
    assert [row["deck"] for row in held["seat"]] == [deck[::-1] for deck in twin.decks]
    assert held["public"] == twin.pile[::-1]


@st.composite
def streets_of_any_shape(draw: st.DrawFn) -> Street:
    """A street on which every floor was legal when it was built, whoever built it; often taller than games get."""
    twin = Twin(PROJECTS, COSTS, [[], []], [], 0)
    used: set[str] = set()
    for project in draw(st.lists(st.sampled_from(sorted(PROJECTS)), max_size=40)):
        actor = 1 if twin.has("gift", project) else 0
        sites = [site for site in range(5) if twin.fits(project, actor, 0, site)]
        if sites and project[:3] not in used:
            used.add(project[:3])
            twin.streets[0][draw(st.sampled_from(sites))].append(project)
    return twin.streets[0]


@given(street=streets_of_any_shape())
def test_streets_of_any_shape_agree(street: Street) -> None:
    notation = " ".join(f"{k + 1}:[{' '.join(floors)}]" for k, floors in enumerate(street))
    game = table(seat(notation), seat())
    twin = Twin(PROJECTS, COSTS, [[], []], [], 0)
    twin.streets[0] = street
    assert income(game) == twin.total("income", street)
    assert prestige(game) == twin.total("prestige", street)
    state, cards = game.state, record(game.cards.data)
    for site, floors in enumerate(street):
        for floor, project in enumerate(floors):
            for what, kernel in (("income", scoring.floor_income), ("prestige", scoring.floor_prestige)):
                expected = twin.value(PROJECTS[project].get(what, ""), street, site, floor)
                assert kernel(state, cards, 0, site, floor) == expected


@given(street=streets_of_any_shape(), actor=st.sampled_from([0, 1]))
def test_places_on_streets_of_any_shape_agree(street: Street, actor: int) -> None:
    """Every project of every card, tried on the street as the kernels see it."""
    notation = " ".join(f"{k + 1}:[{' '.join(floors)}]" for k, floors in enumerate(street))
    game = table(seat(notation), seat(), turn=("orange", "sky")[actor])
    twin = Twin(PROJECTS, COSTS, [[], []], [], actor)
    twin.streets[0] = street
    out, state, cards = TITLE.scratch(), game.state, record(game.cards.data)
    for project in game.cards.projects.values():
        n = turn.sites_for(state, cards, actor, project.index, out)
        found = [TITLE.actions.decode(int(action))[1] for action in out[:n]]
        assert found == twin.sites(project.id), project
