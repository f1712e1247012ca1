"""A table with everything on: clocks, sealed and refused orders, a lost connection, advice and standing instructions.

Nothing moves and nothing is cut, in any phase of any game, on a wide window and on a phone. A running match is drawn by
its real pages in each state of clock and turn. What the page itself adds is laid over each of them in all combinations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import update

from breakaway.club.absences import hold
from breakaway.club.actions import instruct, withdraw
from breakaway.club.club import Club
from breakaway.club.schema import CLOSE, WAIT, terms
from breakaway.club.time_control import NONE, Pace, Terms
from breakaway.records.match import Start
from tests.club.clocks import Wall
from tests.club.starts import any_order, fate_match, football_match, play_out, race
from tests.web.conftest import Serve
from tests.web.screens import CHROMIUM, faults, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the PATH: apt install chromium"),
]
SIZES = {"wide": (1280, 800), "phone": (360, 740)}
STARTS: dict[str, Callable[[], Start]] = {
    "football": football_match,
    "fate": lambda: fate_match(("human", "human")),
    "cycling": lambda: race(("human",) * 6, profile="boxed"),
}
MOST = {"football": 60, "fate": 60, "cycling": 3}  # turns in which phases are looked for
GAMES = pytest.mark.parametrize("game", STARTS)
LIVE, POST = 180, 12 * 3600  # seconds for each choice
CLOCKS = {  # the match's time for each choice, then the seconds that are left
    "none": (None, 0),
    "own": (LIVE, 150),
    "low": (LIVE, 17),
    "late": (LIVE, -1),
    "post": (POST, 9 * 3600 + 700),
    "grace": (POST, -24),
}

# All that a page adds by itself, in all combinations; what is wrong in any of them.
DRAW = """([refusal, kept, mix, pin]) => {
  const $ = (q) => document.querySelector(q), $$ = (q) => [...document.querySelectorAll(q)];
  const seen = (each) => each.offsetParent !== null && each.closest("details:not([open])") === null;
  const phone = innerWidth < 900, lane = $("#lane"), said = new Set(), line = $("#connection");
  const last = lane.querySelector(".last"), coached = $("#coached");
  const y = (q) => Math.round($$(q).filter(seen)[0]?.getBoundingClientRect().top ?? -1);
  const size = (r) => `${Math.round(r.width)}x${Math.round(r.height)}`;
  const TEXTS = [".turn h1", ".turn p", ".lane > p", ".clk", ".half-name", ".answer > span", ".small > span",
    ".call > span", ".turn .button", ".lane .button", ".bug .middle"].join();
  const KINDS = ".hand button[data-choice], .hand .asks label, .hand [data-fills], .hand input[type=number]";
  const places = () => [".score", ".turn", "#lane", KINDS].map(y).join();
  const cut = (each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2;
  const whole = () => $(".whole").textContent.replace(/\\s+/g, " ");
  const told = (each) => whole().includes(each.textContent.replace(/\\s+/g, " ").trim());
  const calm = places();
  for (let n = 0; n < 16; n++) {
    const [refused, lost, advice, standing] = [1, 2, 4, 8].map((bit) => (n & bit) > 0);
    const on = [refused && "refused", lost && "offline", advice && "coach", standing && "standing"].filter(Boolean);
    const say = (text) => said.add(`${on.join("+")}: ${text}`);
    lane.classList.toggle("refusal", refused);
    lane.querySelectorAll(":scope > .refused, .whole > .refused, :scope > .pin").forEach((each) => each.remove());
    last.hidden = coached.hidden = refused;
    if (refused) {
      last.insertAdjacentHTML("beforebegin", `<p class="refused" role="alert">${refusal}</p>`);
      $(".whole").insertAdjacentHTML("afterbegin", `<p class="refused">${refusal}</p>`);
    }
    coached.textContent = advice ? mix : "";
    line.textContent = lost ? kept : "";
    line.classList.toggle("lost", lost);
    if (standing) $("#told").insertAdjacentHTML("afterend", `<a class="pin" href="#">${pin} <b>2</b></a>`);
    if (places() !== calm) say(`moved from ${calm} to ${places()}`);
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) say("the page scrolls");
    const isFixed = (each) => getComputedStyle(each.closest(".rail") ?? each).position === "fixed";
    const bars = [".tabs", "#confirm"].map($).filter((each) => each && seen(each) && isFixed(each));
    const floor = Math.min(innerHeight, ...bars.map((each) => each.getBoundingClientRect().top));
    for (const each of $$(KINDS).filter(seen)) {
      const r = each.getBoundingClientRect(), name = each.textContent.trim().slice(0, 30) || each.value;
      const inside = r.bottom <= floor + 1 && r.right <= innerWidth + 1 && r.left >= -1;
      if (!inside) say(`outside: ${name} ${r.right} ${r.bottom}`);
      const hit = document.elementFromPoint((r.left + r.right) / 2, Math.min((r.top + r.bottom) / 2, floor - 2));
      if (!hit || !(each.contains(hit) || hit.contains(each))) say(`covered: ${name}`);
      if (phone && !each.matches(".asks label")) {
        const half = each.matches(".half"), least = half ? [110, 30] : [44, 44];
        if (r.width < least[0] - 0.5 || r.height < least[1] - 0.5) say(`small: ${name} ${size(r)}`);
      }
    }
    for (const each of $$(".clk")) {
      const r = each.getBoundingClientRect(), strip = $(".bug, .ranks").getBoundingClientRect();
      const inside = r.top >= strip.top - 1 && r.bottom <= strip.bottom + 1 && r.left >= 0 && r.right <= innerWidth;
      if (!inside || r.height > (phone ? 44 : 52)) say(`a clock of ${size(r)} leaves the strip`);
    }
    for (const each of $$(TEXTS).filter(seen)) {
      if (cut(each) && !told(each)) say(`cut: ${each.textContent.trim().slice(0, 60)}`);
    }
    if (phone) for (const each of $$(".turn .button, .lane summary, .lane .types, .tabs button").filter(seen)) {
      const r = each.getBoundingClientRect();
      if (r.width < 43.5 || r.height < 43.5) say(`small: ${each.textContent.trim()} ${size(r)}`);
    }
    for (const each of $$("#table input:not([type=checkbox], [type=radio], [type=hidden])").filter(seen)) {
      if (phone && parseFloat(getComputedStyle(each).fontSize) < 16) say(`a small field: ${each.id}`);
    }
  }
  return { said: [...said], places: calm };
}"""
KEPT = "Reconnecting. Your choice is kept: Outside Run 4 from Shotgun"
MIX = "Coach: Medium 6 from Shotgun 54%, Short 2 from Pro Set 53%, Draw 2 from I-Form 51%."
REFUSAL = "expected a play such as '3a', 'field goal', 'punt', 'kneel', 'hail mary' or 'time out', not '99z'"


@dataclass
class Table:
    """The same match without a clock, live and by post, and one page that shows them."""

    club: Club
    wall: Wall
    page: Page
    address: str
    game: str
    matches: dict[int | None, str]

    @property
    def look(self) -> Any:
        return self.club.look(self.matches[None])

    def show(self, clock: str, seat: int, size: str = "wide") -> None:
        """The page of a seat, or of a spectator (-1), with one of the clocks."""
        seconds, left = CLOCKS[clock]
        match_id = self.matches[seconds]
        for each in filter(None, self.matches):  # the others have time: the server watches all their clocks
            self.leave(self.matches[each], left if each == seconds else POST, 3600 if each == POST else 0)
        self.resize(size)
        self.page.goto(f"{self.address}/match/{match_id}/{seat + 1 if seat >= 0 else 'watch'}")
        self.page.wait_for_selector("#lane", state="attached")

    def leave(self, match_id: str, left: int, grace: int) -> None:
        """Sets the deadline of a match so many seconds from now."""
        due = self.wall() + timedelta(seconds=left)
        with self.club.database.writing() as connection:
            where = terms.c.match == match_id
            connection.execute(update(terms).where(where).values(due=due, closes=due + timedelta(seconds=grace)))

    def resize(self, size: str) -> None:
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def everywhere(self, work: Callable[[str], object]) -> None:
        """Does the same in all three matches."""
        for seconds, match_id in self.matches.items():
            if seconds:  # in time
                self.leave(match_id, seconds, 0)
            work(match_id)

    def seal(self, seat: int, seed: int = 3) -> list[str]:
        """Seals some order; the clocks with which it can be seen. The last order of a turn waits only if it is held."""
        alone = self.look.waiting == [seat]

        def sealed(match_id: str) -> None:
            if match_id == self.matches[POST]:
                hold(self.club.database, match_id, seat, self.club.look(match_id).turn, False)
            if match_id == self.matches[POST] or not alone:
                self.club.choose(match_id, seat, any_order(self.club, match_id, seat, seed))

        self.everywhere(sealed)
        return ["post", "grace"] if alone else [each for each in CLOCKS if each != "late"]

    def unseal(self, seat: int) -> None:
        def withdrawn(match_id: str) -> None:
            if self.club.look(match_id, seat).sealed:
                self.club.do(match_id, lambda table: withdraw(table, seat))
            if match_id == self.matches[POST]:
                hold(self.club.database, match_id, seat, self.club.look(match_id).turn, True)

        self.everywhere(withdrawn)

    def play(self, seed: int) -> None:
        self.everywhere(lambda each: play_out(self.club, each, seed, turns=1))

    def choose(self) -> None:
        """Touches what can be chosen: a card of each rider, or one play."""
        rows = self.page.locator(".asks")
        for n in range(rows.count()):
            rows.nth(n).locator("label").first.click()
        buttons = self.page.locator(".hand button[data-choice]").locator("visible=true")
        if not rows.count() and buttons.count():
            buttons.first.click(timeout=5000)

    def drawn(self, where: str, places: dict[tuple[str, str], str]) -> list[str]:
        """What is wrong in all combinations at both sizes. `places` collects where the parts stand, by size."""
        said = []
        for size in SIZES:
            self.resize(size)
            found = self.page.evaluate(DRAW, [REFUSAL, KEPT, MIX, "Standing instructions"])
            said += [f"{where} {size} {each}" for each in found["said"]]
            places[where, size] = found["places"]
        return said


@pytest.fixture
def table(chromium: Browser, club: Club, serve: Serve, game: str) -> Iterator[Table]:
    wall = Wall(club)
    late = CLOSE if game == "cycling" else WAIT
    agreed = {None: None, LIVE: Terms(LIVE, late), POST: Terms(POST, late, pace=Pace(grace=3600))}
    matches = {}
    for seconds, each in agreed.items():
        made = club.create(game, STARTS[game](), here=range(6), terms=each or NONE)
        club.resolve(made.id)
        matches[seconds] = made.id
    page = chromium.new_context(reduced_motion="reduce").new_page()
    address = serve.home(club, page)
    yield Table(club, wall, page, address, game, matches)
    page.context.close()


def phases(table: Table) -> Iterator[tuple[str, int]]:
    """Each phase of the match at each seat that is asked in it, with the seat."""
    seen = set()
    for turn in range(MOST[table.game]):
        look = table.look
        if look.is_over:
            return
        for seat in look.waiting[:1]:
            phase = getattr(table.club.look(table.matches[None], seat).observation.view, "phase", 0)
            if phase not in seen:
                seen.add(phase)
                yield f"phase {phase}", seat
        table.play(turn)


@GAMES
def test_every_choice_is_in_the_window_and_nothing_moves_or_is_cut_in_any_state(table: Table, game: str) -> None:
    """Each phase with two of the clocks in turn, the first phase with all of them."""
    said: list[str] = []
    noise = watched(table.page)
    for number, (phase, seat) in enumerate(phases(table)):
        clocks = [*CLOCKS] if number == 1 or game == "cycling" else [[*CLOCKS][(2 * number + n) % 6] for n in (0, 1)]
        clocks = [
            each for each in clocks if each != "late" or game != "cycling"
        ]  # a race goes on without those who are late
        places: dict[tuple[str, str], str] = {}
        for clock in clocks:
            table.show(clock, seat)
            said += table.drawn(f"{phase} {clock}", places)
            table.choose()
            said += table.drawn(f"{phase} {clock} chosen", places)
        for clock in table.seal(seat)[: len(clocks)]:
            table.show(clock, seat)
            said += table.drawn(f"{phase} {clock} sealed", places)
        table.unseal(seat)
        for size in SIZES:
            bars = {each.rpartition(",")[0] for (_where, one), each in places.items() if one == size}
            if len(bars) > 1:
                said.append(f"{phase} {size}: the bars stand at {sorted(bars)}")
    print(*said, sep="\n")
    assert said + noise == []


@GAMES
def test_every_choice_is_in_the_window_and_nothing_is_cut_in_german_too(table: Table, game: str) -> None:
    """Each phase without a clock and with one, because German words are longer."""
    table.page.set_extra_http_headers({"accept-language": "de"})
    said: list[str] = []
    for number, (phase, seat) in enumerate(phases(table)):
        table.show(("none", "own", "post")[number % 3], seat)
        assert table.page.locator("html").get_attribute("lang") == "de"
        said += table.drawn(phase, {})
    print(*said, sep="\n")
    assert said == []


def first_asked(table: Table) -> int:
    """The seat that is asked once some plays have been seen."""
    for turn in range({"cycling": 1}.get(table.game, 9)):
        table.play(turn)
    for turn in range(9):
        seat: int = table.look.waiting[0]
        table.show("own", seat)
        if table.page.locator("#free").count():  # a question that can be answered by typing
            break
        table.play(turn)
    return seat


BOXES = """() => [...document.querySelectorAll(".hand button[data-choice], .hand .asks label")].map((each) => {
  const r = each.getBoundingClientRect();
  return [r.left, r.top, r.width, r.height].map(Math.round).join();
})"""


@GAMES
def test_a_refused_order_is_answered_in_the_lane_keeps_the_text_and_moves_no_card(table: Table, game: str) -> None:
    table.show("own", first_asked(table))
    page = table.page
    for size in SIZES:
        table.resize(size)
        before = page.evaluate(BOXES)
        page.locator("#free").focus()
        page.keyboard.type("99z")
        page.keyboard.press("Enter")
        said = page.locator("#lane > [role=alert]")
        expect(said).to_contain_text("99z")
        expect(said).to_contain_text("expected", ignore_case=True)  # and then what would be right
        expect(page.locator("#free")).to_have_value("99z")
        assert page.evaluate(BOXES) == before
        page.reload()


@GAMES
def test_change_gives_the_turn_back_with_its_clock_and_others_read_who_is_choosing(table: Table, game: str) -> None:
    seat, page = first_asked(table), table.page
    table.seal(seat)
    table.show("post", seat)
    expect(page.locator("#asked")).to_contain_text("Sealed")
    assert page.locator(".turn.waits").count() == 1
    page.get_by_role("button", name="Change").click()
    expect(page.locator(".turn.waits")).to_have_count(0)
    assert page.locator("time.clk").count() >= 1
    table.show("post", -1)
    assert page.locator("time.clk").count() >= 1


@GAMES
def test_a_sheet_of_a_phone_begins_below_the_lane(table: Table, game: str) -> None:
    table.show("own", first_asked(table), "phone")
    low = "document.querySelector('#lane').getBoundingClientRect().bottom"
    for tab in table.page.locator(".tabs [role=tab]:not(#tab-hand)").all():
        tab.click()
        top = "document.querySelector('.rail .sheet:not([hidden])').getBoundingClientRect().top"
        assert table.page.evaluate(f"{top} >= {low} - 1"), tab.inner_text()


@GAMES
def test_the_opened_lane_tells_the_whole_of_the_last_play_and_of_the_turn_bar(table: Table, game: str) -> None:
    table.show("own", first_asked(table), "phone")
    page = table.page
    page.locator("#told > summary").click()
    whole = page.locator(".whole")
    expect(whole.locator(".play")).to_be_visible()
    for each in ("#asked", "#words p"):
        expect(whole).to_contain_text(page.locator(each).inner_text())


@GAMES
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_with_everything_on(table: Table, game: str, theme: Any) -> None:
    seat = first_asked(table)
    table.everywhere(
        lambda each: table.club.do(each, lambda match: instruct(match, seat, [*match.game.instructions][:1]))
    )
    table.page.emulate_media(color_scheme=theme)
    for clock, size in (("grace", "wide"), ("low", "phone")):
        table.show(clock, seat, size)
        table.page.evaluate(DRAW, [REFUSAL, KEPT, MIX, "Standing instructions"])
        assert faults(table.page) == []
    table.page.set_viewport_size({"width": 320, "height": 640})
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 320


HIT = """(each, [x, y]) => {
  const at = document.elementFromPoint(x, y);
  return at !== null && (each.contains(at) || at.contains(each));
}"""
ALONE: dict[str, Callable[[], Start]] = {
    "football": lambda: football_match(("human", "casual")),
    "fate": lambda: fate_match(("human", "book")),
    "cycling": lambda: race(("human", "highest", "highest"), profile="boxed"),
}


@GAMES
def test_help_that_is_open_and_answered_moves_and_covers_no_choice(
    chromium: Browser, club: Club, serve: Serve, game: str
) -> None:
    """On a wide window the help opens beside the hand; on a phone its sheet is shut again, and the lane has it."""
    made = club.create(game, ALONE[game](), here=[0])
    club.resolve(made.id)
    page = chromium.new_context(reduced_motion="reduce").new_page()
    address = serve.home(club, page)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{address}/match/{made.id}/1")
        page.wait_for_selector("#lane", state="attached")
        before = page.evaluate(BOXES)
        assert before, "there is something to choose"
        page.locator("#tab-menu").click()
        if not page.locator("#help").evaluate("(each) => each.open"):
            page.locator("#help summary").click()
        page.locator("#help button").first.click()
        expect(page.locator("#advice")).not_to_be_empty(timeout=30_000)
        if size == "phone":
            page.locator("#tab-hand").click()
            expect(page.locator("#coached")).to_contain_text("Coach")
        assert page.evaluate(BOXES) == before
        for each in page.locator(".hand button[data-choice], .hand .asks label").locator("visible=true").all():
            box = each.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= width
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            assert each.evaluate(HIT, middle), f"{size}: {each.inner_text()} is covered"
    page.context.close()


@pytest.mark.parametrize("game", ["football", "fate"])
def test_names_of_teams_are_whole_on_a_phone_also_beside_two_clocks(table: Table, game: str) -> None:
    for clock in ("none", "own", "post"):
        table.show(clock, table.look.waiting[0], "phone")
        for name in table.page.locator(".bug .name").all():
            cut = name.evaluate("(e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2")
            assert not cut, f"{clock}: {name.inner_text()}"
