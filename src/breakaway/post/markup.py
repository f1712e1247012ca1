"""Turns HTML emails into plain text. Puts a `>` before each line that the sender quotes.

Python's HTML parser takes minutes for tags that never end, and fails on some of them. This module reads just enough to
get the text, in limited time.
"""

from __future__ import annotations

import re
from html import unescape

MOST_HTML, LONGEST_TAG = 100_000, 3000  # characters; the rest is not read
DEEPEST = 1000
TAG = re.compile(r"""<(/?)([a-zA-Z][\w:-]{0,30})((?>[^<>"']+|"[^"]*"|'[^']*')*+)>""")
UNSEEN = {"head", "style", "script", "title", "template", "noscript"}
BREAKS = {"p", "div", "br", "li", "tr", "table", "ul", "ol", "hr", "blockquote", "pre"} | {f"h{n}" for n in range(1, 7)}
EMPTY = {"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "source"}
NAMED = r"""(?:class|id)\s*=\s*["']?[^"'>]*"""
QUOTED = re.compile(
    NAMED + r"(?:gmail_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|tutanota_quote)", re.IGNORECASE
)
SIGNED = re.compile(NAMED + r"(?:gmail_signature|moz-signature|protonmail_signature)", re.IGNORECASE)
HIDDEN = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all", re.IGNORECASE)


class _Lines:
    """The lines so far. `open` lists the open elements, each with the amounts that it adds to `quoted` and `unseen`."""

    def __init__(self) -> None:
        self.lines: list[list[str]] = [[]]
        self.quotes: list[bool] = [False]
        self.open: list[tuple[str, int, int]] = []
        self.quoted = self.unseen = 0

    def begin(self, always: bool = False) -> None:
        """Begins a new line, unless the last line is empty and `always` is False."""
        if self.lines[-1] or always:
            self.lines.append([])
            self.quotes.append(False)
        self.quotes[-1] = self.quoted > 0

    def enter(self, tag: str, attributes: str) -> None:
        """Handles an opening tag."""
        if tag in BREAKS:
            self.begin(always=tag == "br")
        if tag == "td":
            self.add(" ")
        if tag in EMPTY or attributes.endswith("/") or len(self.open) >= DEEPEST:
            return
        quotes = int(tag == "blockquote" or bool(QUOTED.search(attributes)))
        unseen = int(tag in UNSEEN or bool(SIGNED.search(attributes)) or bool(HIDDEN.search(attributes)))
        self.open.append((tag, quotes, unseen))
        self.quoted, self.unseen = self.quoted + quotes, self.unseen + unseen
        if quotes:
            self.begin()

    def leave(self, tag: str) -> None:
        """Handles a closing tag, which also closes the elements still open inside."""
        if tag in [each for each, _, _ in self.open[-50:]]:
            while self.open:
                closed, quotes, unseen = self.open.pop()
                self.quoted, self.unseen = self.quoted - quotes, self.unseen - unseen
                if closed == tag:
                    break
        if tag in BREAKS:
            self.begin()

    def add(self, text: str) -> None:
        """Handles text between tags."""
        if text and not self.unseen:
            self.lines[-1].append(re.sub(r"[ \t\r\n\f]+", " ", unescape(text)))


def text_of(html: str) -> str:
    """The text that a reader of this HTML sees, line by line. Lines of a quotation begin with `> `."""
    html, found, at = html[:MOST_HTML], _Lines(), 0
    while at < len(html):
        less = html.find("<", at)
        less = len(html) if less < 0 else less
        found.add(html[at:less])
        if html.startswith(("<!", "<?"), less):
            sign = "-->" if html.startswith("<!--", less) else ">"
            end = html.find(sign, less)
            at = len(html) if end < 0 else end + len(sign)
            continue
        tag = TAG.match(html, less, less + LONGEST_TAG)
        if tag is None:
            found.add(html[less : less + 1])
            at = less + 1
            continue
        if tag[1]:
            found.leave(tag[2].lower())
        else:
            found.enter(tag[2].lower(), tag[3])
        at = tag.end()
    rows = ["".join(parts).replace("\xa0", " ").strip() for parts in found.lines]
    return "\n".join(f"> {row}" if quoted and row else row for row, quoted in zip(rows, found.quotes, strict=True))
