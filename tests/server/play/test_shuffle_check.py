"""The shuffle was promised before the first move: anybody can check it, and nobody can change it afterwards."""

import hashlib
import re

import pytest

import tabletown
from tabletown.engine.record import write_record
from tabletown.server.play.shuffle_check import check_record
from tabletown.server.play.table import commitment

from ..finished import SALT, keep, random_game, sealed_record
from ..visitors import Visitor

SEED = 12
FINGERPRINT = commitment("uptown/1", SEED, SALT)
RECORD = sealed_record()
FIRST = RECORD.index("\n---\n") + 5


def test_an_honest_record_passes() -> None:
    check = check_record(RECORD)
    assert check.passed
    assert check.fails == ""
    assert len(check.findings) == 4
    assert hashlib.sha256(check.secret.encode()).hexdigest() == FINGERPRINT
    assert check_record(RECORD, FINGERPRINT.upper()).passed


def _another_last_move() -> str:
    """A legal move in place of the last one."""
    game = tabletown.loads(RECORD)
    last = game.pop()
    other = next(action for action in game.legal_actions_of(last.seat) if action != last.action)
    text = game.say(other, last.seat)
    head, _, final = RECORD.rstrip("\n").rpartition("\n")
    number, seat, _ = final.split(" ", 2)
    return f"{head}\n{number} {seat} {text}\n"


TAMPERED = {
    "seed": (RECORD.replace("seed = 12\n", "seed = 13\n"), "fingerprint"),
    "salt": (RECORD.replace(SALT, "0" * 32), "fingerprint"),
    "commitment": (RECORD.replace(FINGERPRINT, "f" * 64), "fingerprint"),
    "no commitment": (RECORD.replace(f'commitment = "{FINGERPRINT}"\n', ""), "no fingerprint"),
    "no salt": (RECORD.replace(f'salt = "{SALT}"\n', ""), "no fingerprint"),
    "no seed": (RECORD.replace("seed = 12\n", ""), "no seed"),
    "scores": (re.sub(r"scores = \[-?\d+", "scores = [99", RECORD), "scores"),
    "digest": (re.sub(r'digest = "\w', 'digest = "x', RECORD), "digest"),
    "no digest": (re.sub(r'digest = "\w+"\n', "", RECORD), "digest"),
    "an illegal move": (RECORD[:FIRST] + RECORD[FIRST:].replace(" site 1", " site 9", 1), "not a site"),
    "a missing move": (RECORD.rstrip("\n").rpartition("\n")[0] + "\n", "not over"),
    "the rules": (RECORD.replace("uptown/1", "uptown/2"), "fingerprint"),
    "the players": (RECORD.replace('"Sky", ', ""), ""),
    "the header": (RECORD.replace("title = ", "title ", 1), "TOML"),
    "everything": ("", "header"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_tampered_record_is_rejected(what: str) -> None:
    text, reason = TAMPERED[what]
    assert text != RECORD
    check = check_record(text)
    assert not check.passed
    assert reason in check.fails


def test_another_last_move_is_rejected() -> None:
    check = check_record(_another_last_move())
    assert not check.passed
    assert [finding.holds for finding in check.findings][:2] == [True, True]  # it is legal, and leads elsewhere


def test_another_seed_with_its_own_fingerprint_is_not_what_was_promised() -> None:
    """Whoever deals anew can make a record that agrees with itself, but not with what was seen at the start."""
    other = random_game(13)
    text = write_record(other, ["Ada", "Bob", "Cyd"], salt=SALT, commitment=commitment("uptown/1", 13, SALT))
    assert check_record(text).passed
    check = check_record(text, FINGERPRINT)
    assert not check.passed
    assert "You gave" in check.fails


def test_the_page_of_a_finished_table(visitor: Visitor) -> None:
    """A whole game over the wire: the fingerprint of its first page is that of the seed of its last one."""
    visitor.sit_down(name="Ada")
    promised = re.findall(r"<code>(\w{64})</code>", visitor.page())
    assert visitor.http.get(f"/tables/{visitor.table}/check").status_code == 404
    while not visitor.is_game_over():
        form = visitor.form()
        if form.moves:
            visitor.move(form, form.moves[0])
    record = visitor.http.get(f"/tables/{visitor.table}/record").text
    assert check_record(record, promised[0]).passed
    for _ in range(2):
        page = visitor.http.get(f"/tables/{visitor.table}/check").text
        assert "An honest game" in page
        assert f"<code>{promised[0]}</code>" in page
    command = re.search(r"printf &#39;%s&#39; &#39;([^&]*)&#39;", page) or re.search(r"printf '%s' '([^']*)'", page)
    assert command is not None
    assert hashlib.sha256(command[1].encode()).hexdigest() == promised[0]


def test_a_finished_game_replays_bit_for_bit(visitor: Visitor) -> None:
    game = tabletown.loads(RECORD)
    keep(visitor.site.store, "over", game, ("Orange", "Sky", "Green"))
    assert visitor.http.get("/tables/over/record").text == RECORD
    with visitor.site.tables.at("over") as table:
        for ply in range(game.ply + 1):
            assert table.game.at(ply).states.tobytes() == game.at(ply).states.tobytes()
