"""The visitor's own sets: typed in on pages, brought from files, saved as files, and deleted. Nobody else sees them.

Every page works without scripts. With them, a picture of each card and what is wrong with it appear while it is typed.
The readers of the table read the fields, so a page knows nothing of cards.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from fastapi import APIRouter
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from breakaway.club.club import Club
from breakaway.club.own_cards import (
    LARGEST,
    cards_of,
    forget_set,
    forms_of,
    is_in_play,
    keep_set,
    lies_face_down,
    own_names,
    own_texts,
    stamp_of_set,
)
from breakaway.core.data_files import DAMAGED_ARCHIVE, BadData, files_in_zip
from breakaway.core.language import UserError, _, as_sentence, marked, say
from breakaway.games.manifest import GAMES, find
from breakaway.players.own_cards import Offers
from breakaway.players.set_folders import write_texts
from breakaway.players.set_forms import FilledForm, NoSuchPart, SetForms
from breakaway.records.record_file import ChangedUnderUs
from breakaway.server.budgets import PageRoute
from breakaway.server.visitors import Visitor
from breakaway.web.pages import NoSuchPage, go, page, text_of
from breakaway.web.request import Form, Posted, TheClub, Who

router = APIRouter(include_in_schema=False, route_class=PageRoute)
MOST_FILES = 60  # in an archive
SHOWN = 40  # mistakes of a file on a page


@dataclass(frozen=True)
class HeldSet:
    """A set of the visitor's own: its game and name, its files, and who offers pages for it."""

    club: Club
    who: Visitor
    game: str
    name: str
    forms: SetForms
    texts: dict[str, str]

    @property
    def address(self) -> str:
        """The address of the set's page."""
        return f"/sets/{self.game}/{self.name}/form"

    @property
    def is_played(self) -> bool:
        """Whether a match with the set is open."""
        return is_in_play(self.club, self.who.secrets, self.who.is_owner, self.game, self.name)

    def keep(self, texts: dict[str, str], stamp: str) -> None:
        """Saves the set, if it still has the files with this stamp. Raises ChangedUnderUs or UserError."""
        who = self.who
        keep_set(self.club.database, who.secrets, who.is_owner, self.forms.shelves, self.game, self.name, stamp, texts)


CLOSED = marked("In a match with this set, a card lies face down. Look again when both cards are turned over.")


def held_set(club: Club, who: Visitor, game: str, name: str) -> HeldSet:
    """A set of the visitor's own. Raises NoSuchPage, and BadData if its files cannot be read.

    While a card lies face down in a match of two people with it, it stays closed, because it may know that card.
    """
    forms = _kept_by(game)
    if name not in own_names(club.database, who.secrets, who.is_owner, forms.shelves, game):
        raise NoSuchPage(404, _("You have no set of this name."))
    if lies_face_down(club, who.secrets, who.is_owner, game, name):
        raise NoSuchPage(409, _(CLOSED))
    texts = own_texts(club.database, who.secrets, who.is_owner, forms.shelves, game, name)
    return HeldSet(club, who, game, name, forms, texts)


def _kept_by(game: str) -> SetForms:
    """What a game offers to people with sets of their own. Raises NoSuchPage."""
    found = forms_of(find(game)) if game in GAMES else None
    if found is None:
        raise NoSuchPage(404, _("You have no set of this name."))
    return found


def all_sets(club: Club, who: Visitor) -> list[tuple[str, str]]:
    """The game and the name of each set of the visitor's own."""
    return [(game, name) for game in GAMES for name in _names(club, who, game, forms_of(find(game)))]


def _names(club: Club, who: Visitor, game: str, forms: SetForms | None) -> list[str]:
    return own_names(club.database, who.secrets, who.is_owner, forms.shelves, game) if forms else []


# --- Files of sets as answers on the form for a new table.


def own_choices(club: Club, who: Visitor, game: str) -> tuple[str, Offers]:
    """The question of the form for a new table that the visitor's sets of a game can answer, and the answers.

    An empty question if they can answer none. A set that cannot be read is left out: its own page tells why.
    """
    forms = forms_of(find(game))
    if forms is None or not forms.asks:
        return "", ()
    sets = {}
    for name in _names(club, who, game, forms):
        with suppress(BadData, UserError):
            sets[name] = own_texts(club.database, who.secrets, who.is_owner, forms.shelves, game, name)
    return forms.asks, forms.choices(sets)


