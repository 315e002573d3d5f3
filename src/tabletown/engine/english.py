"""English for sentences that programs put together: capitals, plurals, a or an, lists, and names in lower case."""

import re
from collections.abc import Sequence


def capital(text: str) -> str:
    """A text with a capital first letter; the rest stays as it is, names included.

    >>> capital("buys the Cinema"), capital("")
    ('Buys the Cinema', '')
    """
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A text as a sentence of its own: a capital first, and a full stop unless it ends with one, or ! or ?.

    >>> sentence("the deck is empty"), sentence("Really?")
    ('The deck is empty.', 'Really?')
    """
    return capital(text) + ("" if text.endswith((".", "!", "?")) else ".")


def many(number: int, one: str, more: str = "") -> str:
    """A number of things; `more` is the plural where it is not made with an s.

    >>> many(1, "deed"), many(2, "deed"), many(0, "penny", "pennies")
    ('1 deed', '2 deeds', '0 pennies')
    """
    return f"{number} {one if number == 1 else more or one + 's'}"


def more_or_less(number: int, things: str) -> str:
    """A number of things that are gained or lost; `things` is a plural, or has none.

    >>> more_or_less(1, "pennies"), more_or_less(-2, "stars"), more_or_less(1, "prestige for Sky")
    ('+1 penny', '-2 stars', '+1 prestige for Sky')
    """
    return f"{number:+d} {things_of(number, things)}"


def things_of(number: int, things: str) -> str:
    """What is counted, without the number: one thing, or several. Only the first word of the plural changes.

    >>> things_of(1, "points when laid out"), things_of(2, "points"), things_of(-1, "boxes"), things_of(1, "less")
    ('point when laid out', 'points', 'box', 'less')
    """
    thing, space, rest = things.partition(" ")
    if abs(number) != 1 or thing.endswith(("ss", "us", "is")):
        return things
    if thing.endswith("ies"):
        one = f"{thing[:-3]}y"
    else:
        one = thing[:-2] if thing.endswith(("xes", "ches", "shes", "sses")) else thing.removesuffix("s")
    return f"{one}{space}{rest}"


def a(name: str) -> str:
    """A name with its article, by its first letter.

    >>> a("Lobby"), a("Air Base")
    ('a Lobby', 'an Air Base')
    """
    return f"{'an' if name.lower().startswith(tuple('aeiou')) else 'a'} {name}"


def listing(parts: Sequence[str]) -> str:
    """Parts of a sentence, with commas and `and`.

    >>> listing(["Orange"]), listing(["Orange", "Sky"]), listing(["Orange", "Sky", "Green"])
    ('Orange', 'Orange and Sky', 'Orange, Sky and Green')
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def slug(name: str) -> str:
    """A name as moves and addresses write it.

    >>> slug("Masons' Guild"), slug("Washington, D.C.")
    ('masons-guild', 'washington-d-c')
    """
    return re.sub(r"[\W_]+", "-", name.lower().replace("'", "")).strip("-")
