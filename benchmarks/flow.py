"""How many clicks a game takes a player, and how long the player waits for bots.

    python benchmarks/flow.py
    python benchmarks/flow.py --titles milton_keynes --bot greedy --games 5

Whole games at tables of a site: a script plays one seat, ply by ply, and bots the others. Everything is read from the
logs of the tables. A click is a ply that the script made; those of its plies that played themselves would be clicks as
well if that were switched off. A decision is a whole move: a card and its place, or an offer, which is put together on
one form. What the server writes at once is a step. A bot pauses once for each of its steps, for
the time of `BotTiming`; bots that decide in secret pause at the same time. The wait is the sum of these pauses. It is
compared with a pause for every ply. Here, bots do not really pause, and what a bot thinks beyond its pause is not
counted: it depends on the bot and on the machine. The last column is the length of a game at the table of a person who
takes `--pace` seconds for a decision.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from dataclasses import astuple, dataclass
from itertools import groupby
from pathlib import Path

from tabletown import bots, games
from tabletown.bots import Budget
from tabletown.bots.compiling import compile_title
from tabletown.engine.steps import step_ends
from tabletown.server.app import create_app
from tabletown.server.play.bots.choices import USUAL_BOT
from tabletown.server.play.bots.players import BotTiming
from tabletown.server.play.commands import Move
from tabletown.server.play.turns import is_shared, since_reveal
from tabletown.server.settings import Settings
from tabletown.server.site import Site
from tabletown.server.store.events import Moved
from tabletown.server.store.protocol import Player, SeatRow, Session

AS_PLAYED = BotTiming()


@dataclass(frozen=True, slots=True)
class Flow:
    """What one game took."""

    decisions: int
    clicks: int
    clicks_for_every_ply: int
    bot_plies: int
    bot_steps: int
    seconds: float
    seconds_by_ply: float
    own_seconds: float  # while plies of the player's own waited that play themselves


def play(site: Site, title: str, players: int, bot: str, think: float) -> Flow:
    """Play a game to its end, and read its log."""
    person = Player("person", "Ada")
    seats = [SeatRow("human", "Ada", owner=person.id), *[SeatRow("bot", bot.title(), bot)] * (players - 1)]
    table_id = site.tables.create(title, seats)
    script = bots.for_game(bots.get(bot))
    while True:
        with site.tables.at(table_id) as table:
            if table.game.is_game_over():
                break
            decides = 0 in table.game.waiting and 0 not in table.forced_seats()
            view, version = table.game.view(0), table.visibility.version((0,))
        if decides:
            move = view.say(script.choose(view, Budget(seconds=think, seed=random.getrandbits(32))), 0)
            site.tables.submit(table_id, Move(0, move), version)
        else:
            time.sleep(0.005)
    return flow(site, table_id)


def flow(site: Site, table_id: str) -> Flow:
    """What a finished game took, from its log."""
    found = ((entry.at, entry.event) for entry in site.store.events(table_id))
    logged = [(at, event) for at, event in found if isinstance(event, Moved)]
    with site.tables.at(table_id) as table:
        asked, ends = table.game.asked(), step_ends(table.game)
    own = [event for _, event in logged if event.seat == 0]
    begun = [logged[start][1] for start in (0, *ends[:-1])]
    decisions = sum(event.seat == 0 and not event.by for event in begun)
    plies, steps, seconds, by_ply, own_seconds, ply = 0, 0, 0.0, 0.0, 0.0, 0
    paused: set[int] = set()  # where secret decisions began for which the bots have paused
    for _, group in groupby(logged, key=lambda entry: entry[0]):  # what was written at once
        events = [event for _, event in group]
        began = since_reveal(asked[: ply + 1])
        sealed = is_shared(asked[began][0])
        first, pause = events[0], AS_PLAYED.decision_seconds(sealed)
        made = sum(event.seat != 0 for event in events)
        plies, by_ply, ply = plies + made, by_ply + made * pause, ply + len(events)
        if first.seat != 0 and not first.by:
            steps += 1
            if not sealed or began not in paused:
                seconds += pause
            paused.add(began)
        elif first.seat == 0 and first.by:
            own_seconds += AS_PLAYED.grace if first.by == "forced" else statistics.fmean(AS_PLAYED.forced)
    clicks = sum(not event.by for event in own)
    return Flow(decisions, clicks, len(own), plies, steps, seconds, by_ply, own_seconds)


async def measure(options: argparse.Namespace) -> None:
    """Play games of every title, and print the means."""
    timing = BotTiming(least=0.0, think=options.think, forced=(0.0, 0.0), grace=0.0)
    print(
        "title            decisions  clicks  for every ply   bots: plies  steps   wait  by ply  own plies wait  in all"
    )
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder) / "flow.sqlite3", Settings(bot_timing=timing))
        site: Site = app.state.site
        site.store.begin(Session("token", Player("person", "Ada")))
        async with app.router.lifespan_context(app):
            for title in options.titles:
                compile_title(title)
                found = [
                    await asyncio.to_thread(play, site, title, options.players, options.bot, options.think)
                    for _ in range(options.games)
                ]
                means = map(statistics.fmean, zip(*map(astuple, found), strict=True))
                decisions, clicks, every, plies, steps, *waits = means
                wait, by_ply, own = (f"{seconds:.0f} s" for seconds in waits)
                whole = (decisions * options.pace + waits[0] + waits[2]) / 60
                counts = f"{decisions:9.0f} {clicks:7.0f} {every:14.0f} {plies:13.0f} {steps:6.0f}"
                print(f"{title:16} {counts} {wait:>6} {by_ply:>7} {own:>15} {whole:3.0f} min", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--titles", nargs="+", default=games.names())
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--bot", default=USUAL_BOT)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--pace", type=float, default=20.0, help="seconds that a person takes for a decision")
    parser.add_argument("--think", type=float, default=0.05, help="seconds that a bot may think about a ply")
    asyncio.run(measure(parser.parse_args()))
