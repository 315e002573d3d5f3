"""Themes: what a puzzle of Penny Lane is about, by the verb of its first ply."""

THEMES = {
    "guild": "a new building",
    "gazette": "citizens at work",
    "tower": "a swap",
    "bank": "the bank",
    "town_hall": "the town hall",
    "black_market": "the black market",
    "keep": "a choice of two cards",
    "at": "a place in the lane",
    "from": "a citizen who moves",
    "to": "a job",
    "lane": "a lane",
    "swap": "a swap",
    "pass": "passing",
    "stop": "stopping",
    "name": "a gift of a penny",
}