@contextmanager
def chosen_files(club: Club, who: Visitor, game: str, answer: str) -> Iterator[str]:
    """The `answer` to the question of `own_choices` with the place of a file for each one that is the visitor's own.

    The files are there for as long as the context lasts. Raises NoSuchPage if the visitor has no such set or file.
    """
    with TemporaryDirectory() as folder:
        places = []
        for n, each in enumerate(answer.split(",")):
            name, is_own, file = each.partition("/")
            if not is_own:
                places.append(each)
                continue
            texts = held_set(club, who, game, name).texts
            if f"{file}.toml" not in texts:
                raise NoSuchPage(404, _("The set has no such file."))
            path = Path(folder) / str(n) / f"{file}.toml"
            write_texts(path.parent, {path.name: texts[path.name]})
            places.append(str(path))
        yield ",".join(places)


# --- All sets.


@router.get("/sets")
def sets(request: Request, club: TheClub, who: Who) -> Response:
    """The visitor's sets. Nobody else sees them."""
    return _sets(request, club, who)


def _sets(request: Request, club: Club, who: Visitor, refused: str = "", given: Posted | None = None) -> Response:
    games = [(name, find(name).title, forms.words) for name in GAMES if (forms := forms_of(find(name)))]
    found = [(game, find(game).title, name) for game, name in all_sets(club, who)]
    return page(
        request,
        "sets.html",
        422 if refused else 200,
        sets=found,
        games=games,
        refused=refused.split("\n")[:SHOWN] if refused else [],
        given={each: given.text(each) if given else "" for each in ("name", "into", "game", "start")},
    )


@router.post("/sets/new")
def begin(request: Request, form: Form, club: TheClub, who: Who) -> Response:
    """Begins a set: empty, with our cards, or as a copy of another set of the visitor's. Raises NoSuchPage.

    `start` names the game and what the set starts from: `football/ours`, `football/=my-box`.
    """
    name = form.text("name")
    game, _slash, template = form.text("start").partition("/")
    forms = _kept_by(game)
    try:
        if template.startswith("="):
            texts = held_set(club, who, game, template[1:]).texts
        else:
            texts = forms.new(template)
        made = _empty(club, who, game, name, forms)
        made.keep(texts, stamp_of_set({}))
    except (UserError, BadData, ChangedUnderUs) as error:
        if isinstance(error, NoSuchPage):
            raise
        return _sets(request, club, who, as_sentence(str(error)), form)
    return go(request, made.address)


def _empty(club: Club, who: Visitor, game: str, name: str, forms: SetForms) -> HeldSet:
    """A set of this name, which nobody has begun yet. Raises UserError."""
    if not forms.shelves.is_name(name):
        said = _("A set's name may have only letters, digits, - and _, not {name}.")
        raise UserError(said.format(name=repr(name[:40])))
    if name in own_names(club.database, who.secrets, who.is_owner, forms.shelves, game):
        raise UserError(say("You have a set {name} already. Choose another name.", name=name))
    return HeldSet(club, who, game, name, forms, {})


@router.post("/sets/import")
def bring(request: Request, form: Form, club: TheClub, who: Who) -> Response:
    """Brings a set from files, all of them or none. Into a set that exists, files of the same name are replaced."""
    game, into = form.text("game"), form.text("into")
    forms = _kept_by(game)
    try:
        brought = _files_in(form, forms)
        if into in own_names(club.database, who.secrets, who.is_owner, forms.shelves, game):
            made = held_set(club, who, game, into)
            if made.is_played:
                raise UserError(_("A match with this set is open: finish it first, or bring the files into a new set."))
        else:
            made = _empty(club, who, game, into, forms)
        texts = {**made.texts, **brought}
        forms.checked(texts)
        made.keep(texts, stamp_of_set(made.texts))
    except (UserError, BadData, ChangedUnderUs) as error:
        if isinstance(error, NoSuchPage):
            raise
        return _sets(request, club, who, as_sentence(str(error)), form)
    return go(request, made.address)


