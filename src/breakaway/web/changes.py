"""What a stream sends: a whole page, or only what has changed since the previous page.

The changes are a list of parts. A part with two numbers stands for lines `[from, up to)` of the previous page. In a
part with four numbers, the last two select pieces of these lines: a line is cut into pieces at each tag. A part that is
a string is new text. `static/changes.js` puts the page together again, so that a browser always shows one whole page,
never a mixture of two. What a stream sends depends only on the two pages, and its seat may see both. So the seat learns
nothing else, not even from the length of a message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import count

PIECE = re.compile(r"<[^<\n]*\n?|[^<\n]+\n?|\n")  # static/changes.js has the same
LINE = re.compile(r"[^\n]*\n|[^\n]+")
LINE_END = re.compile(r"\r\n?")  # a message ends its lines in one way
Part = str | list[int]
NUMBERS = count(1)


@dataclass(frozen=True, eq=False)
class StreamedPage:
    """A page that was made for streams: its stamp, its text in UTF-8, and the message that says what has changed.

    `since` is the number of the page that this message starts from. A stream that last sent some other page sends the
    `whole` page.
    """

    stamp: str
    text: bytes
    since: int = 0
    news: bytes = b""
    number: int = field(default_factory=NUMBERS.__next__)

    @property
    def whole(self) -> bytes:
        """The message that contains the whole page."""
        return message(self.text, self.stamp)


def made(stamp: str, text: str, before: StreamedPage | None = None) -> StreamedPage:
    """The page with this `stamp` and `text`, made after the page `before`; or `before` if it has the same stamp."""
    if before is not None and before.stamp == stamp:
        return before
    text = LINE_END.sub("\n", text)
    if before is None:
        return StreamedPage(stamp, text.encode())
    change = {"since": before.stamp, "parts": changes(before.text.decode(), text)}
    written = json.dumps(change, ensure_ascii=False, separators=(",", ":")).encode()
    page = StreamedPage(stamp, text.encode(), before.number, message(written, stamp))
    return page if len(written) < len(page.text) else StreamedPage(stamp, page.text)


def message(data: bytes, stamp: str = "", event: str = "") -> bytes:
    """A message of a stream, as a server-sent event: bytes that any number of streams can send."""
    named = f"event: {event}\n".encode() if event else b""
    marked = f"id: {stamp}\n".encode() if stamp else b""
    return named + b"data: " + data.replace(b"\n", b"\ndata: ") + b"\n" + marked + b"\n"


def changes(before: str, after: str) -> list[Part]:
    """The changes from the page `before` to the page `after`.

    First finds the lines that changed, then the pieces within them.
    """
    old, new = LINE.findall(before), LINE.findall(after)
    parts: list[Part] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            parts.append([i, j])
        elif tag == "insert":
            parts.append("".join(new[k:m]))
        elif tag == "replace":
            gone, come = PIECE.findall("".join(old[i:j])), PIECE.findall("".join(new[k:m]))
            parts += [each if isinstance(each, str) else [i, j, *each] for each in _pieces(gone, come)]
    return parts


def applied(before: str, parts: Sequence[Part]) -> str:
    """The page that results when `parts` change the page `before`, as in `static/changes.js`."""
    lines, found = LINE.findall(before), list[str]()
    for each in parts:
        if isinstance(each, str):
            found.append(each)
        else:
            old = "".join(lines[each[0] : each[1]])
            found.append("".join(PIECE.findall(old)[each[2] : each[3]]) if len(each) > 2 else old)
    return "".join(found)


def _pieces(gone: list[str], come: list[str]) -> Iterator[Part]:
    """The changes that turn the pieces `gone` into the pieces `come`.

    Long lines often differ in only a few pieces, so equal beginnings and ends are set aside first.
    """
    most = min(len(gone), len(come))
    first = next((n for n in range(most) if gone[n] != come[n]), most)
    last = next((n for n in range(most - first) if gone[-1 - n] != come[-1 - n]), most - first)
    if first:
        yield [0, first]
    middle = SequenceMatcher(None, gone[first : len(gone) - last], come[first : len(come) - last])
    for tag, i, j, k, m in middle.get_opcodes():
        if tag == "equal":
            yield [first + i, first + j]
        elif m > k:
            yield "".join(come[first + k : first + m])
    if last:
        yield [len(gone) - last, len(gone)]
