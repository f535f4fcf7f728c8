"""The built page: hashed files for ever, the rest always asked for anew, compressed if possible."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from tsuro.server.hall import Hall
from tsuro.server.http.endpoint import problem
from tsuro.telling.refusals import Refusal

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
TYPES: Final = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".woff2": "font/woff2",
}
NO_PAGE: Final = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Tsuro</title>"
    "<h1>Tsuro</h1><p>The server runs, but the page has not been built. "
    "In a checkout, <code>make play</code> builds it.</p></html>"
)


ALONE: Final = "/alone/"
"""Where the page is that goes on without this server."""
ALONE_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""It runs Python in the browser, by WebAssembly."""
NAMED_BY_CONTENT: Final = tuple(
    f"{home}{folder}/" for home in ("/", ALONE) for folder in ("assets", "python", "data")
)


class Pages:
    """Knows every file of the pages from the start; no path of a request reaches the disk."""

    def __init__(self, folder: Path | None, alone: Path | None = None) -> None:
        self._files: dict[str, Path] = {}
        for home, root in (("/", folder), (ALONE, alone)):
            if root is not None and root.is_dir():
                self._files |= {
                    home + path.relative_to(root).as_posix(): path
                    for path in sorted(root.rglob("*"))
                    if path.is_file()
                }

    def find(self, path: str) -> Path | None:
        return self._files.get(f"{path}index.html" if path in ("/", ALONE) else path)

    def response(self, path: str, accepted: str) -> Response:
        file = self.find(path)
        if file is None:
            if path == "/":
                return HTMLResponse(NO_PAGE)
            return problem(Refusal("not_found", "There is nothing here."))
        headers = {
            "cache-control": FOR_EVER if path.startswith(NAMED_BY_CONTENT) else ASK_AGAIN,
            "vary": "Accept-Encoding",
        }
        if path.startswith(ALONE):
            headers["content-security-policy"] = ALONE_POLICY
        media = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        offered = {part.partition(";")[0].strip() for part in accepted.split(",")}
        for encoding, suffix in ENCODINGS:
            packed = self.find(("/index.html" if path == "/" else path) + suffix)
            if packed is not None and encoding in offered:
                headers["content-encoding"] = encoding
                return FileResponse(packed, headers=headers, media_type=media)
        return FileResponse(file, headers=headers, media_type=media)


def serve_page(hall: Hall, pages: Pages, request: Request) -> Response:
    try:
        hall.guard.check_host(request.headers)
    except Refusal as refusal:
        return problem(refusal)
    accepted = request.headers.get("accept-encoding", "")
    return pages.response(request.scope["path"], accepted)