def _files_in(form: Posted, forms: SetForms) -> dict[str, str]:
    """The texts of the files that were sent: files of a set, or archives of them. Raises UserError."""
    sent = [each for each in form.form.getlist("files") if isinstance(each, UploadFile) and each.filename]
    if not sent:
        raise UserError(say("Choose the files first, or a zip file of them: {files}.", files=_(forms.words.files)))
    found: dict[str, bytes] = {}
    for each in sent:
        name, data = PurePosixPath(str(each.filename).replace("\\", "/")).name, each.file.read(LARGEST + 1)
        found |= _unpacked(name, data) if name.casefold().endswith(".zip") else {name: data}
    texts = {}
    for name, data in found.items():
        stem, dot, ending = name.rpartition(".")
        if ending != "toml" or not dot or not forms.shelves.is_name(stem):
            raise UserError(f"{name[:60]}: {_(forms.words.files)}.")
        try:
            texts[name] = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise UserError(say("{file}: line {n} is not UTF-8 text.", file=name, n=line)) from None
    if sum(map(len, found.values())) > LARGEST:
        raise UserError(_("this set is too large: the server keeps at most 256 KiB of each"))
    return texts


def _unpacked(name: str, data: bytes) -> dict[str, bytes]:
    """The files in an archive, without their folders. Raises UserError."""
    found: dict[str, bytes] = {}
    try:
        for file, _comment, content in files_in_zip(data, LARGEST):
            if file in found:
                raise UserError(say("{file} is twice in {archive}.", file=file[:60], archive=name[:60]))
            found[file] = content
            if len(found) > MOST_FILES or sum(map(len, found.values())) > LARGEST:
                raise UserError(_("this set is too large: the server keeps at most 256 KiB of each"))
    except DAMAGED_ARCHIVE:
        raise UserError(say("{file} is no zip file that can be read.", file=name[:60])) from None
    return found


# --- One set: its pages, its files.


@router.get("/sets/{game}/{name}/form")
def overview(request: Request, game: str, name: str, club: TheClub, who: Who) -> Response:
    """The pages of a set, and how much of each is known. Raises NoSuchPage."""
    return _overview(request, held_set(club, who, game, name))


def _overview(request: Request, held: HeldSet, refused: str = "", given: str = "") -> Response:
    parts, faults = [], []
    try:
        parts = held.forms.parts(held.texts)
    except BadData as error:
        faults = str(error).split("\n")[:SHOWN]
    return page(
        request,
        "set.html",
        422 if refused else 200,
        held=held,
        title=find(held.game).title,
        parts=parts,
        faults=faults,
        files=sorted(held.texts),
        templates=held.forms.templates(),
        words=held.forms.words,
        can_print=cards_of(find(held.game)) is not None,
        stamp=stamp_of_set(held.texts),
        refused=refused,
        given=given,
    )


@router.post("/sets/{game}/{name}/team")
def add_team(request: Request, game: str, name: str, form: Form, club: TheClub, who: Who) -> Response:
    """Adds a team, and goes to the page for its cards. Raises NoSuchPage or ChangedUnderUs."""
    held, team = held_set(club, who, game, name), form.text("team")[:200]
    try:
        texts, part = held.forms.with_team(held.texts, team, form.text("template"))
        held.keep(texts, form.text("stamp"))
    except (UserError, BadData, ChangedUnderUs) as error:
        return _overview(request, held, as_sentence(str(error)), team)
    return go(request, f"{held.address}/{part}")


@router.get("/sets/{game}/{name}/form/{part}")
def part_page(request: Request, game: str, name: str, part: str, club: TheClub, who: Who) -> Response:
    """A page of a set to fill in. Raises NoSuchPage, or BadData if the set's files have mistakes."""
    held = held_set(club, who, game, name)
    try:
        return _part(request, held, part, FilledForm(held.forms.form(held.texts, part)))
    except NoSuchPart:
        raise _no_part() from None


