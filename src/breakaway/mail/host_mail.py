"""A host by email: who is late, deadlines, pauses, announcements, roll backs. Each email is answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from breakaway.club.club import Club, listed_of
from breakaway.club.email_addresses import HOST_BOX, Mailbox
from breakaway.club.hosting import NO_SEAT, dry_run
from breakaway.club.mail_log import DONE, RECEIPT, REFUSED, PostedMail
from breakaway.club.match_views import Found
from breakaway.core.language import _, languages, many, marked, say, spoken
from breakaway.core.rules import SPECTATOR
from breakaway.display.document import Document, Line, Section
from breakaway.games.manifest import find, open_turn
from breakaway.mail.host_acts import REFUSALS, carry_out, teams_of, why
from breakaway.mail.letters import Sender, head_of, labelled, mail_of
from breakaway.mail.received import Letter
from breakaway.players.seated_match import Table

# --- What a host writes, in English and German: each command on a line of its own, with its reason after a colon.


@dataclass(frozen=True)
class HostCommand:
    """A command: the `act` with what is `given` (`host_acts`). The act is empty if the host only asks who is late.

    `text`: the line as it was written.
    """

    text: str
    act: str = ""
    given: tuple[tuple[str, str], ...] = ()


REASON = r"\s*[:,–-]\s*(?P<reason>\S.*)"
FORMS: dict[str, str] = {
    "": r"(?:who is )?late|status|(?:wer ist )?(?:spät|zu spät)|stand",
    "extend": r"(?:extend(?: by)?|verlänger[ne]?(?: um)?) (?P<n>\d{1,4}) ?(?P<unit>h|hours?|days?|stunden?|tage?)"
    + REASON,
    "pause": rf"paus(?:e|ieren) (?P<n>\d{{1,3}}) ?(?:days?|tage?){REASON}",
    "resume": rf"(?:resume|end the pause|weiter|pause beenden){REASON}",
    "announce": r"(?:announce|tell everybody|ankündigen|an alle)\s*:\s*(?P<text>\S.*)",
    "back": rf"(?:roll back|zurücknehmen){REASON}",
}
BEGINS = re.compile(
    r"(?:extend|verläng|paus|resume|weiter|announce|ankündig|an alle|roll back|zurücknehm)", re.IGNORECASE
)
# Acts of a host that no email can do: the beginning of a line, such as `close: Nobody answers`.
ELSEWHERE = re.compile(
    r"(?:close|set|order|rule|ruling|seat|replace|reopen|stop|open|archive|restore|title|delete|withdraw|drop|undrop|"
    r"schließ\w*|setze\w*|befehl|regel\w*|platz|ersetz\w*|öffne\w*|archiv\w*|titel|lösche\w*)"
    r"(?: [^:]{1,60})?\s*:\s*\S",
    re.IGNORECASE,
)
MOST_LINES = 20  # lines with text that are read
WAYS = (
    marked("late: who is late, and where the match stands"),
    marked("extend 24 hours: the reason"),
    marked("pause 7 days: the reason"),
    marked("resume: the reason"),
    marked("announce: what everybody should read"),
    marked("roll back: the reason"),
)  # what the answers show


@cache
def _samples() -> frozenset[str]:
    """What the answers show as samples, in all languages."""
    found = set[str]()
    for language in languages():
        with spoken(language):
            found |= {_(each).casefold() for each in WAYS}
    return frozenset(found)


def commands_in(lines: Sequence[str]) -> tuple[list[HostCommand], list[str]]:
    """The commands in these `lines`, and the lines that begin like one but cannot be read or done by email.

    The sample lines of our own answers, and what is quoted, are no commands.
    """
    found, unread, samples = list[HostCommand](), list[str](), _samples()
    for line in [each for each in lines if each.strip()][:MOST_LINES]:
        text = " ".join(line.split()).strip(" *")
        if text.casefold() in samples or text.startswith(">"):
            continue
        read = next((each for each in (_read(text, act, form) for act, form in FORMS.items()) if each), None)
        if read:
            found.append(read)
        elif BEGINS.match(text) or ELSEWHERE.match(text):
            unread.append(text)
    return found, unread


def is_for_host(lines: Sequence[str]) -> bool:
    """Whether these `lines` of a host who plays are only commands of a host, so that no order is lost."""
    found, unread = commands_in(lines)
    is_any = any(each.act for each in found) or any(ELSEWHERE.match(each) for each in unread)
    elsewhere = sum(1 for each in unread if ELSEWHERE.match(each))
    return is_any and len(found) + elsewhere == sum(1 for each in lines if each.strip())


def _read(text: str, act: str, form: str) -> HostCommand | None:
    match = re.fullmatch(form, text if act else text.strip(" .!?"), re.IGNORECASE)
    if match is None:
        return None
    said = match.groupdict()
    given = {key: said[key] for key in ("reason", "text") if said.get(key)}
    if act == "extend":
        hours = int(said["n"]) * (24 if said["unit"].casefold().startswith(("d", "t")) else 1)
        given["hours"] = str(hours)
    elif act == "pause":
        given["days"] = said["n"]
    return HostCommand(text, act, tuple(given.items()))


# --- Carries out what a host asks for, and answers with where the match stands, as everybody may know it.


def host_by(found: Found, box: Mailbox) -> int | None:
    """As whom the owner of the address in a `box` hosts a match `found`: NO_SEAT for the host's chair, or the seat of a
    host who plays. None for anybody else.
    """
    if box.seat != HOST_BOX:
        return box.seat if box.seat == found.listed.host else None
    plays = any(each == found.chair for each, _seat in found.devices)
    return NO_SEAT if found.chair and not plays else None


def acted(club: Club, letter: Letter, box: Mailbox, by: int) -> tuple[str, list[str], list[str]]:
    """Does what the host (`by`) of a match of the `club` asks for in a `letter` to the `box`. Returns the outcome for
    the inbox, what was done, and what was not and why.
    """
    commands, unread = commands_in(letter.own)
    done, faults = list[str](), [_unread(each) for each in unread]
    if not commands and not unread and any(each.strip() for each in letter.own):
        faults.append(_("Your email has no line that begins with one of the words below, so nothing was done."))
    for each in commands:
        if not each.act:
            continue
        given = dict(each.given)
        if each.act == "back":
            given |= club.do(box.match, _last_turn)
        try:
            carried = carry_out(club, box.match, each.act, given, by)
            asked = _("everybody is asked to agree")
            done.append(f"{each.text}: {asked}" if carried.is_asked else each.text)
        except REFUSALS as error:
            faults.append(f"{each.text}: {why(error)}")
    is_done = bool(commands) and not faults
    return DONE if is_done else REFUSED, done, faults


def _unread(line: str) -> str:
    if ELSEWHERE.match(line):
        return say("“{text}” cannot be done by email. Do it on the host’s page in the browser.", text=line[:100])
    return say("“{text}” was not understood.", text=line[:100])


def _last_turn(table: Table) -> dict[str, str]:
    match = table.match
    return {"turn": str(match.turn), "goal": str(match.place_of(match.turn - 1))}


def host_letter(
    club: Club,
    sender: Sender,
    box: Mailbox,
    mark: str,
    now: datetime,
    done: Sequence[str] = (),
    faults: Sequence[str] = (),
) -> PostedMail:
    """The answer of `sender` to a host's email with this `mark`, to the address in `box`, about a match of the `club`:
    what was `done`, what was not and why (`faults`), who is late, and what the host can write. `now`: its date.
    """
    with spoken(box.language):
        return club.do(box.match, _letter_at(sender, box, mark, now, done, faults))


def _letter_at(
    sender: Sender, box: Mailbox, mark: str, now: datetime, done: Sequence[str], faults: Sequence[str]
) -> Callable[[Table], PostedMail]:
    def write(table: Table) -> PostedMail:
        listed, match, dry = listed_of(table), table.match, dry_run(table)
        teams = teams_of(table)
        lead = [labelled(_("Done"), each) for each in done]
        if match.is_over():
            lead.append(Line(_("The match is over.")))
        elif listed.stopped:
            lead.append(Line(_("You have closed this match. Nobody can choose.")))
        else:
            lead.append(Line(open_turn(match.observation(SPECTATOR), match.turn), style="bold"))
            lead += head_of(listed).lines
            if listed.held == match.fold.turns:
                lead.append(Line(_("You keep this turn open until you close it or its deadline comes.")))
            names = [_with_missed(teams[seat], missed) for seat, missed in dry.missing]
            is_late = listed.closes is not None and listed.terms.due is not None and listed.terms.due <= now
            label = _("Late") if is_late and names else _("Missing")
            lead.append(labelled(label, ", ".join(names) or _("nobody")))
        sections = [Section(_("What was not done, and why"), parts=[Line(each) for each in faults])] if faults else []
        says = _("Reply with one of these lines. Everybody at the table reads the reason.")
        sections.append(Section(_("What you can write"), says, [Line(_(each)) for each in WAYS]))
        document = Document(listed.title, find(listed.game).title, lead, sections)
        subject = say("{title}: you are the host", title=listed.title)
        return mail_of(sender, box, RECEIPT, f"{RECEIPT} {mark}", subject, document, now)

    return write


def _with_missed(team: str, missed: int) -> str:
    if not missed:
        return team
    turns = many("missed {n} turn", "missed {n} turns", missed)
    return f"{team} ({turns})"
