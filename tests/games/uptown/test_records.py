"""Whole games, saved as records: each replays to exactly what it says, and a record that was tampered with does not."""

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
from tabletown.engine.errors import OptionError, RecordError, TabletownError, UnknownTitle
from tabletown.engine.record import read_record

from ..shared import TESTS
from .helpers import TITLE

RECORDS = sorted((TESTS / "records" / "uptown").glob("*.txt"))
GOOD = (TESTS / "records" / "uptown" / "2-street.txt").read_text(encoding="utf-8")


def header(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8").partition("\n---\n")[0])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_replay(path: Path) -> None:
    text, expected = path.read_text(encoding="utf-8"), header(path)
    found = read_record(text, games.get)
    game = found.game
    assert game.digest() == expected["digest"]
    assert game.is_over() == ("scores" in expected)
    assert game.players == len(expected["players"]) == len(found.names)
    outcome = game.outcome()
    if outcome is not None:
        assert list(outcome.scores) == game.scores() == expected["scores"]
        assert outcome.scores[outcome.winners[0]] == max(expected["scores"])
        assert game.legal_actions() == []
    assert tt.dumps(game, **found.facts) == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
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


def test_the_collection_tells_every_kind_of_story() -> None:
    finished = [(header(path), tt.load(path)) for path in RECORDS]
    outcomes = [game.outcome() for _, game in finished]
    assert len(RECORDS) >= 10
    assert {game.players for _, game in finished} == {2, 3, 4}
    assert {o.reason for o in outcomes if o} == {"all five sites of a street are finished", "a deck is empty"}
    assert any(o and len(o.winners) > 1 for o in outcomes)
    assert any(o and min(o.scores) < 0 for o in outcomes)
    assert max(gifts(game) for _, game in finished) >= 8
    verbs = {TITLE.actions.decode(ply.action)[0] for _, game in finished for ply in game.history}
    assert verbs >= {"take", "discard", "play", "buy", "public", "pass", "site"}
    assert all(about["about"].endswith(".") for about, _ in finished)


def gifts(game: tt.Game) -> int:
    sites = [(ply.seat, TITLE.actions.decode(ply.action)) for ply in game.history]
    return sum(verb == "site" and args[0] != seat for seat, (verb, args) in sites)


def ties(name: str) -> tt.Outcome:
    outcome = tt.load(TESTS / "records" / "uptown" / f"{name}.txt").outcome()
    assert outcome is not None
    return outcome


@pytest.mark.rules("UT-48", "UT-49")
def test_ties_in_whole_games() -> None:
    assert ties("2-shared").places == (1, 1)
    assert len(ties("3-shared").winners) == 2
    broken = ties("3-tie-broken")
    assert sorted(broken.scores)[-1] == sorted(broken.scores)[-2]
    assert len(broken.winners) == 1


@pytest.mark.rules("UT-47")
def test_an_uncollected_price_is_lost() -> None:
    game = tt.load(TESTS / "records" / "uptown" / "4-deck-sold-out.txt")
    sold = [seat for seat in range(4) if game.state.upcoins[seat] and not game.state.deck_left[seat]]
    assert sold
    points = TITLE.scoring.sheet(game)[-1][1]
    assert [points[seat] for seat in sold] == [int(game.state.account[seat]) // 3 for seat in sold]


# --- Tampering ------------------------------------------------------------------------------------------------------


def lines(text: str) -> list[str]:
    return text.split("\n")


def ply(text: str, number: int) -> str:
    return next(line for line in lines(text) if line.startswith(f"{number} "))


def without(number: int) -> Callable[[str], str]:
    return lambda text: text.replace(ply(text, number) + "\n", "")


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def other_seat(text: str) -> str:
    line = ply(text, 1)
    number, seat, move = line.split(" ", 2)
    return text.replace(line, f"{number} {'sky' if seat == 'orange' else 'orange'} {move}")


def other_site(text: str) -> str:
    """Another site for the very first floor: a legal move, but then the game ends differently."""
    line = next(line for line in lines(text) if " site " in line)
    return text.replace(line, f"{line[:-1]}{int(line[-1]) % 5 + 1}")


def other_project(text: str) -> str:
    line = next(line for line in lines(text) if " public " in line)
    return text.replace(line, line.rpartition(" ")[0] + " castle")


def last_ply(text: str) -> int:
    return int(lines(text)[-2].split()[0])


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (lambda text: re.sub("seed = .*", "seed = 12345", text), r"^ply \d+: "),
        (other_site, r"^(ply \d+: |the record )"),
        (
            lambda text: re.sub(r"scores = \[\d+", "scores = [99", text),
            r"claims the scores \[99, \d+\], the replay gives",
        ),
        (lambda text: re.sub(r"scores = .*", "scores = 'many'", text), r"claims the scores many, the replay gives"),
        (lambda text: re.sub('digest = "....', 'digest = "0000', text), "another final state than its digest says"),
        (without(1), r"^ply 1: '2 .*' should look like '1 orange MOVE'"),
        (without(20), r"^ply 20: '21 .*' should look like '20 orange MOVE'"),
        (lambda text: without(last_ply(text))(text), "claims the scores"),
        (lambda text: text + f"{last_ply(text) + 1} orange discard\n", r"^ply \d+: the game is over"),
        (swap('"uptown/1"', '"uptown/7"'), r"written for the rules 'uptown/7'; here are 'uptown/1'"),
        (swap('rules = "uptown/1"\n', ""), r"written for the rules None"),
        (other_seat, r"^ply 1: seat \d is not to act now"),
        (swap("\n1 ", "\n1 purple "), r"^ply 1: '1 purple .*' should look like"),
        (swap("\n3 ", "\n4 "), r"^ply 3: '4 .*' should look like"),
        (lambda text: text.replace(ply(text, 3), "3"), r"^ply 3: '3' should look like"),
        (lambda text: text.replace(ply(text, 3), "3 orange"), r"^ply 3: '3 orange' should look like"),
        (other_project, r"^ply \d+: there is no project 'castle'"),
        (lambda text: text + "and they lived happily\n", r"should look like"),
        (swap("seed = ", "seed = '"), "not valid TOML"),
        (lambda text: re.sub("seed = .*\n", "", text), "needs the seed that dealt it, or a start position"),
        (lambda text: re.sub("seed = .*", "seed = 'x'", text), "needs the seed that dealt it, or a start position"),
        (swap('title = "uptown"\n', ""), "begins with its title"),
        (lambda text: re.sub("players = .*", "players = 2", text), "^players must be a list"),
        (lambda text: re.sub("players = .*", "players = [1, 2]", text), "^players must be a list"),
        (lambda text: re.sub("seed = .*", "start = 7", text), "start must be a position as text"),
        (swap("seed = ", "options = 5\nseed = "), "^options must be a list of names"),
        (swap("seed = ", "options = [[]]\nseed = "), "^options must be a list of names"),
        (swap("seed = ", f"deep = {'[' * 5000}{']' * 5000}\nseed = "), "nested too deeply"),
    ],
)
def test_tampered_records_are_refused(tamper: Callable[[str], str], message: str) -> None:
    tampered = tamper(GOOD)
    assert tampered != GOOD
    with pytest.raises(RecordError, match=message) as caught:
        tt.loads(tampered)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("tamper", "error", "message"),
    [
        (swap('title = "uptown"', 'title = "chess"'), UnknownTitle, "there is no game 'chess' here"),
        (lambda text: re.sub("players = .*", 'players = ["Solo"]', text), OptionError, "for 2 to 4 players, not 1"),
        (lambda text: re.sub("seed = .*", "seed = -1", text), OptionError, "a seed is a whole number"),
        (swap("seed = ", 'options = ["taxes"]\nseed = '), OptionError, "UpTown has no option 'taxes'"),
    ],
)
def test_records_of_games_that_cannot_be_dealt(
    tamper: Callable[[str], str], error: type[TabletownError], message: str
) -> None:
    with pytest.raises(error, match=message):
        tt.loads(tamper(GOOD))


