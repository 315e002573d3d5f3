"""The rules of a game as HTML: Markdown with an anchor for every numbered rule and every heading.

Pictures are drawn from positions (see rule_pictures.py), as soon as the title is compiled.
"""

import re
from dataclasses import dataclass
from functools import cache
from itertools import chain, count

import mistune
from markupsafe import Markup

from tabletown.engine.english import capital, slug
from tabletown.engine.errors import Unfinished
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.server.html import rule_pictures

_RULE = re.compile(r"<(li|p)>(\s*(?:<p>)?\s*<strong>)([A-Z]+-?\d+[a-z]?)</strong>")
_HEADING = re.compile(r"<h([23])>(.*?)</h\1>")


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the table of contents."""

    level: int
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules as HTML, and their table of contents."""

    html: Markup
    toc: tuple[Heading, ...]


@cache
def rules_page(markdown: str) -> Rules:
    """Markdown as HTML with anchors. A rule, which begins with its number in bold, has its number as id.

    A heading has its words as id.

    >>> page = rules_page("## Your turn\\n\\n- **UT-9** Collect.")
    >>> print(page.html, page.toc, sep="")
    <h2 id="your-turn">Your turn</h2>
    <ul>
    <li id="UT-9"><strong>UT-9</strong> Collect.</li>
    </ul>
    (Heading(level=2, id='your-turn', text='Your turn'),)
    """
    text = mistune.create_markdown(escape=True, plugins=["table"])(markdown)
    assert isinstance(text, str)
    text = _RULE.sub(r'<\1 id="\3">\2\3</strong>', text)
    text = text.replace("<table>", '<table tabindex="0">')  # on a phone it scrolls, and the keyboard must reach it
    toc: list[Heading] = []
    taken: set[str] = set()

    def anchor(match: re.Match[str]) -> str:
        level, inner = match.groups()
        words = Markup(inner).striptags()
        name = slug(words)
        names = chain([name], (f"{name}-{n}" for n in count(2)))  # two headings may have the same words
        toc.append(Heading(int(level), next(name for name in names if name not in taken), words))
        taken.add(toc[-1].id)
        return f'<h{level} id="{toc[-1].id}">{inner}</h{level}>'

    return Rules(Markup(_HEADING.sub(anchor, text)), tuple(toc))


def rules_of(title: Title, pictures: bool = True) -> Rules:
    """The rules of a title, with pictures (the title must be compiled) or with captions only."""
    return _rules_of(title.name, pictures)


@cache
def _rules_of(name: str, pictures: bool) -> Rules:
    title = get_title(name)
    try:
        rules = rules_page(title.rules_text)
    except Unfinished as missing:
        rules = rules_page(f"{capital(str(missing))}. The table offers what is allowed, and says why something is not.")
    html = rule_pictures.illustrate(title, rules.html) if pictures else rule_pictures.without_pictures(rules.html)
    return Rules(html, rules.toc)
