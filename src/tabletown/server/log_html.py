"""The log of a table as list items. It grows by a line with every move, so a line is written once and kept."""

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from tabletown.render.icons import seat_icon
from tabletown.server.table import Line


def log_html(log: Sequence[Line], names: Sequence[str]) -> Markup:
    """The lines, newest first, under the rounds they belong to; `names` are those of the seats."""
    items: list[str] = []
    round = None
    for line in reversed(log):
        if line.round != round:
            round = line.round
            items.append(f'<li class="round">{escape(round)}</li>')
        items.append(_item(line, names[line.seat] if line.seat >= 0 else ""))
    return Markup("\n".join(items))


@lru_cache(maxsize=16384)
def _item(line: Line, name: str) -> str:
    pieces = f' data-pieces="{escape(" ".join(line.pieces))}"' if line.pieces else ""
    mark, who = (seat_icon(line.seat), f"<b>{escape(name)}</b> ") if line.seat >= 0 else ("", "")
    return f'<li{pieces}><span class="mark">{mark}</span><span>{who}{escape(line.text)}</span></li>'
