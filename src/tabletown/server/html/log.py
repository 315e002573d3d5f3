"""The log as HTML. It grows with every move, so the markup of a line is cached, and a page shows it in chapters.

`names` are the names of the seats as the reader knows them, with the reader's own seat as "you".
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from markupsafe import Markup, escape

from tabletown.engine.english import sentence
from tabletown.engine.seat_marks import Names, in_words
from tabletown.engine.value import Value
from tabletown.render.icons import seat_icon
from tabletown.server.play.table import Line
from tabletown.server.play.takebacks import TurnChoice


class Chapter(Value, frozen=True):
    """The lines of one part of the game, such as a round, newest first."""

    heading: str
    lines: tuple[Line, ...]

    def html(self, names: Names, title: str = "") -> str:
        """The heading and the lines as list items. With the name of a title, lines link to the rules they apply."""
        items = (_item(line, names, title) for line in self.lines)
        return "".join((f'<li class="round">{escape(self.heading)}</li>', *items))


def chapters(log: Sequence[Line]) -> list[Chapter]:
    """The parts of a log, newest first."""
    return [Chapter(heading, tuple(lines)) for heading, lines in groupby(reversed(log), attrgetter("round"))]


def lines_html(lines: Iterable[Line], names: Names) -> Markup:
    """The lines as list items, oldest first."""
    return Markup("\n".join(_item(line, names, "") for line in lines))


def line_html(line: Line, names: Names, inside: bool = False) -> Markup:
    """The words of a line; `inside` a sentence the reader is "you" and not "You"."""
    text = _text(line, names)
    if line.seat < 0:
        return Markup(text)
    subject = names.inside(line.seat) if inside else names.subject(line.seat)
    return Markup(f"<b>{escape(subject)}</b> {text}")


def advised_html(line: Line, names: Names) -> Markup:
    """A line as advice to its seat: "Build the Bakery"."""
    text = sentence(_text(line, Names(names.names, line.seat)))
    return Markup(text)


def rule_link(line: Line, title: str) -> Markup:
    """A link to the first rule that a line applies; empty if it has none. It shows when the line is pointed at."""
    if not line.rules:
        return Markup("")
    others = f"Rules {', '.join(line.rules)}" if len(line.rules) > 1 else "Rule"
    href = f"/games/{title}/rules#{line.rules[0]}"
    return Markup(
        f' <a class="rule" data-rules href="{escape(href)}" title="{escape(others)}">{escape(line.rules[0])}</a>'
    )


def turns_html(turns: Iterable[TurnChoice], names: Names) -> Markup:
    """Turns as options of a select."""
    return Markup("".join(_option(turn, names) for turn in turns))


def _text(line: Line, names: Names) -> str:
    """The text of a line, escaped; names in it keep their own direction of writing."""
    # marks are no characters that are escaped, and what replaces them is
    return in_words(str(escape(line.text)), line.seat, names, lambda name: f"<bdi>{escape(name)}</bdi>")


@lru_cache(maxsize=16384)
def _item(line: Line, names: Names, title: str) -> str:
    pieces = f' data-pieces="{escape(" ".join(line.pieces))}"' if line.pieces else ""
    rules = f' data-rule="{escape(" ".join(line.rules))}"' if line.rules else ""
    mark = seat_icon(line.seat) if line.seat >= 0 else ""
    forced = ' class="forced"' if line.forced else ""
    link = rule_link(line, title) if title else ""
    words = f"{line_html(line, names)}{link}"  # the item takes the focus, so that a tap can show the link
    return f'<li tabindex="-1"{forced}{pieces}{rules}><span class="mark">{mark}</span><span>{words}</span></li>'


@lru_cache(maxsize=16384)
def _option(turn: TurnChoice, names: Names) -> str:
    line = turn.line
    text = in_words(line.text, line.seat, names)
    who = f"{names.subject(line.seat)} " if line.seat >= 0 else ""
    return f'<option value="{turn.value}">{escape(who + text)}</option>'
