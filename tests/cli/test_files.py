"""Commands that read and write files: games, new, score, draw, replay."""

import os
import re
from pathlib import Path

import pytest

import tabletown
from tabletown.engine.steps import step_ends

from .conftest import Run, random_game

PNG = b"\x89PNG\r\n\x1a\n"


def test_games(run: Run) -> None:
    ran = run("games")
    assert ran.code == 0
    assert "2-4" in ran.out
    assert "Adam Strzelecki" in ran.out
    (uptown,) = [row for row in run("games", "--json").json if row["name"] == "uptown"]
    assert (uptown["title"], uptown["players"], uptown["rules"]) == ("UpTown", [2, 4], "uptown/1")


def test_new_deals_what_the_seed_deals(run: Run, tmp_path: Path) -> None:
    ran = run("new", "uptown", "--players", "3", "--seed", "7", "-o", "table.toml")
    assert (ran.code, ran.out) == (0, "")
    text = (tmp_path / "table.toml").read_text()
    assert tabletown.loads(text).digest() == tabletown.new("uptown", players=3, seed=7).digest()
    assert run("new", "uptown", "-p", "3", "--seed", "7").out == text


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["downtown"], "there is no game 'downtown'"),
        (["uptown", "--players", "9"], "2 to 4 players, not 9"),
        (["uptown", "--seed", "-1"], "a seed is a whole number"),
        (["uptown", "-o", "no/such/table.toml"], "there is no folder"),
        (["uptown", "-o", "."], "is a folder"),
    ],
)
def test_new_refuses(run: Run, tmp_path: Path, args: list[str], words: str) -> None:
    run("new", *args).refused(words)
    assert list(tmp_path.iterdir()) == []


def test_score_of_a_record(run: Run, record: Path) -> None:
    game = random_game(5)
    ran = run("score", record)
    assert ran.code == 0
    assert "1st" in ran.out
    assert "The game is over" in ran.out
    facts = run("score", record, "--json").json
    assert [seat["score"] for seat in facts["seats"]] == game.scores()
    assert [sum(column) for column in zip(*(r["points"] for r in facts["sheet"]), strict=True)] == game.scores()
    assert facts["over"] is True


def test_score_of_a_position(run: Run, position: Path) -> None:
    ran = run("score", position)
    assert ran.code == 0
    assert "The game goes on" in ran.out
    facts = run("score", position, "--json").json
    assert [seat["score"] for seat in facts["seats"]] == random_game(5, 40).scores()
    assert "place" not in facts["seats"][0]


def test_score_at_a_ply(run: Run, record: Path, position: Path) -> None:
    assert run("score", record, "--ply", 40, "--json").json["seats"] == run("score", position, "--json").json["seats"]
    run("score", record, "--ply", 4000).refused("the record has the plies 0 to")
    run("score", position, "--ply", 3).refused("--ply needs a record")


HAND_WRITTEN = """
title = "uptown"
[[seat]]
account = 7
street = [["P03A"], [], [], [], []]
[[seat]]
street = [[], [], [], [], []]
"""


def test_score_serves_a_real_table(run: Run, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(HAND_WRITTEN)
    assert run("score", "table.toml").code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with its title"),
        ("not toml at all", "not valid TOML"),
        ('title = "downtown"', "there is no game 'downtown'"),
        (HAND_WRITTEN.replace("P03A", "P99A"), "unknown project 'P99A'"),
        (HAND_WRITTEN.replace("[[], [], [], [], []]", '[["P03B"], [], [], [], []]'), "lies in two places"),
        (HAND_WRITTEN.replace("account", "acount"), "unknown field 'acount'"),
        (HAND_WRITTEN.replace("account = 7", "account = -7"), "Orange's account"),
        ('title = "uptown"\nrules = "uptown/99"\n', "written for the rules"),
        ('title = "uptown"\n---\n', "names the rules it was played by"),
        ('title = "uptown"\nrules = "uptown/1"\nplayers = ["A", "B"]\nseed = 7\n---\n1 sky fly away\n', "ply 1"),
    ],
)
@pytest.mark.parametrize("command", [["score"], ["replay"], ["draw", "-o", "table.svg"]])
def test_broken_files_are_refused(run: Run, tmp_path: Path, command: list[str], text: str, words: str) -> None:
    (tmp_path / "broken.txt").write_text(text)
    name, *rest = command
    run(name, "broken.txt", *rest).refused("broken.txt: ", words)
    assert [path.name for path in tmp_path.iterdir()] == ["broken.txt"]


@pytest.mark.parametrize("command", [["score"], ["replay"], ["draw", "-o", "table.svg"]])
def test_unreadable_files_are_refused(run: Run, tmp_path: Path, command: list[str]) -> None:
    name, *rest = command
    run(name, "nowhere.txt", *rest).refused("nowhere.txt cannot be read")
    run(name, ".", *rest).refused("cannot be read")
    (tmp_path / "noise.txt").write_bytes(b"\xff\xfe\x00")
    run(name, "noise.txt", *rest).refused("noise.txt is not a text file")


