"""A device that makes keys (passkeys) and answers with them, honestly or as a thief would."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

_PRESENT, _VERIFIED, _WITH_KEY = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """A device with one key, at a site with this origin and name."""

    origin: str
    party: str = "localhost"
    count: int = 1
    step: int = 1
    """By how much its count grows with each answer; -1 for a copy of it that was left behind."""
    key_id: bytes = field(default_factory=lambda: secrets.token_bytes(20))
    _key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: dict[str, Any]) -> str:
        """The answer to a question to make a key."""
        numbers = self._key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        attested = bytes(16) + len(self.key_id).to_bytes(2, "big") + self.key_id + public
        data = self._data(_PRESENT | _VERIFIED | _WITH_KEY) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._told(clientDataJSON=client, attestationObject=attestation)

    def answer(self, options: dict[str, Any]) -> str:
        """The answer to a question for a key."""
        self.count += self.step
        data = self._data(_PRESENT | _VERIFIED)
        client = self._client("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._told(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.party.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _told(self, **response: bytes) -> str:
        key_id = bytes_to_base64url(self.key_id)
        parts = {name: bytes_to_base64url(value) for name, value in response.items()}
        return json.dumps({"id": key_id, "rawId": key_id, "type": "public-key", "response": parts})
