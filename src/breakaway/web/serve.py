"""`breakaway serve`: runs the server, for this machine only or for others too."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from breakaway.core.trouble import Trouble

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from breakaway.club.owners import Owners
    from breakaway.mailing.options import MailOptions
    from breakaway.web.door import FrontDoor

PORT = 8000
TRIES = 20  # how many ports to try, starting with the default
LAST_PORT = 65535
LOCAL = ("127.0.0.1", "localhost", "::1")
ANY = ("0.0.0.0", "::")
PLAIN = "Over plain http, browsers on other machines offer no notifications and no Share button. The game itself works."


def serve(
    host: str,
    asked_port: str | None,
    database: str | None,
    browse: bool,
    proxy: str | None = None,
    forget: bool = False,
    record: int | None = None,
    log: str = "text",
    mail: MailOptions | None = None,
) -> None:
    """Runs the server on a `host` and port until it is stopped. If `asked_port` is None, takes the first free port.

    `database` is a file or URL (None: the file in the data folder). `browse` opens the page in a browser. `proxy` is
    the address of a trusted proxy, which reports visitors' addresses and whether they use https. `forget`: browsers
    that were the owner's lose that right. `record` is the largest record that visitors may upload, in MiB. `log` is the
    kind of log: text or json. `mail` says how players get email, if at all. Raises Trouble.
    """
    asked = None if asked_port is None else port_of(asked_port)
    _need_packages()
    from breakaway.club.club import open_club
    from breakaway.club.deadlines import set_back
    from breakaway.mailing.options import checked_options, make_postman
    from breakaway.web.app import make_app
    from breakaway.web.bounds import MIB, Bounds
    from breakaway.web.guard import LOCAL_NAMES
    from breakaway.web.logs import write_to

    wanted = checked_options(mail) if mail else None
    write_to(log)
    bounds = Bounds() if record is None else Bounds(record=record * MIB)
    listening = _listening(host, asked)
    listening.watch_over(bounds, proxy)
    club = open_club(_place(database))
    set_back(club)
    address, elsewhere = _reached(host, listening.getsockname()[1], proxy)
    postman = make_postman(wanted, club, (elsewhere or [address])[0]) if wanted else None
    app = make_app(club, LOCAL_NAMES if host in LOCAL and proxy is None else None, bounds=bounds, postman=postman)
    app.state.door = listening
    app.state.outside = elsewhere[0] if elsewhere else ""
    for line in greeting(address, elsewhere, plain=host not in LOCAL and proxy is None):
        print(line, flush=True)
    _greet_owner(app.state.owners, address, browse, forget)
    try:
        server_of(app, proxy).run([listening])
    finally:
        club.close()


def _reached(host: str, port: int, proxy: str | None) -> tuple[str, list[str]]:
    """The server's address on this machine, and its addresses on others in the network."""
    from breakaway.web.addresses import own_addresses, urls

    address = urls(["localhost" if host in (*LOCAL, *ANY) else host], port)[0]
    return address, urls(own_addresses(six=host == "::"), port) if host in ANY and proxy is None else []


def _greet_owner(owners: Owners, address: str, browse: bool, forget: bool) -> None:
    """Prints the link for the owner, and opens it in a browser if that was asked for."""
    if forget:
        owners.forget()
    print(f"To play as the owner, open this link. It works once: {address}owner/{owners.new_code()}", flush=True)
    if browse:
        threading.Thread(target=_show, args=(f"{address}owner/{owners.new_code()}",), daemon=True).start()


def _need_packages() -> None:
    """Raises Trouble if a package that the pages need is not installed."""
    try:
        import_module("breakaway.web.app")
    except ModuleNotFoundError as error:
        raise Trouble(f"the pages need the package {error.name}: pip install 'breakaway[web]'") from None


def greeting(address: str, elsewhere: list[str], plain: bool) -> list[str]:
    """The lines that say where the server is: the `address` for this machine and those for `elsewhere`, as full URLs.

    `plain`: other machines reach it by plain http, which gives their browsers fewer rights.
    """
    lines = [f"Breakaway is at {address}  (Ctrl-C stops it; every choice is saved)"]
    if elsewhere:
        lines.append(f"On other machines in your network, open {' or '.join(elsewhere)}")
    return [*lines, PLAIN] if plain else lines


def port_of(text: str) -> int:
    """The number given with `--port`. Raises Trouble."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= LAST_PORT):
        raise Trouble(f"--port: expected a whole number from 1 to {LAST_PORT}, as in --port {PORT}, not {text[:40]!r}")
    return int(text)


def server_of(app: FastAPI, proxy: str | None = None) -> uvicorn.Server:
    """A server for the `app`, behind the `proxy` at this address, if any. Before it stops, it ends all open streams."""
    import uvicorn

    from breakaway.web.connection import connection_for

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.hub.close()
            await super().shutdown(sockets)

    return Server(
        uvicorn.Config(
            app,
            http=connection_for(app.state.bounds),
            ws="none",
            loop="asyncio",
            log_config=None,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=1,
            server_header=False,
            proxy_headers=proxy is not None,
            forwarded_allow_ips=proxy or "",
        )
    )


def _place(database: str | None) -> str | Path | None:
    if database is None or "://" in database:
        return database
    return Path(database)


def _listening(host: str, port: int | None) -> FrontDoor:
    """A listening socket.

    If no port was asked for, the socket takes the first free one from 8000 on. Raises Trouble.
    """
    from breakaway.web.door import FrontDoor

    ports = [port] if port is not None else [*range(PORT, PORT + TRIES), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for each in ports:
        found = FrontDoor(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, each))
            found.listen(128)
        except OSError as error:
            found.close()
            if each == ports[-1]:
                raise Trouble(f"--host {host} --port {each}: {error.strerror or error}") from None
            continue
        return found
    raise AssertionError("unreachable")


def _show(address: str) -> None:
    """Opens the page in a browser, but only if it has a window: a text browser would take over the terminal."""
    windows = ("DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform not in ("win32", "darwin") and not any(os.environ.get(name) for name in windows):
        return
    time.sleep(0.3)
    try:
        webbrowser.get().open(address)
    except webbrowser.Error:
        return
