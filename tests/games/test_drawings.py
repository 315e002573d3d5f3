"""What the drawing of every title holds: any situation draws, every move is offered once, nothing hidden is shown."""

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tabletown import games
from tabletown.engine.game import Game
from tabletown.render import html, picture, png, theme
from tabletown.render.symbols import drawings

from ..marks import fewest_or_most, quick_if
from .drawn import PAINTS, check_places, classes, draw, markup_of, offered_by, parse, pieces_of

TITLES = games.names()
TABLES = [
    (name, players)
    for name in TITLES
    for players in range(games.get(name).meta.players[0], games.get(name).meta.players[1] + 1)
]


def situations(title: str, players: int, seed: int, plies: int = 150) -> Iterator[Game]:
    """The positions of a game played at random; what leads nowhere (the last choice of a list) is rarely chosen."""
    game, chance = Game.new(games.get(title), players, seed), random.Random(seed)
    yield game
    for _ in range(plies):
        if game.is_game_over():
            break
        actions = game.legal_actions
        game.push_action(chance.choice(actions if chance.random() < 0.2 else actions[:-1] or actions))
        yield game


def thoroughly(title: str, players: int, seed: int) -> Iterator[tuple[int, Game]]:
    """Some of these positions: the first ones, then every seventh, and the last."""
    last = None
    for ply, game in enumerate(situations(title, players, seed)):
        last = ply, game
        if ply < 8 or ply % 7 == 0:
            yield last
    assert last is not None
    yield last


@pytest.mark.parametrize(("title", "players"), quick_if(fewest_or_most, TABLES))
def test_every_situation_draws_and_offers_every_move_once(title: str, players: int) -> None:
    for _, game in thoroughly(title, players, seed=players):
        for viewer in {-1, 0, *game.waiting}:
            scene = draw(game, viewer)
            ids = Counter(piece.id for piece in pieces_of(scene) if piece.id)
            assert all(count == 1 for count in ids.values()), ids
            legal = game.view(viewer).legal_actions_of(viewer) if viewer >= 0 else []
            said = sorted(game.say(action, viewer) for action in legal)
            moves = sorted(button.move for button in offered_by(scene))
            assert [move for move in moves if "; " not in move] == said  # several plies in one are short cuts
            assert len({zone.id for zone in scene.zones}) == len(scene.zones)
            assert len(scene.seats) == players
            check_places(scene)


@pytest.mark.parametrize(("title", "players"), quick_if(fewest_or_most, TABLES))
def test_pages_and_pictures_are_well_formed(title: str, players: int) -> None:
    for ply, game in thoroughly(title, players, seed=9):
        if ply % 3 and not game.is_game_over():
            continue
        scene = draw(game, game.waiting[0] if game.waiting else 0)
        for faces in (False, True):
            page = f"<main>{markup_of(scene, faces)}</main>"
            assert {name for name in classes(page) if name.startswith("c-")} <= PAINTS
            ids = [element.get("id") for element in parse(page).iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
        parse(picture(scene))


@pytest.mark.parametrize("title", TITLES)
def test_every_icon_of_a_preview_or_a_heading_is_in_the_sprite(title: str) -> None:
    """Buttons and seats name their icons; the page finds them in the sprite of the scene."""
    for _, game in thoroughly(title, 3, seed=4):
        scene = draw(game, game.waiting[0] if game.waiting else 0)
        named = {gain.icon for button in offered_by(scene) for gain in button.gains}
        named |= {stat.icon for seat in scene.seats for stat in seat.stats if stat.icon}
        drawn = {element.get("id") for element in parse(str(html.sprite(scene))).iter()}
        for name in named:
            assert f"i-{name}" in drawn or "<use" not in str(html.icon(name)), name


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_table_rasterises(title: str, mode: theme.Theme) -> None:
    *_, game = situations(title, 3, seed=3, plies=40)
    assert png(picture(draw(game, -1), mode)).startswith(b"\x89PNG")


@pytest.mark.parametrize("title", TITLES)
def test_what_a_seat_may_not_know_changes_nothing_that_is_drawn(title: str) -> None:
    """Two worlds that a viewer cannot tell apart look the same, for players and spectators."""
    for _, game in thoroughly(title, 3, seed=5):
        for viewer in (-1, 0):
            view = game.view(viewer)
            if view.is_game_over():
                continue
            pages = {markup_of(draw(view.imagine(n), viewer)) for n in (1, 2)} | {markup_of(draw(game, viewer))}
            assert len(pages) == 1


@pytest.mark.parametrize("title", TITLES)
def test_everything_one_can_point_at_says_what_it_is(title: str) -> None:
    for _, game in thoroughly(title, 2, seed=6):
        scene = draw(game, game.waiting[0] if game.waiting else 0)
        assert scene.prompt
        for piece in pieces_of(scene):
            assert piece.label or not (piece.button or piece.rule or piece.large), piece.id
        for button in offered_by(scene):
            assert button.sentence[0].isupper()


@pytest.mark.parametrize("title", TITLES)
def test_the_gallery_stands_on_its_own(title: str) -> None:
    found = games.get(title)
    groups = found.drawing.gallery(found.cards)
    everything = [piece for _, pieces in groups for piece in pieces]
    assert len({heading for heading, _ in groups}) == len(groups)
    assert all(piece.label or piece.parts for piece in everything)
    page = (
        f"<main>{html.sprite(everything, found.drawing.symbol)}"
        + "".join(str(html.piece_html(piece)) for piece in everything)
        + "</main>"
    )
    ids = [element.get("id") for element in parse(page).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {reference for svg in drawings(everything) for reference in re.findall(r'href="#([^"]+)"', svg)} <= set(ids)


@pytest.mark.parametrize("title", TITLES)
def test_the_cover_stands_alone(title: str) -> None:
    cover = games.get(title).drawing.cover()
    tree = parse(f"<svg>{cover.svg}</svg>")
    ids = {element.get("id") for element in tree.iter() if element.get("id")}
    assert set(re.findall(r'href="#([^"]+)"', cover.svg)) <= ids
    assert all(str(id).startswith(f"{title.replace('_', '-')}-cover-") for id in ids)
    assert classes(f"<svg>{cover.svg}</svg>") <= PAINTS
