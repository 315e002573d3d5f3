"""The card gallery of a game: all cards, and a search by words, group and type.

A card has an anchor, made from its name, for links to it: `/games/penny_lane/cards#luthier`.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count

from tabletown.engine import english
from tabletown.engine.title import Title
from tabletown.games import get as get_title
from tabletown.render.scene import Piece

MAX_QUERY = 100


@dataclass(frozen=True, slots=True)
class Card:
    """A card in the gallery. `words` is all its text, normalized for the search; `types` are its types."""

    anchor: str
    name: str
    group: str
    piece: Piece
    words: str
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """A search for cards; an empty field matches all."""

    words: str = ""
    group: str = ""
    type: str = ""

    def matches(self, card: Card) -> bool:
        """Whether a card has all of the words, the group and the type."""
        return (
            all(word in card.words for word in normalize(self.words).split())
            and self.group in ("", card.group)
            and (not self.type or self.type in card.types)
        )

    def __bool__(self) -> bool:
        return bool(self.words or self.group or self.type)


@dataclass(frozen=True, slots=True)
class CardGroup:
    """A group of cards, and which of them the search found."""

    heading: str
    cards: tuple[Card, ...]
    found: frozenset[str]  # anchors


def normalize(text: str) -> str:
    """Text for comparison: lower case, without accents, with all spaces and dashes as single spaces.

    >>> normalize("Masons\\u2019 Guild, Caf\\u00e9-Bar")
    "masons' guild, cafe bar"
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[\s\N{HYPHEN}-]+", " ", bare.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).split())


def search_from_form(words: str, group: str, type: str, title: Title) -> Search:
    """A search from the fields of a form; a group or type that the title does not have is ignored."""
    cards = catalogue(title)
    groups, types = {card.group for card in cards}, types_of(title)
    visible = " ".join(words.split())[:MAX_QUERY]
    return Search(visible, group if group in groups else "", type if type in types else "")


def types_of(title: Title) -> tuple[str, ...]:
    """The card types of a title, besides the groups; perhaps none."""
    return tuple(getattr(title.drawing, "TYPES", ()))


def catalogue(title: Title) -> tuple[Card, ...]:
    """Every card of a title with its anchor, in the order of the gallery."""
    return _catalogue(title.name)


@cache
def _catalogue(name: str) -> tuple[Card, ...]:
    title = get_title(name)
    taken: set[str] = set()
    cards = []
    for group, pieces in title.drawing.gallery(title.cards):
        for piece in pieces:
            says = ". ".join(part.label for part in (piece, *piece.parts))
            name = re.split(r"[,:]", piece.label)[0]
            slug = english.slug(normalize(name))
            names = chain([slug], (f"{slug}-{n}" for n in count(2)))
            anchor = next(found for found in names if found not in taken)
            taken.add(anchor)
            words = normalize(f"{group} {says}")
            types = tuple(one for one in types_of(title) if re.search(rf", {re.escape(one)}[,:;.]", words))
            cards.append(Card(anchor, name, group, piece, words, types))
    return tuple(cards)


def card_groups(title: Title, search: Search) -> Sequence[CardGroup]:
    """All groups of a title's cards, with the cards that a search found."""
    groups: dict[str, list[Card]] = {}
    for card in catalogue(title):
        groups.setdefault(card.group, []).append(card)
    return [
        CardGroup(heading, tuple(cards), frozenset(card.anchor for card in cards if search.matches(card)))
        for heading, cards in groups.items()
    ]
