"""Wishes: what a player who looks for opponents would play, as checked values."""

from collections.abc import Collection
from dataclasses import dataclass

from tabletown.games import get as get_title
from tabletown.games import names as title_names
from tabletown.server.errors import Malformed, NotAllowed
from tabletown.server.play.clock_presets import BY_DAYS, LIVE
from tabletown.server.store.protocol import Clock

PACES: dict[str, Clock] = {**LIVE, **BY_DAYS}
"""The clocks by which opponents can be found: everybody needs one, because nobody knows whom they will meet."""

USUAL_PACE = "live-15"


@dataclass(frozen=True, slots=True)
class Wishes:
    """One or several titles, a pace, and one or several numbers of players; perhaps only people about as strong."""

    titles: tuple[str, ...]
    pace: str
    sizes: tuple[int, ...]
    rated: bool = False
    about_my_strength: bool = False


def sizes_of(title: str) -> range:
    """For how many players a title is."""
    low, high = get_title(title).meta.players
    return range(low, high + 1)


def all_sizes() -> range:
    """For how many players any title is."""
    sizes = [sizes_of(title) for title in title_names()]
    return range(min(s.start for s in sizes), max(s.stop for s in sizes))


def check_wishes(
    titles: Collection[str],
    pace: str,
    sizes: Collection[int],
    rated: bool = False,
    about_my_strength: bool = False,
) -> Wishes:
    """Wishes that can come true.

    Raises Malformed if something is missing or unknown, and NotAllowed if a title is not for that many players.
    """
    known = title_names()
    if unknown := sorted(set(titles) - set(known)):
        raise Malformed(f"There is no game {unknown[0][:40]!r}; there are {', '.join(known)}.")
    if not titles:
        raise Malformed("Choose at least one game.")
    if pace not in PACES:
        raise Malformed(f"Choose how fast: one of {', '.join(PACES)}.")
    if not sizes:
        raise Malformed("Choose how many sit at the table.")
    for title in titles:
        if not set(sizes_of(title)) & set(sizes):
            fits, name = sizes_of(title), get_title(title).meta.title
            raise NotAllowed(
                f"{name} is for {fits.start} to {fits.stop - 1} players. Choose one of these numbers, too."
            )
    if beyond := sorted(set(sizes) - set(all_sizes())):
        raise NotAllowed(f"There is no game for {beyond[0]} players.")
    return Wishes(tuple(dict.fromkeys(titles)), pace, tuple(sorted(set(sizes))), rated, about_my_strength)
