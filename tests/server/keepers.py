"""People who keep their games: what they do on the pages of their account, with a device that has keys."""

import re
from typing import Any

from httpx import Response

from tabletown.server.play.people.sessions import token_hash

from .authenticator import Authenticator
from .seating import TOKEN
from .visitors import Running, Visitor

ROW = re.compile(r'name="id" value="([0-9a-f]{16})"')
CODE = re.compile(r"<span>(\w{4})</span>")


class Keeper(Visitor):
    """A visitor who sees the site at localhost, where browsers allow keys."""

    def __init__(self, running: Running) -> None:
        super().__init__(running)
        self.origin = f"http://localhost:{running.port}"
        self.http.base_url = self.origin
        self.device = Authenticator(self.origin)
        running.welcome(self)

    @property
    def token(self) -> str:
        return str(self.http.cookies.get(TOKEN, ""))

    def ask(self, path: str) -> dict[str, Any]:
        """What the server wants the device to answer."""
        answer = self.post(path)
        assert answer.status_code == 200, answer.text
        options: dict[str, Any] = answer.json()
        return options

    def make_key(self, device: Authenticator | None = None) -> Response:
        """Make a key."""
        options = self.ask("/keep/key/ask")
        return self.post("/keep/key", {"credential": (device or self.device).make(options)})

    def use_key(self, device: Authenticator | None = None, way: str = "sign-in") -> Response:
        """Sign in, or prove, with a key."""
        answer = (device or self.device).answer(self.ask(f"/keep/{way}/ask"))
        return self.post(f"/keep/{way}/key", {"credential": answer})

    def make_ticket(self) -> str:
        """Make a ticket, and say that it is on paper."""
        answer = self.post("/keep/ticket")
        assert answer.status_code == 200, answer.text
        assert self.post("/keep/ticket/kept", {"kept": "yes"}).status_code == 303
        return ticket_on(answer)

    def keep(self, name: str = "Ada") -> str:
        """Get an account with a key and a ticket; returns the ticket."""
        assert self.post("/keep/name", {"name": name}).status_code == 303
        assert self.make_key().status_code == 303
        return self.make_ticket()

    def come_back(self, ticket: str, way: str = "sign-in") -> Response:
        """Sign in, or prove, with a ticket."""
        return self.post(f"/keep/{way}/ticket", {"ticket": ticket})

    def show_code(self) -> str:
        """A code for another device."""
        answer = self.post("/keep/code")
        assert answer.status_code == 200, answer.text
        return "".join(_groups(answer))

    def type_code(self, code: str) -> Response:
        """Sign in with a code of another device."""
        return self.post("/keep/sign-in/code", {"code": code})

    def sessions(self) -> list[str]:
        """The ids of the other sessions in the list."""
        page = self.http.get("/keep").text.partition('id="devices"')[2].partition("</section>")[0]
        return ROW.findall(page)

    def is_known(self) -> bool:
        """Whether the browser is signed in to an account."""
        return 'id="devices"' in self.http.get("/keep").text


def ticket_on(answer: Response) -> str:
    """The ticket that a page shows."""
    signs = _groups(answer)
    assert len(signs) == 7, answer.text
    return " ".join(signs)


def _groups(answer: Response) -> list[str]:
    return CODE.findall(answer.text.partition('<p class="code"')[2].partition("</p>")[0])


def player_of(keeper: Keeper) -> str:
    """The id of the player who is signed in."""
    (found,) = keeper.site.store.sessions([token_hash(keeper.token)]).values()
    return found.id
