"""What the tests of all titles share: moves, refusals, random games, and which rules a folder of tests proves."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import tabletown as tt
from tabletown.engine.errors import IllegalMove

TESTS = Path(__file__).parents[1]


def play(game: tt.Game, moves: str) -> None:
    """Make moves, separated by commas."""
    for move in moves.split(","):
        game.push(move)


def refusal(game: tt.Game, move: str) -> IllegalMove:
    """The error that an illegal move raises; the game must not have changed."""
    before = game.digest()
    try:
        game.push(move)
    except IllegalMove as error:
        assert game.digest() == before
        return error
    raise AssertionError(f"{move!r} should be illegal")


def walk(title: str, players: int, seed: int) -> Iterator[tt.Game]:
    """A game of random moves, seen before every ply and once more when it is over."""
    game, rng = tt.new(title, players=players, seed=seed), random.Random(seed)
    while not game.is_over():
        yield game
        game.push_action(rng.choice(game.legal_actions()))
    yield game


def cited_rules(folder: Path) -> set[str]:
    """The rule ids in `pytest.mark.rules(...)` above the tests of a folder, read from their source."""
    cited: set[str] = set()
    for path in folder.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rules":
                        cited |= {str(ast.literal_eval(arg)) for arg in mark.args}
    return cited
