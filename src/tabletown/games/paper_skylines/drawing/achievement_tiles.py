"""Achievements and awards as tiles: what they ask for, how far the seat is, what they bring, who has them."""

from collections.abc import Callable

from tabletown.engine.english import listing, many
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.engine.state import record
from tabletown.games.paper_skylines import state as s
from tabletown.games.paper_skylines.cards import Achievement, CardSet
from tabletown.games.paper_skylines.drawing import captions, card_faces
from tabletown.games.paper_skylines.drawing.card_faces import H, W
from tabletown.games.paper_skylines.drawing.effect_signs import condition_signs
from tabletown.games.paper_skylines.rules import city, final_scoring
from tabletown.games.paper_skylines.text.card_sentences import condition_sentence
from tabletown.render.icons import seat_shape, use
from tabletown.render.scene import Button, Piece, Shape, Zone
from tabletown.render.text import fit, text, wrapped

Take = Callable[..., Button | None]
TILE_W, TILE_H, GAP = 176.0, 46.0, 8.0
AWARDS = (
    ("Tallest building", "height", "the tallest building", "floor"),
    ("Most buildings", "sprawl", "the most buildings", "building"),
)
"""Name, icon, what is compared, and what it is counted in."""


def zone(position: Position, front: int, take: Take) -> Zone:
    """All achievements, two in a row, and below them the awards as they would be given now."""
    pieces = [_tile(position, front, found, take("achievement", found.index)) for found in position.cards.achievements]
    pieces += [_award(position, award) for award in range(len(AWARDS))]
    high = 3 + 5 * (TILE_H + 6)
    return Zone(
        "honours", "Achievements", 360, high, tuple(pieces), "common", note="a chip for the first to claim", span=2
    )


def _at(n: int, svg: str) -> Shape:
    return Shape(n % 2 * (TILE_W + GAP), 3 + n // 2 * (TILE_H + 6), TILE_W, TILE_H, svg)


def _tile(position: Position, front: int, found: Achievement, button: Button | None) -> Piece:
    state, cards = position.state, record(position.cards.data)
    owners = [seat for seat in range(position.players) if state.claimed[seat] >> found.index & 1]
    first = int(state.chip_owner[found.index])
    seen = city.survey(state, front)
    counted = int(city.count(state, cards, front, seen, found.count.count, found.count.type))
    reached = min(counted, found.needed)
    mine = front in owners
    words = condition_sentence(found).removesuffix(".").removesuffix(" in your city")
    svg = _face(condition_signs(found)[0][1:], found.name, words, found.stars) + _owners(owners, first == s.NONE)
    if not mine and state.slots[front]:
        svg += text(
            f"{reached}/{found.needed}",
            14,
            41,
            10 if reached < 10 else 9,
            "ink-words" if reached >= found.needed else "ink-quiet",
        )
    claimed = f" Claimed by {', '.join(SEAT_NAMES[seat] for seat in owners)}." if owners else ""
    chip = " Its chip is still there." if first == s.NONE else f" Its chip went to {SEAT_NAMES[first]}."
    label = f"{captions.achievement(found)} You are at {reached} of {found.needed}.{claimed}{chip}"
    if front < 0 or not state.slots[front]:
        label = f"{captions.achievement(found)}{claimed}{chip}"
    return Piece(_at(found.index, svg), label, button=button, rule="PS-35", large=_card(found))


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


def _owners(seats: list[int], chip: bool) -> str:
    """Who has claimed it, from the right; first of all the chip, while it is there."""
    drawn, x = [], TILE_W - 13.0
    step, size = (13.0, 12.0) if len(seats) < 3 else (8.5, 11.0) if len(seats) < 4 else (7.0, 9.0)
    for seat in reversed(seats):
        drawn.append(seat_shape(seat, x, 35, size))
        x -= step
    return "".join(drawn) + (use("chip", TILE_W - 22, 26, 17) if chip else "")


def _award(position: Position, award: int) -> Piece:
    name, icon, words, unit = AWARDS[award]
    state, points = position.state, position.cards.awards[award]
    values = [int(final_scoring.measure(state, award, seat)) for seat in range(position.players)]
    most = max(values)
    best = [seat for seat, value in enumerate(values) if value == most > 0]
    held = f"{many(most, unit)}{', tied' if len(best) > 1 else ''}" if most else "at the end"
    svg = _face(icon, name, held, points) + _owners(best, chip=False)
    who = listing([SEAT_NAMES[seat] for seat in best])
    now = f" Now {who}, with {most}." if most else ""
    label = f"{name}: {many(points, 'point')} at the end for whoever alone has {words}.{now}"
    return Piece(_at(s.ACHIEVEMENTS + award, svg), label, rule="PS-75")


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
