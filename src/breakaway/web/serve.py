"""`breakaway serve`: runs the server, for this machine only or for others too, in one process or in several."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import closing
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from uuid import getnode

from breakaway.core.language import UserError, what_to_install
from breakaway.records.record_file import database_named

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from breakaway.club.club import Club
    from breakaway.club.seats import Owners
    from breakaway.mail.postman import MailOptions
    from breakaway.server.connections import LimitedListener
    from breakaway.server.workers import Part

PORT = 8000
SWITCH = 0.0005  # seconds
TRIES = 20  # how many ports to try, starting with the default
LAST_PORT = 65535
LOCAL = ("127.0.0.1", "localhost", "::1")
ANY = ("0.0.0.0", "::")
PLAIN = "Over plain http, browsers on other machines offer no notifications and no Share button. The game itself works."


@dataclass(frozen=True)
class Serving:
    """The settings of a server, as given on the command line.

    `host` and `port`: where the server listens, by default on the first free port. `database` is a file or URL, by
    default the file in the data folder. `browse`: whether to open the page in a browser. `proxy` is the address of a
    trusted proxy, which reports visitors' addresses and whether they use https. `forget`: whether to sign the owner
    out of every browser first. `record` is the largest record that visitors may upload, in MiB. `log` is the kind of
    log: text or json. `mail` says how players get email, if at all. `workers`: how many processes share the port.
    `address` is the address that people use, if it is not the one that the server finds by itself. `names` are more
    host names that the server answers to. `keys` is the folder of the keys, by default the usual one. `new_keys`:
    whether to start although the database was used with other keys.
    """

    host: str = "127.0.0.1"
    port: str | None = None
    database: str | None = None
    browse: bool = False
    proxy: str | None = None
    forget: bool = False
    record: int | None = None
    log: str = "text"
    mail: MailOptions | None = None
    workers: int = 1
    address: str = ""
    names: tuple[str, ...] = ()
    keys: str | None = None
    new_keys: bool = False

    @property
    def is_local(self) -> bool:
        """Whether the server is only for this machine."""
        return self.host in LOCAL and not (self.proxy or self.address or self.names)


class Reached(NamedTuple):
    """The server's `address` on this machine, and its addresses for other machines in the network, as full URLs.

    `given`: the address that the owner gave with `--address`, or an empty text.
    """

    address: str
    elsewhere: list[str]
    given: str = ""

    @property
    def best(self) -> str:
        """The address by which the server calls itself."""
        return self.given or (self.elsewhere or [self.address])[0]


def serve(asked: Serving) -> None:
    """Runs the server that was `asked` for, until somebody stops it. Raises UserError."""
    port = None if asked.port is None else port_of(asked.port)
    need_packages()
    from breakaway.mail.postman import checked_options
    from breakaway.server.background import write_to
    from breakaway.server.request_checks import checked_address, checked_name
    from breakaway.server.workers import can_share, part_of_this

    asked = replace(
        asked,
        mail=checked_options(asked.mail) if asked.mail else None,
        address=checked_address(asked.address) if asked.address else "",
        names=tuple(map(checked_name, asked.names)),
    )
    can_share(asked.workers)
    write_to(asked.log)
    part = part_of_this()
    if part:
        _serve_part(asked, part)
        return
    with closing(_listening(asked.host, port)) as listening:
        if asked.workers == 1:
            _serve_alone(asked, listening)
        else:
            _serve_together(asked, listening)


def _serve_alone(asked: Serving, listening: LimitedListener) -> None:
    """Runs the server in this process alone."""
    from breakaway.club.absences import set_back

    with closing(_opened(asked)) as club:
        set_back(club)
        reached = _reached(asked, listening)
        app = _app_of(asked, club, listening, reached)
        listening.takes_turns = True  # those who are connected do not wait for all who come
        _greet(asked, app.state.owners, reached)
        leave_to_itself()
        server_of(app, asked.proxy).run([listening])


def _serve_together(asked: Serving, listening: LimitedListener) -> None:
    """Runs the server in several processes on one port. This process starts the others and looks after them."""
    from breakaway.club.absences import set_back
    from breakaway.club.seats import Owners
    from breakaway.mail.postman import make_postman
    from breakaway.server.workers import Workers

    with closing(_opened(asked)) as club:  # upgrades the tables before the workers start
        set_back(club)
        reached, owners = _reached(asked, listening), Owners(club.database)
        if asked.mail:
            make_postman(asked.mail, club, reached.best)  # so that trouble is reported once, not by each worker
        _greet(asked, owners, reached)
    Workers(listening, asked.workers, owners.codes).run()


def _serve_part(asked: Serving, part: Part) -> None:
    """Runs one of several server processes, until its parent process stops it or is gone."""

    with closing(part.door()) as listening, closing(_opened(asked)) as club:
        app = _app_of(asked, club, listening, _reached(asked, listening), part)
        app.state.owners.codes |= part.codes
        server = server_of(app, asked.proxy)
        part.watch_parent(server)
        leave_to_itself()
        server.run([listening])


def _app_of(
    asked: Serving, club: Club, listening: LimitedListener, reached: Reached, part: Part | None = None
) -> FastAPI:
    """The web app that one process serves. `part`: which of several processes this is."""
    from breakaway.mail.postman import make_postman
    from breakaway.server.request_checks import MIB, Bounds
    from breakaway.web.app import make_app

    bounds = Bounds() if asked.record is None else Bounds(record=asked.record * MIB)
    listening.watch_over(bounds, asked.proxy)
    postman = make_postman(asked.mail, club, reached.best) if asked.mail else None
    shares, names = part is not None or not club.database.is_sqlite, _names(asked)
    app = make_app(club, names, bounds=bounds, postman=postman, shares=shares, part=part, address=reached.best)
    app.state.door, app.state.is_local = listening, asked.is_local
    if app.state.sharing:
        number = part.number if part else 0
        app.state.sharing.name_after(f"{socket.gethostname()} {getnode()} {listening.getsockname()} {number}")
        listening.share(app.state.sharing)
    return app


def _reached(asked: Serving, listening: LimitedListener) -> Reached:
    """The addresses at which the server can be reached."""
    from breakaway.server.request_checks import own_addresses, urls

    host, port = asked.host, listening.getsockname()[1]
    address = urls(["localhost" if host in (*LOCAL, *ANY) else host], port)[0]
    is_open = host in ANY and asked.proxy is None
    return Reached(address, urls(own_addresses(six=host == "::"), port) if is_open else [], asked.address)


def _names(asked: Serving) -> list[str]:
    """The host names that the server answers to: this machine's own, and those that the owner has given."""
    from breakaway.server.request_checks import LOCAL_NAMES, Identity, names_on_networks

    found = [*LOCAL_NAMES, *asked.names]
    found += [Identity(asked.address).name] if asked.address else []
    if asked.host not in (*LOCAL, *ANY):
        found.append(f"[{asked.host}]" if ":" in asked.host else asked.host)
    return found if asked.host in LOCAL and asked.proxy is None else [*found, *names_on_networks(six=True)]


