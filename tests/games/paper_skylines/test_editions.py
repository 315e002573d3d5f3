"""The editions of Paper Skylines' cards: what they change, what they must not, and that games are played with them."""

import hashlib
import re
from typing import Any

import pytest

import tabletown as tt
from tabletown.bots import Budget
from tabletown.engine.card_paths import described, number_at

from ..shared import TESTS, leaves, play
from .helpers import BUILDINGS, TITLE, B, hand, price, rich, seat, table, tracks

FIRST, NAME = "balanced", "balanced_2"
EDITION = next(one for one in TITLE.editions if one.name == NAME)
PRINTED: dict[str, Any] = TITLE.card_table()
BALANCED: dict[str, Any] = TITLE.card_table(edition=NAME)
RULES = {"": "paper_skylines/1", **{name: f"paper_skylines/1/{name}" for name in (FIRST, NAME)}}

CARD_DATA = "dfe9e3f51919661cce580610b4919c18ae5dba515c4fa803f536a844336e547c"
"""SHA-256 of what kernels read of the printed cards."""
FIRST_DATA = "ef9ebb30c0779e3f6c17d0fa9d9a37d1f755afaf897985c919dfcd0cd2a6bc84"
"""The same of the first balanced cards: games that were played with them must replay."""

BONUSES = {
    "city.X11.bonus": ("cards at a new level", "on(level_start){draw(2,deck)}"),
    "city.X12.bonus": ("steps after a claim", "on(claim){advance(3,any)}"),
    "city.X08.bonus": ("steps after a tuck", "on(tuck){advance(1,lowest)}"),
}
"""What the rules call the number of a bonus, and its text as printed. The other numbers of the edition are prices."""


def test_the_printed_cards_are_what_they_were() -> None:
    assert hashlib.sha256(TITLE.cards.data.tobytes()).hexdigest() == CARD_DATA
    game = tt.new("paper_skylines", seed=7)
    assert (game.edition, game.rules, game.cards) == ("", "paper_skylines/1", TITLE.cards)


def test_the_first_edition_is_what_it_was_and_is_no_longer_offered() -> None:
    first = next(one for one in TITLE.editions if one.name == FIRST)
    assert (first.title, first.replaced_by, EDITION.title) == ("Balanced (first)", NAME, "Balanced")
    assert hashlib.sha256(TITLE.cards_for(1, FIRST).data.tobytes()).hexdigest() == FIRST_DATA
    assert TITLE.editions_offered == (EDITION,)
    assert first.changes.items() < EDITION.changes.items(), "the new one has all its changes, and more"


@pytest.mark.parametrize(
    ("rules", "refusal"),
    [(NAME, "ply 49: choose the cards that pay for the building"), ("", "ply 91: choose where to build")],
)
def test_a_game_with_the_first_edition_replays_with_its_cards_alone(rules: str, refusal: str) -> None:
    """The second edition asks one card more for the Movie Palace, the printed cards one less for the Homestead."""
    record = (TESTS / "records" / "paper_skylines" / "2-first-balanced.txt").read_text(encoding="utf-8")
    game = tt.loads(record)
    assert (game.rules, game.edition, game.is_game_over()) == (RULES[FIRST], FIRST, True)
    with pytest.raises(tt.errors.RecordError, match=refusal):
        tt.loads(record.replace(f'"{RULES[FIRST]}"', f'"{RULES[rules]}"'))


def test_it_differs_in_the_listed_numbers_and_in_nothing_else() -> None:
    printed, balanced = dict(leaves(PRINTED)), dict(leaves(BALANCED))
    assert printed.keys() == balanced.keys()
    assert {path for path in printed if printed[path] != balanced[path]} == set(EDITION.changes)
    for path, number in EDITION.changes.items():
        if path in BONUSES:
            assert printed[path] == BONUSES[path][1]
            assert balanced[path] == re.sub(r"\d", str(number), printed[path]), "the words of a bonus stay"
        else:
            assert balanced[path] == number
    before, after = TITLE.cards.data, TITLE.cards_for(1, NAME).data
    changed = {field: int((after[field] != before[field]).sum()) for field in after.dtype.names}
    assert {field: count for field, count in changed.items() if count} == {
        "cost": 3, "level_draw": 1, "low": 2, "high": 2,
    }  # fmt: skip


