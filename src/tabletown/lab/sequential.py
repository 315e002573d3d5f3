"""A sequential test: matches that stop as soon as it is clear whether a bot wins more than a certain share."""

import math

LEAST_GAMES = 60
INDIFFERENCE = 0.05  # shares this close to the one in question need not be told apart
ERROR = 0.05  # the chance of a wrong verdict


def verdict(wins: float, games: int, share: float) -> bool | None:
    """Whether more than `share` of the games are won: True, False, or None if it is not clear yet.

    Wald's sequential probability ratio test between a little more and a little less than the share. It may be asked
    after every game; shared victories count as parts.
    """
    if games < LEAST_GAMES:
        return None
    more, less = min(share + INDIFFERENCE, 0.995), max(share - INDIFFERENCE, 0.005)
    ratio = wins * math.log(more / less) + (games - wins) * math.log((1 - more) / (1 - less))
    bound = math.log((1 - ERROR) / ERROR)
    return True if ratio >= bound else False if ratio <= -bound else None
