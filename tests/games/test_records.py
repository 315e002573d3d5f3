"""Whole games of all titles, saved as records: each replays to exactly what it says; one tampered with does not."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletown as tt
from tabletown import games
from tabletown.engine.errors import OptionError, RecordError, TabletownError, UnknownRules, UnknownTitle
from tabletown.engine.record import read_record

from .shared import TESTS, audit

RECORDS = sorted((TESTS / "records").glob("*/*.txt"))
GOOD = {name: (TESTS / "records" / name / "2-greedy.txt").read_text(encoding="utf-8") for name in games.names()}


def header(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8").partition("\n---\n")[0])


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_records_replay(path: Path) -> None:
    text, expected = path.read_text(encoding="utf-8"), header(path)
    found = read_record(text, games.get)
    game = found.game
    assert game.title.name == path.parent.name
    assert game.digest() == expected["digest"]
    assert game.is_game_over() == ("scores" in expected)
    assert game.players == len(expected["players"]) == len(found.names)
    outcome = game.outcome()
    if outcome is not None:
        assert list(outcome.scores) == game.scores() == expected["scores"]
        assert outcome.scores[outcome.winners[0]] == max(expected["scores"])
        assert game.legal_actions == []
    assert expected["about"].endswith(".")
    assert tt.dumps(game, **found.facts) == text


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_records_can_be_taken_back_to_the_start(path: Path) -> None:
    game = tt.load(path)
    plies = list(game.history)
    first = game.at(game.ply - len(plies)).digest()
    last = game.digest()
    while game.history:
        game.pop()
    assert game.digest() == first
    game.replay(plies)
    assert game.digest() == last


@pytest.mark.parametrize("name", games.names())
def test_every_title_has_records_for_every_number_of_players(name: str) -> None:
    found = [path for path in RECORDS if path.parent.name == name]
    low, high = games.get(name).meta.players
    assert len(found) >= 10
    assert {len(header(path)["players"]) for path in found} == set(range(low, high + 1))


# --- Tampering ------------------------------------------------------------------------------------------------------


def ply(text: str, number: int) -> str:
    return next(line for line in text.split("\n") if line.startswith(f"{number} "))


def without(number: int) -> Callable[[str], str]:
    return lambda text: text.replace(ply(text, number) + "\n", "")


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def put(pattern: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, new, text, count=1)


def other_seat(text: str) -> str:
    """The last ply as another seat's: at the first one several seats may be waiting."""
    line = ply(text, last_ply(text))
    number, seat, move = line.split(" ", 2)
    return text.replace(line, f"{number} {'sky' if seat == 'orange' else 'orange'} {move}")


def other_move(text: str) -> str:
    """Another legal first move: then the rest does not fit, or the game ends differently."""
    game = tt.loads(text)
    start, line = game.at(0), ply(text, 1)
    played = start.say(game.history[0].action)
    other = next(move for move in start.legal_moves if move != played)
    return text.replace(line, line.replace(played, other))


def last_ply(text: str) -> int:
    return int(text.split("\n")[-2].split()[0])


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (put("seed = .*", "seed = 12345"), r"^ply \d+: "),
        (other_move, r"^(ply \d+: |the record )"),
        (put(r"scores = \[\d+", "scores = [99"), r"claims the scores \[99, \d+\], the replay gives"),
        (put(r"scores = .*", "scores = 'many'"), r"claims the scores many, the replay gives"),
        (put('digest = "....', 'digest = "0000'), "another final state than its digest says"),
        (without(1), r"^ply 1: '2 .*' should look like '1 orange MOVE'"),
        (without(20), r"^ply 20: '21 .*' should look like '20 orange MOVE'"),
        (lambda text: without(last_ply(text))(text), "claims the scores"),
        (lambda text: text + f"{last_ply(text) + 1} orange pass\n", r"^ply \d+: the game is over"),
        (put("rules = .*\n", ""), r'names the rules it was played by, like rules = "\w+/1"'),
        (other_seat, r"^ply \d+: seat \d is not to act now"),
        (swap("\n1 ", "\n1 nobody "), r"^ply 1: '1 nobody .*' should look like"),
        (swap("\n3 ", "\n4 "), r"^ply 3: '4 .*' should look like"),
        (lambda text: text.replace(ply(text, 3), "3"), r"^ply 3: '3' should look like"),
        (lambda text: text.replace(ply(text, 3), "3 orange"), r"^ply 3: '3 orange' should look like"),
        (put(r"(?m)^5 (\w+) .*$", r"5 \1 castle"), r"^ply 5: "),
        (lambda text: text + "and they lived happily\n", r"should look like"),
        (swap("seed = ", "seed = '"), "not valid TOML"),
        (put("seed = .*\n", ""), "needs the seed that dealt it, or a start position"),
        (put("seed = .*", "seed = 'x'"), "needs the seed that dealt it, or a start position"),
        (put("title = .*\n", ""), "begins with its title"),
        (put("players = .*", "players = 2"), "^players must be a list"),
        (put("players = .*", "players = [1, 2]"), "^players must be a list"),
        (put("players = .*", 'players = ["a", "b", "c"]'), r"^(ply \d+: |the record )"),
        (put("seed = .*", "start = 7"), "start must be a position as text"),
        (swap("seed = ", "options = 5\nseed = "), "^options must be a list of names"),
        (swap("seed = ", "options = [[]]\nseed = "), "^options must be a list of names"),
        (swap("seed = ", f"deep = {'[' * 5000}{']' * 5000}\nseed = "), "nested too deeply"),
    ],
)
def test_tampered_records_are_refused(name: str, tamper: Callable[[str], str], message: str) -> None:
    tampered = tamper(GOOD[name])
    assert tampered != GOOD[name]
    with pytest.raises(RecordError, match=message) as caught:
        tt.loads(tampered)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize(
    ("tamper", "error", "message"),
    [
        (put("title = .*", 'title = "chess"'), UnknownTitle, "there is no game 'chess' here"),
        (
            put('rules = "(.*)/1"', r'rules = "\1/7"'),
            UnknownRules,
            r"for the rules '\w+/7'; this release knows \w+/1\b",
        ),
        (put("rules = .*", "rules = 1"), UnknownRules, r"for the rules 1; this release knows \w+/1\b"),
        (put("players = .*", 'players = ["Solo"]'), OptionError, r"for \d to \d players, not 1"),
        (put("seed = .*", "seed = -1"), OptionError, "a seed is a whole number"),
        (swap("seed = ", 'options = ["taxes"]\nseed = '), OptionError, "has no option 'taxes'"),
    ],
)
def test_records_of_games_that_cannot_be_dealt(
    name: str, tamper: Callable[[str], str], error: type[TabletownError], message: str
) -> None:
    with pytest.raises(error, match=message):
        tt.loads(tamper(GOOD[name]))


