"""Names of players as they are shown: readable, and told apart at a table.

A name that looks like that of another seat is followed by the colour of its seat: "Ada (Sky)". Stored names stay as
they are. Emoji are allowed, but only plain ones: what joins or changes them is invisible.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.store.own_bot_protocol import is_own_bot

_MAX_MARKS = 2  # on one letter: enough for a vowel and a tone, or for two points in Hebrew and Arabic
_JOINER, _NON_JOINER = "\u200d", "\u200c"
_VIRAMA = 9  # the combining class of signs after which a joiner changes how a letter is written in Indian scripts
_BRACKET = re.compile(r"[(\uff08\u207d\u208d\ufe59]\W*(\w+)")  # in any of its shapes, and the first word in it
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters, signs and marks that show nothing

# Small letters, also of capitals that look alike, and the Latin ones that they look like.
_CYRILLIC = ("авгдезіјкӏмнорстухһԁԛԝѕь", "abrdezijklmhopctyxhdqwsb")
_GREEK = ("αβγεζηικμνορτυχω", "abyezhikmnoptyxw")
_OTHERS = ("01358|i", "olesbll")
_LOOK_ALIKE = str.maketrans(
    {char: like for chars, likes in (_CYRILLIC, _GREEK, _OTHERS) for char, like in zip(chars, likes, strict=True)}
)


def readable(text: str) -> str:
    """A text on one line, without characters that are invisible, turn the text around or pile up on a letter.

    >>> readable("  Ada\\n \\u202eLovelace "), len(readable("x" + 20 * "\\u0301"))
    ('Ada Lovelace', 3)
    """
    kept: list[str] = []
    text, marks = unicodedata.normalize("NFC", text), 0
    for place, char in enumerate(text):
        if char.isspace():
            char = " "
        category = unicodedata.category(char)
        if char in (_JOINER, _NON_JOINER):
            keep = _may_join(char, kept[-1:], text[place + 1 : place + 2])
        elif category in ("Mn", "Me"):
            marks += 1
            keep = category == "Mn" and marks <= _MAX_MARKS and bool(kept) and kept[-1] != " " and not _is_blank(char)
        else:
            marks = 0
            keep = not category.startswith("C") and not _is_blank(char)
        if keep:
            kept.append(char)
    return " ".join("".join(kept).split())


def _is_blank(char: str) -> bool:
    return char in _BLANK or "VARIATION SELECTOR" in unicodedata.name(char, "")


def _may_join(joiner: str, before: list[str], after: str) -> bool:
    """Whether a joiner changes how the letters around it are written, as Unicode allows it in identifiers."""
    if not before or not after or not unicodedata.category(after).startswith("L"):
        return False
    if unicodedata.combining(before[0]) == _VIRAMA:
        return True
    return joiner == _NON_JOINER and all(unicodedata.bidirectional(char) == "AL" for char in (before[0], after))


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What is left of a name if all that looks alike is the same: equal for names that are easily confused.

    >>> skeleton("Ada") == skeleton("АDА") == skeleton("a d á"), skeleton("Ada") == skeleton("Ida")
    (True, False)
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(char for char in folded if char.isalnum() or char == "|")
    # twice, because a Greek iota is an i, and an i is like an l
    return letters.translate(_LOOK_ALIKE).translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w") or name


def known_as_bot(name: str, owner: str) -> str:
    """The name of a seat of this owner: that of a player's own bot says so, even when the name was taken away.

    >>> known_as_bot("Sky", "bot-8ee1"), known_as_bot("Robo (bot of Ada)", "bot-8ee1"), known_as_bot("Sky", "77d0")
    ('Sky (bot)', 'Robo (bot of Ada)', 'Sky')
    """
    return f"{name} (bot)" if is_own_bot(owner) and "(bot" not in name else name


def without_bots_mark(name: str) -> str:
    """A name that a person chose, without the words in brackets that tell bots from people.

    >>> without_bots_mark("Robo (bot of Ada)"), without_bots_mark("Ada (botanist)")
    ('Robo', 'Ada (botanist)')
    """
    for bracket in _BRACKET.finditer(name):
        if skeleton(bracket[1]) == skeleton("bot"):
            return name[: bracket.start()].rstrip()
    return name


def _bears_a_mark(name: str) -> bool:
    """Whether a name itself ends like one that was marked: "Ada (Sky)" on another seat than Sky."""
    inner = name.rpartition("(")[2] if name.rstrip().endswith(")") else ""
    return skeleton(inner) in {skeleton(colour) for colour in SEAT_NAMES}


@lru_cache(maxsize=4096)
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the seats of a table as they are shown.

    >>> told_apart(("Ada", "Bob", "АDА"))
    ('Ada (Orange)', 'Bob', 'АDА (Green)')
    """
    shown = [readable(name) or colour for name, colour in zip(names, SEAT_NAMES, strict=False)]
    alike = Counter(skeleton(name) for name in shown)
    return tuple(
        f"{name} ({colour})" if alike[skeleton(name)] > 1 or _bears_a_mark(name) else name
        for name, colour in zip(shown, SEAT_NAMES, strict=False)
    )
