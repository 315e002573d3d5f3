"""Short ways to set up a Paper Skylines table in the notation of the rules, and to read what happened on it."""

import random
import re
from collections.abc import Iterator
from typing import Any

import tomlkit

import tabletown as tt
from tabletown import games
from tabletown.engine.position import Position
from tabletown.engine.state import record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import slug
from tabletown.games.paper_skylines.rules import city as cities
from tabletown.games.paper_skylines.text import names
from tabletown.games.paper_skylines.vocabulary import COUNT_NAMES

TITLE = games.get("paper_skylines")
BUILDINGS = {b.name: b for b in TITLE.cards.buildings}
CITIES = {c.name: c for c in TITLE.cards.cities}
ACHIEVEMENTS = {a.name: a for a in TITLE.cards.achievements}
A, B, C, D = range(4)
SLOT = re.compile(r"\[([^\]]*)\]|\( \)")
QUIET_CITIES = ("Los Angeles", "New York", "Houston", "Philadelphia")  # those whose bonus seldom matters
RICH = "[Diner] [Philadelphia* + Fish Market] ( ) [Post Office < Town Library + Corner Store]"
DECK = "Cannery, Golf Course, Riverwalk, Courthouse, Grand Hotel"
SPOTS = {"left": s.LEFT_END, "right": s.RIGHT_END}


def listed(text: str) -> list[str]:
    """Names separated by commas as the words of positions and moves; "-" is a gap of the row."""
    return ["end" if "Round end" in name else slug(name) or name for name in text.split(", ") if name]


def seat(city: str = "", hand: str = "", **fields: Any) -> dict[str, Any]:
    """A `[[seat]]` whose city is written "[Boston*] ( ) [Diner < Zoo + Sawmill]": bottom < top + tucked, * mayor."""
    row: dict[str, Any] = {"hand": listed(hand)}
    if city:
        row["slots"] = []
        for match in SLOT.finditer(city):
            inside = match[1] or ""
            parts = [slug(part) for part in re.split("[<+]", inside.replace("*", ""))]
            marks = re.findall("[<+]", inside)
            text = parts[0] + "".join(f" {mark} {part}" for mark, part in zip(marks, parts[1:], strict=True))
            row["slots"].append(f"{text or '( )'}{' *' if '*' in inside else ''}")
            if parts[0] in {slug(name) for name in CITIES}:
                row["city"] = parts[0]
    return row | fields


def table(*seats: dict[str, Any], **header: Any) -> tt.Game:
    """A game from a position: two seats or more (a second one is added); decks as {level: "top card, next card"}."""
    rows = [dict(row) for row in (seats if len(seats) > 1 else (*seats, seat()))]
    free = [name for name in QUIET_CITIES if slug(name) not in {row.get("city") for row in rows}]
    for row in rows:
        if "city" not in row:
            row["city"] = slug(free.pop())
    for name in ("row", "pile"):
        if isinstance(header.get(name), str):
            header[name] = listed(header[name])
    if isinstance(header.get("deck"), dict):
        header["deck"] = [listed(header["deck"].get(level, "")) for level in range(1, s.LEVELS + 1)]
    return tt.loads(tomlkit.dumps({"title": "paper_skylines", **header, "seat": rows}))


def walk(players: int, seed: int, options: dict[str, bool] | None = None) -> Iterator[tt.Game]:
    """A game of random moves, seen before every ply and once more when it is over."""
    game, rng = tt.new("paper_skylines", players=players, seed=seed, options=options), random.Random(seed)
    while not game.is_game_over():
        yield game
        game.push_action(rng.choice(game.legal_actions))
    yield game


def rich(city: str = RICH, hand: str = "Sandlot, Sawmill, Village Green", **header: Any) -> tt.Game:
    """A table on which nearly everything is possible."""
    deck = ", ".join(card for card in DECK.split(", ") if card not in city + hand)
    fields = {"level": 2, "row": "County Clinic, Savings Bank, Botanical Garden", "deck": {2: deck}}
    return table(
        seat(city, hand, tracks=[3, 4, 5]), seat("[Houston*] [Skating Pond] [Community Garden]", "Streetcar Flats"),
        seat("[New York*]", "Playhouse"), **fields | header,
    )  # fmt: skip


# --- Reading --------------------------------------------------------------------------------------------------------


