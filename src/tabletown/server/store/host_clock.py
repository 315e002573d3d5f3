"""The clock of a site that runs on one machine: it goes on evenly, even if somebody sets the machine's clock.

The operating system's monotonic clock cannot be set, but it begins anew with every boot. So the time at which it was
zero is kept in the database together with the boot: all processes on the file, also after a restart, read the same
time. A clock that was wrong is set right when no player's time runs.
"""

import time
from contextlib import suppress
from pathlib import Path

from tabletown.server.store.database import Database

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_TOLERANCE_S = 1.0


def boot() -> str:
    """What identifies the time since the machine was started; empty where that cannot be known."""
    with suppress(OSError):
        return _BOOT_ID.read_text().strip()
    return ""


def begin_clock(db: Database) -> float:
    """The time at which the monotonic clock was zero. Call it in a transaction, once for every process."""
    zero = time.time() - time.monotonic()
    row = db.execute("SELECT boot, zero FROM host_clock").fetchone()
    if row is not None and row[0] == boot() != "":
        kept: float = row[1]
        running = db.execute("SELECT 1 FROM tables WHERE deadline IS NOT NULL LIMIT 1").fetchone() is not None
        if running or abs(kept - zero) <= _TOLERANCE_S:
            return kept
    db.execute("DELETE FROM host_clock")
    db.execute("INSERT INTO host_clock (boot, zero) VALUES (?, ?)", (boot(), zero))
    return zero
