"""Recognizes emails that no person wrote: automatic answers, bounces, mailing lists and loops.

Two programs that answer each other would never stop.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST_STOPS = 50  # the most servers on the way; more mean a loop
AWAY = re.compile(
    r"^\W*(?:out of (?:the )?office|auto(?:matic|mated)?[- ]?(?:reply|response|answer)|autoreply|away from (?:my|the) "
    r"(?:desk|office|mail)|on (?:vacation|holiday)\b.{0,30}(?:auto|re:)|vacation (?:reply|response|notice|message)"
    r"|abwesenheits(?:notiz|meldung|nachricht|agent|assistent)|abwesenheit\s*(?::|$)"
    r"|automatische (?:antwort|rückmeldung)"
    r"|automatisch(?:e|er)? (?:abwesenheit|antwort)|bin (?:nicht im büro|abwesend|im urlaub)|ich bin (?:nicht im büro|"
    r"abwesend)|nicht im büro|urlaubsnotiz|eingangsbestätigung)",
    re.IGNORECASE,
)
RETURNED = re.compile(
    r"^\W*(?:undeliver(?:ed|able)|delivery (?:status notification|has failed|failure)|mail delivery (?:failed|failure|"
    r"system)|returned mail|failure notice|message (?:not delivered|undeliverable)|unzustellbar|"
    r"nicht zustellbar|zustellung fehlgeschlagen|fehler bei der zustellung|warning: (?:message|could not))",
    re.IGNORECASE,
)
RECEIPT = re.compile(
    r"^\W*(?:read|gelesen|not read|ungelesen gelöscht|lesebestätigung|read receipt)\s*:", re.IGNORECASE
)
DAEMON = re.compile(r"\b(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon)@?", re.IGNORECASE)


def why_automatic(heads: Sequence[tuple[str, str]], kind: str) -> str:
    """The kind of automatic email: `bounce`, `out of office`, `automatic`, `receipt`, `list` or `loop`.

    Empty if a person wrote it. `heads` contains the headers, with lower-case names; `kind` is the content type.
    """
    first = dict(reversed(heads))
    subject = first.get("subject", "")
    if sum(name == "received" for name, _ in heads) > MOST_STOPS or "x-loop" in first:
        return "loop"
    if kind == "multipart/report" or RECEIPT.match(subject):
        is_receipt = RECEIPT.match(subject) or "disposition-notification" in first.get("content-type", "")
        return "receipt" if is_receipt else "bounce"
    returned = first.get("return-path", "none").strip().strip("<> ") == "" or "x-failed-recipients" in first
    if returned or RETURNED.match(subject) or DAEMON.search(first.get("from", "")):
        return "out of office" if AWAY.match(subject) else "bounce"
    if AWAY.match(subject):
        return "out of office"
    return _by_header(first)


def _by_header(first: dict[str, str]) -> str:
    """`automatic` or `list` if a header says so, otherwise empty."""
    auto = first.get("auto-submitted", "no").split(";")[0].strip().casefold()
    precedence = first.get("precedence", "").strip().casefold()
    answered = any(name in first for name in ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply-from"))
    if precedence == "list" or any(name in first for name in ("list-id", "list-post", "list-unsubscribe")):
        return "list"
    if auto not in ("", "no") or precedence in ("bulk", "junk", "auto_reply") or answered:
        return "automatic"
    return ""
