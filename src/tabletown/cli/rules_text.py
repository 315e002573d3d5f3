"""The rules of a title for a terminal: all of them, or one by its number."""

import re

from tabletown.cli.errors import Unusable
from tabletown.engine.title import Title

_PICTURE = re.compile(r"^!\[([^\]]*)\]\([^)]*\)$", re.MULTILINE)
NUMBER = re.compile(r"\s*(?:[-*]\s+)?\*\*(?P<id>[A-Z]+-?\d+[a-z]?)\*\*")


def readable(markdown: str) -> str:
    """Rules without pictures, for a terminal: each is replaced by its description.

    >>> readable("A roof.\\n\\n![A street with a roof.](plates/roof.toml)")
    'A roof.\\n\\n*A street with a roof.*'
    """
    return _PICTURE.sub(r"*\1*", markdown)


def find_rule(title: Title, number: str) -> str:
    """The rule with this number (any case), as its paragraph or list entry; raises Unusable if there is none."""
    rules = numbered_rules(title.rules_text)
    for known, text in rules.items():
        if known.lower() == number.lower():
            return text
    first, *_, last = rules or ["no", "numbers"]
    raise Unusable(f"{title.meta.title} has no rule {number.upper()}; rules are {first} to {last}")


def numbered_rules(markdown: str) -> dict[str, str]:
    """Every numbered rule of a Markdown text: from its number to the next rule, heading or end of its paragraph."""
    rules: dict[str, str] = {}
    current = ""
    for line in markdown.splitlines():
        match = NUMBER.match(line)
        if match:
            current = match["id"]
            rules[current] = line.strip().removeprefix("- ").removeprefix("* ")
        elif not line.strip() or line.startswith("#"):
            current = ""
        elif current:
            rules[current] += "\n" + line.strip()
    return rules
