"""Answers about what can be played here: titles, their editions and cards, the bots."""

from typing import Annotated, Any

from msgspec import Meta

from tabletown.server.api.responses.body import ResponseBody


class Bot(ResponseBody):
    """A bot to play against."""

    name: str
    blurb: Annotated[str, Meta(description="How it plays")]


class Bots(ResponseBody):
    """All bots, weakest first."""

    bots: list[Bot]


class Option(ResponseBody):
    """A choice when a table is set."""

    name: str
    text: Annotated[str, Meta(description="What it changes")]


class Edition(ResponseBody):
    """An edition of a game's cards beside the printed one."""

    name: Annotated[str, Meta(description="By which a new table asks for it")]
    title: str
    about: str
    changes: Annotated[list[str], Meta(description="What is different, a sentence for each card")]


class Title(ResponseBody):
    """A game that can be played here."""

    name: Annotated[str, Meta(description="By which it is asked for: uptown")]
    title: Annotated[str, Meta(description="As people write it: UpTown")]
    rules: Annotated[str, Meta(description="The rules number that tables and records carry")]
    least_players: int
    most_players: int
    minutes: int
    weight: str
    blurb: str
    makers: dict[str, str]
    options: list[Option]
    editions: Annotated[list[Edition], Meta(description="Other numbers on its cards, which a table may choose")]
    ready: Annotated[bool, Meta(description="Whether it can be played now; the first start takes a minute")]


class Titles(ResponseBody):
    """All games."""

    titles: list[Title]


class CardGroup(ResponseBody):
    """Cards that belong together, a sentence for each."""

    name: str
    cards: list[str]


class Cards(ResponseBody):
    """Everything that is printed on the cards of a game."""

    groups: list[CardGroup]
    data: Annotated[dict[str, Any], Meta(description="The same as tables; positions name cards as they do")]
