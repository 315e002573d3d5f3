"""Accounts: keep one's games, come back with a key, a ticket or a code, and end sessions.

A player gets an account with the first key or ticket. The token of a session changes whenever its rights change. What
makes a new way in, or takes one away, needs a fresh proof: a key or a ticket that this session has shown lately. A code
of another device is no proof.
"""

import hashlib
import secrets
import time
from dataclasses import dataclass

from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated
from tabletown.server.limits import DEFAULTS
from tabletown.server.play.accounts.codes import Code, code_hash, new_code, new_ticket, read_code, read_ticket
from tabletown.server.play.accounts.keys import KeyRefused, Keys, Question, RelyingParty
from tabletown.server.play.people.names import readable, skeleton
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.store.account_protocol import Key, NewSession, OpenSession, Ticket
from tabletown.server.store.protocol import Player, SessionOver, Store, StoreError

PROOF_S = 600.0
"""For how long a session may change an account after it has shown a key or a ticket."""

CODE_S = 600.0
"""How long a one-time code is good for."""

MOST_KEYS = DEFAULTS.keys
KEY_NAME_LENGTH = 40

SIGNED_OUT = "You were signed out here in the meantime, so nothing was done. Please sign in again."
PROVE_FIRST = "Please show first that it is you, with a key or with your ticket. Then it can be done for ten minutes."
MISTYPED = "A sign is missing or wrong. Please compare the code with your ticket: it has seven groups of four signs."
NO_TICKET = "There is no such ticket here. Please compare each sign with the paper."
NO_CODE = "There is no such code. Please compare it with your other device; a new one replaces the one before."
OTHER_PERSON = "This key or ticket belongs to somebody else than you. Sign out here first."
TOO_MANY_KEYS = f"Nobody needs more than {MOST_KEYS} keys: please remove one first."
TOO_OFTEN = "That was a lot of attempts in a short time."
TOO_MUCH = "That was a lot of changes in a short time."


class ProofNeeded(NotAllowed):
    """The session has not shown a key or a ticket lately."""

    status = 403


@dataclass(frozen=True, slots=True)
class Device:
    """Where a request comes from: the hash of its token (empty without one), and the browser as it is listed."""

    reader: str
    browser: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The token of a session that has begun, its player, and the next ticket if one was used."""

    token: str
    player: Player
    ticket: Code | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """What there is of an account, as its player sees it. `proved` until when this session may change it (0: not)."""

    since: float
    keys: list[Key]
    ticket: Ticket | None
    proved: float

    @property
    def needs_proof(self) -> bool:
        """Whether a proof is possible at all: before the first key and the first ticket on paper there is none."""
        return bool(self.keys) or bool(self.ticket and self.ticket.confirmed)


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session in the list of its player. `id` names it in forms, and signs nobody in."""

    id: str
    browser: str
    began: float
    used: float | None
    is_this: bool


