"""What is checked before a request reaches a page: its size, host, origin and address. All limits are here.

The server's identity is here, too: the one address that it gives to others, and the names to which it answers.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from anyio import CancelScope
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from breakaway.core.language import UserError, _, best_language, languages, say, use

# --- The limits of what the server accepts from its visitors: sizes, times and numbers of connections.


MIB = 2**20
LARGEST_FORM = 64 * 1024  # bytes
LARGEST_ADDRESS = 4096


@dataclass(frozen=True)
class Bounds:
    """Limits on what visitors can ask of the server.

    `record`: the size in bytes of the largest record that a visitor may upload. `connections`: how many connections may
    be open at once. `for_each`: how many connections one address may have open. `header`: the seconds within which a
    connection must send its next request. `idle`: how many seconds a connection may pause while it sends a form or
    reads a page. `body`: how many seconds a connection may take to send a complete form.
    """

    record: int = 4 * MIB
    connections: int = 4096
    for_each: int = 256
    header: float = 20.0
    idle: float = 30.0
    body: float = 300.0


# --- The guard in front of every page: limits the size of requests, checks host and origin, and sets security headers.


LOG = logging.getLogger(__name__)
LANGUAGE = "language"  # the name of the cookie
HEAD = "breakaway.head"  # in the scope: the request asks only for the headers, so nothing may change
UPLOADS = ("/upload", "/carry")
AROUND = 16 * 1024  # bytes that an upload may have besides the record
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Breakaway": "1",  # tells pages that an answer is this server's, and not one of a network that wants a login
}
ONLY_HTTPS = "max-age=31536000"  # a year; not for other names under this one, which may be other people's


class TooLarge(Exception):
    """The request is larger than allowed."""


class Guard:
    """ASGI middleware. `identity`: who the server is. Only requests for one of its names reach a page.

    Behind the guard, every request names the server by its own address, whatever its `Host` said, and its path begins
    after the base path. So nothing that a page says of the server can come from a visitor.

    `sorry` returns the page that is shown after a bug. The traceback goes only to the log. `bounds` says how large a
    record may be. `toll` charges a visitor for a request that is refused. If nothing is left in his budget, it returns
    what to say instead, and the seconds after which he may ask again.
    """

    def __init__(
        self,
        app: ASGIApp,
        identity: Identity,
        sorry: Callable[[Request], Response],
        bounds: Bounds,
        toll: Callable[[Scope], Awaitable[tuple[str, int] | None]],
    ) -> None:
        self.app, self.identity, self.sorry, self.bounds, self.toll = app, identity, sorry, bounds, toll

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request: refuses it, or passes it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if self.identity.base_path:
            scope["path"] = self.identity.path_in(scope["path"])
            scope["headers"] = [
                (name, _first_of_each(it) if name == b"cookie" else it) for name, it in scope["headers"]
            ]
        use(spoken(Headers(scope=scope)))
        refusal = self._refusal(scope)
        named = (b"host", self.identity.netloc.encode())
        scope["headers"] = [named, *(each for each in scope["headers"] if each[0] != b"host")]
        if scope["method"] == "HEAD" and not refusal:
            await self._head(scope, receive, send)
            return
        await self._pass(scope, receive, send, refusal)

    async def _head(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers HEAD with the headers that GET would get. Ends the request as soon as they are sent."""
        with CancelScope() as asked:

            async def headers_only(message: Message) -> None:
                if message["type"] == "http.response.start":
                    await send(message)
                    await send({"type": "http.response.body", "body": b""})
                    asked.cancel()

            await self._pass({**scope, "method": "GET", HEAD: True}, receive, headers_only, None)

    async def _pass(self, scope: Scope, receive: Receive, send: Send, refusal: tuple[int, str] | None) -> None:
        limit, seen, started = self._largest(scope), 0, False

        async def limited() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise TooLarge
            return message

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started, headers = True, MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = headers.get(name) or value  # the zine has a policy of its own, for its style
                headers.setdefault("Cache-Control", "no-store")
                if scope.get("scheme") == "https":
                    headers["Strict-Transport-Security"] = ONLY_HTTPS
            await send(message)

        if refusal:
            worn = await self.toll(scope)
            await (_plain(with_headers, 429, *worn) if worn else _plain(with_headers, *refusal))
            return
        try:
            await self.app(scope, limited, with_headers)
        except TooLarge:
            if not started:
                await _plain(with_headers, 413, too_much(limit))
        except ClientDisconnect:
            pass
        except Exception:
            LOG.exception("%s %s", scope["method"], pattern_of(scope))
            if not started:
                await self.sorry(Request(scope))(scope, receive, with_headers)

    def _largest(self, scope: Scope) -> int:
        """The largest number of bytes that the body of this request may have."""
        return self.bounds.record + AROUND if scope["path"] in UPLOADS else LARGEST_FORM

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > LARGEST_ADDRESS:
            return 414, _("This address is too long.")
        if not self.identity.answers_to(host_name(headers.get("host", "")), scope):
            text = _(
                "This server does not answer to the name in this address. If the server is yours, start it with "
                "--address and the address that people use, or add this name with --allow-host."
            )
            return 421, text
        length = headers.get("content-length", "0")
        limit = self._largest(scope)
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > limit:
            return 413, too_much(limit)
        if scope["method"] == "POST" and not self._same_site(headers):
            return 403, _("This form came from another site. Nothing was changed.")
        return None

    def _same_site(self, headers: Headers) -> bool:
        """Whether a form comes from our own pages, as far as the browser's headers show.

        A proxy may have put another name of this server into `Host`; a browser names in `Origin` what it was shown.
        """
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        ours = {headers.get("host", "").casefold(), self.identity.netloc} - {""}
        return origin is None or origin.partition("://")[2].casefold() in ours


