"""The ladder: opponents from weakest to strongest, under the same names for every title.

Up to `search` each step is worth at least a hundred rating points in games of two players; docs/bots.md has the
measurements. `reflex` and `master` play with the title's mind; for a title without one, `search` plays in their place.
"""

from tabletown.bots.bot import Bot
from tabletown.bots.greedy import Greedy
from tabletown.bots.minds.master import Master
from tabletown.bots.minds.reflex import Reflex
from tabletown.bots.search import Search
from tabletown.bots.search_memory import SearchSettings
from tabletown.bots.weakened import Weakened


def _limited(name: str, blurb: str, most_iterations: int, settings: SearchSettings) -> Search:
    bot = Search(most_iterations, settings)
    bot.name, bot.blurb = name, blurb
    return bot


LADDER: tuple[Bot, ...] = (
    Weakened("tourist", "new in town: enjoys the view and overlooks most of it", overlooks=0.58, blur=1.3),
    Weakened("tenant", "knows the rules, misses good things now and then", overlooks=0.42, blur=0.85),
    Weakened("shopkeeper", "careful with money, sometimes misjudges a deal", overlooks=0.22, blur=0.5),
    Greedy(),
    _limited("builder", "thinks a few moves ahead", 32, SearchSettings(moves=6)),
    Search(),
    Reflex(),
    Master(),
)
"""Weakest first."""
