"""HTML mails as plain text. What the sender quotes gets a `>` before each line."""

from __future__ import annotations

import re
from html.parser import HTMLParser

MOST_HTML = 100_000  # characters that are read; the rest is cut off
UNSEEN = {"head", "style", "script", "title", "template", "noscript"}
BREAKS = {"p", "div", "br", "li", "tr", "table", "ul", "ol", "hr", "blockquote", "pre"} | {f"h{n}" for n in range(1, 7)}
EMPTY = {"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "source"}
QUOTED = re.compile(r"gmail_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|tutanota_quote", re.IGNORECASE)
SIGNED = re.compile(r"gmail_signature|moz-signature|protonmail_signature", re.IGNORECASE)
HIDDEN = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all", re.IGNORECASE)


class _Reader(HTMLParser):
    """Collects the text. `open` has each open element with how it changes what is inside: quoted, unseen or neither."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[list[str]] = [[]]
        self.quotes: list[bool] = [False]
        self.open: list[tuple[str, int, int]] = []
        self.quoted = self.unseen = 0

    def _break(self) -> None:
        if self.lines[-1]:
            self.lines.append([])
            self.quotes.append(self.quoted > 0)
        self.quotes[-1] = self.quoted > 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = " ".join(str(value) for name, value in attrs if name in ("class", "id") and value)
        style = " ".join(str(value) for name, value in attrs if name == "style" and value)
        if tag in BREAKS:
            self._break()
        if tag == "br" and not self.lines[-1]:
            self.lines.append([])
            self.quotes.append(self.quoted > 0)
        if tag == "td":
            self.lines[-1].append(" ")
        if tag in EMPTY or len(self.open) >= 1000:
            return
        quotes = int(tag == "blockquote" or bool(QUOTED.search(named)))
        unseen = int(tag in UNSEEN or bool(SIGNED.search(named)) or bool(HIDDEN.search(style)))
        self.open.append((tag, quotes, unseen))
        self.quoted, self.unseen = self.quoted + quotes, self.unseen + unseen
        if quotes:
            self._break()

    def handle_endtag(self, tag: str) -> None:
        if tag in BREAKS:
            self._break()
        if tag not in [each for each, _, _ in self.open[-50:]]:
            return
        while self.open:
            closed, quotes, unseen = self.open.pop()
            self.quoted, self.unseen = self.quoted - quotes, self.unseen - unseen
            if closed == tag:
                break
        self.quotes[-1] = self.quoted > 0

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.lines[-1].append(re.sub(r"\s+", " ", data))


def text_of(html: str) -> str:
    """The text that a reader of this HTML sees, line by line. Lines of a quotation begin with `> `."""
    reader = _Reader()
    reader.feed(html[:MOST_HTML])
    reader.close()
    found = []
    for parts, quoted in zip(reader.lines, reader.quotes, strict=True):
        line = "".join(parts).replace("\xa0", " ").strip()
        found.append(f"> {line}" if quoted and line else line)
    return "\n".join(found)
