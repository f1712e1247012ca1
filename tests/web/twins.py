"""The same match in two clubs, with the same name and links: all that leaves the server for a seat can be compared."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from typing import Any

import httpx2

from breakaway.club.club import Club
from breakaway.records.match import Start
from breakaway.server.live_pages import applied
from tests.club.starts import device_of
from tests.depth import DEPTH
from tests.web.session import browser, post

NAME = "abcdefgh"
Twins = tuple[Club, Club]
Two = Callable[[str, Callable[[], Start]], Twins]


STOPPED = datetime(2026, 1, 1, tzinfo=UTC)  # when the matches were opened and all sat down


def token(seat: int) -> str:
    return f"a-link-of-the-tests-{seat}"


HOST_ACTS = ("announce", "extend", "pause", "resume", "close", "order", "seat", "back")
PRESENT = b"event: present"


class Sample:
    """Whether `everything` is a sample only: the fixture `twins` says so in quick runs."""

    on = False


def everything(club: Club, seat: int, whole: bool = False, looks: bool = False) -> dict[str, bytes]:
    """All pages of a match for a seat (-1: a spectator) with their headers, and what comes of wrong choices.

    In quick runs a sample of them, unless the whole is asked for; of past turns every fifth and the last, with DEPTH
    each. `looks`: pages only, which change nothing.
    """
    client = browser(club, here=False, tokens=(token(seat),) if seat >= 0 else ())
    place = "watch" if seat < 0 else str(seat + 1)
    turn = club.look(NAME).turn
    found: dict[str, bytes] = {}
    own, draft = f"/match/{NAME}/{place}", f"/match/{NAME}/{place}?draft=1.2"
    where = [own, draft, f"/match/{NAME}", f"/match/{NAME}/watch", f"/match/{NAME}/record", f"/match/{NAME}/check", "/"]
    turns = range(turn + 2) if DEPTH > 1 else sorted({*range(0, turn, 5), *range(max(0, turn - 1), turn + 2)})
    where += [f"/match/{NAME}/at/{n}" for n in turns] + [f"/match/{NAME}/{other}" for other in range(1, 4)]
    where += [f"{own}/help", f"/match/{NAME}/review", f"/match/{NAME}/review?wait=1&choice=0"]
    where += [f"/match/{NAME}/review/progress", f"/match/{NAME}/review/try?choice=0&order=1"]
    where += [f"{own}/dice", f"{own}/dice?typed=0", f"{own}/dice?typed=1.1", f"{own}/seat", f"{own}/again"]
    where += [f"{own}/box", f"{own}/box/picture?line=run+2", "/sets", "/sets/football/my-box", "/print"]
    where += [f"/sets/football/my-box/{each}" for each in ("form", "form/deck-1", "files/deck.toml")]
    where += ["/print/football?sheet=cards&box=my-box", "/open/cycling", "/open/fate"]
    where += [
        f"/sets/{each}" for each in ("cycling/hills/form", "cycling/hills/form/pass", "fate/mine/files/herons.toml")
    ]
    where += [f"{own}/dice?typed=&said={each}" for each in ("1", "a", "zz", "1&digit=1")]
    where += [f"/match/{NAME}/zine", f"{own}/report.pdf", f"{own}/deadline.ics", "/deadlines.ics"]
    where += [f"/match/{NAME}/zine.pdf"]
    where += [f"/seat/{token(0)}", f"/device/{NAME}/1", f"/take/{NAME}/0"]
    where += [f"{own}/trail", f"/match/{NAME}/watch/trail", f"/host/{NAME}", "/host"]
    where += ["/seasons", f"/match/{NAME}/receipt", f"/match/{NAME}/standby", f"{own}/invite"]
    some = Sample.on and not whole
    if some:
        where = [own, f"/match/{NAME}/watch", f"/match/{NAME}/record", f"/match/{NAME}/at/{turn}", f"{own}/dice"]
        where += [f"{own}/dice?typed=&said=a", f"/match/{NAME}/zine"]
    for each in where:
        found[f"GET {each}"] = bytes_of(client.get(each))
    asked: list[tuple[str, dict[str, Any]]] = [
        *((f"{own}/choose", each) for each in ({"order": "nonsense"}, {"order": "99z", "turn": "0"}, {})),
        *((f"{own}/choose", {"order": "1a", "turn": "9999"}), (f"{own}/late", {"turn": turn})),
        *((f"{own}/instruct", {"standing": "nonsense"}), (f"/match/{NAME}/watch/show", {})),
        *((f"{own}/instruct", {"standing": "nonsense"}), (f"{own}/umpire", {"ruling": "nonsense", "turn": turn})),
        *((f"{own}/seat/names", each) for each in ({"team": "!"}, {"team": "Blue", "rider": "x"})),
        *((f"{own}/trail", {"answer": each}) for each in ("yes", "no")),
        *((f"{own}/box{each}", {"line": "1", "n": 1, "words": "run +1"}) for each in ("", "/undo", "/correct", "/set")),
        *((f"{own}/umpire/back", {"turn": turn}), (f"{own}/dice", {"typed": "x", "turn": turn}), (f"{own}/dice", {})),
        *((f"/sets/football/my-box/{each}", {"do": "save"}) for each in ("form/deck-1", "form/deck-1/check", "team")),
        ("/sets/football/my-box/delete", {}),
        *(
            (f"/sets/{each}", {"game": "football", "start": "football/", "name": "!", "into": "!"})
            for each in ("new", "import")
        ),
        (f"/match/{NAME}/branch", {"turn": turn, "seat": 0}),
        *((f"{own}/seat/code", {}), (f"{own}/seat/phrase", {}), (f"{own}/seat/end", {}), (f"{own}/here", {})),
        *((f"{own}/seat/beside", {}), (f"{own}/resign/no", {})),
        *((f"{own}/{each}", {"seat": other}) for each in ("lost", "reopen") for other in range(2)),
        *((f"/seat/{token(0)}", {}), (f"/take/{NAME}/0", {}), (f"/device/{NAME}/1", {"code": "nonsense"})),
        *((f"{own}/undo/{each}", {"turn": turn}) for each in ("ask", "yes", "no")),
        *((f"{own}/go", {}), (f"{own}/undo", {}), (f"{own}/again", {}), (f"{own}/again/no", {})),
        *((f"{own}/anchor", {"anchor": each}) for each in ("nonsense", "ab" * 32)),
        *((f"{own}/ready", {"turn": turn, "ready": each}) for each in "01"),
        (f"{own}/withdraw", {}),
        *((f"{own}/vacation", {"first": day, "last": day}) for day in ("nonsense", "2026-07-02")),
        *((f"{own}/seat/mail", {"address": "nonsense"}), (f"{own}/seat/mail/stop", {})),
        (f"{own}/seat/mail/wishes", {"digest": "1", "zone": "Nowhere/Never"}),
        *((f"/match/{NAME}/receipt", {"receipt": each}) for each in ("nonsense", f"{'a' * 32} {'b' * 64}")),
        *((f"/match/{NAME}/standby", {"address": "nonsense"}), (f"{own}/invite", {"seat": 1, "address": "nonsense"})),
        *((f"/host/{NAME}/{act}", {"hours": 1, "days": 1, "text": "", "reason": ""}) for act in HOST_ACTS),
        *((f"{own}/seat/leave", {}), (f"{own}/help", {})),
        *((f"{own}/pause", {"days": 1}), (f"{own}/back", {"what": "pause"}), (f"{own}/back", {"what": "vacation"})),
    ]
    for address, fields in [] if looks else asked[::5] if some else asked:
        found[f"POST {address} {fields}"] = bytes_of(post(client, address, **fields))
    return found


def bytes_of(answer: Any) -> bytes:
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return f"{answer.status_code} {answer.url} {headers}".encode() + answer.content


def differing(one: dict[str, bytes], two: dict[str, bytes]) -> list[str]:
    assert one.keys() == two.keys()
    return [name for name in one if one[name] != two[name]]


class Listening(threading.Thread):
    """Takes in a stream until it is told to stop. `data` leaves out who comes to the table and goes."""

    def __init__(self, address: str, tokens: str = "", last: str = "") -> None:
        super().__init__(daemon=True)
        self.address = address
        self.cookies = {"browser": "a-browser-of-the-tests-1", "seats": tokens}
        self.headers = {"Last-Event-ID": last} if last else {}
        self.raw, self.ready, self.done = b"", threading.Event(), threading.Event()

    def run(self) -> None:
        with contextlib.suppress(httpx2.HTTPError, RuntimeError, OSError):
            client = httpx2.Client(cookies=self.cookies, headers=self.headers, timeout=30, verify=False)
            with client, client.stream("GET", self.address) as answer:
                self.line = answer.extensions["network_stream"].get_extra_info("socket")
                self.ready.set()
                for chunk in answer.iter_raw():
                    self.raw += chunk
                    if self.done.is_set():
                        return

    def close(self) -> None:
        """Hangs up."""
        self.done.set()
        self.line.shutdown(socket.SHUT_RDWR)

    @property
    def data(self) -> bytes:
        """All that came about the match."""
        return b"\n\n".join(each for each in self.raw.split(b"\n\n") if not each.startswith(PRESENT))

    def present(self) -> list[str]:
        """Who was at the table, as often as that was said."""
        found = (each.decode() for each in self.raw.split(b"\n\n")[:-1] if each.startswith(PRESENT))
        return [each.partition("data: ")[2] for each in found]

    def events(self) -> list[bytes]:
        """Whole messages, without what only keeps the line open."""
        return [each for each in self.data.split(b"\n\n")[:-1] if not each.startswith(b":")]

    def until(self, count: int) -> bytes:
        """Waits for so many messages; gives all that came."""
        for _ in range(600):
            if len(self.events()) >= count:
                return self.data
            time.sleep(0.02)
        raise AssertionError(f"{count} messages were expected, {len(self.events())} came")

    def says(self, text: bytes) -> bool:
        """Waits until a whole message says this."""
        for _ in range(600):
            if any(text in each for each in self.events()):
                return True
            time.sleep(0.02)
        return False


def listen(address: str, club: Club, seat: int, last: str = "", follows: bool = False) -> Listening:
    """A seat's table. If it `follows`, first comes the whole page, and then only what is new in it, as to a browser."""
    asked = "follows=1" if follows else f"seen_stamp={club.look(NAME, seat).stamp}"
    return _listen(f"{address}/match/{NAME}/{_place(seat)}/stream?{asked}", seat, last)


def shown(stream: Listening) -> list[str]:
    """The pages that a browser puts together from a stream."""
    pages: list[str] = []
    for each in stream.events():
        lines = each.decode().split("\n")
        text = "\n".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))
        pages.append(applied(pages[-1], json.loads(text)["parts"]) if text.startswith("{") else text)
    return pages


def listen_to_dice(address: str, seat: int, page: str) -> Listening:
    """A seat's page of dice, as its browser has it."""
    found = re.search(r'hx-sse:connect="([^"]+)"', page)
    assert found, page[:2000]
    return _listen(address + unescape(found[1]), seat)


def _place(seat: int) -> str:
    return "watch" if seat < 0 else str(seat + 1)


def _listen(where: str, seat: int, last: str = "") -> Listening:
    stream = Listening(where, device_of(token(seat)) if seat >= 0 else "", last)
    stream.start()
    assert stream.ready.wait(20)
    for _ in range(15):  # a player is at the table a moment after the stream begins; other pages say so
        if seat < 0 or stream.present():
            break
        time.sleep(0.02)
    return stream
