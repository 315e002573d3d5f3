"""What the tests of all titles share: moves, refusals, random games, any text at all, and which rules tests prove."""

import ast
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

import tabletown as tt
from tabletown import games
from tabletown.engine.errors import AmbiguousMove, IllegalMove, InvalidMove, PositionError, TabletownError
from tabletown.engine.position_text import read_position
from tabletown.engine.state import Records, blank, record

TESTS = Path(__file__).parents[1]


def leaves(table: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in parsed card data, with where it stands; rows are called by their ids."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield from leaves(value, f"{path}.{key}" if path else key)
    elif isinstance(table, list) and table and isinstance(table[0], dict):
        for row in table:
            yield from leaves(row, f"{path}.{row['id']}")
    else:
        yield path, table


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


OPENING = 150


def walk(title: str, players: int, seed: int) -> Iterator[tt.Game]:
    """A game of random moves, seen before every ply and once more when it is over."""
    game, rng = tt.new(title, players=players, seed=seed), random.Random(seed)
    while not game.is_game_over():
        yield game
        game.push_action(rng.choice(game.legal_actions))
    yield game


def glimpses(title: str, players: int, seed: int) -> Iterator[tt.Game]:
    """Positions of such a game: all of a short one, of a long one the opening, then now and then, and the end."""
    for game in walk(title, players, seed):
        if game.ply < OPENING or game.ply % 35 == 0 or game.is_game_over():
            yield game


def many_games(title: str, players: int, count: int) -> Records:
    """The final states of random games, played at native speed."""
    found = games.get(title)
    states = blank(found.dtype, count)
    found.loops.random_games(states, found.cards.data, found.blank, 1, count, players, 0, found.scratch())
    return states


def audit(game: tt.Position) -> str:
    """What is impossible about a game, by its title's own audit; empty if nothing is."""
    found: str = game.title.positions.audit(game.state, record(game.cards.data))
    return found


def try_move(game: tt.Game, text: str) -> None:
    """Any text as a move: it is refused in a sentence and changes nothing, or it is legal (and taken back)."""
    before, plies = game.digest(), len(game.history)
    try:
        action = game.push(text)
    except (InvalidMove, IllegalMove, AmbiguousMove) as error:
        sentence = str(error)
    else:
        sentence = "a legal move"
        assert game.pop().action == action
    assert sentence
    assert "\n" not in sentence
    assert len(game.history) == plies
    assert game.digest() == before


def try_position(text: str, plies: int = 6) -> None:
    """Any text as a position: it is refused in a sentence, or can be played on without anything getting lost."""
    try:
        game = tt.loads(text)
    except TabletownError as error:
        sentence = str(error)
    else:
        sentence = "a position"
        assert game.is_game_over() or game.legal_moves
        for _ in range(plies):
            if not game.is_game_over():
                game.push_action(game.legal_actions[-1])
            assert audit(game) == ""
    assert sentence


def position_error(title: str, body: str) -> str:
    """The one line with which a position is refused."""
    with pytest.raises(PositionError) as caught:
        tt.loads(f'title = "{title}"\n{body}')
    assert "\n" not in str(caught.value)
    return str(caught.value)


def one_per_phase(plies: Iterable[tt.Game], phases: int) -> dict[int, tt.Game]:
    """The first situation of each phase, looked for until all are found."""
    found: dict[int, tt.Game] = {}
    for game in plies:
        found.setdefault(int(game.state.phase), game.copy())
        if len(found) == phases:
            break
    return found


def there_and_back(game: tt.Position) -> None:
    """A position and each view of it read back from their texts byte for byte."""
    text = tt.position_text(game)
    again = read_position(text, games.get)
    assert again.states.tobytes() == game.states.tobytes()
    assert tt.position_text(again) == text
    for viewer in range(-1, game.players):
        view_and_back(game.view(viewer))


def view_and_back(view: tt.Position) -> None:
    """A view reads back from its text as the same view, and can be played on in a whole world that looks the same."""
    again = read_position(tt.position_text(view), games.get)
    assert again.seat == view.seat
    assert again.seat is not None
    assert again.states.tobytes() == view.states.tobytes()
    world = tt.Game.from_position(again, seed=1)
    assert world.seat is None
    assert world.view(again.seat).states.tobytes() == view.states.tobytes()
    assert audit(world) == ""


def damaged(texts: Sequence[str], alphabet: str) -> st.SearchStrategy[str]:
    """Good texts with something cut out, and something typed in its place."""
    return st.builds(
        lambda text, at, length, new: text[:at] + new + text[at + length :],
        st.sampled_from(texts),
        st.integers(0, max(map(len, texts))),
        st.integers(0, 30),
        st.text(alphabet, max_size=6),
    )


def misfits(
    title: str, values: Sequence[str], fields: Sequence[str], seat_fields: Sequence[str]
) -> st.SearchStrategy[str]:
    """Positions with any values in any fields."""
    given = st.sampled_from(values)
    return st.builds(
        lambda header, seats: "\n".join([f'title = "{title}"', *header, *(f"[[seat]]\n{row}" for row in seats)]),
        _lines(fields, given, 3),
        st.lists(_lines(seat_fields, given, 2).map("\n".join), min_size=2, max_size=3),
    )


def _lines(fields: Sequence[str], values: st.SearchStrategy[str], most: int) -> st.SearchStrategy[list[str]]:
    found = st.dictionaries(st.sampled_from(fields), values, max_size=most)
    return found.map(lambda table: [f"{name} = {value}" for name, value in table.items()])


def audited(game: tt.Position, field: str, value: int) -> str:
    """What the audit says when the first number of a field of the state is changed; before, it says nothing."""
    assert audit(game) == ""
    game.states[field].reshape(-1)[0] = value
    return audit(game)


def no_move(game: tt.Game, text: str) -> str:
    """The one line with which a text is refused that is no move at all."""
    with pytest.raises(InvalidMove) as caught:
        game.push(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def refused(game: tt.Game, move: str, rule: str, sentence: str) -> None:
    """An illegal move is refused with a sentence that names its rule."""
    error = refusal(game, move)
    assert error.rule == rule
    assert sentence in str(error)
    assert str(error).endswith(f"({rule})")


def cited_rules(folder: Path) -> set[str]:
    """The rule ids in `pytest.mark.rules(...)` above the tests of a folder, read from their source."""
    cited: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rules":
                        cited |= {str(ast.literal_eval(arg)) for arg in mark.args}
    return cited
