"""The public URL decides what links begin with and for whom keys are made; the header Host never does."""

import pytest
from starlette.requests import Request

from tabletown.server.public_url import BadPublicUrl, PublicUrl

from .keepers import Keeper
from .visitors import StartSite

SITE = "https://games.example"


def seen_at(url: str, port: int = 8000) -> Request:
    """A request of a browser that shows this address."""
    scheme, _, host = url.partition("://")
    headers = [(b"host", host.encode())]
    return Request({"type": "http", "scheme": scheme, "path": "/", "headers": headers, "server": ("0.0.0.0", port)})


@pytest.mark.parametrize(
    ("public", "url", "party"),
    [
        (SITE, SITE, ("games.example", SITE)),
        (f"{SITE}:8443", f"{SITE}:8443", ("games.example", f"{SITE}:8443")),
        (SITE, "https://evil.example", None),
        (SITE, "http://192.168.0.7:8000", None),
        (SITE, "http://localhost:8000", None),
        ("http://games.example", "http://games.example", None),
        ("https://192.168.0.7", "https://192.168.0.7", None),
        ("", "http://localhost:8000", ("localhost", "http://localhost:8000")),
        ("", "http://localhost:9000", None),
        ("", "http://127.0.0.1:8000", None),
        ("", "http://192.168.0.7:8000", None),
        ("", "https://evil.example", None),
    ],
)
def test_keys_are_for_what_the_host_has_said(public: str, url: str, party: tuple[str, str] | None) -> None:
    known, request = PublicUrl(public), seen_at(url)
    found = known.party(request)
    assert (found and (found.id, found.origin)) == party
    assert bool(known.why_no_keys(request)) == (party is None)


def test_links_begin_with_the_public_url() -> None:
    assert PublicUrl(SITE).base(seen_at("http://192.168.0.7:8000")) == SITE
    assert PublicUrl().base(seen_at("http://192.168.0.7:8000")) == "http://192.168.0.7:8000"


@pytest.mark.parametrize(
    "text",
    [
        "games.example",
        "ftp://games.example",
        "https://",
        "https://a.example/b",
        "https://a@b.example",
        "https://[",
        "https://a.example:x",
    ],
)
def test_what_is_no_public_url_is_refused(text: str) -> None:
    with pytest.raises(BadPublicUrl):
        PublicUrl(text)


def test_a_site_uses_it_for_all_links_and_forms(start: StartSite) -> None:
    running = start(public_url=SITE)
    ada = Keeper(running)
    ada.http.headers.update({"Host": "games.example", "X-Forwarded-Proto": "https"})
    ada.origin = ada.device.origin = SITE
    ada.device.party = "games.example"
    ada.http.base_url = f"http://127.0.0.1:{running.port}"
    ada.post("/keep/name", {"name": "Ada"})
    token = next(cookie for cookie in ada.http.cookies.jar)
    assert (token.name, token.secure) == ("__Host-tabletown", True)
    ada.http.headers["Cookie"] = f"{token.name}={token.value}"
    options = ada.ask("/keep/key/ask")
    assert options["rp"]["id"] == "games.example"
    page = ada.post("/keep/ticket").text
    assert f"{SITE}/keep/sign-in" in page
    at_an_address = running.visitor()
    at_an_address.sit_down(players="2", bot="open")
    assert f"{SITE}/tables/{at_an_address.table}" in at_an_address.page()
    assert f"Keys work at {SITE} only" in at_an_address.http.get("/keep").text