def test_draw(run: Run, tmp_path: Path, record: Path, position: Path) -> None:
    assert run("draw", position, "-o", "table.svg").code == 0
    light = (tmp_path / "table.svg").read_text()
    assert light.startswith("<svg")
    assert run("draw", record, "--ply", 40, "-o", "again.svg").code == 0
    assert (tmp_path / "again.svg").read_text() == light
    assert run("draw", position, "--theme", "dark", "--seat", "sky", "-o", "table.png").code == 0
    assert (tmp_path / "table.png").read_bytes().startswith(PNG)
    assert run("draw", position, "--seat", "spectator", "-o", "watched.svg").code == 0


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["-o", "table.gif"], "should end in .svg or .png"),
        (["-o", "no/such/table.svg"], "there is no folder"),
        (["-o", "table.svg", "--seat", "4"], "there is no seat '4' at this table"),
        (["-o", "table.svg", "--seat", "purple"], "1 orange, 2 sky, 3 green"),
        (["-o", "table.svg", "--theme", "sepia"], "'sepia'"),
        (["-o", "table.svg", "--ply", "3"], "--ply needs a record"),
    ],
)
def test_draw_refuses(run: Run, tmp_path: Path, position: Path, args: list[str], words: str) -> None:
    run("draw", position, *args).refused(words)
    assert list(tmp_path.iterdir()) == [position]


def test_a_failed_write_leaves_the_old_file(
    run: Run, tmp_path: Path, position: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "new.toml"
    old.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    run("new", "uptown", "-o", "new.toml").refused("new.toml cannot be written: No space left on device")
    assert old.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.toml", "table.toml"]


def test_replay(run: Run, record: Path) -> None:
    game = random_game(5)
    ran = run("replay", record)
    assert ran.code == 0
    assert "puts it on site" in ran.out
    assert "Verified" not in ran.out
    ran = run("replay", record, "--verify")
    assert f"Verified: all {game.ply} plies are legal; the scores and the digest agree." in ran.out
    facts = run("replay", record, "--verify", "--json").json
    assert facts["verified"] == ["scores", "digest"]
    assert facts["digest"] == game.digest()
    assert [row["ply"] for row in facts["plies"]] == list(range(1, game.ply + 1))
    assert facts["plies"][-1]["sentence"]


def test_replay_by_moves_and_by_plies(run: Run, record: Path) -> None:
    moves, plies = run("replay", record).out, run("replay", record, "--plies").out
    facts = run("replay", record, "--json").json
    assert len(moves.splitlines()) < len(plies.splitlines())
    for row in facts["plies"]:
        assert re.search(rf"(?m)^ *{row['ply']} ", plies)
    numbers = [int(found) for found in re.findall(r"(?m)^ *(\d+) \S", moves)]
    assert set(step_ends(tabletown.load(record))) >= {number for number in numbers if number > 10}
    assert any(row["forced"] for row in facts["plies"])


def test_replay_to_a_ply(run: Run, record: Path) -> None:
    ran = run("replay", record, "--ply", 40)
    assert "public pile" in ran.out
    assert len(run("replay", record, "--ply", 40, "--json").json["plies"]) == 40
    run("replay", record, "--ply", -1).refused("not -1")


def test_replay_refuses(run: Run, tmp_path: Path, record: Path, position: Path) -> None:
    run("replay", position).refused("holds a single position")
    text = record.read_text()
    scores = str(random_game(5).scores())
    (tmp_path / "lie.txt").write_text(text.replace(scores, "[99, 0, 0]"))
    assert run("replay", "lie.txt").code == 0
    run("replay", "lie.txt", "--verify").refused("claims the scores [99, 0, 0]")
    (tmp_path / "other.txt").write_text(text.replace('digest = "', 'digest = "0'))
    run("replay", "other.txt", "--verify").refused("another final state than its digest")
    (tmp_path / "torn.txt").write_text(text[:-20])
    run("replay", "torn.txt", "--verify").refused("torn.txt: ")


def test_replay_says_when_there_is_nothing_to_compare(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bare.txt").write_text('title = "uptown"\nrules = "uptown/1"\nplayers = ["A", "B"]\nseed = 7\n---\n')
    ran = run("replay", "bare.txt", "--verify")
    assert "it carries neither scores nor a digest" in ran.out


def test_no_database_is_made_for_what_is_no_backup(run: Run, tmp_path: Path) -> None:
    (tmp_path / "monday.backup").write_text("garbage")
    run("restore", "monday.backup", "--db", "games.sqlite3").refused("is not a backup of Tabletown")
    assert not (tmp_path / "games.sqlite3").exists()
