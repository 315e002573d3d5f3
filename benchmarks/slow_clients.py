"""Bad company: thousands of idle streams, clients that dribble and clients that never read. Do others keep their pace?

    python benchmarks/slow_clients.py
    python benchmarks/slow_clients.py --streams 2000 --dribblers 100 --deaf 100

An ordinary client asks for the board of a table again and again, first alone, then beside all the others; reported are
its times and the server's memory, before and with them. The server runs in a process of its own, on this machine only.
"""

import argparse
import asyncio
import contextlib
import re
import resource
import tempfile
import time
from pathlib import Path

import httpx
from load import percentile, serving, sit_down

Closing = list[asyncio.StreamWriter]


async def connect(address: str, opening: bytes, opened: Closing, number: int = 0) -> asyncio.StreamReader:
    """A connection on which something was said; by their `number`, a hundred come from the same address."""
    host, _, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(f"127.0.1.{number // 100 + 1}", 0))
    writer.write(opening)
    await writer.drain()
    opened.append(writer)
    return reader


async def idle_streams(address: str, table: str, number: int, opened: Closing) -> None:
    """Streams whose first frame is read, and nothing after it."""
    request = f"GET /tables/{table}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    for n in range(number):
        reader = await connect(address, request, opened, n)
        await reader.readuntil(b"retry")


async def dribble(address: str, table: str, number: int, opened: Closing) -> None:
    """Half of these never finish their headers, the others announce a body and send a byte of it now and then."""
    header = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
    body = (
        f"POST /tables/{table}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: {address}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n"
    ).encode()
    for n in range(number):
        await connect(address, header if n % 2 else body, opened)
    while True:
        await asyncio.sleep(0.5)
        for writer in opened:
            with contextlib.suppress(OSError):
                writer.write(b"a")


async def never_read(address: str, table: str, number: int, opened: Closing) -> None:
    """Clients that ask for the page five times at once and read nothing."""
    request = f"GET /tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 5
    for _ in range(number):
        await connect(address, request, opened)


async def ordinary(http: httpx.AsyncClient, table: str, seconds: float) -> list[float]:
    """How long the board takes for somebody who asks ten times a second."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter()
        answer = await http.get(f"/tables/{table}/board")
        times.append(time.perf_counter() - began)
        assert answer.status_code == 200
        await asyncio.sleep(0.1)
    return times


def memory(pid: int) -> float:
    """What a process uses, in MiB."""
    found = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found.group(1)) / 1024 if found else float("nan")


async def run(port: int, pid: int, options: argparse.Namespace) -> None:
    address = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=address, timeout=60.0, trust_env=False) as http:
        host, _ = await sit_down(port, "uptown", 2)
        opened: Closing = []
        dribblers: Closing = []
        for company in ("alone", "in bad company"):
            if company != "alone":
                await idle_streams(address, host.table, options.streams, opened)
                slow = asyncio.create_task(dribble(address, host.table, options.dribblers, dribblers))
                await never_read(address, host.table, options.deaf, opened)
                await asyncio.sleep(2)
            times = await ordinary(http, host.table, options.seconds)
            print(
                f"| {company} | {len(times)} | {percentile(times, 50):.0f} ms | {percentile(times, 99):.0f} ms "
                f"| {memory(pid):.0f} MiB |",
                flush=True,
            )
        slow.cancel()
        for writer in (*opened, *dribblers):
            writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--dribblers", type=int, default=100)
    parser.add_argument("--deaf", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    print("| company | requests | p50 | p99 | memory |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, serving(str(Path(folder) / "slow.sqlite3")) as server:
        asyncio.run(run(*server, options))


if __name__ == "__main__":
    main()
