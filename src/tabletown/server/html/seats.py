"""Seats as HTML: the chip of a seat in the top row, the heading of its area, and the areas of the other players.

Every board shows all seats, and a move changes few, so the markup is cached.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from markupsafe import Markup

from tabletown.render.escaped import escaped
from tabletown.render.icons import icon, seat_icon
from tabletown.render.scene import Stat, Zone
from tabletown.server.html.icons import DOTS, page_icon
from tabletown.server.play.clocks import ShownClock
from tabletown.server.view.table_view import SeatFacts

_CACHE_SIZE = 4096  # those of some hundred tables
_OPEN = "<small>open</small>"


@lru_cache(maxsize=_CACHE_SIZE)
def seat_chip(seat: SeatFacts) -> Markup:
    """The chip of a seat, for the row of all seats."""
    states = {"now": seat.turn, "you": seat.is_you, "vacant": seat.is_open}
    css = " ".join(["chip", *(name for name, holds in states.items() if holds)])
    stats = "".join(_stat(stat) for stat in seat.stats if stat.chip)
    clock = _clock(seat.clock) if seat.clock else ""
    if seat.thinking:
        does = f'{DOTS}<span class="vh"> thinking</span>'
    else:
        does = '<span class="vh"> to move</span>' if seat.turn else ""
    return Markup(
        f'<li class="{css}">\n  <span class="mark">{seat_icon(seat.index)}</span>'
        f'<span class="who">{escaped(seat.label)}</span>{_OPEN if seat.is_open else ""}{stats}{clock}{does}</li>\n'
    )


@lru_cache(maxsize=_CACHE_SIZE)
def seat_heading(seat: SeatFacts, id: str) -> Markup:
    """The heading of the area of a seat, with this id."""
    if seat.is_you:
        who = " <small>you</small>"
    else:
        who = f" {_OPEN}" if seat.is_open else ""
    stats = "".join(_stat(stat) for stat in seat.stats)
    badges = "".join(f'<span class="badge">{escaped(badge)}</span>' for badge in seat.badges)
    thinking = f'<span class="thinking">thinking {DOTS}</span>' if seat.thinking else ""
    return Markup(
        f'<header class="tagline">\n  <h2 id="{escaped(id)}"><span class="mark">{seat_icon(seat.index)}</span>'
        f"{escaped(seat.name)}{who}{_bot(seat) if seat.is_bot else ''}</h2>\n{stats}\n{badges}\n{thinking}</header>\n"
    )


def rival_areas(
    areas: Sequence[tuple[int, Sequence[Zone]]], seats: Sequence[SeatFacts], draw: Callable[[Zone], Markup]
) -> Markup:
    """The areas of the other players, each with its zones; `draw` makes the markup of a zone."""
    if not areas:
        return Markup("")
    sections = (
        f'<section class="rival" aria-labelledby="h-seat-{seat}">\n{seat_heading(seats[seat], f"h-seat-{seat}")}'
        f"{''.join(map(draw, zones))}</section>\n"
        for seat, zones in areas
    )
    return Markup(f'<div class="rivals" id="rivals">\n{"".join(sections)}</div>')


def _bot(seat: SeatFacts) -> str:
    title = f"{seat.bot.capitalize()}: {seat.blurb}"
    words = "for now bot: " if seat.is_away else "bot: "
    return f' <small class="bot" title="{escaped(title)}"><span class="words">{words}</span>{escaped(seat.bot)}</small>'


@lru_cache(maxsize=_CACHE_SIZE)
def _stat(stat: Stat) -> str:
    css = " ".join(["stat", *["soft"] * stat.soft, *["in-chip"] * stat.chip])
    label, value = escaped(stat.label), f"<b>{escaped(stat.value)}</b>"
    picture = icon(stat.icon) if stat.icon else ""
    words = f'<span class="words">{label}</span> {value}' if stat.soft else f'{value}<span class="vh"> {label}</span>'
    return f'<span class="{css}" title="{label}">{picture}{words}</span>'


def _clock(clock: ShownClock) -> str:
    """The time a seat has left when the page is rendered; clock.js lets it tick."""
    css = " ".join(["clock", *["runs"] * clock.runs, *["low"] * clock.is_low])
    runs = ", running" if clock.runs else ""
    return (
        f'<span class="{css}" role="timer" title="Time left" data-left="{round(clock.seconds_left, 1)}"'
        f' data-low="{round(clock.low, 1)}">{page_icon("clock")}<span class="time">{clock.text}</span>'
        f'<span class="vh"> left{runs}</span></span>'
    )