@router.post("/sets/{game}/{name}/form/{part}")
def filled_in(request: Request, game: str, name: str, part: str, form: Form, club: TheClub, who: Who) -> Response:
    """Saves a page that was filled in, if nothing is wrong with it. Raises NoSuchPage or BadData."""
    held, given, todo = held_set(club, who, game, name), _given(form), form.text("do")
    try:
        if todo == "remove":
            if held.is_played:
                return _part(
                    request, held, part, _typed(held, part, given), _("A match with this set is open: finish it first.")
                )
            held.keep(held.forms.without_team(held.texts, part), form.text("stamp"))
            return go(request, held.address)
        found = held.forms.filled(held.texts, part, given, held.is_played)
        if found.texts is None:
            return _part(request, held, part, found)
        texts = found.texts
        if todo == "ours":
            texts = held.forms.with_ours(texts, part, form.text("template"))
        held.keep(texts, form.text("stamp"))
    except NoSuchPart:
        raise _no_part() from None
    except (UserError, ChangedUnderUs) as error:
        return _part(request, held, part, _typed(held, part, given), as_sentence(str(error)))
    names = [each.name for each in held.forms.parts(texts)]
    following = names[names.index(part) + 1 :]
    if todo == "next":
        return go(request, f"{held.address}/{following[0]}" if following else held.address)
    return go(request, f"{held.address}/{part}?saved=1")


def _typed(held: HeldSet, part: str, given: dict[str, str]) -> FilledForm:
    """The page with what was typed, of which nothing was saved."""
    return held.forms.filled(held.texts, part, given, False)


@router.post("/sets/{game}/{name}/form/{part}/check")
def seen_so_far(
    request: Request, game: str, name: str, part: str, form: Form, club: TheClub, who: Who, at: int = 0
) -> Response:
    """The picture of a card as far as it is typed, and what is wrong with it. Saves nothing. Raises NoSuchPage."""
    held = held_set(club, who, game, name)
    try:
        group = held.forms.group(held.texts, part, _given(form), at)
    except NoSuchPart:
        raise _no_part() from None
    return HTMLResponse(text_of(request, "set_seen.html", group=group, at=at))


def _given(form: Posted) -> dict[str, str]:
    return {name: value for name, value in form.form.items() if isinstance(value, str)}


def _no_part() -> NoSuchPage:
    return NoSuchPage(404, _("The set has no such page."))


def _part(request: Request, held: HeldSet, part: str, found: FilledForm, refused: str = "") -> Response:
    parts = held.forms.parts(held.texts)
    is_wrong = bool(refused or found.fault or found.wrong)
    names = [each.name for each in parts]
    if part not in names:
        raise _no_part()
    return page(
        request,
        "set_form.html",
        422 if is_wrong else 200,
        held=held,
        title=find(held.game).title,
        part=part,
        is_last=names[-1] == part,
        parts=parts,
        found=found,
        form=found.form,
        words=held.forms.words,
        refused=[each for each in (refused, *as_sentence(found.fault).split("\n")) if each],
        stamp=stamp_of_set(held.texts),
        is_played=held.is_played,
        saved=request.query_params.get("saved") == "1" and not is_wrong,
    )


@router.get("/sets/{game}/{name}/files/{file}")
def one_file(request: Request, game: str, name: str, file: str, club: TheClub, who: Who) -> Response:
    """One file of a set. Raises NoSuchPage."""
    texts = held_set(club, who, game, name).texts
    if file not in texts:
        raise NoSuchPage(404, _("The set has no such file."))
    headers = {"Content-Disposition": f'attachment; filename="{file}"', "Cache-Control": "no-store"}
    return Response(texts[file].encode(), media_type="application/toml; charset=utf-8", headers=headers)


@router.get("/sets/{game}/{name}")
def download(request: Request, game: str, name: str, club: TheClub, who: Who) -> Response:
    """The files of a set of the visitor's own, as a zip file. Raises NoSuchPage."""
    texts = held_set(club, who, game, name).texts
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, text in sorted(texts.items()):
            archive.writestr(f"{name}/{file}", text)
    headers = {"Content-Disposition": f'attachment; filename="{name}.zip"', "Cache-Control": "no-store"}
    return Response(data.getvalue(), media_type="application/zip", headers=headers)


@router.post("/sets/{game}/{name}/delete")
def delete(request: Request, game: str, name: str, form: Form, club: TheClub, who: Who) -> Response:
    """Deletes a visitor's set. The owner deletes the folder instead. Raises NoSuchPage."""
    held_set(club, who, game, name)
    if who.is_owner:
        raise NoSuchPage(403, _("Your sets are folders on this computer. Delete the folder there."))
    forget_set(club.database, who.secrets, game, name)
    return go(request, "/sets")