def test_another_number_of_players_does_not_replay() -> None:
    with pytest.raises(RecordError, match=r"^ply \d+: "):
        tt.loads(re.sub("players = .*", 'players = ["a", "b", "c"]', GOOD))


def test_a_text_without_the_line_is_no_record() -> None:
    with pytest.raises(RecordError, match="after a line ---"):
        read_record(GOOD.replace("\n---\n", "\n"), games.get)


def test_unchecked_reading_still_plays_by_the_rules() -> None:
    claims = re.sub(r"scores = .*", "scores = [99, 99]", GOOD)
    assert read_record(claims, games.get, verify=False).game.scores() != [99, 99]
    with pytest.raises(RecordError):
        read_record(other_seat(GOOD), games.get, verify=False)


def test_names_and_facts_are_kept() -> None:
    game = tt.new("uptown", players=2, seed=4)
    text = tt.dumps(game, names=["Ada", "Grace"], place="the kitchen", evening=3)
    found = read_record(text, games.get)
    assert found.names == ("Ada", "Grace")
    assert found.facts == {"place": "the kitchen", "evening": 3}
    with pytest.raises(RecordError, match="1 names for 2 seats"):
        tt.dumps(game, names=["Ada"])


def test_save_and_load(tmp_path: Path) -> None:
    game = tt.new("uptown", players=3, seed=4)
    game.push("discard")
    tt.save(game, tmp_path / "game.txt")
    again = tt.load(tmp_path / "game.txt")
    assert again.digest() == game.digest()
    assert again.history == game.history
    assert again.seed == 4


def test_a_record_from_a_position_tells_where_it_began() -> None:
    game = tt.load(TESTS / "records" / "uptown" / "2-from-position.txt")
    start = game.at(game.ply - len(game.history))
    assert TITLE.positions.write(start)["seat"][0]["street"] == [["P03A"], [], [], ["P04A"], ["P05A"]]


# --- Any text at all ------------------------------------------------------------------------------------------------


@given(at=st.integers(0, len(GOOD) - 1), length=st.integers(0, 12), new=st.text("0129 skyorange\n\"'=[]", max_size=5))
def test_no_damage_does_harm(at: int, length: int, new: str) -> None:
    """Cut out or typed in anywhere: refused in a sentence, or still the same game."""
    damaged = GOOD[:at] + new + GOOD[at + length :]
    try:
        game = tt.loads(damaged)
    except TabletownError as error:
        sentence = str(error)
    else:
        sentence = "the same game"
        assert game.digest() == tt.loads(GOOD).digest() or "digest = " not in damaged
    assert sentence