def test_the_rules_page_tells_what_is_different() -> None:
    chapter = (TITLE.folder / "rules.md").read_text(encoding="utf-8").partition("## Balanced cards")[2]
    told = re.findall(r"\| ([^|]+) \| (\d[^|]*) \| (\d[^|]*) \|", chapter.split("\n## ")[0])
    assert told == [
        (described(PRINTED, path)[0], *(amount(path, n) for n in (number_at(PRINTED, path), number)))
        for path, number in EDITION.changes.items()
    ]


def amount(path: str, number: int | None) -> str:
    """A number of a card as the rules write it."""
    words = f"{number} {BONUSES[path][0] if path in BONUSES else 'cards'}"
    return re.sub(r"^1 (card|step)s", r"1 \1", words)


@pytest.mark.parametrize(("players", "name"), [(2, NAME), (3, NAME), (4, NAME), (2, FIRST)])
def test_a_game_is_played_by_minds_and_comes_back_from_its_record(players: int, name: str) -> None:
    game = tt.new("paper_skylines", players=players, seed=11, edition=name)
    mind = tt.bots.get("reflex")
    while game.turn is not None:
        game.push_action(mind.choose(game.view(game.turn), Budget(seconds=0.0, seed=1)), game.turn)
    record = tt.dumps(game)
    assert f'rules = "{RULES[name]}"\n' in record
    again = tt.loads(record)
    assert (again.edition, again.scores(), again.digest()) == (name, game.scores(), game.digest())
    assert again.cards is TITLE.cards_for(1, name)
    with pytest.raises(tt.errors.TabletownError):
        tt.loads(record.replace(RULES[name], RULES[""]))


@pytest.mark.parametrize(("name", "gained"), [("", 1), (FIRST, 1), (NAME, 2)])
def test_san_francisco_pays_its_changed_bonus(name: str, gained: int) -> None:
    """Each step goes up where the seat stands lowest, and only after the first tuck of a turn."""
    game = table(seat("[San Francisco*] [Diner]", "Zoo, Sandlot", tracks=[4, 1, 4]), level=2, rules=RULES[name])
    play(game, "tuck, card zoo, tuck")
    assert tracks(game) == (4, 1 + gained, 4)


@pytest.mark.parametrize(("name", "gained"), [("", 3), (FIRST, 2), (NAME, 2)])
def test_new_orleans_pays_its_changed_bonus(name: str, gained: int) -> None:
    slots = "[New Orleans*] [Diner] [Zoo] [Sawmill < Warehouse < Brickworks < Cottage Row] [Sandlot] [Homestead]"
    game = table(seat(slots), level=2, rules=RULES[name])
    play(game, ", ".join(["claim, achievement high-rise", *["track profit"] * gained]))
    assert tracks(game) == (gained, 0, 0)
    assert "track profit" not in game.legal_moves


@pytest.mark.parametrize(("name", "drawn"), [("", 4), (FIRST, 3), (NAME, 3)])
def test_washington_draws_its_changed_bonus(name: str, drawn: int) -> None:
    game = table(seat("[Washington, D.C.*]"), marked=[1], deck={1: ""}, rules=RULES[name])
    game.push("end")
    assert (len(hand(game)), len(hand(game, B))) == (drawn, 2)


@pytest.mark.parametrize(("name", "asked"), [("", 2), (FIRST, 2), (NAME, 3)])
def test_the_movie_palace_costs_its_changed_price(name: str, asked: int) -> None:
    game = rich("[Philadelphia*]", "Movie Palace, Sandlot, Sawmill, Zoo", rules=RULES[name])
    assert game.cards.data["cost"][0, BUILDINGS["Movie Palace"].index] == asked
    assert price(game, "Movie Palace", "right") == asked
