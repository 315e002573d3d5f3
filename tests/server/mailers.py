"""A site that sends mails, at a clock that tests set, and people who get them."""

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

from httpx import Response

from tabletown.server.store.mail_protocol import MailBox
from tabletown.server.store.sql import SqlStore
from tabletown.server.view.turn_news import EACH_S, GRACE_S, TurnPace

from .keepers import Keeper, player_of
from .post_office import PostOffice, path_of
from .seating import seat_at
from .visitors import Running

NEVER = 1e9
HOUR = EACH_S + GRACE_S


class MailSite:
    """A running site with a mail server. Nothing happens by itself: `deliver` looks at tables and sends what is due."""

    def __init__(self, running: Running, office: PostOffice) -> None:
        self.running, self.office, self.site = running, office, running.site
        self.ahead = 0.0
        now = running.site.store.now
        running.site.store.now = lambda: now() + self.ahead  # type: ignore[method-assign]

    def deliver(self, later: float = 0.0) -> list[EmailMessage]:
        """Some time later: the mails that are sent then."""
        self.ahead += later
        before = len(self.office.mails)
        self.site.turn_news.look()
        self.site.postman.send_due()
        return self.office.mails[before:]

    def rows(self, sql: str) -> list[Any]:
        """What the database says."""
        store = self.site.store
        assert isinstance(store, SqlStore)
        return store.read(lambda db: db.execute(sql).fetchall())

    def keeper(self, name: str, turns: str = "days") -> "Addressee":
        """Somebody who keeps their games, with a confirmed mail address."""
        found = Addressee(self)
        found.keep(name)
        found.give_address(f"{name.split()[0].lower()}@home.example")
        if turns != "off":
            assert found.post("/keep/mail/turns", {"turns": turns}).status_code == 303
        return found


class Addressee(Keeper):
    """Somebody with a mail address."""

    def __init__(self, mail_site: MailSite) -> None:
        super().__init__(mail_site.running)
        self.mail_site = mail_site
        self.address = ""

    def want(self, address: str) -> Response:
        """Ask for an address to be confirmed."""
        return self.post("/keep/mail/address", {"address": address})

    def give_address(self, address: str) -> None:
        """Give an address, and press the button in the mail."""
        assert self.want(address).status_code == 303
        mail = self.mail_site.deliver()[-1]
        assert mail["To"] == address
        assert self.post(path_of(mail, "/keep/mail/confirm/")).status_code == 303
        self.address = address

    def mails(self) -> list[EmailMessage]:
        """What has arrived."""
        return self.mail_site.office.to(self.address)

    @property
    def id(self) -> str:
        return player_of(self)

    @property
    def box(self) -> MailBox:
        """What is kept of the address."""
        found = self.site.store.mailbox(self.id)
        assert found is not None
        return found


def by_days(host: Keeper, guest: Keeper, **fields: str) -> str:
    """A table of two people with days for a move."""
    table = host.sit_down(**{"players": "2", "bot": "open", "clock": "day-3", **fields})
    seat_at(host, guest)
    return table


def started(start: Callable[..., Running], office: PostOffice, **options: Any) -> MailSite:
    """Start such a site."""
    port = options.pop("port", 0) or free_port()
    pace = TurnPace(poll=NEVER)
    running = start(
        port=port, public_url=f"http://localhost:{port}", mail=office.url, turn_pace=pace, mail_poll=NEVER, **options
    )
    return MailSite(running, office)


def free_port() -> int:
    """A port that is free now."""
    return PostOffice().port


def opened() -> Iterator[PostOffice]:
    """A mail server, open while a test runs."""
    office = PostOffice().open()
    yield office
    office.close()
