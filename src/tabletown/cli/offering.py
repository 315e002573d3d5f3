"""What a site offers besides what is in this package: titles and bots of others, each of which is checked first."""

import os
from collections.abc import Sequence

from tabletown import bots
from tabletown.cli.console import complain, out
from tabletown.cli.errors import Unusable
from tabletown.engine.errors import BadTitle
from tabletown.games import finding, get, own_names
from tabletown.testing.quick_check import check


def offer_titles(chosen: Sequence[str] | None) -> None:
    """Offer these titles of others and no others, here and in the processes that this one starts. Raises Unusable.

    None means those that `TABLETOWN_WITH` names. Each is checked before, because it is code.
    """
    said = os.environ.get(finding.ONLY, "") if chosen is None else ",".join(chosen)
    names = list(dict.fromkeys(finding.names_in(said)))
    os.environ[finding.ONLY] = ",".join(names)
    here = finding.found()
    found = {*(place.name for place in here.places), *here.twice, *here.left_out}
    for problem in here.problems:
        complain(problem)
    for name in names:
        if name in own_names():
            continue
        if name not in found:
            known = ", ".join(sorted(found - set(own_names()))) or "none"
            raise Unusable(f"--with {name}: there is no such title; titles of others found here: {known}")
        try:
            title = get(name)
            out().print(
                f"{title.meta.title} is being checked, which takes about half a minute after a change", markup=False
            )
            check(name)
        except BadTitle as error:
            raise Unusable(f"{name} is not offered: {error}") from None
    left = sorted(found - {*names, *own_names()})
    if left and chosen is None:
        options = " ".join(f"--with {name}" for name in left)
        out().print(f"Found and not offered: {', '.join(left)}. To offer them: {options}", markup=False)


def offer_bots(references: Sequence[str]) -> None:
    """Offer bots by `module:Class`, under their own names, here and in the processes that this one starts.

    Raises BadBot for what is no bot, or calls itself as another one does.
    """
    for reference in references:
        bots.add(reference)
    for bot in bots.others():
        out().print(f"The bot {bot.name} can be chosen: {bot.blurb}", markup=False)
