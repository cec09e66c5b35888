"""Static files with the content digest in the URL, so that browsers can cache them forever."""

import gzip
import hashlib
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request, Response

from upcard.drawing.page_style import page_stylesheet
from upcard.drawing.sprites import sprite_sheet
from upcard.web.problems import refused

FOLDER = Path(__file__).parent.parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".py": "text/x-python; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
FOREVER = "public, max-age=31536000, immutable"
DIGITS = 16  # of the digest


@dataclass(frozen=True)
class StaticFile:
    """A file as it is served."""

    address: str
    kind: str
    content: bytes
    packed: bytes


class StaticFiles:
    """Every static file by name: those of the folder, and those that the drawings are asked for."""

    def __init__(self) -> None:
        contents = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir()) if path.suffix in TYPES}
        contents["drawings.css"] = page_stylesheet().encode()
        contents["cards.svg"] = sprite_sheet(with_style=False).encode()
        self._files = {name: _file(name, content) for name, content in contents.items()}

    def address(self, name: str) -> str:
        """Return the URL of a file."""
        return self._files[name].address

    def at(self, digest: str, name: str) -> StaticFile | None:
        """Return the file at a URL."""
        file = self._files.get(name)
        return file if file is not None and file.address == _address(digest, name) else None


def _address(digest: str, name: str) -> str:
    return f"/static/{digest}/{name}"


def _file(name: str, content: bytes) -> StaticFile:
    digest = hashlib.sha256(content).hexdigest()[:DIGITS]
    return StaticFile(_address(digest, name), TYPES[Path(name).suffix], content, gzip.compress(content, 9, mtime=0))


def add_static_files(app: FastAPI, files: StaticFiles) -> None:
    """Serve the files."""

    @app.get("/static/{digest}/{name}", include_in_schema=False)
    async def static(digest: str, name: str, request: Request) -> Response:
        """Return a file."""
        file = files.at(digest, name)
        if file is None:
            raise refused(HTTPStatus.NOT_FOUND, "file not found: reload the page")
        return file_response(file, request)


def file_response(file: StaticFile, request: Request) -> Response:
    """Return a file as the browser of a request takes it."""
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(file.content, media_type=file.kind, headers=headers)