@pytest.mark.parametrize("name", games.names())
def test_a_text_without_the_line_is_no_record(name: str) -> None:
    with pytest.raises(RecordError, match="after a line ---"):
        read_record(GOOD[name].replace("\n---\n", "\n"), games.get)


@pytest.mark.parametrize("name", games.names())
def test_unchecked_reading_still_plays_by_the_rules(name: str) -> None:
    claims = put(r"scores = .*", "scores = [99, 99]")(GOOD[name])
    assert read_record(claims, games.get, verify=False).game.scores() != [99, 99]
    with pytest.raises(RecordError):
        read_record(other_seat(GOOD[name]), games.get, verify=False)


@pytest.mark.parametrize("name", games.names())
def test_names_and_facts_are_kept(name: str) -> None:
    game = tt.new(name, players=2, seed=4)
    text = tt.dumps(game, names=["Ada", "Grace"], place="the kitchen", evening=3)
    found = read_record(text, games.get)
    assert found.names == ("Ada", "Grace")
    assert found.facts == {"place": "the kitchen", "evening": 3}
    with pytest.raises(RecordError, match="1 names for 2 seats"):
        tt.dumps(game, names=["Ada"])


@pytest.mark.parametrize("name", games.names())
def test_save_and_load(name: str, tmp_path: Path) -> None:
    game = tt.new(name, players=2, seed=4)
    game.push(game.legal_moves[0])
    tt.save(game, tmp_path / "game.txt")
    again = tt.load(tmp_path / "game.txt")
    assert again.digest() == game.digest()
    assert again.history == game.history
    assert again.seed == 4


@given(
    name=st.sampled_from(games.names()),
    players=st.integers(2, 3),
    seed=st.integers(0, 2**63 - 1),
    picks=st.lists(st.integers(0, 47), max_size=60),
)
def test_any_legal_prefix_holds_together(name: str, players: int, seed: int, picks: list[int]) -> None:
    """Any deal and any legal moves: nothing impossible, a record that replays, and undo back to the deal."""
    game = tt.new(name, players=players, seed=seed)
    dealt = game.digest()
    for pick in picks:
        actions = game.legal_actions
        if actions:
            game.push_action(actions[pick % len(actions)])
    assert audit(game) == ""
    assert tt.loads(tt.dumps(game)).digest() == game.digest()
    while game.history:
        game.pop()
    assert game.digest() == dealt


@given(
    name=st.sampled_from(games.names()),
    at=st.integers(0, 4000),
    length=st.integers(0, 12),
    new=st.text("0129 skyorange\n\"'=[]", max_size=5),
)
def test_no_damage_does_harm(name: str, at: int, length: int, new: str) -> None:
    """Cut out or typed in anywhere: refused in a sentence, or still the same game."""
    good = GOOD[name]
    damaged = good[: at % len(good)] + new + good[at % len(good) + length :]
    try:
        game = tt.loads(damaged)
    except TabletownError as error:
        sentence = str(error)
    else:
        sentence = "the same game"
        assert game.digest() == tt.loads(good).digest() or "digest = " not in damaged
    assert sentence
