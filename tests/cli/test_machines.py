"""`tabletown bench` and `tabletown serve`: what they hand on, and what they refuse."""

import re
import select
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from subprocess import PIPE

import pytest

from tabletown.lab import bench
from tabletown.lab.bench import BenchResult

from .conftest import COMMAND, ENVIRONMENT, Run

FIELDS = {"title", "players", "device", "threads", "decisions_per_second", "games_per_second"}
FIELDS |= {"all_threads_decisions_per_second", "uncompiled_ratio", "copies_per_second", "views_per_second"}
FIELDS |= {"cold_start_s", "warm_start_s"}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Measurements in no time; the list says what was asked for."""
    asked: list[tuple[object, ...]] = []

    def measure(title: str, players: int, seconds: float, device: str) -> BenchResult:
        asked.append((title, players, seconds, device))
        numbers = dict.fromkeys(BenchResult.__dataclass_fields__, 1234.5)
        return BenchResult(**numbers | {"title": title, "players": players, "device": device, "threads": 2})  # type: ignore[arg-type]

    monkeypatch.setattr(bench, "bench", measure)
    return asked


def test_bench_as_a_table(run: Run, measured: list[tuple[object, ...]]) -> None:
    ran = run("bench", "uptown", "--seconds", 0.5, "--players", 4)
    assert ran.code == 0
    assert re.search(r"decisions per second +1,23[45]", ran.out)
    assert measured == [("uptown", 4, 0.5, "cpu")]


def test_bench_as_json(run: Run, measured: list[tuple[object, ...]]) -> None:
    rows = run("bench", "--json").json
    assert {row["title"] for row in rows} >= {"uptown"}
    assert set(rows[0]) >= FIELDS
    assert ("uptown", 2, 2.0, "cpu") in measured


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["downtown"], "there is no game 'downtown'"),
        (["uptown", "--players", "9"], "2 to 4 players, not 9"),
        (["uptown", "--seconds", "0"], "--seconds"),
    ],
)
def test_bench_refuses(run: Run, measured: list[tuple[object, ...]], args: list[str], words: str) -> None:
    run("bench", *args).refused(words)
    assert measured == []


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def test_serve_until_interrupted(tmp_path: Path) -> None:
    port, metrics = free_port(), free_port()
    command = [*COMMAND, "serve", "--no-open", "--port", str(port), "--metrics", str(metrics), "--db", "games.db"]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert select.select([process.stdout], [], [], 120)[0]
            assert process.stdout.readline() == f"Tabletown is at http://127.0.0.1:{port}/ (Ctrl-C ends it)\n"
            assert re.fullmatch(r"It takes up to [\d,]+ connections at a time\n", process.stdout.readline())
            assert process.stdout.readline() == f"Metrics are at http://127.0.0.1:{metrics}/metrics\n"
            assert "UpTown" in fetch(f"http://127.0.0.1:{port}/")
            assert 'tabletown_requests_total{route="/",status="2xx"} 1.0' in fetch(
                f"http://127.0.0.1:{metrics}/metrics"
            )
        finally:
            process.send_signal(signal.SIGINT)
            _, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (0, "")
    assert (tmp_path / "games.db").exists()


def fetch(url: str) -> str:
    """A page of a server that is just starting."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:
                text: str = answer.read().decode()
                return text
        except ConnectionError:
            time.sleep(0.1)
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionError):
                raise
            time.sleep(0.1)
    raise TimeoutError(url)


def test_serve_refuses_a_port_in_use(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        run("serve", "--no-open", "--port", taken.getsockname()[1]).refused("Address already in use")


def test_serve_refuses_what_it_cannot_use(run: Run, tmp_path: Path) -> None:
    run("serve", "--no-open", "--db", "no/such/games.db", "--port", free_port()).refused("there is no folder")
    run("serve", "--no-open", "--host", "999.1.1.1", "--port", free_port()).refused("cannot listen at 999.1.1.1")
    public = ("--public-url", "games.example")
    run("serve", "--no-open", *public, "--port", free_port()).refused("a public URL is like https://games.example")
    (tmp_path / "noise.db").write_text("this is no database, whatever its name says" * 50)
    for db in ("noise.db", "nonsense://games"):
        ran = run("serve", "--no-open", "--db", db, "--port", free_port())
        ran.refused("the games cannot be kept")
        assert ran.out == ""  # no address at which nobody listens


@pytest.mark.parametrize(
    ("site", "metrics", "words"),
    [
        ("127.0.0.1", "{port}", "the metrics need an address of their own"),
        ("127.0.0.1", "0.0.0.0:{port}", "the metrics need an address of their own"),
        ("127.0.0.1", "ninety", "a port is a number from 1 to 65535"),
        ("127.0.0.1", "localhost:70000", "a port is a number from 1 to 65535"),
        ("127.0.0.1", "999.1.1.1:9", "cannot listen at 999.1.1.1"),
    ],
)
def test_serve_refuses_addresses_for_metrics(run: Run, site: str, metrics: str, words: str) -> None:
    port = free_port()
    arguments = ("--no-open", "--host", site, "--port", port, "--metrics", metrics.format(port=port))
    run("serve", *arguments).refused(words)