def name_of(number: int) -> str:
    cards = (*TITLE.cards.buildings, *TITLE.cards.cities)
    return str(cards[number].name)


def cards_of(words: Any) -> set[str]:
    return {name_of(c) for c in names.members(words)}


def hand(game: Position, seat: int = A) -> set[str]:
    return cards_of(game.state.hand[seat])


def pile(game: Position) -> set[str]:
    return cards_of(game.state.pile)


def out_of_the_game(game: Position) -> set[str]:
    return cards_of(game.state.box)


def row(game: Position) -> list[str]:
    """The cards of the row; gaps are left out."""
    return [name_of(int(c)) for c in game.state.row if c != s.NONE]


def deck(game: Position, level: int) -> list[str]:
    """A deck from its top down."""
    found = game.state.deck[level - 1, : game.state.deck_left[level - 1]][::-1]
    return [f"Round end {level}" if c == s.ROUND_END else name_of(int(c)) for c in found]


def city(game: Position, seat: int = A) -> str:
    """A city in the notation of `seat`."""
    parts = []
    for slot in range(int(game.state.slots[seat])):
        floors = " < ".join(name_of(c) for c in names.built(game, seat, slot))
        under = "".join(f" + {name_of(c)}" for c in names.tucked_cards(game, seat, slot))
        mayor = "*" if game.state.mayor[seat] == slot else ""
        parts.append(f"[{floors}{mayor}{under}]" if floors else "( )")
    return " ".join(parts)


def tracks(game: Position, seat: int = A) -> tuple[int, ...]:
    return tuple(int(n) for n in game.state.track[seat])


def marked(game: Position) -> list[int]:
    return [level for level in range(1, s.LEVELS + 1) if game.state.marked >> level & 1]


def turn(game: Position) -> tuple[int, int, int]:
    """The level, whose turn it is, and how many actions are left."""
    return int(game.state.level), int(game.state.current), int(game.state.actions_left)


def price(game: Position, card: str, spot: str, reduction: int = 0, seat: int = A) -> int:
    """What a card costs at a spot: "left", "right", "lot 2" or "over Diner"."""
    number = SPOTS.get(spot, s.NONE)
    if spot.startswith("lot "):
        number = int(spot[4:]) - 1
    elif spot.startswith("over "):
        tops = [int(c) for c in game.state.top[seat, : game.state.slots[seat]]]
        number = tops.index(TITLE.cards.cities[CITIES[spot[5:]].index].card if spot[5:] in CITIES
                            else BUILDINGS[spot[5:]].index)  # fmt: skip
    return int(cities.price(game.state, record(game.cards.data), seat, BUILDINGS[card].index, number, reduction))


def count(game: Position, what: str, seat: int = A, kind: int = 0) -> int:
    """One of the counts of the vocabulary: "types", "tallest", ..."""
    seen = cities.survey(game.state, seat)
    return int(cities.count(game.state, record(game.cards.data), seat, seen, COUNT_NAMES.index(what), kind))


def verbs(game: Position) -> set[str]:
    """The first words of all legal moves."""
    return {move.split()[0] for move in game.legal_moves}


def places(game: Position, seat: int = A) -> dict[str, str]:
    """Where every building card lies, as one seat would say it."""
    state = game.state
    zones: dict[str, list[str]] = {"pile": [*pile(game)], "row": row(game), "out": [*out_of_the_game(game)]}
    zones["held"] = [name_of(int(state.held))] if state.held != s.NONE else []
    zones["peeked"] = [*cards_of(state.peeked)]
    for level in range(1, s.LEVELS + 1):
        zone = {0: "deck", 1: "next"}.get(level - int(state.level), f"deck {level}")
        zones[zone] = deck(game, level)
    for p in range(game.players):
        own = p == seat
        zones.setdefault("hand" if own else "rival", []).extend(hand(game, p))
        for slot in range(int(state.slots[p])):
            zones.setdefault("built" if own else "theirs", []).extend(name_of(c) for c in names.built(game, p, slot))
            tucked = names.tucked_cards(game, p, slot)
            zones.setdefault("tucked" if own else "theirs", []).extend(name_of(c) for c in tucked)
    return {card: zone for zone, cards in zones.items() for card in cards if card in BUILDINGS}
