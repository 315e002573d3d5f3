"""Achievements and awards as tiles: what they ask for, how far the seat is, what they bring, who has them."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from tabletown.engine.english import listing, many
from tabletown.engine.position import Position
from tabletown.engine.seat_marks import the_seat
from tabletown.engine.value import Value
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Achievement, CardSet
from tabletown.games.paper_skylines.drawing import captions, card_faces, faces
from tabletown.games.paper_skylines.drawing.card_faces import H, W
from tabletown.games.paper_skylines.drawing.effect_signs import condition_signs
from tabletown.games.paper_skylines.rules import claims
from tabletown.games.paper_skylines.text.card_sentences import condition_sentence
from tabletown.games.plain_state import plain
from tabletown.render.icons import seat_shape, use
from tabletown.render.scene import Button, Face, Piece, Shape, Zone
from tabletown.render.text import fit, text, wrapped

Take = Callable[..., Button | None]
TILE_W, TILE_H, GAP = 176.0, 46.0, 8.0
AWARDS = (
    ("Tallest building", "height", "the tallest building", "floor"),
    ("Most buildings", "sprawl", "the most buildings", "building"),
)
"""Name, icon, what is compared, and what it is counted in."""


class Tile(Value, frozen=True):
    """What the tile of an achievement shows."""

    achievement: Achievement
    owners: tuple[int, ...]
    chip: int  # who has its chip, or NONE
    reached: int  # what the seat in front has of it
    progress: bool  # the seat has a city, so that it is on its way
    claimed: bool  # by the seat in front
    button: Button | None


class Honours(Value, frozen=True):
    """What all tiles show: for every achievement what the seat in front has of it, and who has claimed what."""

    cards: CardSet
    front: int
    has_city: bool  # so that the seat in front is on its way to them
    counted: tuple[int, ...]
    claimed: tuple[int, ...]  # by seat, bit masks of achievements
    chips: tuple[int, ...]  # who has the chip of each achievement, or NONE
    tallest: tuple[int, ...]  # by seat, what the awards compare
    buildings: tuple[int, ...]
    buttons: tuple[Button | None, ...]


def honours(
    position: Position, front: int, tallest: tuple[int, ...], buildings: tuple[int, ...], take: Take
) -> Honours:
    """The achievements as the seat in front sees them, and the awards: what every seat has of what they compare."""
    state, cards = plain(position), position.cards
    counted = np.zeros(s.ACHIEVEMENTS, np.int64)
    claims.progress(position.states, 0, cards.data, front, counted)
    return Honours(
        cards,
        front,
        bool(state.slots[front]),
        tuple(counted.tolist()),
        tuple(state.claimed[: position.players]),
        tuple(state.chip_owner),
        tallest,
        buildings,
        tuple([take("achievement", n) for n in range(s.ACHIEVEMENTS)]),
    )


@lru_cache(maxsize=2048)
def zone(shown: Honours) -> Zone:
    """All achievements, two in a row, and below them the awards as they would be given now."""
    tallest, most = shown.cards.awards
    pieces = (*_tiles(shown), _award(0, tallest, shown.tallest), _award(1, most, shown.buildings))
    high = 3 + 5 * (TILE_H + 6)
    return Zone("honours", "Achievements", 360, high, pieces, "common", note="a chip for the first to claim", span=2)


def _tiles(shown: Honours) -> Iterator[Piece]:
    for n, found in enumerate(shown.cards.achievements):
        owners = tuple(seat for seat, claimed in enumerate(shown.claimed) if claimed >> n & 1)
        reached = min(shown.counted[n], found.needed)
        yield _tile(
            Tile(found, owners, shown.chips[n], reached, shown.has_city, shown.front in owners, shown.buttons[n])
        )


def _at(n: int, svg: str) -> Shape:
    return Shape(n % 2 * (TILE_W + GAP), 3 + n // 2 * (TILE_H + 6), TILE_W, TILE_H, svg)


@lru_cache(maxsize=4096)
def _tile(tile: Tile) -> Piece:
    found, reached = tile.achievement, tile.reached
    words = condition_sentence(found).removesuffix(".").removesuffix(" in your city")
    face = _face(condition_signs(found)[0][1:], found.name, words, found.stars)
    svg = face + _owners(tile.owners, tile.chip == s.NONE)
    if tile.progress and not tile.claimed:
        svg += text(
            f"{reached}/{found.needed}",
            14,
            41,
            10 if reached < 10 else 9,
            "ink-words" if reached >= found.needed else "ink-quiet",
        )
    progress = f" You are at {reached} of {found.needed}." if tile.progress else ""
    claimed = f" Claimed by {', '.join(the_seat(seat) for seat in tile.owners)}." if tile.owners else ""
    chip = " Its chip is still there." if tile.chip == s.NONE else f" Its chip went to {the_seat(tile.chip)}."
    label = f"{captions.achievement(found)}{progress}{claimed}{chip}"
    far = f"{reached}/{found.needed}" if tile.progress and not tile.claimed else ""
    html = faces.tile(
        condition_signs(found)[0][1:], found.name, far, found.stars, tile.owners, tile.chip == s.NONE, words
    )
    css = "ps-tile ps-done" if tile.claimed else "ps-tile ps-ready" if reached >= found.needed else "ps-tile"
    return Piece(
        _at(found.index, svg), label, button=tile.button, rule="PS-35", large=_card(found), face=Face(html, css)
    )


@lru_cache(maxsize=256)
def _face(icon: str, name: str, words: str, stars: int) -> str:
    title, size = fit(name, 144, 12, 9, bold=True)
    lines = list(wrapped(words, 92, 10))[:2]
    return (
        f'<rect class="c-paper-under" x=".5" y=".5" width="{TILE_W - 1:g}" height="{TILE_H - 1:g}" rx="3"/>'
        + use(icon, 4, 5, 20, "ink-quiet")
        + text(title, 29, 14.5, size, "ink-words", anchor="start")
        + "".join(
            text(line, 29, 26.5 + 11.5 * n, 10, "ink-quiet", anchor="start", bold=False) for n, line in enumerate(lines)
        )
        + text(str(stars), 128, 40, 14, "ink-words", anchor="end")
        + use("score", 129.5, 28.5, 13, "ink-words")
    )


def _owners(seats: Sequence[int], chip: bool) -> str:
    """Who has claimed it, from the right; first of all the chip, while it is there."""
    drawn, x = [], TILE_W - 13.0
    step, size = (13.0, 12.0) if len(seats) < 3 else (8.5, 11.0) if len(seats) < 4 else (7.0, 9.0)
    for seat in reversed(seats):
        drawn.append(seat_shape(seat, x, 35, size))
        x -= step
    return "".join(drawn) + (use("chip", TILE_W - 22, 26, 17) if chip else "")


@lru_cache(maxsize=1024)
def _award(award: int, points: int, values: tuple[int, ...]) -> Piece:
    name, icon, words, unit = AWARDS[award]
    most = max(values)
    best = [seat for seat, value in enumerate(values) if value == most > 0]
    held = f"{many(most, unit)}{', tied' if len(best) > 1 else ''}" if most else "at the end"
    svg = _face(icon, name, held, points) + _owners(best, chip=False)
    who = listing([the_seat(seat) for seat in best])
    now = f" Now {who}, with {most}." if most else ""
    label = f"{name}: {many(points, 'point')} at the end for whoever alone has {words}.{now}"
    html = faces.tile(
        icon, name, str(most) if most else "", points, tuple(best), False, f"at the end, alone with {words}"
    )
    return Piece(_at(s.ACHIEVEMENTS + award, svg), label, rule="PS-75", face=Face(html, "ps-tile"))


def _card(found: Achievement) -> Shape:
    return card_faces.placed(card_faces.honour(found), W, H, 0, 0, card_faces.LARGE)


def gallery(cards: CardSet) -> list[Piece]:
    """Achievements and awards as cards."""
    pieces = [Piece(Shape(0, 0, W, H, card_faces.honour(a)), captions.achievement(a)) for a in cards.achievements]
    for (name, icon, words, _), points in zip(AWARDS, cards.awards, strict=True):
        said = f"At the end of the game, for whoever alone has {words}."
        label = f"{name}: {many(points, 'point')}. {said}"
        pieces.append(Piece(Shape(0, 0, W, H, card_faces.award(name, icon, points, said)), label))
    return pieces
