"""`tabletown play`: whole games through a pipe, what can be typed, and what is refused."""

import builtins
import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import tabletown
from tabletown.cli import rules_text
from tabletown.cli.play_session import PlaySession
from tabletown.engine.forced import choices_back, was_forced
from tabletown.engine.game import Game
from tabletown.engine.takebacks import is_sealed

from .conftest import Run, run_process

ALWAYS_THE_FIRST = "1\n" * 400


def test_a_whole_game_through_a_pipe(run: Run, tmp_path: Path) -> None:
    ran = run("play", "uptown", "--seed", 7, "--record", "game.txt", input=ALWAYS_THE_FIRST)
    assert (ran.code, ran.err) == (0, "")
    assert "The game is over" in ran.out
    assert "Upcoins" in ran.out
    game = tabletown.load(tmp_path / "game.txt")
    assert game.is_game_over()
    assert game.seed == 7
    assert 'players = ["Orange", "Sky (greedy)"]' in (tmp_path / "game.txt").read_text()


def test_the_same_seed_and_moves_give_the_same_game(run: Run, tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        args = ("--bots", "uniform,greedy", "--seat", "green", "--seed", 3, "--record", name)
        assert run("play", "uptown", *args, input=ALWAYS_THE_FIRST).code == 0
    assert (tmp_path / "one.txt").read_text() == (tmp_path / "two.txt").read_text()
    assert 'players = ["Orange (uniform)", "Sky (greedy)", "Green"]' in (tmp_path / "one.txt").read_text()


def test_hot_seat(run: Run) -> None:
    ran = run("play", "uptown", "--players", 4, "--bots", "none", "--seed", 3, input=ALWAYS_THE_FIRST)
    assert ran.code == 0
    assert "(you)" not in ran.out
    assert "1st" in ran.out


def test_as_a_process(tmp_path: Path) -> None:
    ran = run_process("play", "uptown", "--seed", 7, "--record", "game.txt", input=ALWAYS_THE_FIRST)
    assert (ran.code, ran.err) == (0, "")
    assert tabletown.load(tmp_path / "game.txt").is_game_over()


def test_a_ply_without_a_choice_plays_itself(run: Run, tmp_path: Path) -> None:
    """In both ways the same game; with --every-ply each ply needs a line."""
    asked = {}
    for name, more in (("moves.txt", ()), ("plies.txt", ("--every-ply",))):
        args = ("--bots", "none", "--seed", 7, "--record", name, *more)
        ran = run("play", "uptown", *args, input=ALWAYS_THE_FIRST)
        assert ran.code == 0
        game = tabletown.load(tmp_path / name)
        assert game.is_game_over()
        asked[name] = len(re.findall(r"(?m)^ *1\b", ran.out))
    assert (tmp_path / "moves.txt").read_text() == (tmp_path / "plies.txt").read_text()
    assert any(was_forced(game, index) for index in range(game.ply))
    assert asked["moves.txt"] < asked["plies.txt"]


def test_undo_takes_back_what_played_itself_since(run: Run) -> None:
    """In Penny Lane a choice may be followed by plies without one; undo goes to before the choice."""
    for seed in range(60):
        game, chance, typed = tabletown.new("penny_lane", players=2, seed=seed), random.Random(seed), list[str]()
        while not game.is_game_over():
            actions = game.legal_actions
            action = chance.choice(actions)
            if len(actions) > 1:
                typed.append(game.say(action))
            seat = game.turn
            game.push_action(action)
            if seat is not None and len(actions) == 1 and game.turn == seat and len(game.legal_actions) > 1:
                choice = next(choices_back(game, seat, partial(was_forced, game)), None)
                if choice is not None and len(choice.seats) > 1:
                    args = ("play", "penny_lane", "--bots", "none", "--seed", seed)
                    ran = run(*args, input="\n".join([*typed, "undo", typed[-1], "quit"]))
                    assert (ran.code, ran.err) == (0, "")
                    return
    raise AssertionError("there was no such game")


def test_moves_as_text_undo_and_quit(run: Run, tmp_path: Path) -> None:
    first = tabletown.new("uptown", players=2, seed=7)
    move = next(move for move in first.legal_moves if move.startswith("play"))
    typed = f"{move}   # a comment\n\nundo\n{move}\nboard\nhelp\nsite 2\nquit\n"
    ran = run("play", "uptown", "--bots", "none", "--seed", 7, "--record", "game.txt", input=typed)
    assert (ran.code, ran.err) == (0, "")
    assert "take back your last choice" in ran.out
    assert "Stopped after 2 plies." in ran.out
    game = tabletown.load(tmp_path / "game.txt")
    assert [game.at(n).say(ply.action, ply.seat) for n, ply in enumerate(game.history)] == [move, "site 2"]


def test_go_on_with_a_saved_game(run: Run, tmp_path: Path) -> None:
    stopped = run("play", "uptown", "--seed", 7, "--record", "game.txt", input="1\n1\nquit\n")
    assert stopped.code == 0
    before = tabletown.load(tmp_path / "game.txt")
    gone_on = run("play", "uptown", "--from", "game.txt", "--record", "game.txt", input=ALWAYS_THE_FIRST)
    assert gone_on.code == 0
    assert "UpTown, Round 1" in gone_on.out
    after = tabletown.load(tmp_path / "game.txt")
    assert after.is_game_over()
    assert after.history[: before.ply] == before.history


def test_go_on_from_a_position(run: Run, tmp_path: Path, position: Path) -> None:
    args = ("--from", position, "--bots", "none", "--record", "game.txt")
    assert run("play", "uptown", *args, input="1\nquit\n").code == 0
    game = tabletown.load(tmp_path / "game.txt")
    assert (game.ply, len(game.history)) == (41, 1)


def test_going_on_refuses(run: Run, tmp_path: Path, position: Path) -> None:
    run("play", "uptown", "--from", "nowhere.txt").refused("nowhere.txt cannot be read")
    run("play", "uptown", "--from", position, "--seed", 7).refused("--seed, --players and --edition deal a new game")
    run("play", "uptown", "--from", position, "--players", 2).refused("holds one for 3")
    run("play", "uptown", "--from", position, "--bots", "greedy,greedy,greedy").refused("no seat for you")
    assert list(tmp_path.iterdir()) == [position]


def test_choices_show_what_they_bring(run: Run) -> None:
    ran = run("play", "uptown", "--bots", "none", "--seed", 7, input="quit\n")
    assert "prestige" in ran.out.split("First action")[1]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("99\n", ["line 1, '99'", "they are 1 to"]),
        ("fly\n", ["line 1, 'fly'", "is not a move of UpTown"]),
        ("# begin\nsite 1\n", ["line 2, 'site 1'", "(UT-20)"]),
        ("undo\n", ["nothing to take back"]),
        ("look windmill\n", ["there is no card 'windmill'"]),
        ("rules XX-99\n", ["no rule XX-99"]),
        ("1\n", ["the input ends after 1 lines"]),
        ("", ["the input ends after 0 lines"]),
    ],
)
def test_the_first_mistake_in_a_pipe_ends_the_game(run: Run, tmp_path: Path, typed: str, words: list[str]) -> None:
    ran = run("play", "uptown", "--bots", "none", "--seed", 7, "--record", "game.txt", input=typed)
    ran.refused(*words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["downtown"], "there is no game 'downtown'"),
        (["uptown", "--players", "7"], "2 to 4 players, not 7"),
        (["uptown", "--bots", "genius"], "there is no bot 'genius'"),
        (["uptown", "--bots", "greedy,greedy", "--players", "2"], "2 bots leave no seat for you"),
        (["uptown", "--bots", "greedy,greedy,greedy,greedy"], "2 to 4 players, not 5"),
        (["uptown", "--seat", "3"], "there is no seat '3'"),
        (["uptown", "--seed", "-7"], "a seed is a whole number"),
        (["uptown", "--record", "no/such/game.txt"], "there is no folder"),
    ],
)
def test_wrong_arguments(run: Run, args: list[str], words: str) -> None:
    run("play", *args, input="quit\n").refused(words)


