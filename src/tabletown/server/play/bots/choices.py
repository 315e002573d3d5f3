"""The bots that a player can choose: all of them, one for each strength, and the default."""

from tabletown import bots


def choosable() -> tuple[bots.Bot, ...]:
    """All bots that can be given a seat: the ladder, weakest first, then those of others that the site offers."""
    return (*bots.LADDER, *bots.others())


USUAL_BOT = "greedy"
"""The default bot."""

STRENGTHS = {"gentle": "tenant", "fair": USUAL_BOT, "strong": "master"}
"""The bot for each strength that the forms offer."""
