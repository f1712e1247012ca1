"""Somebody who has just opened the box of the_box.toml, and reads out of it what the program asks for."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

from tests.terminal.session import Person

BOX = Path(__file__).with_name("the_box.toml")
# From the flip to the first down: the kickoff's card, a new play card, dice, the rows they hit, the matchup, the card
OPENING = [
    "1",
    "run +4, d 0, o 2, fg 7, punt 6",
    "Wing T: Inside Run 2 / Short 4",
    "r",
    "5",
    "4-6 twist",
    "2",
    "Dime: Zone 1/5",
    "n",
    "Stiff arm: run +1, d -1, o 0, fg 8, punt 7",
]
STRATEGIES = {"E": "Eagle", "S": "Stunt", "T": "Twist"}
SPY_COLUMNS = (
    "Eagle, Spy Run",
    "Eagle, Spy Pass",
    "Stunt, Spy Run",
    "Stunt, Spy Pass",
    "Twist, Spy Run",
    "Twist, Spy Pass",
)


class BoxOwner(Person):
    """Plays with real dice and cards: shuffles the deck, rolls, and types what stands on the cards.

    `lines` notes each prompt with its answer. `limit` is how many lines are typed before the input ends.
    """

    def __init__(self, seed: int, team: str = "herons", versus: str = "otters", limit: int = 10**6) -> None:
        super().__init__(self.answer_to, 200)
        self.box: dict[str, Any] = tomllib.loads(BOX.read_text(encoding="utf-8"))
        self.rng, self.limit, self.mine, self.theirs = random.Random(seed), limit, self.box[team], self.box[versus]
        self.names = {team.title(): self.mine, versus.title(): self.theirs}
        self.lines: list[tuple[str, str]] = []
        self.pile: list[str] = []
        self.seen: set[str] = set()
        self.hand: list[str] = []
        self.quarter = self.played = ""
        self.read = 0  # how much of the screen was read before the last answer

    def answer_to(self, prompt: str) -> str | None:
        if len(self.lines) >= self.limit:
            return None
        answer = self.read_out(prompt)
        self.lines.append((prompt, answer))
        self.read = len(self.text)
        return answer

    # --- what the box says

    def read_out(self, prompt: str) -> str:
        """The answer of somebody who has the box at hand."""
        if prompt.startswith("Game Day card"):
            return self.turn_card()
        if re.match(r"(strategy|call|formation|play|fourth-down) die", prompt):
            return str(self.rng.randint(1, 6))
        if prompt.startswith("flip"):
            return "1"
        for way in (self.cell, self.choice):
            found = way(prompt)
            if found:
                return found
        raise AssertionError(f"nobody told me how to answer {prompt!r}")

    def turn_card(self) -> str:
        """The next card of the deck: as it is printed, or by its title once it is known."""
        if not self.pile:
            self.pile = self.rng.sample(self.box["deck"], len(self.box["deck"]))
        card = self.pile.pop()
        twins = self.box["deck"].count(card) > 1
        if card in self.seen and not twins:
            return card.split(":")[0]
        self.seen.add(card)
        return card

    def cell(self, prompt: str) -> str:
        """A cell of the chart or of a sheet."""
        if found := re.match(r"(.+) against (.+): whose", prompt):
            row = self.box["chart"][found[1]]
            return "d" if found[2] in row["wins"] else "o" if found[2] in row["loses"] else "n"
        if found := re.match(r"Spy table, (.+), die (\d)", prompt):
            return str(self.box["spy"]["rows"][int(found[2]) - 1][SPY_COLUMNS.index(found[1])])
        if not (found := re.match(r"(\w+), (.+)", prompt)) or found[1] not in self.names:
            return ""
        sheets, asked = self.names[found[1]], found[2]
        if found := re.match(r"defense sheet, front, (.+), Game State (\d+), die (\d)", asked):
            band = self.band(sheets["front"][found[1]], int(found[2]))
            return f"{band} {STRATEGIES[sheets['front'][found[1]][band][int(found[3]) - 1]]}"
        if found := re.match(r"defense sheet, back, (.+, .+), die (\d)", asked):
            return str(sheets["back"][found[1]][int(found[2]) - 1])
        if asked.startswith("defense sheet, 4th down"):
            return " ".join(map(str, sheets["fourth"]))
        if found := re.match(r"offense sheet, (.+ down, .+ lines), die (\d)", asked):
            return str(sheets["formation"][found[1]][int(found[2]) - 1])
        if found := re.match(r"offense sheet, Game State (\d+)", asked):
            bands = {band: plan for band, plan in sheets["plan"].items() if band[0].isdigit()}
            band = self.band(bands, int(found[1]))
            return f"{band} {bands[band]}"
        if found := re.match(r"offense sheet, last five cards, (\w+)", asked):
            return str(sheets["plan"][found[1]])
        if found := re.match(r"offense sheet, (\w+ \d+), die (\d)", asked):
            return str(sheets["codes"][found[1]][int(found[2]) - 1])
        if found := re.match(r"offense sheet, back, (.+), (\w+ \w+): (which|turn)", asked):
            play = str(sheets["plays"][found[1]][found[2]])
            if play != "drawn":
                return play
            cards = [card for card in sheets["offense"] if card.startswith(found[1])]
            shown = self.rng.choice(cards).split(": ")[1].split(" / ")[self.rng.randint(0, 1)]
            return shown if found[3] == "turn" else f"drawn {shown}"
        if found := re.match(r"the card with (.+): which", asked):
            says = found[1].removesuffix(" min")
            card = next(each for each in sheets["offense"] if says in each)
            return next((each for each in card.split(": ")[1].split(" / ") if each != says), "Draw 1")
        return ""

    @staticmethod
    def band(rows: dict[str, Any], state: int) -> str:
        """The row of a Game State."""
        for band in rows:
            least, most = (*band.removesuffix("+").split("-"), "15")[:2]
            if int(least) <= state <= int(most):
                return band
        raise AssertionError(state)

    # --- what its owner decides

    def choice(self, prompt: str) -> str:
        """A choice: a card that is still in hand, a defense, or the first answer to any other question."""
        if "is new for" in prompt:
            name = prompt.split(" is new for")[0]
            return "rbp"[
                self.mine["formations"].index(name) if name in self.mine["formations"] else self.theirs_at(name)
            ]
        if not prompt.endswith("> ") or ", Q" not in prompt:
            return ""
        quarter = prompt.split(", Q")[1][0]
        if quarter != self.quarter:
            self.quarter, self.hand = quarter, list(self.mine["offense"])
        if "defense>" in prompt:
            return self.card_of("defense")
        if "audible?" in prompt or "challenge?" in prompt or "time out?" in prompt or "ice?" in prompt:
            return "n"
        if "penalty?" in prompt:
            return "y"
        if "event or corner?" in prompt:
            return "event"
        if "evening up" in prompt:
            self.take_back_what_was_not_spent()
            return self.give_up()
        if "the try" in prompt or "kickoff" in prompt:
            return "kick"
        self.take_back_what_was_not_spent()
        if re.search(r"4th and", prompt):
            card = self.rng.choice(self.hand)
            self.hand.remove(card)
            return f"punt {card.replace(':', '')}" if f"offense {card}" in self.seen else "punt new"
        return self.card_of("offense")

    def take_back_what_was_not_spent(self) -> None:
        """After a penalty the play's card goes back into the hand: the program shows one card more."""
        if back := re.search(r"you take back (.+?)\. For another card", self.text[self.read :], re.DOTALL):
            known = [" ".join(each.split()).replace(" min", "") for each in back[1].split(";")]
            fresh = [card for card in self.mine["offense"] if f"offense {card}" not in self.seen]
            self.hand += [next((c for c in fresh if c not in self.hand), "") if "new" in e else e for e in known]
            self.played = ""
        held = re.findall(r"^[> ] Herons .*?(?:\*+|-) +(?:\*+|-) +(\d+) ", self.text, re.MULTILINE)
        if held and int(held[-1]) == len(self.hand) + 1 and self.played:
            self.hand.append(self.played)
            self.played = ""

    def theirs_at(self, name: str) -> int:
        return int(self.theirs["formations"].index(name))

    def give_up(self) -> str:
        """As many cards as are asked for: first those that were never played, then the first of those in hand."""
        found = re.findall(r"give up (\d+) card", self.text)
        owed, hand = int(found[-1]), self.hand
        hand.sort(key=lambda card: f"offense {card}" in self.seen)
        fresh = [card for card in hand if f"offense {card}" not in self.seen][:owed]
        rest = [card for card in hand if card not in fresh][: owed - len(fresh)]
        for card in (*fresh, *rest):
            hand.remove(card)
        names = [card.replace(":", "") for card in rest]
        return ", ".join([*names, *(["new"] if fresh else [])])

    def card_of(self, kind: str) -> str:
        """A card: all that stands on it when it is played first, later its formation and play."""
        cards = self.hand if kind == "offense" else self.mine[kind]
        card = str(self.rng.choice(cards))
        if kind == "offense":
            cards.remove(card)
            self.played = card
        key = f"{kind} {card}"
        if key in self.seen:
            formation, plays = card.split(": ")
            alike = [
                each for each in self.mine[kind] if each.startswith(f"{formation}: ") and plays.split(" / ")[0] in each
            ]
            return f"{formation} {plays.split(' / ')[0]}" if len(alike) == 1 else card.replace(":", "")
        self.seen.add(key)
        return card