class Accounts:
    """Opens and changes accounts. `sign_ins` limits attempts to sign in or to prove, `changes` what is changed."""

    def __init__(self, store: Store, sign_ins: RateLimit, changes: RateLimit) -> None:
        self._store = store
        self._keys = Keys(store)
        self._sign_ins = sign_ins
        self._changes = changes

    def of(self, player: Player, reader: str = "") -> Account | None:
        """The account of a player, as the session of this token sees it; None without one."""
        since = self._store.account_since(player.id)
        if since is None:
            return None
        tickets = self._store.tickets_of(player.id)
        current = tickets[0] if tickets and tickets[0].ended is None else None
        return Account(since, self._store.keys_held_by(player.id), current, self._proved_until(player, reader))

    def _proved_until(self, player: Player, reader: str) -> float:
        proved = (one.proved for one in self._store.open_sessions(player.id) if one.token_hash == reader)
        until = (next(proved, None) or 0.0) + PROOF_S
        return until if until > self._store.now() else 0.0

    def must_be_proved(self, player: Player, reader: str) -> None:
        """Raise ProofNeeded if the player has an account, and this session has not shown a key or a ticket lately."""
        account = self.of(player, reader)
        if account is not None and account.needs_proof and not account.proved:
            raise ProofNeeded(PROVE_FIRST)

    # Keys

    def ask_for_new_key(self, party: RelyingParty, player: Player, device: Device) -> Question:
        """Ask the browser of a player to make a key. Raises ProofNeeded, NotAllowed and TooMany."""
        self._changes.check(player.id, TOO_MUCH)
        self.must_be_proved(player, device.reader)
        held = self._store.keys_held_by(player.id)
        if len(held) >= MOST_KEYS:
            raise NotAllowed(TOO_MANY_KEYS)
        return self._keys.ask_to_make(party, player, held)

    def add_key(self, party: RelyingParty, player: Player, device: Device, answer: str, asker: str) -> SignedIn:
        """Add the key that a browser has made. Raises KeyRefused, ProofNeeded and Outdated."""
        self.must_be_proved(player, device.reader)
        key = self._keys.made(party, player.id, answer, asker, device.browser)
        token, session = self._session(device, player.id, proved=True)
        try:
            self._store.add_key(key, session)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        except StoreError as error:
            if type(error) is not StoreError:  # the database cannot be reached
                raise
            raise KeyRefused("This device has given a key here before, so there is nothing to add.") from None
        return SignedIn(token, player)

    def rename_key(self, player: Player, key_id: str, name: str) -> None:
        """Rename a key of a player. Raises Malformed and TooMany."""
        name = readable(readable(name)[:KEY_NAME_LENGTH])
        if not name:
            raise Malformed("A key needs a name, so that you know it again.")
        self._changes.check(player.id, TOO_MUCH)
        self._store.rename_key(player.id, key_id, name)

    def remove_key(self, player: Player, device: Device, key_id: str) -> SignedIn:
        """Remove a key of a player. Raises ProofNeeded, Outdated, TooMany, and NotAllowed for the last way back."""
        self._changes.check(player.id, TOO_MUCH)
        self.must_be_proved(player, device.reader)
        account = self.of(player)
        if (
            account
            and [key.id for key in account.keys] == [key_id]
            and not (account.ticket and account.ticket.confirmed)
        ):
            raise NotAllowed("This is your only way back. Print a ticket first, then the key can be removed.")
        token, session = self._session(device, player.id, proved=False)
        try:
            self._store.remove_key(player.id, key_id, session)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        return SignedIn(token, player)

    # Signing in, and proving that it is still the same person

    def ask_for_key(self, party: RelyingParty, player: Player | None = None) -> Question:
        """Ask a browser for any key, or for one of a player who is to prove themselves. Raises TooMany."""
        self._sign_ins.check(player.id if player else "", TOO_OFTEN)
        held = self._store.keys_held_by(player.id) if player else []
        return self._keys.ask_to_use(party, "prove" if player else "sign in", held)

    def sign_in_with_key(
        self, party: RelyingParty, device: Device, answer: str, asker: str, prove: Player | None = None
    ) -> SignedIn:
        """Sign in with the answer of a key; or `prove` that this is still that player.

        Raises KeyRefused, NotAllowed and TooMany.
        """
        self._sign_ins.check(prove.id if prove else "", TOO_OFTEN)
        key, count = self._keys.used(party, "prove" if prove else "sign in", answer, asker)
        if prove is None:
            self._sign_ins.check(key.player_id, TOO_OFTEN)
        elif key.player_id != prove.id:
            raise NotAllowed(OTHER_PERSON)
        token, session = self._session(device, key.player_id, proved=True)
        try:
            if not self._store.use_key(key, count, session):
                raise KeyRefused("This key was used or removed in the same moment. Please try again.")
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        return SignedIn(token, self._player(key.player_id))

    def sign_in_with_ticket(self, device: Device, text: str, prove: Player | None = None) -> SignedIn:
        """Sign in with a ticket; or `prove` that this is still that player. All other sessions end.

        The ticket is used up, and there is a new one to write down. Raises NotAllowed and TooMany.
        """
        self._sign_ins.check(prove.id if prove else "", TOO_OFTEN)
        code = read_ticket(text)
        if code is None:
            raise NotAllowed(MISTYPED)
        ticket = self._store.ticket(code_hash(code))
        if ticket is None:
            raise NotAllowed(NO_TICKET)
        if prove is None:
            self._sign_ins.check(ticket.player_id, TOO_OFTEN)
        elif ticket.player_id != prove.id:
            raise NotAllowed(OTHER_PERSON)
        token, session = self._session(device, ticket.player_id, proved=True)
        following = new_ticket()
        try:
            used = ticket.ended is None and self._store.use_ticket(code_hash(code), code_hash(following), session)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        if not used:
            raise NotAllowed(_why_ended(self._store.ticket(code_hash(code)) or ticket))
        return SignedIn(token, self._player(ticket.player_id), following)

    def sign_in_with_code(self, device: Device, text: str) -> SignedIn:
        """Sign in with a code that another device shows. It is no proof. Raises NotAllowed and TooMany."""
        self._sign_ins.check("", TOO_OFTEN)
        code = read_code(text)
        kept = self._store.code(code_hash(code)) if code else None
        if code is None or kept is None:
            raise NotAllowed(NO_CODE)
        self._sign_ins.check(kept.player_id, TOO_OFTEN)
        token, session = self._session(device, kept.player_id, proved=False)
        try:
            used = self._store.use_code(code_hash(code), session)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        if not used:
            is_late = kept.used is None and kept.expires <= self._store.now()
            why = "was good for ten minutes, and they are over" if is_late else "was used already"
            raise NotAllowed(f"This code {why}. Show a new one on your other device.")
        return SignedIn(token, self._player(kept.player_id))

    def count_sign_in(self) -> None:
        """Count an attempt to sign in by a link. Raises TooMany."""
        self._sign_ins.check("", TOO_OFTEN)

    def begin_by_mail(self, device: Device, player_id: str, link_hash: str) -> SignedIn:
        """Sign in with a link that was sent by mail (see play/mail/). It is no proof. Raises NotAllowed and TooMany."""
        self._sign_ins.check(player_id, TOO_OFTEN)
        token, session = self._session(device, player_id, proved=False)
        try:
            used = self._store.use_sign_in_link(link_hash, session)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        if not used:
            raise NotAllowed("This link was used, or ended, in the same moment. Ask for a new one.")
        return SignedIn(token, self._player(player_id))

    # Tickets and codes

    def make_ticket(self, player: Player, device: Device) -> SignedIn:
        """Make a ticket, which replaces the one before. Raises ProofNeeded, Outdated and TooMany."""
        self._changes.check(player.id, TOO_MUCH)
        self.must_be_proved(player, device.reader)
        ticket = new_ticket()
        token, session = self._session(device, player.id, proved=False)
        try:
            self._store.make_ticket(player.id, code_hash(ticket), session)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        return SignedIn(token, player, ticket)

    def confirm_ticket(self, player: Player) -> None:
        """Note that the ticket is on paper. Raises Outdated if there is none."""
        if not self._store.confirm_ticket(player.id):
            raise Outdated("There is no ticket to keep. Please make a new one.")

    def show_code(self, player: Player) -> Code:
        """A new code by which another device signs in. Raises NotFound without an account, and TooMany."""
        self._changes.check(player.id, TOO_MUCH)
        if self._store.account_since(player.id) is None:
            raise NotFound("Keep your games first: then other devices can join in.")
        code = new_code()
        self._store.keep_code(player.id, code_hash(code), self._store.now() + CODE_S)
        return code

    # Sessions

    def sessions(self, player: Player, reader: str) -> list[ListedSession]:
        """Where a player is signed in: this session first, then the one that was used last."""
        found = [_listed(one, reader) for one in self._store.open_sessions(player.id)]
        return sorted(found, key=lambda one: not one.is_this)

    def end_session(self, player: Player, session_id: str) -> None:
        """End one session of a player. Raises NotFound and TooMany."""
        self._changes.check(player.id, TOO_MUCH)
        for one in self._store.open_sessions(player.id):
            if _session_id(one.token_hash) == session_id:
                self._store.end_session(one.token_hash)
                return
        raise NotFound("This session has ended already.")

    def end_other_sessions(self, player: Player, reader: str) -> int:
        """End all other sessions of a player; returns how many. Raises TooMany."""
        self._changes.check(player.id, TOO_MUCH)
        return self._store.end_other_sessions(reader)

    def end_here(self, reader: str) -> None:
        """End this session."""
        if reader:
            self._store.end_session(reader)

    def must_be_named(self, player: Player, typed: str) -> None:
        """Raise Malformed unless a player has typed their name, or "delete" without one."""
        wanted = player.name or "delete"
        if skeleton(readable(typed)) != skeleton(wanted):
            raise Malformed(f"Please type {wanted} to say that you mean it. Nothing was deleted.")

    def _session(self, device: Device, player_id: str, *, proved: bool) -> tuple[str, NewSession]:
        """A token and the session to begin: in the place of this one, if it is of the same player."""
        token = secrets.token_urlsafe(32)
        holder = self._store.session(device.reader) if device.reader else None
        replaces = device.reader if holder is not None and holder.id == player_id else ""
        return token, NewSession(token_hash(token), device.browser, proved, replaces)

    def _player(self, player_id: str) -> Player:
        return self._store.player(player_id) or Player(player_id)


def _why_ended(ticket: Ticket) -> str:
    day = time.strftime("%d %b %Y", time.gmtime(ticket.ended or 0.0)).lstrip("0")
    if ticket.ended_by == "another":
        return f"This ticket was replaced by a newer one on {day}."
    return f"This ticket was used on {day}; a new one was shown then."


def _session_id(session_hash: str) -> str:
    return hashlib.sha256(f"session {session_hash}".encode()).hexdigest()[:16]


def _listed(session: OpenSession, reader: str) -> ListedSession:
    return ListedSession(
        id=_session_id(session.token_hash),
        browser=session.browser,
        began=session.began,
        used=session.used,
        is_this=session.token_hash == reader,
    )
