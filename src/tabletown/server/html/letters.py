"""Mails: what they say, as plain text and as HTML.

The plain part holds everything. The HTML part is a table with inline styles and no picture from elsewhere: the marks of
the seats come with the mail. Names and sentences are text of other people, and escaped like on pages.
"""

import textwrap
from collections.abc import Callable, Sequence

from tabletown.engine.english import sentence
from tabletown.engine.seat_marks import in_words
from tabletown.engine.seats import SEAT_NAMES
from tabletown.server.html.log import line_html
from tabletown.server.html.pixels import seat_png
from tabletown.server.html.templates import Templates
from tabletown.server.play.mail.links import stop_path
from tabletown.server.play.mail.postman import Letter, Picture, TurnLetter
from tabletown.server.play.table import Line
from tabletown.server.store.mail_protocol import MailBox
from tabletown.server.store.protocol import Player
from tabletown.server.view.turn_news import SeatNews, TableNews

_WIDTH = 72
_NAMED = 3  # opponents, or titles, that a subject names
_PLACES = ("", "first", "second", "third", "fourth", "fifth")

News = Callable[[Player, MailBox], list[TableNews]]
"""All that there is to tell a player just now."""


class SiteLetters:
    """The mails of a site whose links begin with `origin`."""

    def __init__(self, templates: Templates, origin: str, news: News) -> None:
        self._templates = templates
        self._origin = origin
        self._news = news

    @property
    def _host(self) -> str:
        return self._origin.partition("://")[2]

    def confirm(self, player: Player, address: str, secret: str) -> Letter:
        """The mail with the link that confirms an address."""
        return self._with_link(
            "Confirm your mail address for Tabletown",
            "Is this your address?",
            [
                f"{player.name or 'A player'} at {self._host} wants to use {address} for mails about their turn and as"
                " a way to sign in.",
                "If that is you, open this page and press the button there. The link is good for a day.",
            ],
            f"{self._origin}/keep/mail/confirm/{secret}",
            "Confirm the address",
            "If it is not you, do nothing: no more mails come.",
        )

    def sign_in(self, player: Player, secret: str, table_id: str) -> Letter:
        """The mail with the link that signs in."""
        return self._with_link(
            "Sign in to Tabletown",
            f"Welcome back{', ' + player.name if player.name else ''}",
            [
                f"Somebody, we hope you, asked at {self._host} to sign in with this address.",
                "Open this page on the device where you want to play, and press the button there. The link works once,"
                " within fifteen minutes.",
            ],
            f"{self._origin}/keep/mail/sign-in/{secret}",
            "Sign in",
            "If it was not you, do nothing: without this mail nobody gets in.",
        )

    def _with_link(
        self, subject: str, heading: str, paragraphs: Sequence[str], link: str, button: str, last: str
    ) -> Letter:
        plain = [*_titled(heading), "", *_paragraphs(paragraphs), f"{button}:", f"  {link}", "", _wrapped(last)]
        html = self._templates.render(
            "mail_link.html",
            subject=subject,
            heading=heading,
            paragraphs=paragraphs,
            link=link,
            button=button,
            last=last,
            host=self._host,
        )
        return Letter(subject, "\n".join(plain) + "\n", html)

    # Turns

    def turn(self, player: Player, box: MailBox) -> TurnLetter | None:
        """The mail about all that waits for a player just now; None if nothing (more) does."""
        news = self._news(player, box)
        if not news:
            return None
        return self.turn_letter(player, box, news)

    def turn_letter(self, player: Player, box: MailBox, news: Sequence[TableNews]) -> TurnLetter:
        """The mail about these tables."""
        turns = [table for table in news if not table.over]
        subject = _subject(news)
        heading = "Your turn" if turns else "Game over"
        heading += f", {player.name}" if player.name else ""
        stop = self._origin + stop_path(box)
        tables = [(table, self._link(table), self._origin + stop_path(box, table.id)) for table in news]
        plain = [*_titled(heading)]
        for table, link, stop_table in tables:
            plain += ["", *_plain_table(table), "", f"Go to the table:\n  {link}"]
            plain += [f"No more mails for this table:\n  {stop_table}"] if not table.over else []
        sign_in = f"{self._origin}/keep/sign-in?table={news[0].id}"
        plain += ["", f"Not signed in on this device?\n  {sign_in}", "", f"No more mails about turns:\n  {stop}"]
        seats = sorted({seat.index for table in news for seat in table.seats})
        html = self._templates.render(
            "mail_turn.html",
            subject=subject,
            heading=heading,
            tables=tables,
            sign_in=sign_in,
            stop=stop,
            headline=_headline,
            words=line_html,
            seat_names=SEAT_NAMES,
            places=_PLACES,
            host=self._host,
        )
        pictures = tuple(Picture(f"seat-{seat}", seat_png(seat)) for seat in seats)
        letter = Letter(subject, "\n".join(plain) + "\n", html, pictures, stop)
        return TurnLetter(letter, tuple((table.id, table.decision) for table in news))

    def _link(self, table: TableNews) -> str:
        return f"{self._origin}/tables/{table.id}" + ("" if table.over else "#moves")


def _subject(news: Sequence[TableNews]) -> str:
    turns = [table for table in news if not table.over]
    if not turns:
        if len(news) == 1:
            return f"{news[0].title} with {_listed(news[0].others)} is over: you are {_PLACES[news[0].place]}"
        return f"{len(news)} of your games are over: {_listed([table.title for table in news])}"
    if len(turns) == 1:
        subject = f"Your turn in {turns[0].title}, with {_listed(turns[0].others)}"
    else:
        subject = f"Your turn at {len(turns)} tables: {_listed([table.title for table in turns])}"
    over = len(news) - len(turns)
    return subject + (f"; {'a game is' if over == 1 else f'{over} games are'} over" if over else "")


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence; more than three are counted."""
    names = list(dict.fromkeys(names))
    if len(names) > _NAMED:
        return f"{', '.join(names[: _NAMED - 1])} and {len(names) - _NAMED + 1} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _headline(table: TableNews) -> str:
    """The sentence under the title of a table."""
    if table.over:
        return f"With {_listed(table.others)}. You are {_PLACES[table.place]}."
    left = f" You have {table.time_left} left." if table.time_left else ""
    status = f"{table.status}, with" if table.status else "With"
    return f"{status} {_listed(table.others)}.{left}"


def _plain_table(table: TableNews) -> list[str]:
    what = f"{table.title}: the game is over" if table.over else f"Your turn in {table.title}"
    found = [what, "-" * len(what), _wrapped(_headline(table))]
    if table.lines:
        found += ["", "Since your last turn"]
        found += [f"* (and {table.unheard} earlier)"] if table.unheard else []
        found += [_wrapped(f"* {_sentence(table, line)}", "  ") for line in table.lines]
    points = ", ".join(f"{'you' if seat.is_you else seat.name} {seat.points}" for seat in _in_order(table))
    return [*found, "", _wrapped(f"Points: {points}", "  ")]


def _in_order(table: TableNews) -> list[SeatNews]:
    return sorted(table.seats, key=lambda seat: (seat.place, not seat.is_you, seat.index))


def _sentence(table: TableNews, line: Line) -> str:
    text = in_words(line.text, line.seat, table.names)
    return f"{table.names.subject(line.seat)} {text}" if line.seat >= 0 else sentence(text)


def _titled(heading: str) -> list[str]:
    return [heading, "=" * len(heading)]


def _paragraphs(texts: Sequence[str]) -> list[str]:
    return [part for text in texts for part in (_wrapped(text), "")]


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
