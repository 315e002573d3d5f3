"""Static files, kept in memory: they are few and small, and a page must not wait for a thread or a disk to get them.

Fonts are made when they are first asked for (see html/fonts.py).
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tabletown.server.errors import NotFound
from tabletown.server.html.fonts import font_file

_WORTH_COMPRESSING = 1000  # bytes
_HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}  # revalidated, so a new release is seen at once

_FONT_HEADERS = {"Cache-Control": "public, max-age=2592000"}  # a month: they hardly ever change


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    compressed: bytes | None
    kind: str
    etag: str


class StaticFiles:
    """The files of a folder by their path in it, and further ones that are made when the site starts."""

    def __init__(self, folder: Path, made: Mapping[str, str]) -> None:
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        files |= {name: text.encode() for name, text in made.items()}
        self._files = {name: _file(name, content) for name, content in files.items()}

    async def font(self, request: Request) -> Response:
        """A font."""
        content = await run_in_threadpool(font_file, request.path_params["name"])
        if content is None:
            raise NotFound
        return Response(content, media_type="font/woff", headers=_FONT_HEADERS)

    async def get(self, request: Request) -> Response:
        """One file, or 304 if the browser has it."""
        file = self._files.get(request.path_params["path"])
        if file is None:
            raise NotFound
        headers = {**_HEADERS, "ETag": file.etag}
        if file.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.compressed, media_type=file.kind, headers={**headers, "Content-Encoding": "gzip"})
        return Response(file.content, media_type=file.kind, headers=headers)


def _file(name: str, content: bytes) -> _File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = kind.startswith("text/") or kind in ("application/javascript", "image/svg+xml")
    compressed = gzip.compress(content, mtime=0) if is_text and len(content) >= _WORTH_COMPRESSING else None
    return _File(content, compressed, kind, f'"{hashlib.sha256(content).hexdigest()[:16]}"')
