"""Keys (passkeys, WebAuthn): what a browser is asked, and whether its answer is true.

A challenge is kept in the store, for one purpose and for the browser that asked, and is taken once: an answer that was
copied or comes again finds none. The relying party is what the host of the site has said, never what a request says.
"""

import hashlib
import json
import logging
import secrets
from dataclasses import dataclass
from typing import Any

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tabletown.server.errors import NotAllowed
from tabletown.server.store.account_protocol import Key, Purpose
from tabletown.server.store.protocol import Player, Store

CHALLENGE_S = 300.0
"""How long a challenge waits for its answer."""

_MAX_ANSWER = 20_000  # characters; usual ones have two thousand
_TIMEOUT_MS = int(CHALLENGE_S * 1000)

TOO_LATE = "This answer of a key came too late, or was given before. Please try again."
INVALID = "The answer of this key is not valid here, so nothing was done. Please try again, or use your ticket."
COUNTED_BACK = (
    "This key has counted backwards, so somebody may have copied it. It was not accepted: use your ticket, and remove"
    " the key."
)
WRONG_PLACE = "This key has answered for another address than that of this site, so it was not accepted."
UNKNOWN = "This key belongs to nobody here. It was removed, or the account was deleted."

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The site as keys know it: the name that they belong to, and the origin at which they are used."""

    id: str
    origin: str


class KeyRefused(NotAllowed):
    """A key, or the answer of one, was not accepted."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a browser is asked, as JSON, and the secret that it has to bring along with the answer."""

    options: str
    asker: str


class Keys:
    """Asks for keys and checks answers. The store keeps the challenges."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def ask_to_make(self, party: RelyingParty, player: Player, held: list[Key]) -> Question:
        """Ask a browser to make a key for a player. Its device must not hold one already."""
        challenge = secrets.token_bytes(32)
        options = generate_registration_options(
            rp_id=party.id,
            rp_name="Tabletown",
            user_id=_user_handle(player.id),
            user_name=player.name or "Tabletown",
            challenge=challenge,
            timeout=_TIMEOUT_MS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,  # it is found without a name to type
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in held],
        )
        return self._kept(challenge, "make", options_to_json(options))

    def ask_to_use(self, party: RelyingParty, purpose: Purpose, held: list[Key]) -> Question:
        """Ask a browser for a key: one of those that are `held`, or any if there are none."""
        challenge = secrets.token_bytes(32)
        options = generate_authentication_options(
            rp_id=party.id,
            challenge=challenge,
            timeout=_TIMEOUT_MS,
            allow_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in held],
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return self._kept(challenge, purpose, options_to_json(options))

    def made(self, party: RelyingParty, player_id: str, answer: str, asker: str, name: str) -> Key:
        """The key that a browser has made. Raises KeyRefused."""
        challenge = self._taken(answer, "make", asker)
        try:
            verified = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
                require_user_verification=True,
            )
        except Exception as error:  # the answer is bytes of anybody's making, and its parsers raise all kinds of errors
            raise _refusal(error) from None
        return Key(
            bytes_to_base64url(verified.credential_id),
            player_id,
            bytes_to_base64url(verified.credential_public_key),
            verified.sign_count,
            name,
        )

    def used(self, party: RelyingParty, purpose: Purpose, answer: str, asker: str) -> tuple[Key, int]:
        """The key with which a browser has answered, and what it counts now. Raises KeyRefused."""
        challenge = self._taken(answer, purpose, asker)
        key = self._store.key(str(_fields(answer).get("id", "")))
        if key is None:
            raise KeyRefused(UNKNOWN)
        try:
            verified = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=party.id,
                expected_origin=party.origin,
                credential_public_key=base64url_to_bytes(key.public_key),
                credential_current_sign_count=key.sign_count,
                require_user_verification=True,
            )
        except Exception as error:  # as above
            raise _refusal(error) from None
        return key, verified.new_sign_count

    def _kept(self, challenge: bytes, purpose: Purpose, options: str) -> Question:
        asker = secrets.token_urlsafe(16)
        self._store.keep_challenge(_hash(challenge), purpose, _hash(asker.encode()), self._store.now() + CHALLENGE_S)
        return Question(options, asker)

    def _taken(self, answer: str, purpose: Purpose, asker: str) -> bytes:
        """The challenge that an answer is for, which nobody can answer again. Raises KeyRefused."""
        try:
            data = base64url_to_bytes(_fields(answer)["response"]["clientDataJSON"])
            challenge = parse_client_data_json(data).challenge
        except Exception as error:  # as above
            raise _refusal(error) from None
        if not self._store.take_challenge(_hash(challenge), purpose, _hash(asker.encode())):
            raise KeyRefused(TOO_LATE)
        return challenge


def _fields(answer: str) -> dict[str, Any]:
    fields = json.loads(answer[:_MAX_ANSWER])
    if not isinstance(fields, dict):
        raise ValueError("the answer is no object")
    return fields


def _refusal(error: Exception) -> KeyRefused:
    log.info("the answer of a key was refused: %s", type(error).__name__)
    text = str(error)  # the library has one class for all of them
    sentences = {"sign count": COUNTED_BACK, "origin": WRONG_PLACE, "RP ID": WRONG_PLACE}
    return KeyRefused(next((sentence for word, sentence in sentences.items() if word in text), INVALID))


def _hash(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def _user_handle(player_id: str) -> bytes:
    """What a device knows a player by: not the id, which is nobody else's business."""
    return hashlib.sha256(f"user handle {player_id}".encode()).digest()
