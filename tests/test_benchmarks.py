"""The comparison with other libraries plays what is installed, says what is not, and writes what it measured."""

import json
import os
import subprocess
import sys
from pathlib import Path

import tabletown

ROOT = Path(__file__).parents[1]


def test_peers(tmp_path: Path) -> None:
    told = tmp_path / "peers.json"
    command = [sys.executable, str(ROOT / "benchmarks" / "peers.py"), "--seconds", "0.01", "--rounds", "1"]
    command += ["--only", "open_spiel", "no_such_library", "--json", str(told)]
    environment = os.environ | {"PYTHONPATH": str(Path(tabletown.__file__).absolute().parents[1])}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    rows = json.loads(told.read_text(encoding="utf-8"))
    assert {row["library"] for row in rows} == {"OpenSpiel"}
    assert all(row["decisions_per_second"] > 0 and row["legal"] >= 1 and row["plies"] > 1 for row in rows)
    assert len(ran.stdout.splitlines()) == len(rows) + 2, "a heading, a line, and the rows"