def test_look_at_a_card(run: Run) -> None:
    ran = run("play", "uptown", "--bots", "none", "--seed", 7, input="look city-park\nlook Corner Off\nquit\n")
    assert "City Park, a roof, ground floor only: prestige 5" in ran.out
    assert "Corner Office, office: income 1, prestige 1" in ran.out


def test_rules_by_number(run: Run) -> None:
    ran = run("play", "uptown", "--bots", "none", "--seed", 7, input="rules UT-12\nrules\nrules all\nquit\n")
    assert ran.code == 0
    for number in ("UT-12", "UT-10", "UT-49"):
        assert number in ran.out


def test_numbered_rules_are_found_in_markdown() -> None:
    text = "# X\n\n- **XX-1** One\n  goes on.\n- **XX-2** Two.\n\nNot a rule.\n\n**XX-3** Three.\n"
    assert rules_text.numbered_rules(text) == {
        "XX-1": "**XX-1** One\ngoes on.",
        "XX-2": "**XX-2** Two.",
        "XX-3": "**XX-3** Three.",
    }


class Keyboard:
    """Somebody at a real keyboard, typing these lines; afterwards Ctrl-D."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.prompts: list[str] = []
        monkeypatch.setattr(builtins, "input", self.input)
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)

    def input(self, prompt: str = "") -> str:
        self.prompts.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


@pytest.fixture
def game() -> Game:
    return tabletown.new("uptown", players=2, seed=7)


def test_at_a_keyboard_mistakes_are_forgiven(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: Game
) -> None:
    keyboard = Keyboard(monkeypatch, "fly", "99", "1", "quit", "")
    PlaySession(game, {}).play()
    assert game.ply == 1
    assert capsys.readouterr().err.count("tabletown: ") == 2
    assert keyboard.prompts[-1].startswith("Save the game?")


def test_quitting_at_a_keyboard_offers_to_save(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: Game, tmp_path: Path
) -> None:
    Path("old.txt").write_text("old")
    Keyboard(monkeypatch, "1", "quit", "old.txt", "game.txt")
    PlaySession(game, {}).play()
    assert "old.txt exists already" in capsys.readouterr().err
    assert Path("old.txt").read_text() == "old"
    assert tabletown.load("game.txt").digest() == game.digest()


def test_ctrl_d_leaves_without_saving(
    monkeypatch: pytest.MonkeyPatch, game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Keyboard(monkeypatch, "1")
    PlaySession(game, {}).play()
    assert "Stopped after 1 plies." in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_number_is_asked_for_and_told_when_all_have_named_theirs(run: Run) -> None:
    game = tabletown.new("milton_keynes", players=2, seed=7)
    typed = []
    while not is_sealed(game):
        move = "pass" if "pass" in game.legal_moves else game.legal_moves[0]
        typed += [move] if len(game.legal_moves) > 1 else []  # what has no choice plays itself
        game.push(move)
    args = ("play", "milton_keynes", "--players", 2, "--bots", "none", "--seed", 7)
    one = run(*args, input="\n".join([*typed, "5", "quit"]))
    assert (one.code, one.err) == (0, "")
    assert one.out.count("# is 0 to 30") == 2
    assert "bribe 5" not in one.out
    assert "Orange 5" not in one.out
    both = run(*args, input="\n".join([*typed, "5", "bribe 6", "quit"]))
    assert "Orange 5" in both.out
    assert "Sky 6" in both.out
    beyond = run(*args, input="\n".join([*typed, "99"]))
    assert beyond.code == 2
    assert "99" in beyond.err
