"""The log tells the game: money and points can be counted from its lines alone, and every line is good English."""

import random
import re
from collections.abc import Callable, Iterator

import pytest

import tabletown as tt
from tabletown import games
from tabletown.engine.log_sentences import LogSentence, chapter, tell
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import Names, in_words
from tabletown.games.penny_lane import state as penny_lane
from tabletown.games.plain_state import plain
from tabletown.games.uptown import state as uptown

from ..marks import fewest, quick_if

PLAYERS = ("Ada", "Bob", "Cyd", "Dan", "Eve")
THINGS = (
    "penny", "star", "point", "card", "citizen", "block", "deed", "permit", "action", "swap", "item", "floor",
    "building", "free briefcase",
)  # fmt: skip
_SOME = "|".join(THINGS)
_WRONG_NUMBER = re.compile(rf"(?<!-)\b(?:0|[2-9]|\d\d+) (?:{_SOME})\b|\b1 (?:pennies|(?:{_SOME})s)\b")
_CELL = re.compile(r"\b[tb][+-]\d", re.IGNORECASE)

Counted = dict[int, int]
GAMES = [
    (name, players, seed)
    for name in games.names()
    for players in range(games.get(name).meta.players[0], games.get(name).meta.players[1] + 1)
    for seed in range(2)
]


def brief(name: str, players: int, seed: int) -> bool:
    """One game of each title, with as few players as can be."""
    return fewest(name, players) and seed == 0


def told_game(name: str, players: int, seed: int, reader: int | None) -> Iterator[tuple[Position, list[LogSentence]]]:
    """A random game: every position as the reader sees it, with the sentences that led to it."""
    game, chance = tt.new(name, players=players, seed=seed), random.Random(seed)
    seen: Position = game.at(0) if reader is None else game.view(reader)
    yield seen, []
    while not game.is_game_over():
        whole, before = game.at(game.ply), seen
        seat = chance.choice(game.waiting)
        game.push_action(chance.choice(game.legal_actions_of(seat)), seat)
        seen = game.at(game.ply) if reader is None else game.view(reader)
        yield seen, tell(before, seen, game.history[-1], whole) or []


# --- Counting from lines --------------------------------------------------------------------------------------------


def pennies_told(counted: Counted, seat: int, text: str) -> None:
    """Penny Lane: what a line says of pennies."""
    for who, does, amount in re.findall(r"(?:lets (\w+) )?\b(pays|gains?|for) (\d+) penn", text):
        whose = PLAYERS.index(who) if who else seat
        counted[whose] += int(amount) if does.startswith("gain") else -int(amount)


def upcoins_told(counted: Counted, seat: int, text: str) -> None:
    """UpTown: what a line says of upcoins."""
    for who, does, amount in re.findall(r"(?:; (\w+) )?\b(takes|gains|for) \$(\d+)", text):
        whose = PLAYERS.index(who) if who else seat
        counted[whose] += -int(amount) if does == "for" else int(amount)


def cash_told(counted: Counted, seat: int, text: str) -> None:
    """Milton Keynes: what a line says of cash."""
    signs = {"All collect their income: ": 1, "All pay their bribes: ": -1}
    for start, sign in signs.items():
        if text.startswith(start):
            for who, amount in re.findall(r"(\w+) (\d+)", text.removeprefix(start)):
                counted[PLAYERS.index(who)] += sign * int(amount)
    for giver, taker, amount in re.findall(r"(\w+) gives (\w+) (\d+) cash", text):
        counted[PLAYERS.index(giver)] -= int(amount)
        counted[PLAYERS.index(taker)] += int(amount)
    if found := re.fullmatch(r"wins the .* and pays (\w+) (\d+)|buys the deed of \w\w from (\w+) for (\d+)", text):
        taker, amount = [part for part in found.groups() if part]
        counted[seat] -= int(amount)
        counted[PLAYERS.index(taker)] += int(amount)
    elif found := re.fullmatch(r"buys .* for (\d+)", text):
        counted[seat] -= int(found[1])
    elif found := re.match(r"gains (\d+) \(", text):
        counted[seat] += int(found[1])
    elif found := re.match(r"gives up (\d+) in", text):
        counted[seat] -= int(found[1])


