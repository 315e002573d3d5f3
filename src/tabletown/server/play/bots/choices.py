"""The bots that a player can choose: all of them, one for each strength, and the default."""

from tabletown import bots

BOTS = bots.LADDER
"""All bots that can be given a seat, weakest first."""

USUAL_BOT = "greedy"
"""The default bot."""

STRENGTHS = {"gentle": "tenant", "fair": USUAL_BOT, "strong": "master"}
"""The bot for each strength that the forms offer."""
