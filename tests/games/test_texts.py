"""Moves and positions of all titles as text: there and back again, with a sentence for whatever is refused."""

import pytest

import tabletown as tt
from tabletown import games
from tabletown.engine.position_text import read_position

from ..marks import fewest, fewest_or_most, quick_if
from .shared import TESTS, glimpses, view_and_back

GAMES = [
    (name, players, seed)
    for name in games.names()
    for players in range(games.get(name).meta.players[0], games.get(name).meta.players[1] + 1)
    for seed in range(2 if games.get(name).meta.minutes < 60 else 1)
]


def brief(name: str, players: int, seed: int) -> bool:
    """Short titles with as few and as many players as can be, long ones with as few."""
    short = games.get(name).meta.minutes < 60
    return fewest_or_most(name, players, seed) and (short or fewest(name, players))


POSITIONS = sorted((TESTS / "positions").glob("*/*.toml"))


@pytest.mark.parametrize(("name", "players", "seed"), quick_if(brief, GAMES))
def test_every_legal_move_reads_back(name: str, players: int, seed: int) -> None:
    for game in glimpses(name, players, seed):
        moves = game.legal_moves
        assert len(set(moves)) == len(moves)
        for action, move in zip(game.legal_actions, moves, strict=True):
            assert game.parse(move) == action
            assert game.parse(f"  {move.upper()} ") == action
            assert move.isascii()
            assert move == move.lower()


@pytest.mark.parametrize(("name", "players", "seed"), quick_if(brief, GAMES))
def test_every_action_is_legal_or_refused_with_a_rule(name: str, players: int, seed: int) -> None:
    """Whatever action is not legal, `why_not` gives a sentence and a rule of the rules page."""
    for game in glimpses(name, players, seed):
        if game.is_game_over() or game.ply % 5:
            continue  # four in five would say the same again
        title, legal = game.title, set(game.legal_actions)
        for action in range(title.actions.count):
            if action not in legal:
                sentence, rule = title.words.why_not(game, game.turn, action)
                assert sentence
                assert f"**{rule}**" in title.rules_text


@pytest.mark.parametrize(("name", "players", "seed"), quick_if(brief, GAMES))
def test_every_move_has_a_sentence_and_a_button(name: str, players: int, seed: int) -> None:
    for game in glimpses(name, players, seed):
        words = game.title.words
        for action in game.legal_actions:
            assert game.turn is not None
            sentence = game.explain(action)
            assert sentence[0].islower()
            assert not sentence.removesuffix("D.C.").endswith(".")
            button = words.button(game, game.turn, action)
            assert button.move == game.say(action)
            assert button.label
            assert button.sentence[0].isupper()
        assert words.status(game)
        assert f"**{words.rule(game)}**" in game.title.rules_text


@pytest.mark.parametrize(("name", "players", "seed"), quick_if(brief, GAMES))
def test_every_situation_reads_back_byte_for_byte(name: str, players: int, seed: int) -> None:
    for game in glimpses(name, players, seed):
        if game.ply % 5 and not game.is_game_over():
            continue
        text = tt.position_text(game)
        again = read_position(text, games.get)
        assert again.states.tobytes() == game.states.tobytes()
        assert tt.position_text(again) == text


@pytest.mark.parametrize(("name", "players", "seed"), quick_if(brief, GAMES))
def test_every_view_reads_back_and_can_be_played_on(name: str, players: int, seed: int) -> None:
    for game in glimpses(name, players, seed):
        if game.ply % 7 == 0 or game.is_game_over():
            view_and_back(game.view(game.ply // 7 % (players + 1) - 1))


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_saved_positions_can_be_played_on(path: object) -> None:
    game = tt.load(str(path))
    assert game.legal_moves
    assert read_position(tt.position_text(game), games.get).digest() == game.digest()
