"""Themes: what a puzzle of Penny Lane is about, by the verb of its first ply, or by the links that it completes."""

from collections.abc import Sequence

from tabletown.engine.position import Position
from tabletown.games.penny_lane import state as s
from tabletown.games.penny_lane.text.lane_numbers import lane_numbers
from tabletown.games.plain_state import decoded

THEMES = {
    "guild": "a new building",
    "gazette": "citizens at work",
    "tower": "a swap",
    "bank": "the bank",
    "town_hall": "the town hall",
    "black_market": "the black market",
    "keep": "a choice of two cards",
    "at": "a place in the lane",
    "from": "a citizen who moves",
    "to": "a job",
    "lane": "a lane",
    "swap": "a swap",
    "pass": "passing",
    "stop": "stopping",
    "name": "a gift of a penny",
}


def theme(view: Position, seat: int, actions: Sequence[int]) -> str:
    """What a puzzle with this move is about: a link, where it lays buildings so that half-links meet (G9)."""
    for action in actions:
        before, view = view, view.after(seat, action)
        if decoded(s.ACTIONS, action)[0] in ("at", "swap") and _links(view, seat) > _links(before, seat):
            return "a link"
    return THEMES[decoded(s.ACTIONS, actions[0])[0]]


def _links(view: Position, seat: int) -> int:
    numbers = lane_numbers(view, seat)
    return numbers.penny_links + numbers.point_links
