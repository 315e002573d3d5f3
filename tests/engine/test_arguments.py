"""What the library takes: NumPy's integers wherever integers are taken, card files by path; and what it says else."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots, games
from tabletown.bots import Budget
from tabletown.engine.errors import CardError, IllegalMove, OptionError, TabletownError, WrongType
from tabletown.engine.game import MAX_SEED, Game, Ply
from tabletown.lab.arena import Match
from tabletown.lab.plan import Plan

KINDS = [np.int8, np.uint8, np.int32, np.int64, np.uint64]


@pytest.fixture
def game() -> Game:
    return tt.new("uptown", players=2, seed=7)


@pytest.mark.parametrize("kind", KINDS)
def test_numpy_integers_serve_like_pythons(kind: Any, game: Game) -> None:
    other = tt.new("uptown", players=kind(2), seed=kind(7), rules=kind(1))
    assert other == game
    assert type(other.seed) is int
    assert other.turn is not None
    seat, action = kind(other.turn), kind(other.legal_actions[0])
    assert other.view(seat) == game.view(int(seat))
    assert other.legal_actions_of(seat) == game.legal_actions
    assert other.legal_moves_of(seat) == game.legal_moves
    assert other.sensible_actions_of(seat) == game.sensible_actions
    assert other.is_legal(action, seat)
    assert (other.say(action, seat), other.explain(action, seat)) == (game.say(int(action)), game.explain(int(action)))
    assert other.parse(other.legal_moves[0], seat) == action
    assert other.after(seat, action) == game.after(int(seat), int(action))
    assert other.view(0).imagine(kind(5)) == game.view(0).imagine(5)
    other.push_action(action, seat)
    game.replay([(seat, action)])
    assert other == game
    assert [type(number) for number in other.peek()] == [int, int]
    assert tt.dumps(other) == tt.dumps(game)
    assert other.at(kind(0)) == game.root()
    assert Game.from_position(game.view(0), seed=kind(9)) == Game.from_position(game.view(0), seed=9)
    assert game.title.actions.decode(action) == game.title.actions.decode(int(action))


@pytest.mark.parametrize("kind", KINDS)
def test_matches_and_plans_take_numpy_integers(kind: Any) -> None:
    counted: dict[str, Any] = {"games": kind(4), "players": kind(2), "seed": kind(7), "iterations": kind(9)}
    plain: dict[str, Any] = {name: int(number) for name, number in counted.items()}
    assert Match("uptown", ("greedy",), **counted) == Match("uptown", ("greedy",), **plain)
    plan = Plan("uptown", ("greedy",), **counted).checked()
    assert Plan.from_json(plan.as_json()) == plan == Plan("uptown", ("greedy",), **plain).checked()


@pytest.mark.parametrize("kind", KINDS)
def test_a_budget_takes_numpy_integers(kind: Any, game: Game) -> None:
    budget = Budget(kind(0), kind(3), kind(20), kind(1))
    assert budget == Budget(0.0, 3, 20, 1)
    assert [type(part) for part in (budget.seconds, budget.seed, budget.iterations)] == [float, int, int]
    assert game.turn is not None
    view = game.view(game.turn)
    for name in ("uniform", "greedy", "tenant", "tourist", "search"):
        assert bots.get(name).choose(view, budget) == bots.get(name).choose(view, Budget(0.0, 3, 20, 1))


@pytest.mark.parametrize(
    ("wrong", "says", "refused"),
    [
        ({"seed": "3"}, "the seed of a budget is a whole number, not '3'", WrongType),
        ({"seed": None}, "the seed of a budget is a whole number, not None", WrongType),
        ({"seed": -1}, f"the seed of a budget is from 0 to {MAX_SEED}, not -1", OptionError),
        ({"iterations": 1.5}, "the number of iterations is a whole number, not 1.5", WrongType),
        ({"iterations": -1}, "the number of iterations is 0 or more, not -1", OptionError),
        ({"threads": True}, "the number of threads is a whole number, not True", WrongType),
        ({"threads": 0}, "the number of threads is 1 or more, not 0", OptionError),
        ({"seconds": "1"}, "the seconds of a budget are a number, not '1'", WrongType),
        ({"seconds": float("nan")}, "the seconds of a budget are 0 or more, not nan", OptionError),
    ],
)
def test_what_is_no_budget_is_told(wrong: dict[str, Any], says: str, refused: type[Exception]) -> None:
    with pytest.raises(refused, match=says):
        Budget(**wrong)


def test_every_seed_of_a_budget_serves(game: Game) -> None:
    assert game.turn is not None
    view = game.view(game.turn)
    for bot in (bots.get(name) for name in ("uniform", "greedy", "tourist", "search")):
        assert view.is_legal(bot.choose(view, Budget(0.0, MAX_SEED, 20)))


@pytest.mark.parametrize("wrong", [3, b"discard", None, ["discard"], np.int64(3)])
def test_a_move_is_a_text(game: Game, wrong: Any) -> None:
    before = game.snapshots()
    with pytest.raises(WrongType, match=r"a move is a text, like 'discard', not .*; actions are for push_action"):
        game.push(wrong)
    with pytest.raises(TypeError):
        game.parse(wrong)
    assert game.snapshots() == before


@pytest.mark.parametrize("wrong", ["discard", 2.0, True, None, (2,), np.float32(2), np.True_])
def test_an_action_is_a_whole_number(game: Game, wrong: Any) -> None:
    before = game.snapshots()
    with pytest.raises(WrongType, match=r"an action is a whole number, not .*; moves as text are for push"):
        game.push_action(wrong)
    with pytest.raises(WrongType, match="an action is a whole number"):
        game.say(wrong)
    with pytest.raises(WrongType, match=r"a ply is|an action is a whole number"):
        game.replay([(1, wrong)])
    assert game.snapshots() == before


@pytest.mark.parametrize("wrong", ["0", 0.0, [0], True, np.True_])
def test_a_seat_is_a_whole_number(game: Game, wrong: Any) -> None:
    action = game.legal_actions[0]
    for call in (game.view, game.legal_actions_of, game.legal_moves_of, game.sensible_actions_of):
        with pytest.raises(WrongType, match="a seat is a whole number"):
            call(wrong)
    with pytest.raises(WrongType, match="a seat is a whole number"):
        game.push_action(action, wrong)
    with pytest.raises(WrongType, match="a seat is a whole number"):
        game.push(game.say(action), wrong)
    with pytest.raises(WrongType, match="a seat is a whole number"):
        game.is_legal(action, wrong)
    assert game.ply == 0


def test_other_wrong_types_say_what_is_wanted(game: Game, tmp_path: Path) -> None:
    calls: list[tuple[Any, str]] = [
        (lambda: tt.new(3), "a title is a name, like 'uptown', not 3"),  # type: ignore[arg-type]
        (lambda: tt.new("uptown", rules="1"), "the number of the rules is a whole number, not '1'"),  # type: ignore[arg-type]
        (lambda: bots.get(3), "a bot is found by its name, like 'greedy', not by 3"),  # type: ignore[arg-type]
        (lambda: bots.get(["greedy"]), "a bot is found by its name"),  # type: ignore[arg-type]
        (lambda: Match("uptown", ("greedy",), games="4"), "the number of games is a whole number, not '4'"),  # type: ignore[arg-type]
        (lambda: Match("uptown", ("greedy",), players=True), "the number of players is a whole number, not True"),
        (lambda: Match("uptown", "greedy"), "the bots of a match are several, like"),  # type: ignore[arg-type]
        (lambda: Plan("uptown", games="4"), "the number of games is a whole number, not '4'"),  # type: ignore[arg-type]
        (lambda: tt.new("uptown", options=["fast"]), "options are names with True or False"),  # type: ignore[arg-type]
        (lambda: tt.new("uptown", cards=5), "cards are a card set of UpTown, .* or the path of a card file, not 5"),
        (lambda: tt.new("uptown", cards=games.get("penny_lane").cards), "cards are a card set of UpTown"),
        (lambda: tt.loads(b"title"), "load takes a path"),  # type: ignore[arg-type]
        (lambda: tt.dumps(game.view(0)), "position_text writes positions and views"),  # type: ignore[arg-type]
        (lambda: tt.position_text("uptown"), "a position, a view or a game is wanted"),  # type: ignore[arg-type]
        (lambda: Game.from_position("uptown"), "a game begins from a position"),  # type: ignore[arg-type]
        (lambda: game.at("0"), "a ply is a whole number"),  # type: ignore[arg-type]
        (lambda: game.replay([3]), r"a ply is a seat and an action, like Ply\(0, 3\), not 3"),  # type: ignore[list-item]
        (lambda: game.imagine("x"), "a seed is a whole number"),  # type: ignore[arg-type]
        (lambda: game.png(width="wide"), "the width of a picture is a whole number"),  # type: ignore[arg-type]
    ]
    for call, message in calls:
        with pytest.raises(WrongType, match=message):
            call()
    with pytest.raises(OptionError, match="'light' or 'dark', not 'blue'"):
        game.svg("blue")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="UpTown is for 2 to 4 players, not '2'"):
        tt.new("uptown", players="2")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="from 0 to"):
        game.imagine(-1)
    with pytest.raises(OptionError, match="from 1 to"):
        game.png(0)


def test_a_long_wrong_value_is_shortened(game: Game) -> None:
    with pytest.raises(WrongType) as error:
        game.push(list(range(10_000)))  # type: ignore[arg-type]
    assert len(str(error.value)) < 200
    assert isinstance(error.value, TabletownError)


def test_cards_can_be_a_path(tmp_path: Path) -> None:
    title = games.get("uptown")
    path = tmp_path / "cards.toml"
    path.write_text(title.card_file().read_text(encoding="utf-8"), encoding="utf-8")
    for cards in (path, str(path)):
        assert tt.new("uptown", seed=7, cards=cards) == tt.new("uptown", seed=7)
    path.write_text("project_card = 3\n")
    with pytest.raises(CardError, match="project_card"):
        tt.new("uptown", cards=path)
    path.write_text("= = =")
    with pytest.raises(CardError, match="is not valid TOML"):
        tt.new("uptown", cards=path)
    with pytest.raises(FileNotFoundError):
        tt.new("uptown", cards=tmp_path / "none.toml")


def test_history_is_a_copy(game: Game) -> None:
    game.push(game.legal_moves[0])
    before, ply = game.history, game.peek()
    game.history.clear()
    game.history.append(Ply(0, 0))
    before.clear()
    assert game.history == [ply]
    assert game.pop() == ply
    assert game.history == []
    with pytest.raises(IndexError, match="no ply has been made"):
        game.peek()


def test_lists_of_legal_actions_are_copies(game: Game) -> None:
    game.legal_actions.clear()
    assert game.legal_actions == game.at(0).legal_actions != []
    game.legal_actions_of(1).clear()
    assert game.legal_actions_of(1) == game.legal_actions


def test_a_list_is_made_anew_when_the_state_was_written_to(game: Game) -> None:
    assert game.legal_actions
    later = game.after(1, game.legal_actions[0])
    game.states[:] = later.states
    assert game.legal_actions == later.legal_actions
    game.states["waiting"], game.states["ended"] = 0, 1
    assert game.legal_actions == []
    with pytest.raises(IllegalMove, match="over"):
        game.push_action(0)


def test_pictures(game: Game) -> None:
    assert game.svg().startswith("<svg")
    assert game.svg() == game._repr_svg_() != game.svg("dark")
    assert game.view(0).svg() != game.svg()
    pytest.importorskip("resvg_py")
    small, own = game.png(200), game.png()
    assert small[:4] == own[:4] == b"\x89PNG"
    assert int.from_bytes(small[16:20], "big") == 200


def test_is_legal(game: Game) -> None:
    assert game.is_legal("discard")
    assert game.is_legal(game.legal_actions[0])
    assert not game.is_legal("pass")
    assert not game.is_legal("dance")
    assert not game.is_legal(999)
    assert not game.is_legal(game.legal_actions[0], seat=0)  # it is not its turn
    with pytest.raises(WrongType, match="a move that is not a text is a whole number"):
        game.is_legal(1.5)  # type: ignore[arg-type]
