"""Setting up a match of any game: so many seats, each with a name, and its house rules. Games change what they need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from breakaway import coaches
from breakaway.coaches.table import HUMAN
from breakaway.core.data import BadData
from breakaway.core.game import Game, Names
from breakaway.core.house import house_rules
from breakaway.core.language import _, say
from breakaway.core.options import put_options
from breakaway.core.trouble import Trouble
from breakaway.games.registry import kit_of
from breakaway.setting.fields import CHOICE, NUMBER, TEXT, Field, house_fields
from breakaway.setting.players import favourite, players
from breakaway.setting.request import Request
from breakaway.setting.settings import Form, Offered

LONGEST = 40  # letters of a name


class PlainSetting:
    """How matches of any game are set up.

    A game for two to twelve has a number `seats` in its config; of the rest its house rules are chosen here.
    `rules_play` are players that the rules themselves are, the usual one first; `chance`: whether anything falls by it.
    """

    rules_play: tuple[str, ...] = ()
    chance = True

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def seats(self, request: Request, named: int = 0) -> int:
        """How many seats the match has, where `named` players are."""
        asked = request["teams"]  # text where a game asks something else by it
        return asked if isinstance(asked, int) else self.game.seats[0]

    def offered(self) -> Mapping[str, Offered]:
        """What a form offers, by what the kit asks."""
        return {}

    def players(self, request: Request, against: str | None) -> list[str]:
        """A person has the first seat, those named by `against` the others, `a,b,...`; raises Trouble."""
        count = self.seats(request) - 1
        return [HUMAN, *players(self.game, against, self._usual(), count, True, self.rules_play)]

    def watched(self, request: Request, named: str | None) -> list[str]:
        """Coaches only, those `named` as `a,b,...`; raises Trouble."""
        count = self.seats(request, len((named or "").split(",")))
        return players(self.game, named, self._usual(), count, False, self.rules_play)

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[Any, dict[str, Any], Names]:
        """The config with its house rules, these, and a name for each seat; `by` plays each. Raises Trouble."""
        given = request["team"] or []
        if len(given) > len(by):
            raise Trouble(say("--team: {game} has {n} seats here", game=self.game.title, n=len(by)))
        usual = [say("Seat {n}", n=seat + 1) for seat in range(len(by))]
        names = self._checked({"seats": [*given, *usual[len(given) :]]}, len(by))
        config = self._config(len(by))
        try:
            options = house_rules(self.game.config, request.house_rules())
        except BadData as error:
            raise Trouble(str(error)) from None
        put_options(config, options)
        return config, options, names

    def seat_names(self, names: Names) -> list[str]:
        """As they were typed; where seats have no names of their own, the teams'."""
        return list(names.get("seats") or names["teams"])

    def checked_names(self, names: Any, config: Any) -> Names:
        """Names from a record; raises Trouble when they are no names of this match."""
        return self._checked(names, self.game.seat_count(config))

    def form(self) -> Form:
        """What the kit asks and has a label for, the house rules, and who can play the other seats."""
        least, most = self.game.seats
        offered, first = self.offered(), []
        for asked in kit_of(self.game).asks:
            value, choices = offered.get(asked.name, (str(least) if asked.counts_seats else "", ()))
            if asked.label and asked.counts_seats and least < most:
                first.append(Field(asked.name, _(asked.label), NUMBER, value, (), least, most))
            elif asked.label and not asked.counts_seats:
                first.append(Field(asked.name, _(asked.label), CHOICE if choices else TEXT, value, choices))
        others = (name for name in coaches.names(self.game) if name != self._usual())
        return Form(tuple(first), house_fields(self.game), (self._usual(), *others), most, self.chance)

    def _usual(self) -> str:
        return self.rules_play[0] if self.rules_play else favourite(self.game)

    def _config(self, seats: int) -> Any:
        has_seats = any(each.name == "seats" for each in fields(self.game.config))
        config = self.game.config(seats=seats) if has_seats else self.game.config()
        count = self.game.seat_count(config)
        if count != seats:
            raise Trouble(say("{game} has {n} seats, not {seats}", game=self.game.title, n=count, seats=seats))
        return config

    def _checked(self, names: Any, seats: int) -> Names:
        try:
            listed = [" ".join(str(each).split()) for each in names["seats"]]
        except (TypeError, KeyError):
            raise Trouble(_("the record does not name its seats")) from None
        if len(listed) != seats or len({each.casefold() for each in listed}) != seats:
            raise Trouble(say("a match with {n} seats needs {n} different names", n=seats))
        if not all(1 <= len(each) <= LONGEST and each.isprintable() for each in listed):
            raise Trouble(say("a name has 1 to {most} letters", most=LONGEST))
        return {"seats": listed}