def _greet(asked: Serving, owners: Owners, reached: Reached) -> None:
    """Prints the server's addresses and the owner's link, and opens the link in a browser if that was asked for."""
    plain = asked.host not in LOCAL and asked.proxy is None and not asked.address
    for line in greeting(reached.address, reached.elsewhere, plain, reached.given):
        print(line, flush=True)
    if asked.proxy and not asked.address:
        print(
            f"Give the proxy's address with --address. Until then, links and emails begin with {reached.best}, and "
            "only names of this machine and names given with --allow-host are answered.",
            flush=True,
        )
    if asked.forget:
        owners.forget()
    here = reached.given or reached.address
    link = f"{here}owner/{owners.new_code()}"
    print(f"To play as the owner, open this link. It works once: {link}", flush=True)
    if asked.browse:
        threading.Thread(target=_show, args=(f"{here}owner/{owners.new_code()}",), daemon=True).start()


def need_packages() -> None:
    """Raises UserError if a package that the pages need is not installed."""
    try:
        import_module("breakaway.web.app")
    except ModuleNotFoundError as error:
        said = what_to_install(error, "the server", "web")
        if not said:
            raise
        raise UserError(said) from None


def greeting(address: str, elsewhere: list[str], plain: bool, given: str = "") -> list[str]:
    """The lines that say where to reach the server.

    `address` is the server's full URL on this machine, and `elsewhere` lists its URLs for other machines. If the owner
    has `given` an address, it takes their place. `plain`:
    whether other machines reach the server over plain http. Their browsers then offer no notifications and no Share
    button.
    """
    where = f"{given}, and listens at {address}" if given else address
    lines = [f"Breakaway is at {where}  (Ctrl-C stops it; every choice is saved)"]
    if elsewhere and not given:
        lines.append(f"On other machines in your network, open {' or '.join(elsewhere)}")
    return [*lines, PLAIN] if plain else lines


