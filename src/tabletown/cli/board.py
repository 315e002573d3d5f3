"""The table in a terminal: the title's text board with the colours and shapes of seats, and the list of moves."""

import re
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tabletown.cli.seats import badge
from tabletown.engine.english import more_or_less
from tabletown.engine.position import Position
from tabletown.engine.seats import SEAT_NAMES
from tabletown.render.names import named_button
from tabletown.render.scene import Button, Entry

SEAT_LINE = re.compile(rf"(?P<mark>[> ]) (?P<name>{'|'.join(SEAT_NAMES)})\b(?P<rest>.*)")
MONEY = re.compile(r"\$-?\d+")
STARS = re.compile(r"-?\d+\*")


def board(position: Position, console: Console, who: Mapping[int, str] | None = None, *, prompt: bool = True) -> Text:
    """The text board of any title; lines that begin with a seat's name get its colour, shape and player (`who`).

    Without `prompt` the last line, which says what the seat to act should do, is left out.
    """
    heading, *lines = str(position).split("\n")
    if not prompt and position.turn is not None and lines[-1].startswith(f"{SEAT_NAMES[position.turn]},"):
        lines.pop()
    text = Text(heading, style="bold")
    for line in lines:
        text.append("\n")
        text.append_text(_line(line, console, who or {}))
    text.highlight_regex(MONEY, "yellow")
    text.highlight_regex(STARS, "magenta")
    return text


def _line(line: str, console: Console, who: Mapping[int, str]) -> Text:
    match = SEAT_LINE.fullmatch(line)
    if match is None:
        return Text(line)
    seat = SEAT_NAMES.index(match["name"])
    line_text = Text.assemble((match["mark"], "bold"), " ", badge(seat, console), match["rest"])
    if seat in who:
        line_text.append(f"  ({who[seat]})", style="dim")
    return line_text


def moves_table(view: Position, seat: int, actions: Sequence[int], entries: Sequence[Entry] = ()) -> Table:
    """The moves of a seat, numbered from 1: text, meaning, gains. Then the moves in which a number is typed."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="bold")
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    table.add_column()
    words = view.title.words
    buttons = [named_button(words.button(view, seat, action)) for action in actions]
    for number, (action, button) in enumerate(zip(actions, buttons, strict=True), 1):
        brings = _following_gains(view, seat, action) if words.partial(view, action) else _brings(button)
        table.add_row(str(number), button.move, _meaning(button, buttons), brings)
    for entry in entries:
        table.add_row("#", entry.move, entry.sentence, Text(_range(entry), style="dim"))
    return table


def _range(entry: Entry) -> str:
    """Which numbers may be typed."""
    but = f" but not {entry.without}" if entry.low <= entry.without <= entry.high else ""
    return f"# is {entry.low} to {entry.high}{but}{'; ' if entry.note else ''}{entry.note}"


def _meaning(button: Button, buttons: Sequence[Button]) -> str:
    """What a move does: its short label if all sentences of the list begin alike, since the prompt says that part."""
    half = button.sentence[: len(button.sentence) // 2]
    alike = len(buttons) > 1 and all(other.sentence.startswith(half) for other in buttons)
    return button.label if alike and button.label else button.sentence


def _gains(button: Button) -> str:
    return ", ".join(more_or_less(gain.amount, gain.label) for gain in button.gains)


def _brings(button: Button) -> Text:
    text = Text(_gains(button), style="green")
    if button.notes:
        text.append(f"{'  ' if button.gains else ''}{'; '.join(button.notes)}", style="dim")
    return text


def _following_gains(view: Position, seat: int, action: int) -> Text:
    """The gains of the moves that can follow a partial one: `+3 prestige: site 1, 4; +1 prestige: site 2`."""
    trial = view.after(seat, action)
    groups: dict[str, list[str]] = {}
    for following in trial.legal_actions_of(seat):
        button = named_button(view.title.words.button(trial, seat, following))
        groups.setdefault(_gains(button), []).append(button.move)
    text = Text()
    for gains, moves in groups.items():
        text.append("; " if text else "")
        text.append(gains, style="green")
        if len(groups) > 1:
            text.append(f": {_short_list(moves)}", style="dim")
    return text


def _short_list(moves: Sequence[str]) -> str:
    """A list of moves that does not repeat a common beginning: `site 1, 2, site sky 4`."""
    parts, last = [], ""
    for move in moves:
        start, _, end = move.rpartition(" ")
        parts.append(end if start == last else move)
        last = start
    return ", ".join(parts)
