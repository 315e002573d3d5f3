"""People who set up tournaments and take part in them, without pages."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from tabletown.games import get as get_title
from tabletown.server.play.tournaments.tournaments import NewTournament
from tabletown.server.site import Site
from tabletown.server.store.account_protocol import NewSession
from tabletown.server.store.protocol import Player, Session, Store
from tabletown.server.store.tournament_protocol import LaidTable


def somebody(store: Store, name: str = "Ada", *, kept: bool = False) -> Player:
    """A new player; one who keeps their games has an account."""
    player = Player(secrets.token_hex(16), name)
    token = hashlib.sha256(player.id.encode()).hexdigest()
    store.begin(Session(token, player))
    if kept:
        store.make_ticket(player.id, secrets.token_hex(32), NewSession(secrets.token_hex(32), "", True, token))
    return player


def agreed(**changes: Any) -> NewTournament:
    """What a tournament is like, unless said otherwise: Swiss in UpTown for two."""
    usual: dict[str, Any] = {
        "name": "November", "title": get_title("uptown"), "kind": "swiss", "at_table": 2, "rounds": 3, "pace": "live-5"
    }  # fmt: skip
    return NewTournament(**{**usual, **changes})


def set_up(site: Site, bots: Sequence[str] = (), **changes: Any) -> tuple[str, Player]:
    """A tournament and its organiser."""
    organiser = somebody(site.store, "Olga", kept=True)
    return site.tournaments.create(organiser, agreed(bots=bots, **changes)), organiser


def tables_of(store: Store, tournament: str, round_number: int) -> list[LaidTable]:
    """The tables of a round."""
    return [laid for laid in store.laid_tables(tournament) if laid.round == round_number and laid.number]
