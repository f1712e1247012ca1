"""What an email can ask for besides orders: "resign", "vacation", "yes", in English and German."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

# --- Commands in an email, in English and German: resign, withdraw, status, browser, vacation, report, season,
# digest, time zone.
#
# Each command is on a line of its own.


RESIGN, WITHDRAW, STATUS, BROWSER, VACATION = "resign", "withdraw", "status", "browser", "vacation"
SHOW = "show"
SEASON = "season"
REPORT, ZINE, DIGEST_ON, DIGEST_OFF, ZONE = "report", "zine", "digest on", "digest off", "zone"
SENDING = r"(?:(?:send|schicke?|sende) (?:me |mir )?)?(?:(?:the|my|a|den|einen|die) )?"
PDF = r"(?: (?:as |als )?(?:a |ein )?pdf|-pdf)"
FORMS = {
    RESIGN: r"(?:i (?:hereby )?(?:resign|give up)|resign|ich (?:gebe|geb) (?:hiermit )?auf|aufgeben|ich steige aus)",
    WITHDRAW: r"(?:i )?(?:withdraw|cancel)(?: (?:my|the) (?:orders?|moves?))?"
    r"|(?:ich )?(?:ziehe )?(?:meine |die )?(?:anweisung(?:en)?|befehle?|züge?) (?:zurück|zurückziehen|zurücknehmen)"
    r"|zurückziehen|zurücknehmen",
    SHOW: r"(?:i )?(?:show|reveal) (?:(?:everybody|everyone) )?(?:my|our) (?:cards|hands?)"
    r"|(?:ich )?(?:zeige|decke) (?:allen )?(?:meine|unsere) karten(?: auf)?",
    STATUS: r"status|send (?:me )?(?:the |my )?status|stand|spielstand"
    r"|(?:wie ist|sende|schicke?) (?:mir )?(?:der|den) stand",
    BROWSER: r"browser|send (?:me )?a code|(?:sende|schicke?) (?:mir )?einen code",
    REPORT: rf"{SENDING}(?:(?:report|bericht){PDF}|pdf(?: (?:report|bericht))?)",
    ZINE: rf"{SENDING}(?:zine|(?:whole|entire) match|(?:ganze|gesamte) partie){PDF}?",
    SEASON: rf"{SENDING}(?:season|standings|saison|tabelle)",
    DIGEST_ON: r"digest(?: on)?|sammelmail(?: an)?|one mail (?:a|per) day|eine mail (?:am|pro) tag",
    DIGEST_OFF: r"(?:no |keine? )(?:digest|sammelmails?)|(?:digest off|sammelmail aus)",
}
ZONES = re.compile(
    r"(?:my )?(?:time ?zone|zeitzone)\s*[:=]?\s*(?P<name>[A-Za-z_+-]+(?:/[A-Za-z_+-]+){0,2})", re.IGNORECASE
)
HOLIDAY = r"(?:i am |i'm |ich bin )?(?:on |in |im )?(?:vacation|holidays?|urlaub|ferien)"
SPAN = re.compile(
    rf"{HOLIDAY}\s*[:,]?\s*(?:(?:from|vom|von|ab)\s+)?(?P<first>.{{1,30}}?)"
    r"(?:\s*(?<!\w)(?:to|till|until|bis zum|bis)(?!\w)\s*|\s+[-–—]\s+|\s*\.\.\.?\s*)(?P<last>.{1,30})",
    re.IGNORECASE,
)
UNTIL = re.compile(rf"{HOLIDAY}\s*[:,]?\s*(?:to|till|until|bis zum|bis)\s+(?P<last>.{{1,30}})", re.IGNORECASE)
MONTHS = {
    name: n
    for n, names in enumerate(
        ("jan", "feb", "mar mär mae", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"), 1
    )
    for name in names.split()
}
POLITE = re.compile(r"\b(?:please|bitte|thanks|thank you|danke|now|jetzt)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Wish:
    """A command. `text` is what the command names, such as a time zone.

    `first` and `last` are the first and last days of a vacation, such as `2026-08-01`, or `--08-01` if the year is
    unknown. `fault` says what is wrong with a vacation, which then has no days. If `first` is empty, the vacation
    begins at once.
    """

    kind: str
    line: int
    first: str = ""
    last: str = ""
    fault: str = ""
    text: str = ""


def wish_in(text: str, line: int, today: date | None) -> Wish | None:
    """The command in this text, or None.

    `line` is the number of the line; `today` determines the year of days that are written without a year.
    """
    words = " ".join(POLITE.sub(" ", text).split()).strip(" .!,;:*-–\"'?")
    if len(words) > 90:
        return None
    for kind, form in FORMS.items():
        if re.fullmatch(form, words, re.IGNORECASE) and (kind == STATUS or "?" not in text):
            return Wish(kind, line)
    if zone := ZONES.fullmatch(words):
        return Wish(ZONE, line, text=zone["name"])
    until = UNTIL.fullmatch(words)
    found = until or SPAN.fullmatch(words)
    if not found:
        return None
    first = None if until else _day(found["first"], today)
    last = _day(found["last"], today)
    if isinstance(first, str) or isinstance(last, str):
        return Wish(VACATION, line, fault=first if isinstance(first, str) else str(last))
    if not last or (not until and not first):
        return Wish(VACATION, line, fault=DAYS) if re.search(r"\d", words) else None
    if first and last < first and last[0] == 0 == first[0]:
        return Wish(VACATION, line, written(first), written(last))  # across New Year, with no year known
    if first and last < first:
        last = last if YEAR.search(found["last"].strip()) else (last[0] + 1, *last[1:])
    if first and last < first:
        return Wish(VACATION, line, fault=BACKWARDS)
    return Wish(VACATION, line, written(first) if first else "", written(last))


YEAR = re.compile(r"\d{4}|\d\.\s?\d{1,2}\.\s?\d{2}$")
Day = tuple[int, int, int]  # year (0: unknown), month, day
DAYS = "days"  # a fault of a vacation: a day cannot be read
AMBIGUOUS = "ambiguous"  # 8/1 may be January or August
BACKWARDS = "backwards"  # the vacation ends before it begins


def written(day: Day) -> str:
    """A day as `2026-08-01`, or as `--08-01` if the year is unknown."""
    year, month, of_month = day
    return f"{year:04}-{month:02}-{of_month:02}" if year else f"--{month:02}-{of_month:02}"


def _day(text: str, today: date | None) -> Day | str | None:
    """Reads a day as people write it: `2026-08-01`, `1.8.`, `1.8.2026`, `1st August`, `Aug 1`.

    Returns a code word for the fault if the day cannot be used, and None if the text does not look like a day.
    """
    said = text.strip(" .,").casefold()
    if found := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", said):
        return _checked(int(found[1]), int(found[2]), int(found[3]), today)
    if found := re.fullmatch(r"(\d{1,2})\.\s?(\d{1,2})(?:\.\s?(\d{4}|\d{2}))?", said):
        return _checked(_year(found[3]), int(found[2]), int(found[1]), today)
    if found := re.fullmatch(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?", said):
        one, other = int(found[1]), int(found[2])
        if one == other or max(one, other) > 12:
            return _checked(_year(found[3]), min(one, other), max(one, other), today)
        return AMBIGUOUS
    day = r"(\d{1,2})(?:st|nd|rd|th|\.)?"
    month = r"([^\W\d_]{3,9})\.?"
    if found := re.fullmatch(rf"{day}(?: of)? ?{month}(?:,? (\d{{4}}))?", said):
        return _checked(_year(found[3]), MONTHS.get(found[2][:3], 0), int(found[1]), today)
    if found := re.fullmatch(rf"{month} {day}(?:,? (\d{{4}}))?", said):
        return _checked(_year(found[3]), MONTHS.get(found[1][:3], 0), int(found[2]), today)
    return None


def _year(text: str | None) -> int:
    return 0 if not text else int(text) if len(text) == 4 else 2000 + int(text)


def _checked(year: int, month: int, day: int, today: date | None) -> Day | str:
    """The day, with the next possible year if the text names none. DAYS if the calendar has no such day."""
    if not year and today:
        year = today.year + ((month, day) < (today.month, today.day))
    try:
        date(year or 2000, month, day)
    except ValueError:
        return DAYS
    return year, month, day


# --- Reads the answer to an invitation: yes, no, or unclear, and the name that the player gives.


MOST_FIRST_LINES = 3  # how many lines with text may hold a word such as "stop": mailing lists add it at the end
MOST_LINES = 12  # how many lines with text are read: an answer is near the top
LONGEST_NAME = 60
ENDS = r"(?:[,.;: ]+(?:please|thanks|thank you|of course|with pleasure|i will|i do|bitte|danke|gern|gerne|klar))*"
YES = re.compile(
    r"(?:(?:yes|ja|ok|okay|gern),? )?(?:yes|yep|yeah|sure|ok|okay|ja|jo|gern|gerne|klar|join|accept|accepted|i'm in|"
    r"i (?:join|accept|play|am in)|"
    r"i(?:'ll| will| would like to|'d like to) (?:join|play|accept|take (?:it|the seat|the team|over|it over))|"
    r"count me in|(?:ich )?(?:bin|wäre) (?:gern |gerne )?dabei|ich (?:mache|spiele) (?:gern |gerne )?mit|"
    r"ich (?:nehme (?:an|den platz|das team)|übernehme(?: das team| gern| gerne)?)|"
    r"angenommen|annehmen|mitmachen|mitspielen|teilnehmen)" + ENDS,
    re.IGNORECASE,
)
NO = re.compile(
    r"(?:(?:no|nein|sorry|leider),? )?(?:no|nope|nein|nee|nicht|decline|declined|not (?:this time|interested)|leave|"
    r"stop|remove me|i leave|sorry|leider|"
    r"(?:i )?(?:cannot|can't|won't|decline|do not want to)(?: play| join)?|ablehnen|abgelehnt|kein interesse|"
    r"ich (?:lehne ab|kann (?:leider )?nicht|möchte (?:leider )?nicht(?: mehr)?|mag nicht)|austragen|streichen)" + ENDS,
    re.IGNORECASE,
)
NEVER_AGAIN = re.compile(
    r"stopp?|stop (?:all |the )?e?-?mails?|(?:list-?)?unsubscribe(?: me)?|abbestellen|abmelden|"
    r"keine (?:e-?)?mails? mehr|no more e?-?mails?",
    re.IGNORECASE,
)
AGAIN = re.compile(r"start|(?:re-?)?subscribe|anmelden|wieder (?:e-?)?mails?", re.IGNORECASE)
CALLED = re.compile(
    r"(?:call me|my name is|i am called|name|ich heiße|mein name ist|nennt? mich)\s*:?\s+(?P<name>\S.*)", re.IGNORECASE
)
STANDBY = re.compile(
    r"(?:standby|stand-by|ersatz|ersatzspieler|ersatzspielerin)\s+(?:for\s+|für\s+)?([a-z0-9]{8})", re.IGNORECASE
)
GERMAN = re.compile(r"ersatz", re.IGNORECASE)


def wants_email(lines: Sequence[str]) -> bool | None:
    """Whether the sender of these `lines` wants no more email from this server (False), or email again (True).

    None if the sender says neither. Such a word stands alone on one of the first lines.
    """
    for line in [each for each in lines if each.strip()][:MOST_FIRST_LINES]:
        words = " ".join(POLITE.sub(" ", line).split()).strip(" .!,;:*-–\"'„“”>")
        if NEVER_AGAIN.fullmatch(words):
            return False
        if AGAIN.fullmatch(words):
            return True
    return None


@dataclass(frozen=True)
class Consent:
    """An answer. `yes` is None if the answer is unclear. `name` is empty if the player gives no name."""

    yes: bool | None
    name: str = ""


def read_consent(lines: Sequence[str]) -> Consent:
    """Reads an answer from the sender's own `lines`. Contradictory answers count as unclear."""
    said, name = set[bool](), ""
    for line in [each for each in lines if each.strip()][:MOST_LINES]:
        words = " ".join(line.split()).strip(" .!,;:*-–\"'„“”>")
        if found := CALLED.fullmatch(words):
            name = name or found["name"].strip()[:LONGEST_NAME]
        elif YES.fullmatch(words):
            said.add(True)
        elif NO.fullmatch(words):
            said.add(False)
    return Consent(said.pop() if len(said) == 1 else None, name)


def standby_for(lines: Sequence[str]) -> tuple[str, str]:
    """The match for which the sender of these `lines` wants to be a standby player, and the language of the lines.

    Both are empty strings if the sender does not want to be a standby player.
    """
    for line in [each for each in lines if each.strip()][:MOST_LINES]:
        if found := STANDBY.fullmatch(line.strip(" .!,;:*-–\"'>")):
            return found[1].lower(), "de" if GERMAN.match(found[0]) else "en"
    return "", ""
