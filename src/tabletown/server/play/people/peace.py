"""Peace: who is not to meet whom, whose remarks are hidden, and what players tell the host.

A block is silent. Whoever is blocked sees what they would see otherwise, except that a seat beside the one who blocked
them is always taken. Players who share a table already play on; only remarks are hidden.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass

from tabletown.server.errors import Full, Malformed, NotAllowed, NotFound, Outdated
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.play.people.names import readable
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.table import Table
from tabletown.server.store.people_protocol import Person, Report, ReportKind, Silenced
from tabletown.server.store.protocol import Player, SessionOver, Store

MAX_REPORT = DEFAULTS.report_length
KINDS: tuple[ReportKind, ...] = ("remark", "name", "behaviour")
NOBODY = NotFound("There is nobody of this address here, or they have left.")
WITH_OWNER = "You have blocked {owner}, whose bot it is, and so their bots. End the block of {owner}."
LEFT = "They have left this site in the meantime, so nothing was done."
_OFTEN = "That was a lot of changes in a short time."
_REPORTED_OFTEN = "That was a lot to report in a short time."


@dataclass(frozen=True, slots=True)
class Silence:
    """Whom a player has blocked, and whose remarks are hidden from them."""

    blocked: tuple[Silenced, ...]
    muted: tuple[Silenced, ...]


class Peace:
    """Blocks, mutes and reports. `changes` and `reports` limit how often.

    `may_meet` and `are_friends` are for all who bring people together, or show something to friends only.
    """

    def __init__(self, store: Store, changes: RateLimit, reports: RateLimit, limits: Limits = DEFAULTS) -> None:
        self._store = store
        self._changes = changes
        self._reports = reports
        self._limits = limits

    # For other parts

    def may_meet(self, one: str, other: str) -> bool:
        """Whether two players may be brought together: none has blocked the other, and none is suspended."""
        blocked, blocked_by = self._store.blocks_with(one)
        return other not in blocked | blocked_by and not self._store.suspended({one, other})

    def are_friends(self, one: str, other: str) -> bool:
        """Whether two players have both said that they are friends."""
        return self._store.are_friends(one, other)

    # People

    def person(self, player_id: str) -> Person:
        """A player as others find them. Raises NotFound."""
        found = self._store.person(player_id)
        if found is None:
            raise NOBODY
        return found

    def _other(self, player: Player, other: str) -> Person:
        """Another player than this one. Raises NotFound and NotAllowed."""
        person = self.person(other)
        if person.id == player.id:
            raise NotAllowed("That is you.")
        return person

    def silence(self, player: Player) -> Silence:
        """Whom a player has blocked and muted."""
        return Silence(tuple(self._store.blocked_by(player.id)), tuple(self._store.muted_by(player.id)))

    # Blocks and mutes

    def block(self, player: Player, other: str) -> None:
        """Block a player; twice is once. A friendship ends with it. Raises Refused."""
        person = self._other(player, other)
        self._changes.check(player.id, _OFTEN)
        try:
            if not self._store.block(player.id, person.id, self._limits.blocks):
                raise Full("You have blocked as many people as fit into the list. End some blocks first.", "blocks")
        except SessionOver:
            raise Outdated(LEFT) from None

    def unblock(self, player: Player, other: str) -> None:
        """End a block. Raises Refused, also for a bot while its owner is blocked: that is the block to be ended."""
        person = self.person(other)
        self._changes.check(player.id, _OFTEN)
        self._store.unblock(player.id, person.id)
        owner = self.blocked_owner(player, person)
        if owner is not None:
            raise NotAllowed(WITH_OWNER.format(owner=readable(owner.name) or "somebody"))

    def blocked_owner(self, player: Player, person: Person) -> Person | None:
        """The owner of a bot, if a player has blocked them: the block holds for their bots, too."""
        owner = self._store.person_behind(person.id)
        if owner == person.id or owner not in self._store.blocks_with(player.id)[0]:
            return None
        return self._store.person(owner)

    def mute(self, player: Player, other: str, table_id: str = "") -> None:
        """Hide the remarks of a player, at one table or everywhere. Raises Refused."""
        person = self._other(player, other)
        if table_id and not self._store.versions([table_id]):
            raise NotFound
        self._changes.check(player.id, _OFTEN)
        try:
            if not self._store.mute(player.id, person.id, table_id, self._limits.blocks):
                raise Full("You have hidden the remarks of as many people as fit into the list.", "blocks")
        except SessionOver:
            raise Outdated(LEFT) from None

    def unmute(self, player: Player, other: str, table_id: str = "") -> None:
        """Show the remarks of a player again: at a table, or (without one) everywhere. Raises Refused."""
        person = self.person(other)
        self._changes.check(player.id, _OFTEN)
        self._store.unmute(player.id, person.id, table_id)

    # Reports

    def report(
        self, player: Player, other: str, kind: str, text: str, key: str, table: Table | None = None, remark: int = 0
    ) -> None:
        """Tell the host about a player, once for every `key`. Raises Refused.

        A report about a remark needs its table and number; it has to be a remark of that player.
        """
        person = self._other(player, other)
        if kind not in KINDS:
            raise Malformed("A report is about a remark, a name, or how somebody plays: say which of them.")
        text = _clean(text)
        if kind == "remark":
            spoken = {said.number for said in table.remarks if said.owner == person.id} if table else set()
            if remark not in spoken:
                raise NotAllowed("This is no remark of theirs. Open the remark that you mean, and report it there.")
        elif kind == "behaviour" and not text:
            raise NotAllowed("Please say in a few words what happened.")
        self._reports.check(player.id, _REPORTED_OFTEN)
        report = Report(
            id=secrets.token_hex(4),
            reporter=player.id,
            about=person.id,
            kind=kind,
            table=table.row.id if table else "",
            remark=remark if kind == "remark" else 0,
            name=_name_at(table, person) if kind == "name" else "",
            text=text,
            at=0.0,  # the store says when
        )
        try:
            if not self._store.report(report, f"{player.id} {key}", self._limits.reports):
                raise Full("You have reported a lot, and the host has not looked at it yet. Please wait.", "reports")
        except SessionOver:
            raise Outdated(LEFT) from None


def silenced_at(store: Store, table: Table, player: Player | None) -> Collection[str]:
    """The ids of the players whose remarks a reader does not see at a table. Call it under the table's lock."""
    if player is None or all(said.owner in ("", player.id) for said in table.remarks):
        return ()  # mostly nobody has said anything, and then nothing is read
    return store.silenced_for(player.id, table.row.id)


def _name_at(table: Table | None, person: Person) -> str:
    """The name under which a player sits, or speaks, at a table; without one the name they have."""
    if table is not None:
        for row in table.seats:
            if row.owner == person.id:
                return row.name
        for said in table.remarks:
            if said.owner == person.id:
                return said.name
    return person.name


def _clean(text: str) -> str:
    """The text of a report as it may be shown to the host. Raises Malformed."""
    shown = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if len(shown) > MAX_REPORT:
        raise Malformed(f"A report has at most {MAX_REPORT} characters. Yours has {len(shown)}.")
    return shown
