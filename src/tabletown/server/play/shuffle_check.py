"""Shuffle check: was a game dealt as committed before its first move, and played as its record claims?

The check needs nothing but the record, which holds the seed, the salt and the fingerprint (commitment) that was
published when the table was set up. So anybody who has the record can repeat the check, with this function or by hand.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tabletown.engine.errors import RecordError, TabletownError
from tabletown.engine.game import Game
from tabletown.engine.record import LINE, read_record
from tabletown.engine.title import Title
from tabletown.engine.toml import read_toml
from tabletown.games import get as get_title
from tabletown.server.play.table import commitment


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of a check: the claim, whether it holds, and what was found."""

    claim: str
    holds: bool
    found: str


@dataclass(frozen=True, slots=True)
class Check:
    """The findings of a check, in order. For a game that cannot be replayed, those about its end are missing."""

    findings: tuple[Finding, ...]
    secret: str = ""  # the text whose SHA-256 is the fingerprint

    @property
    def passed(self) -> bool:
        """Whether the record is what it claims to be."""
        return all(finding.holds for finding in self.findings)

    @property
    def fails(self) -> str:
        """The first finding that does not hold, as a sentence; empty if all hold."""
        return next((finding.found for finding in self.findings if not finding.holds), "")


def check_record(text: str, fingerprint: str = "", find: Callable[[str], Title] = get_title) -> Check:
    """Check a record, optionally against the fingerprint that was shown when the game began. Raises nothing."""
    try:
        head, line, _ = text.partition(f"\n{LINE}\n")
        if not line:
            raise RecordError(f"a record has a header and, after a line {LINE}, one ply per line")
        header = read_toml(head, "the header", RecordError)
    except TabletownError as error:
        return Check((Finding("It is a record", False, _sentence(error)),))
    secret = f"{header.get('rules')} {header.get('seed')} {header.get('salt')}"
    return Check(tuple(_look(text, header, fingerprint, find)), secret)


def _look(text: str, header: dict[str, Any], seen: str, find: Callable[[str], Title]) -> Iterator[Finding]:
    yield _sealed(header)
    if seen:
        said = str(header.get("commitment", "none"))
        same = seen.strip().lower() == said.lower()
        found = "It is the one you gave." if same else f"You gave {seen.strip()[:64]}, the record says {said[:64]}."
        yield Finding("This fingerprint is the one that was seen when the game began", same, found)
    try:
        game = read_record(text, find, verify=False).game
    except TabletownError as error:
        yield Finding("Dealt from that seed, every move is legal", False, _sentence(error))
        return
    yield Finding("Dealt from that seed, every move is legal", True, f"All {game.ply} of them.")
    yield _ended(game, header)
    yield _digested(game, header)


def _sealed(header: dict[str, Any]) -> Finding:
    claim = "The fingerprint is that of this seed"
    seed, salt, published = header.get("seed"), header.get("salt"), header.get("commitment")
    if type(seed) is not int:
        return Finding(claim, False, "The record names no seed, so the deal cannot be repeated.")
    if not (isinstance(salt, str) and isinstance(published, str) and published):
        return Finding(claim, False, "The record carries no fingerprint and salt, so nothing was promised.")
    made = commitment(str(header.get("rules")), seed, salt)
    if made != published.lower():
        return Finding(claim, False, f"Seed and salt have the fingerprint {made}, but {published[:64]} was published.")
    return Finding(claim, True, f"SHA-256 of rules, seed and salt is {made}.")


def _ended(game: Game, header: dict[str, Any]) -> Finding:
    claim, scores = "It ends with the result that it claims", game.scores()
    if not game.is_game_over():
        return Finding(claim, False, f"After {game.ply} plies the game is not over.")
    if header.get("scores") != scores:
        said = "none" if "scores" not in header else str(header["scores"])[:80]
        return Finding(claim, False, f"The moves lead to the scores {scores}; the record says {said}.")
    return Finding(claim, True, f"The scores are {', '.join(map(str, scores))}.")


def _digested(game: Game, header: dict[str, Any]) -> Finding:
    claim, digest = "The last state is the same, bit for bit", game.digest()
    if header.get("digest") != digest:
        said = str(header.get("digest", "nothing"))[:64]
        return Finding(claim, False, f"The digest of the last state is {digest}; the record says {said}.")
    return Finding(claim, True, f"Its digest is {digest}.")


def _sentence(error: Exception) -> str:
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