def port_of(text: str) -> int:
    """The port number given with `--port`, from its `text`. Raises UserError."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= LAST_PORT):
        raise UserError(
            f"--port: expected a whole number from 1 to {LAST_PORT}, as in --port {PORT}, not {text[:40]!r}"
        )
    return int(text)


def leave_to_itself() -> None:
    """Sets Python up for a process that only serves.

    Everything loaded so far is exempt from garbage collection, because it stays in memory until the server stops
    anyway. Otherwise, garbage collection would hold up all requests for a tenth of a second, every few hundred choices.
    And threads give way to each other every SWITCH seconds: a page waits for its thread some twenty times, and each
    time it would wait ten times as long while another visitor's page is being made.
    """
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SWITCH)


def server_of(app: FastAPI, proxy: str | None = None) -> uvicorn.Server:
    """A server for the `app`, behind the `proxy` at this address, if any. Before it stops, it ends all open streams."""
    import uvicorn

    from breakaway.server.connections import connection_for

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.hub.close()
            await super().shutdown(sockets)

    return Server(
        uvicorn.Config(
            app,
            http=connection_for(app.state.bounds, proxy),
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


def _opened(asked: Serving) -> Club:
    """The club in the database that was asked for, with its keys. Raises UserError if the database needs other keys."""
    from breakaway.club.club import open_club
    from breakaway.club.database import Keys, lost_keys, take_up_keys

    if asked.keys is not None and Path(asked.keys).exists() and not Path(asked.keys).is_dir():
        raise UserError(f"--keys: {asked.keys} is not a folder; name the folder with the server's keys")
    club = open_club(database_named(asked.database))
    keys = club.database.keys = Keys(Path(asked.keys) if asked.keys is not None else None)
    try:
        lost = [] if asked.new_keys else lost_keys(club.database)
        if lost:
            raise UserError(
                "\n".join(
                    [
                        f"The database was used with keys that are not in {keys.folder}. Nothing was changed.",
                        *(f"- {each}" for each in lost),
                        "Restore the files from a backup, or name their folder with --keys FOLDER. To start without "
                        "them all the same, add --new-keys.",
                    ]
                )
            )
        take_up_keys(club.database)
    except OSError as error:
        club.close()
        raise UserError(f"The keys in {keys.folder} can be neither read nor made: {error.strerror or error}") from None
    except UserError:
        club.close()
        raise
    return club


def _listening(host: str, port: int | None) -> LimitedListener:
    """A listening socket.

    If no port was asked for, the socket takes the first free one from 8000 to 8019, or else any free one. Raises
    UserError.
    """
    from breakaway.server.connections import LimitedListener

    ports = [port] if port is not None else [*range(PORT, PORT + TRIES), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for each in ports:
        found = LimitedListener(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, each))
            found.listen(128)
        except OSError as error:
            found.close()
            if each == ports[-1]:
                raise UserError(f"--host {host} --port {each}: {error.strerror or error}") from None
            continue
        return found
    raise AssertionError("unreachable")


def _show(address: str) -> None:
    """Opens the page in a browser, but only in one with a window: a text browser would take over the terminal."""
    windows = ("DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform not in ("win32", "darwin") and not any(os.environ.get(name) for name in windows):
        return
    time.sleep(0.3)
    try:
        webbrowser.get().open(address)
    except webbrowser.Error:
        return
