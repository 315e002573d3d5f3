"""What players do with mail: add an address and confirm it, sign in by a link, choose which mails they want.

Whoever asks for a link to sign in gets the same answer, as fast, whether the address is known or not: the wish is put
into the outbox, and the postman (postman.py) finds out later. A link is made when its mail is sent, so that its time
begins then.
"""

import re
from dataclasses import dataclass
from typing import get_args

from tabletown.server.errors import Malformed, NotAllowed, NotFound, Outdated
from tabletown.server.play.accounts.accounts import SIGNED_OUT, Accounts, Device, SignedIn
from tabletown.server.play.mail.addresses import address_from_form
from tabletown.server.play.mail.links import EVERYTHING, is_signed, link_hash, new_secret
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.store.mail_protocol import AddressTaken, MailBox, MailLink, Turns
from tabletown.server.store.protocol import Player, SessionOver, Store

SIGN_IN_S = 15 * 60.0
"""How long a link to sign in is good for, from the time when its mail was sent."""

CONFIRM_S = 24 * 3600.0
"""How long a link that confirms an address is good for."""

NO_MAIL = "This site sends no mail: its host has not set that up."
NO_ACCOUNT = "An address belongs to an account: keep your games first, with a key or a ticket."
NO_ADDRESS_YET = "Give a mail address first, and confirm it. Then mails can be sent."
NOT_A_LINK = "There is no such link here. Perhaps it was cut off when it was copied: open the whole link of the mail."
WRONG_TURNS = "Mails are sent for no games (off), for games with days for a move (days), or for all of them (all)."
TAKEN = "This address belongs to another account here. Sign in there by mail, and remove it, or go on there."
TOO_MANY_MAILS = "That were a lot of mails in a short time."
_TABLE = re.compile(r"[\w-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class SignedInByMail:
    """Somebody has signed in by a link; `table` is where it leads, if that was asked for."""

    signed_in: SignedIn
    table: str


class Mailing:
    """Changes addresses, and signs in by links. `asking` limits mails that are asked for.

    `offered` says whether the host has set up mail.
    """

    def __init__(self, store: Store, accounts: Accounts, asking: RateLimit, offered: bool) -> None:
        self._store = store
        self._accounts = accounts
        self._asking = asking
        self.offered = offered

    def of(self, player: Player) -> MailBox | None:
        """The address of a player, or None."""
        return self._store.mailbox(player.id)

    # The address

    def want_address(self, player: Player, device: Device, text: str) -> str:
        """Ask for an address to be confirmed, by a mail that goes there; returns it.

        Raises Malformed, NotAllowed, ProofNeeded, Outdated and TooMany.
        """
        self._must_be_offered()
        address = address_from_form(text)
        if self._accounts.of(player) is None:
            raise NotAllowed(NO_ACCOUNT)
        self._accounts.must_be_proved(player, device.reader)
        self._check_rate(player.id)
        try:
            self._store.want_address(player.id, address)
        except SessionOver:
            raise Outdated(SIGNED_OUT) from None
        return address

    def forget_wanted(self, player: Player) -> None:
        """Forget the address that waits to be confirmed."""
        self._store.forget_wanted(player.id)

    def forget_address(self, player: Player, device: Device) -> None:
        """Forget the address of a player. Raises ProofNeeded: it is a way in."""
        self._accounts.must_be_proved(player, device.reader)
        self._store.forget_address(player.id)

    def link(self, secret: str) -> MailLink:
        """What a link is for, as far as it can be used now. Raises NotFound and NotAllowed."""
        link = self._store.mail_link(link_hash(secret))
        if link is None:
            raise NotFound(NOT_A_LINK)
        if link.used is not None:
            raise NotAllowed("This link was used already. Each one works once: ask for a new one.")
        if link.expires <= self._store.now():
            good_for = "fifteen minutes" if link.kind == "sign in" else "a day"
            raise NotAllowed(f"This link was good for {good_for}, and they are over. Ask for a new one.")
        return link

    def player_of(self, link: MailLink) -> Player:
        """Whom a link is about."""
        return self._store.player(link.player_id) or Player(link.player_id)

    def confirm(self, secret: str) -> MailBox:
        """Confirm the address of a link. Raises NotFound, NotAllowed and Outdated."""
        if self.link(secret).kind != "confirm":
            raise NotFound(NOT_A_LINK)
        try:
            box = self._store.confirm_address(link_hash(secret), new_secret()[:22], new_secret())
        except AddressTaken:
            raise NotAllowed(TAKEN) from None
        except SessionOver:
            raise NotFound(NOT_A_LINK) from None
        if box is None:
            raise Outdated("This address was changed or removed in the meantime, so nothing was done.")
        return box

    # Signing in

    def ask_to_sign_in(self, text: str, table: str = "") -> None:
        """Ask for a link to sign in: done alike for addresses known and unknown.

        Raises Malformed, NotAllowed and TooMany.
        """
        self._must_be_offered()
        address = address_from_form(text)
        self._check_rate(f"mail {address.casefold()}")
        self._store.put_in_outbox("sign in", "", address, table if is_table_id(table) else "")

    def sign_in(self, device: Device, secret: str) -> SignedInByMail:
        """Sign in with a link. It is no proof. Raises NotFound, NotAllowed, Outdated and TooMany."""
        self._accounts.count_sign_in()
        link = self.link(secret)
        if link.kind != "sign in":
            raise NotFound(NOT_A_LINK)
        signed_in = self._accounts.begin_by_mail(device, link.player_id, link_hash(secret))
        return SignedInByMail(signed_in, link.table)

    # Which mails

    def set_turns(self, player: Player, text: str) -> Turns:
        """Choose for which games there are mails. Raises Malformed and NotAllowed."""
        turns: Turns | None = next((one for one in get_args(Turns) if one == text), None)
        if turns is None:
            raise Malformed(WRONG_TURNS)
        if not self._store.set_turns(player.id, turns) and turns != "off":
            raise NotAllowed(NO_ADDRESS_YET)
        return turns

    def must_be_stop_link(self, stop_id: str, table_id: str, signature: str) -> MailBox:
        """Whose mails a link ends. Raises NotFound."""
        box = self._store.mailbox_to_stop(stop_id)
        if box is None or not is_signed(box, table_id, signature):
            raise NotFound("There is no such link here. If your address was changed since, no more mails go there.")
        return box

    def stop(self, stop_id: str, table_id: str, signature: str) -> MailBox:
        """End mails about a table, or all. Raises NotFound. Asked twice, it is done once."""
        box = self.must_be_stop_link(stop_id, table_id, signature)
        if table_id == EVERYTHING:
            self._store.set_turns(box.player_id, "off")
        else:
            self._store.mute_table(box.player_id, table_id)
        return box

    def _must_be_offered(self) -> None:
        if not self.offered:
            raise NotAllowed(NO_MAIL)

    def _check_rate(self, who: str) -> None:
        self._asking.check(who, TOO_MANY_MAILS)


def is_table_id(text: str) -> bool:
    """Whether a text may be the id of a table."""
    return bool(_TABLE.fullmatch(text))
