"""The description is what happens: Schemathesis asks for all of it, rightly and wrongly, and finds nothing amiss."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabletown.server.api import requests, responses
from tabletown.server.api.operations import BASE
from tabletown.server.play.people.sessions import token_hash
from tabletown.server.store.account_protocol import NewSession

from ..visitors import OFTEN, StartSite, wait_until
from .conftest import Join
from .programs import Program

ROOT = Path(__file__).parents[3]

CONFIG = """
[checks.positive_data_acceptance]  # 422: a schema does not know which moves are legal now
expected-statuses = ["2xx", "401", "403", "404", "409", "422"]

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "409", "414", "415", "422"]

[[operations]]  # what a table has only when its game is over
include-path-regex = "/tables/{table}/(check|record|replay)"
checks.ensure_resource_availability.enabled = false
"""


class Witness:
    """Stands before a site and notes which operation was answered with which status."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.seen: set[tuple[str, str, int]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.seen.add((scope["method"], scope["path"], message["status"]))
            await send(message)

        await self._app(scope, receive, note if scope["type"] == "http" else send)


@pytest.fixture
def document(stranger: Program) -> dict[str, Any]:
    found: dict[str, Any] = stranger.get("/openapi.json").json()
    return found


@pytest.mark.exhaustive
def test_schemathesis_cannot_break_it(start: StartSite, join: Join, tmp_path: Path) -> None:
    witnesses: list[Witness] = []

    def watched(app: ASGIApp) -> ASGIApp:
        witnesses.append(Witness(app))
        return witnesses[0]

    unlimited = "player", "chat", "name", "import", "data", "account", "profile", "report", "tournament"
    limits = [f"{name}_rate" for name in unlimited]
    site = start(around=watched, tournaments=10_000, tables_of_bots=10_000, **dict.fromkeys(limits, OFTEN))
    ada, bob, cyd = join("Ada", site), join("Bob", site), join("Cyd", site)
    held = token_hash(ada.token)  # she keeps her games, so that she can set up tournaments
    holder = site.site.store.session(held)
    assert holder is not None
    site.site.store.make_ticket(holder.id, "a hash", NewSession(held, "", False, held))
    ada.set_table("me", "uniform", public=True)
    ada.act("away", seat=0, bot="uniform")
    wait_until(lambda: ada.look()["outcome"] is not None)
    bob.set_table("me", "me")
    bob.move(bob.look())
    before = bob.digest()[1]
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "SCHEMATHESIS_HOOKS": "tests.server.api.fuzzing",
        "FUZZ_BASE": f"{site.origin}{BASE}",
        "FUZZ_TOKEN": ada.token,
        "FUZZ_BOBS_TABLE": bob.table,
        "FUZZ_FINISHED": ada.table,
        "FUZZ_OPEN": " ".join(cyd.set_table("me", "open")["id"] for _ in range(8)),
    }
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
    options = [
        "--phases",
        "coverage,fuzzing,stateful",
        "--max-examples",
        "5",
        "--generation-deterministic",
        "--continue-on-failure",
        "--no-color",
    ]
    ran = subprocess.run(
        [*command, f"{site.origin}{BASE}/openapi.json", *options],
        env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "unresolvable" not in ran.stdout
    assert bob.digest()[1] == before
    missed = [operation.id for operation in site.site.api.operations if not _reached(operation, witnesses[0].seen)]
    # Friends are two players who keep their games, and Bob does not: see test_people.py.
    assert set(missed) <= {"askToBeFriends", "challengeFriend"}


def _reached(operation: Any, seen: set[tuple[str, str, int]]) -> bool:
    """Whether an operation was ever carried out."""
    path = re.compile(BASE + re.sub(r"{\w+}", "[^/]+", operation.path))
    return any(
        method == operation.method and status == operation.status and path.fullmatch(asked_for)
        for method, asked_for, status in seen
    )


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    references = set(re.findall(r'"#/components/schemas/([^"]+)"', msgspec.json.encode(document).decode()))
    assert references == set(document["components"]["schemas"])


def test_every_field_says_what_it_is(document: dict[str, Any]) -> None:
    """Whoever reads the description only has to know what to send."""
    for shape in vars(requests).values():
        if (
            isinstance(shape, type)
            and issubclass(shape, requests.RequestFields)
            and shape is not requests.RequestFields
        ):
            (_,), components = msgspec.json.schema_components([shape])
            for name, kind in components[shape.__name__]["properties"].items():
                assert kind.get("description") or "$ref" in kind, f"{shape.__name__}.{name}"
    assert all(
        operation["summary"] and operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
    )
    assert document["components"]["schemas"].keys() >= {
        responses.tables.Table.__name__,
        responses.errors.Error.__name__,
    }


def test_the_page_tells_of_every_operation(stranger: Program) -> None:
    answer = stranger.http.get(str(stranger.http.base_url.copy_with(path="/api")))
    assert answer.status_code == 200
    for operation in stranger.site.api.operations:
        assert f"{operation.method} {operation.path}" in answer.text
        assert f">{operation.name}</h3>" in answer.text
    anchors = set(re.findall(r'id="([^"]+)"', answer.text))
    assert set(re.findall(r'href="#([^"]+)"', answer.text)) <= anchors
