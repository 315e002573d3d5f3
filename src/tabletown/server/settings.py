"""Settings of a site: what a host, a test or a benchmark may want otherwise."""

from dataclasses import dataclass, field

from tabletown import bots
from tabletown.server.limits import DEFAULTS, Limits
from tabletown.server.play.bots.advice import Advise
from tabletown.server.play.bots.players import BotTiming, FindBot, bot_by_name
from tabletown.server.play.searching.searching import SearchTiming
from tabletown.server.play.tables import TABLE_MEMORY
from tabletown.server.view.live import POLL_S
from tabletown.server.view.turn_news import TurnPace


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a site; the defaults are made for people.

    `find_bot` gives the bot of a name, and `bot_timing` says how long bots take. `advise` computes advice for
    `advice_seconds`. Players may replace another player for whom the table has waited `absence` seconds. Changes by
    other servers on the same database are polled every `poll` seconds, unless a notice comes before. Tables stay in
    memory up to `table_memory` bytes. Bots think in `bot_threads` threads, by default one for each core but one.
    `limits` are those of limits.py. `public_url` is what links begin with and keys are made for (see public_url.py).
    `searching` says how long those who look for opponents wait.
    `mail` is the URL of the host's mail server (see play/mail/mail_server.py), which needs a public URL. `turn_pace`
    says how soon and how often turns are told by mail; the outbox is looked into every `mail_poll` seconds.
    """

    bot_timing: BotTiming = field(default_factory=BotTiming)
    find_bot: FindBot = bot_by_name
    advise: Advise = bots.advise
    advice_seconds: float = 1.0
    absence: float = 120.0
    poll: float = POLL_S
    table_memory: int = TABLE_MEMORY
    bot_threads: int | None = None
    limits: Limits = DEFAULTS
    public_url: str = ""
    searching: SearchTiming = field(default_factory=SearchTiming)
    mail: str = field(default="", repr=False)  # with a password
    turn_pace: TurnPace = field(default_factory=TurnPace)
    mail_poll: float = 5.0
