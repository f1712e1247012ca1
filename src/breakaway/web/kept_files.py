"""The styles, scripts and icons of the pages. A browser loads each of them once and keeps it until it changes.

The address of a file ends in a digest of its bytes, so a changed file has a new address (RFC 8246).
"""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

ROOT = Path(__file__).parent / "static"
CHARTS = ("board.css",)  # reports use them as well
FOR_GOOD, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file as it is sent: its bytes, the same bytes compressed with gzip, and a digest of them.

    Pages are never compressed: if a page contains a secret and a visitor's own words, its compressed length could
    reveal the secret.
    """

    data: bytes
    packed: bytes
    digest: str


def kept(name: str) -> KeptFile | None:
    """The file with this `name`, as it is now. None for any other name."""
    path = _places().get(name)
    return _read(path, path.stat().st_mtime_ns) if path else None


def address(name: str) -> str:
    """The address of a file for links in pages. Raises LookupError if there is no such file."""
    found = kept(name)
    if found is None:
        raise LookupError(f"no static file {name!r}")
    return f"/static/{name}?v={found.digest}"


async def send(request: Request, name: str) -> Response:
    """The response to a request for a file.

    With the digest of today's bytes in the address, a browser may keep it for good. With another digest or none, it
    asks each time, and gets a new copy only if the file has changed.
    """
    found = kept(name)
    if found is None:
        raise HTTPException(404)
    tag = f'W/"{found.digest}"'
    is_current = request.query_params.get("v") == found.digest
    headers = {"ETag": tag, "Vary": "Accept-Encoding", "Cache-Control": FOR_GOOD if is_current else ASK_AGAIN}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.data, media_type=media, headers=headers)
    return Response(found.packed, media_type=media, headers={**headers, "Content-Encoding": "gzip"})


@cache
def _places() -> dict[str, Path]:
    """The names of all files that pages may load, and where these files are."""
    places = {path.relative_to(ROOT).as_posix(): path for path in ROOT.rglob("*") if path.is_file()}
    return places | {each: Path(str(files("breakaway.display").joinpath(each))) for each in CHARTS}


@cache
def _read(path: Path, _modified: int) -> KeptFile:
    data = path.read_bytes()
    return KeptFile(data, gzip.compress(data, mtime=0), sha256(data).hexdigest()[:16])
