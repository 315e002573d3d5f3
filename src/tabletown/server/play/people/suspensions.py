"""Suspended players: they read everything and play on where they sit, but begin nothing new and do not speak."""

import time

from tabletown.server.errors import NotAllowed
from tabletown.server.store.people_protocol import PeopleStore, Suspension
from tabletown.server.store.protocol import Player


class Suspended(NotAllowed):
    """The host has suspended the player."""


def must_not_be_suspended(store: PeopleStore, player: Player | None) -> None:
    """Raise Suspended if the host has suspended this player."""
    found = store.suspension(player.id) if player else None
    if found is not None:
        raise Suspended(suspended_in_words(found))


def suspended_in_words(suspension: Suspension) -> str:
    """What a suspended player is told."""
    day = time.strftime("%d %b %Y, %H:%M UTC", time.gmtime(suspension.until)).lstrip("0")
    why = suspension.reason.strip().rstrip(".")
    return (
        f"The host of this site has suspended you until {day}{': ' + why if why else ''}. Until then you can read"
        " everything and play on at the tables where you sit, but not begin anything new or speak."
    )
