"""The log as HTML. It grows with every move, so the markup of a line is cached.

`names` are always the names of the seats.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from tabletown.render.icons import seat_icon
from tabletown.server.play.table import Line
from tabletown.server.play.takebacks import TurnChoice


def log_html(log: Sequence[Line], names: Sequence[str]) -> Markup:
    """The lines as list items, newest first, with a heading for each round."""
    items: list[str] = []
    round = None
    for line in reversed(log):
        if line.round != round:
            round = line.round
            items.append(f'<li class="round">{escape(round)}</li>')
        items.append(_item(line, _name(line, names)))
    return Markup("\n".join(items))


def lines_html(lines: Iterable[Line], names: Sequence[str]) -> Markup:
    """The lines as list items, oldest first."""
    return Markup("\n".join(_item(line, _name(line, names)) for line in lines))


def turns_html(turns: Iterable[TurnChoice], names: Sequence[str]) -> Markup:
    """Turns as options of a select."""
    return Markup("".join(_option(turn, _name(turn.line, names)) for turn in turns))


def _name(line: Line, names: Sequence[str]) -> str:
    return names[line.seat] if line.seat >= 0 else ""


@lru_cache(maxsize=16384)
def _item(line: Line, name: str) -> str:
    pieces = f' data-pieces="{escape(" ".join(line.pieces))}"' if line.pieces else ""
    mark, who = (seat_icon(line.seat), f"<b>{escape(name)}</b> ") if line.seat >= 0 else ("", "")
    return f'<li{pieces}><span class="mark">{mark}</span><span>{who}{escape(line.text)}</span></li>'


@lru_cache(maxsize=16384)
def _option(turn: TurnChoice, name: str) -> str:
    return f'<option value="{turn.value}">{escape(f"{name} {turn.line.text}".lstrip())}</option>'
