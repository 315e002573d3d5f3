"""The site as an app that can be installed: manifest, icons, and a service worker that knows one page, for no network.

The worker keeps that page and its style sheets, and nothing else: no table, nothing of a reader.
"""

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tabletown.server.errors import NotFound
from tabletown.server.html.pixels import app_icon
from tabletown.server.html.templates import Templates

_ICONS = {  # name: pixels, and the margin around the logo; masks of phones cut off a fifth on each side
    "app-192.png": (192, 3.0),
    "app-512.png": (512, 3.0),
    "app-mask-512.png": (512, 9.0),
    "app-180.png": (180, 4.0),
}
_HEADERS = {"Cache-Control": "public, max-age=86400"}
_GROUND = "#ebe4d6"

MANIFEST = {
    "name": "Tabletown",
    "short_name": "Tabletown",
    "description": "City-building board games in the browser.",
    "id": "/",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "lang": "en",
    "background_color": _GROUND,
    "theme_color": _GROUND,
    "icons": [
        {"src": "/icons/app-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/icons/app-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "/icons/app-mask-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ],
}


class AppFiles:
    """Endpoints of `/app.webmanifest`, `/icons`, `/sw.js` and `/offline`."""

    def __init__(self, folder: Path, templates: Templates) -> None:
        self._worker = (folder / "sw.js").read_bytes()
        self._templates = templates

    async def manifest(self, request: Request) -> Response:
        """The manifest."""
        return JSONResponse(MANIFEST, headers=_HEADERS, media_type="application/manifest+json")

    async def worker(self, request: Request) -> Response:
        """The service worker, at an address from which it may serve the whole site."""
        return Response(self._worker, media_type="text/javascript", headers={"Cache-Control": "no-cache"})

    async def icon(self, request: Request) -> Response:
        """An icon; it is drawn when it is first asked for."""
        made = _ICONS.get(request.path_params["name"])
        if made is None:
            raise NotFound
        return Response(await run_in_threadpool(app_icon, *made), media_type="image/png", headers=_HEADERS)

    def offline(self, request: Request) -> Response:
        """The page for a device without a network."""
        return self._templates.page(request, "offline.html")
