"""Short ways to set up a Milton Keynes table, to make moves on it and to read what happened."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import tomlkit

import tabletown as tt
from tabletown import games
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.milton_keynes import state as s
from tabletown.games.milton_keynes.cards import PERMIT_IDS
from tabletown.games.milton_keynes.text.names import slug, square_of, squares

TITLE = games.get("milton_keynes")
CARDS = record(TITLE.cards.data)
ORANGE, SKY, GREEN, VERMILION, PURPLE = range(5)


def table(*seats: dict[str, Any], **header: Any) -> tt.Game:
    """A game that starts from a position: its seats (a second one is added to a single one) and its header."""
    rows = seats if len(seats) > 1 else (*seats, {})
    return tt.loads(tomlkit.dumps({"title": "milton_keynes", **header, "seat": list(rows)}))


def town(*buildings: str, players: int = 5, **header: Any) -> tt.Game:
    """A game with buildings only, for each seat in turn, separated by commas: "estate g7, dump b4 b5"."""
    rows = [{"buildings": [part.strip() for part in text.split(",") if part.strip()]} for text in buildings]
    return table(*rows, *({} for _ in range(players - len(rows))), **header)


def blocks(*buildings: str, players: int = 5) -> list[int]:
    """The blocks on the map of the seats that have buildings."""
    return town(*buildings, players=players).scores()[: len(buildings)]


def do(game: tt.Game, moves: str) -> None:
    """Make moves, separated by commas; "sky: bribe 3" is a move of Sky's, else it is the turn's."""
    seats = [name.lower() for name in SEAT_NAMES]
    for text in moves.split(","):
        who, colon, move = text.partition(":")
        if colon:
            game.push(move.strip(), seats.index(who.strip()))
        else:
            game.push(text.strip())


def all_do(game: tt.Game, move: str) -> None:
    """Everybody who is waited for makes the same move, once each."""
    for seat in game.waiting:
        game.push(move, seat)


def default(game: tt.Game) -> None:
    """The seat to act takes the default, which is the first of its choices: pass, 0, leave, decline, seal."""
    game.push_action(game.legal_actions[0])


def default_until(game: tt.Game, *phases: int) -> None:
    """Defaults until one of these phases is reached."""
    while game.state.phase not in phases:
        default(game)


def waiting(game: Position) -> list[int]:
    return list(game.waiting)


def plots(text: str) -> list[int]:
    """Squares by their labels."""
    found = [square_of(name) for name in text.lower().split()]
    return [plot for plot in found if plot is not None]


def names(words: Any) -> str:
    """The labels of a set of squares."""
    return " ".join(slug(plot) for plot in squares(words))


def deeds(game: Position, seat: int = 0) -> str:
    return names(game.state.hand[seat])


def permits(game: Position, seat: int = 0) -> list[str]:
    return [PERMIT_IDS[kind] for kind in range(s.PERMIT_KINDS) for _ in range(game.state.permits[seat, kind])]


def permit_deck(game: Position) -> list[str]:
    """The permit deck from its top down."""
    return [PERMIT_IDS[kind] for kind in game.state.permit_deck[: game.state.permits_left][::-1]]


def deck(game: Position) -> list[str]:
    """The deed deck from its top down."""
    return [slug(int(plot)) for plot in game.state.deck[: game.state.deck_left][::-1]]


def lots(game: Position) -> list[str]:
    return [names(game.state.lot[lot]) for lot in range(game.state.lots)]


def numbers(game: Position, field: str) -> list[int]:
    """A field of all seats: cash, marker, floor, bribe ..."""
    return [int(x) for x in game.state[field][: game.players]]


def cash(game: Position) -> list[int]:
    return numbers(game, "cash")


def building_of(game: Position, plot: str) -> str:
    """The plots of the building on a plot, or nothing."""
    anchor = game.state.anchor[plots(plot)[0]]
    return "" if anchor == s.NONE else " ".join(slug(p) for p in range(s.SQUARES) if game.state.anchor[p] == anchor)


def options(game: Position, verb: str, seat: int | None = None) -> list[str]:
    """What follows a verb in the legal moves of a seat."""
    moves = game.legal_moves if seat is None else game.legal_moves_of(seat)
    return [move.partition(" ")[2] for move in moves if move.partition(" ")[0] == verb]


def moves(game: Position, seat: int | None = None) -> list[str]:
    return game.legal_moves if seat is None else game.legal_moves_of(seat)


def all_but(left: str, players: int) -> list[str]:
    """The deeds of all land plots of the standard map except some."""
    land = names(tt.new("milton_keynes", players=players, seed=0).state.land).split()
    return [plot for plot in land if plot not in left.split()]


def walk(players: int, seed: int, advanced: bool = False) -> Iterator[tt.Game]:
    """A game of random moves of random waiting seats, seen before every ply and once more when it is over."""
    game = tt.new("milton_keynes", players=players, seed=seed, options={"advanced": advanced})
    rng = random.Random(seed)
    while not game.is_game_over():
        yield game
        seat = rng.choice(game.waiting)
        game.push_action(rng.choice(game.legal_actions_of(seat)), seat)
    yield game


def counted(values: Sequence[str]) -> dict[str, int]:
    return {value: list(values).count(value) for value in sorted(set(values))}
