"""Themes: what a puzzle of Paper Skylines is about, by the verb of its first ply, or a hop on the tracks."""

from collections.abc import Sequence

from tabletown.engine.position import Position
from tabletown.games.paper_skylines import state as s
from tabletown.games.plain_state import decoded, plain

THEMES = {
    "build": "building",
    "tuck": "tucking",
    "discard": "discarding",
    "advance": "a step on a track",
    "draw": "drawing",
    "claim": "an achievement",
    "mayor": "a mayor",
    "end": "ending the turn",
    "take": "the row",
    "keep": "a choice of cards",
    "card": "a card of the hand",
    "own": "a building of one's own",
    "rival": "a rival's building",
    "rob": "a rival",
    "track": "a track",
    "option": "an effect",
    "city": "a city",
    "plan": "building",
    "spot": "a site",
    "pay": "a price",
    "stop": "stopping",
    "deck": "the deck",
    "type": "a kind of building",
    "no": "declining",
    "yes": "accepting",
    "achievement": "an achievement",
}


def theme(view: Position, seat: int, actions: Sequence[int]) -> str:
    """What a puzzle with this move is about: a hop, where a marker passes those of others on a track (PS-48)."""
    after = view
    for action in actions:
        after = after.after(seat, action)
    was, now = plain(view).track, plain(after).track
    others = [track for other, track in enumerate(was[: view.players]) if other != seat]
    for markers, start, end in zip(zip(*others, strict=True), was[seat], now[seat], strict=True):
        if any(start < marker < end for marker in markers):
            return "a hop"
    return THEMES[decoded(s.ACTIONS, actions[0])[0]]
