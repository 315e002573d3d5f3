"""The specimen of a mail: the letter about a turn that the site would send, in a form that a page can show."""

import base64
from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.html.letters import SiteLetters
from tabletown.server.play.mail.postman import Letter
from tabletown.server.store.mail_protocol import MailBox
from tabletown.server.store.protocol import Player
from tabletown.server.view.showcase import has_sample
from tabletown.server.view.specimen_news import TABLE_ID, specimen_news

_BOX = MailBox("", "", None, "", None, "all", stop_id=TABLE_ID, stop_secret="")


@dataclass(frozen=True, slots=True)
class Specimen:
    """A mail as it would arrive: from whom, its subject, what is within its HTML part, and its plain part."""

    sender: str
    subject: str
    html: Markup
    plain: str


class SpecimenMails:
    """Writes specimens of mails from `sender` with the letters of the site. `is_ready` says what can be played now."""

    def __init__(self, letters: SiteLetters, sender: str, is_ready: Callable[[str], bool]) -> None:
        self._letters = letters
        self._sender = sender
        self._is_ready = is_ready

    def of(self, player: Player) -> Specimen | None:
        """The mail that says it is a player's turn, in the shortest game that is compiled; None while there is none."""
        for name in sorted(title_names(), key=lambda name: get_title(name).meta.minutes):
            news = specimen_news(name) if self._is_ready(name) and has_sample(get_title(name)) else None
            if news is not None:
                letter = self._letters.turn_letter(player, _BOX, [news]).letter
                return Specimen(self._sender, letter.subject, within_page(letter), letter.plain)
        return None


def within_page(letter: Letter) -> Markup:
    """What stands in the body of a letter's HTML part, with its pictures in it: that part is escaped already."""
    body = letter.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]
    for picture in letter.pictures:
        data = base64.b64encode(picture.png).decode()
        body = body.replace(f'src="cid:{picture.name}"', f'src="data:image/png;base64,{data}"')
    return Markup(body)