def _first_of_each(cookies: bytes) -> bytes:
    """The `cookies` of a request, of those with the same name only the first.

    Browsers send the cookie with the longest path first (RFC 6265, 5.4): with a base path, this server's own before
    that of another server with the same host name.
    """
    found: dict[bytes, bytes] = {}
    for each in cookies.split(b";"):
        found.setdefault(each.partition(b"=")[0].strip(), each.strip())
    return b"; ".join(found.values())


def pattern_of(scope: Scope) -> str:
    """The pattern of a request's address, such as `/seat/{invitation}`, for use in place of the address, which may be
    secret. `scope` is the request's ASGI scope.
    """
    return str(getattr(scope.get("route"), "path", "an unknown address"))


def spoken(headers: Headers) -> str:
    """The language that the visitor has chosen, or else the one that the browser asks for."""
    chosen = cookie_parser(headers.get("cookie", "")).get(LANGUAGE, "")
    return chosen if chosen in languages() else best_language(headers.get("accept-language", ""))


def too_much(limit: int) -> str:
    """The sentence that refuses a request of more than `limit` bytes."""
    return say("What you sent is too large. You can send at most {most} KiB here.", most=limit // 1024)


def host_name(host: str) -> str:
    """The name in a Host header, without its port and in lower case."""
    if host.startswith("["):
        return host.partition("]")[0].casefold() + "]"
    return host.partition(":")[0].casefold()


async def _plain(send: Send, status: int, text: str, wait: int = 0) -> None:
    body = f"{text}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    if wait:
        headers.append((b"retry-after", str(wait).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


# --- The server's identity: the one address that it gives to others, and the names to which it answers.


MOST_ADDRESS = 200  # characters of an address; longer ones make QR codes that nobody can scan
HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")
BASE = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?")
USUAL_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Identity:
    """Who a server is.

    `address`: the full URL of its front page, with a slash at the end. It may have a base path, as in
    `https://example.org/games/`. Everything that leaves the server names it by this address: links, emails, calendar
    files, QR codes and signatures. `hosts`: the names to which the server answers, without a port, or None for any
    name. What a visitor sends never changes either of them.
    """

    address: str = "http://localhost/"
    hosts: frozenset[str] | None = None

    @cached_property
    def base(self) -> str:
        """The address without a slash at the end, to be followed by a page's path."""
        return self.address.rstrip("/")

    @cached_property
    def base_path(self) -> str:
        """What precedes the path of every page, such as `/games`. Empty if the server has a host name for itself."""
        return urlsplit(self.base).path

    @cached_property
    def netloc(self) -> str:
        """The host name in the address, with the port if it is unusual."""
        return urlsplit(self.address).netloc

    @cached_property
    def name(self) -> str:
        """The host name in the address, without a port."""
        return host_name(self.netloc)

    @cached_property
    def is_secure(self) -> bool:
        """Whether people reach the server by https."""
        return self.address.startswith("https:")

    @cached_property
    def is_local(self) -> bool:
        """Whether the address works only on this computer: `localhost` is a different computer to everybody else."""
        return self.name in LOCAL_NAMES

    def answers_to(self, name: str, scope: Scope) -> bool:
        """Whether a request with this ASGI `scope` may call the server by this host `name`: one of its names, or the
        IP address of this machine at which the request has arrived.
        """
        return self.hosts is None or name in self.hosts or _arrived_at(name, scope)

    def path_in(self, path: str) -> str:
        """A request's `path` without the base path. Proxies may leave the base path where it is, or take it away."""
        base = self.base_path
        return (path[len(base) :] or "/") if path == base or path.startswith(f"{base}/") else path


def _arrived_at(name: str, scope: Scope) -> bool:
    try:
        asked, found = (ipaddress.ip_address(each) for each in (name.strip("[]"), (scope.get("server") or ("",))[0]))
    except ValueError:
        return False
    return asked == (getattr(found, "ipv4_mapped", None) or found)


def checked_address(text: str) -> str:
    """The address of a server that somebody typed, as `Identity` has it: such as `https://play.example.org/`. Raises
    UserError.
    """
    wrong = UserError(f"--address: expected an address such as https://play.example.org, not {text[:60]!r}")
    try:
        found = urlsplit(text.strip())
        name, port = (found.hostname or "").encode("idna").decode(), found.port
        if ":" in name:
            ipaddress.IPv6Address(name)
            name = f"[{name}]"
    except ValueError:  # also UnicodeError
        raise wrong from None
    is_plain = found.scheme in USUAL_PORTS and "@" not in found.netloc and not found.query and not found.fragment
    is_known = bool(HOST.fullmatch(name) or name.startswith("[")) and text.isprintable()
    if not (is_plain and is_known and BASE.fullmatch(found.path) and port != 0) or len(text) > MOST_ADDRESS:
        raise wrong
    where = "" if port in (None, USUAL_PORTS[found.scheme]) else f":{port}"
    return f"{found.scheme}://{name}{where}{found.path.rstrip('/')}/"


def checked_name(text: str) -> str:
    """A host name that somebody typed, as `Identity` has it. Raises UserError."""
    try:
        found = urlsplit(checked_address(f"http://{text}/"))
    except UserError:
        found = urlsplit("")
    if found.path != "/":
        raise UserError(f"--allow-host: expected a name such as play.example.org, not {text[:60]!r}")
    return host_name(found.netloc)


def names_on_networks(six: bool = False) -> list[str]:
    """The names that this machine has for others: its own name, as it is and as home networks say it, and its
    addresses. `six`: whether to include IPv6 addresses.
    """
    own = socket.gethostname().casefold()
    found = [own, f"{own}.local"] if HOST.fullmatch(own) else []
    return found + [f"[{each}]" if ":" in each else each for each in own_addresses(six)]


# --- Finds the addresses at which others can reach a server: this machine's addresses on its networks.


# An address in each kind of network. Nothing is sent to it: the system only says which of its own addresses it would
# use.
PROBES = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "192.0.2.1")
PROBE_6 = "2001:db8::1"


def own_addresses(six: bool = False) -> list[str]:
    """This machine's addresses on its networks. Those that others can most likely reach come first. `six`: whether to
    include IPv6 addresses.
    """
    found = [_towards(socket.AF_INET, probe) for probe in PROBES]
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    found += [_towards(socket.AF_INET6, PROBE_6)] if six else []
    return list(dict.fromkeys(each for each in found if each and _is_reachable(each)))


def _towards(family: socket.AddressFamily, probe: str) -> str:
    """The address from which this machine would send data to the `probe`. Empty if there is no route to the probe."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as found:
            found.connect((probe, 9))
            return str(found.getsockname()[0])
    except OSError:
        return ""


def _is_reachable(address: str) -> bool:
    """Whether other machines can use this address."""
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def urls(addresses: list[str], port: int) -> list[str]:
    """A full URL for each of the `addresses`, with this `port`."""
    return [f"http://{f'[{each}]' if ':' in each else each}:{port}/" for each in addresses]
