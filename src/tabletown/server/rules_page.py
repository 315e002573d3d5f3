"""The rules of a game as a page: Markdown to HTML, with an anchor for every numbered rule."""

import re
from functools import cache

import mistune
from markupsafe import Markup

_RULE = re.compile(r"<(li|p)>(\s*(?:<p>)?\s*(?:<strong>)?)([A-Z]{2}-\d+)\b")


@cache
def rules_html(markdown: str) -> Markup:
    """The rules as HTML. Each rule, a paragraph or list entry that begins with its number ("UT-9"), is an anchor.

    >>> print(rules_html("- **UT-9** Collect."))
    <ul>
    <li id="UT-9"><strong>UT-9</strong> Collect.</li>
    </ul>
    <BLANKLINE>
    """
    to_html = mistune.create_markdown(escape=True, plugins=["table"])
    text = to_html(markdown)
    assert isinstance(text, str)
    return Markup(_RULE.sub(r'<\1 id="\3">\2\3', text))