def score_told(counted: Counted, seat: int, text: str) -> None:
    """Paper Skylines: the score that a line leads to."""
    if found := re.search(r"and now has (\d+)$", text):
        counted[seat] = int(found[1])


FIELDS = {"penny_lane": "pennies", "uptown": "account", "milton_keynes": "cash", "paper_skylines": "score"}
COUNT: dict[str, Callable[[Counted, int, str], None]] = {
    "penny_lane": pennies_told,
    "uptown": upcoins_told,
    "milton_keynes": cash_told,
    "paper_skylines": score_told,
}


def half_done(position: Position) -> bool:
    """Whether something has been paid for a move whose sentence is still to come."""
    state = plain(position)
    if position.title.name == "penny_lane":
        return bool(state.adding != penny_lane.NONE)
    return position.title.name == "uptown" and state.phase in (uptown.PLACE_FIRST, uptown.PLACE_SECOND)


@pytest.mark.parametrize("reader", [None, -1, 0])
@pytest.mark.parametrize(("name", "players", "seed"), quick_if(brief, GAMES))
def test_what_seats_own_can_be_counted_from_the_lines(name: str, players: int, seed: int, reader: int | None) -> None:
    names, field, counted = Names(PLAYERS), FIELDS[name], dict.fromkeys(range(players), 0)
    known = range(players)
    if name == "milton_keynes" and reader is not None:  # cash is secret
        known = range(reader, reader + 1) if reader >= 0 else range(0)
    for position, lines in told_game(name, players, seed, reader):
        if not position.ply and not lines:
            counted.update(enumerate(getattr(plain(position), field)[:players]))
        for line in lines:
            COUNT[name](counted, line.seat, in_words(line.text, line.seat, names))
        if not half_done(position):
            owned = getattr(plain(position), field)
            assert [counted[seat] for seat in known] == [owned[seat] for seat in known], [line.text for line in lines]


@pytest.mark.parametrize(("name", "players", "seed"), quick_if(brief, GAMES))
def test_every_line_is_a_sentence_with_rules_and_a_heading(name: str, players: int, seed: int) -> None:
    rules = games.get(name).rules_text
    before = None
    for position, lines in told_game(name, players, seed, 0):
        for line in lines:
            assert before is not None
            assert line.heading or chapter(before)
            assert all(f"**{rule}**" in rules for rule in line.rules), line
            assert line.rules or line.heading == "The end"
            for you in (-1, 0, 1):
                check_words(line, Names(PLAYERS, you))
        before = position


def check_words(line: LogSentence, names: Names) -> None:
    """A line as a reader reads it: no marks, no cells, right numbers and verbs, one space, no full stop."""
    text = in_words(line.text, line.seat, names)
    assert text == text.strip()
    assert text
    assert "  " not in text
    assert "the own" not in text
    assert not re.search("[\ue000-\uf8ff]", text)
    assert not _CELL.search(text), text
    assert not _WRONG_NUMBER.search(text), text
    assert not text.removesuffix("D.C.").endswith("."), text
    if line.seat == names.you and line.seat >= 0:
        first = text.split()[0]
        assert first.endswith("ss") or not first.endswith("s"), text
    assert not re.search(r"\byou (?:gains|gives|pays|has|is)\b", text), text


def test_the_last_lines_say_why_it_ended_and_what_all_have() -> None:
    *_, (position, lines) = told_game("uptown", 2, 3, -1)
    outcome = position.outcome()
    assert outcome is not None
    told = [in_words(line.text, line.seat, Names(PLAYERS)) for line in lines if line.heading == "The end"]
    assert told[0] == f"The game ends: {outcome.reason}"
    assert {f"has {points} points" for points in outcome.scores} <= set(told)
    assert told[-1] in ("wins the game", "Ada and Bob share the victory")
