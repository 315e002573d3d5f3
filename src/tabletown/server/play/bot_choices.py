"""Which bots a player can choose: all of the ladder, one for each strength, and the usual one."""

from tabletown import bots

BOTS = bots.LADDER
"""All bots that can be given a seat, weakest first."""

USUAL_BOT = "greedy"
"""The bot for players who have not chosen one."""

STRENGTHS = {"gentle": "tenant", "fair": USUAL_BOT, "strong": "search"}
"""The bots for players who only say how strong they should be."""
