"""Sets up a match of any game: the number of seats, their names and the house rules.

Games override the parts that they handle differently.
"""

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
from breakaway.core.lookalikes import alike
from breakaway.core.options import put_options
from breakaway.core.trouble import Trouble
from breakaway.games.registry import kit_of
from breakaway.setting.fields import CHOICE, NUMBER, TEXT, Field, house_fields
from breakaway.setting.players import favourite, players
from breakaway.setting.request import Request
from breakaway.setting.settings import Form, Offered

LONGEST = 40  # characters of a name


class PlainSetting:
    """Sets up matches of any game. If a game's number of seats varies, its config has a number called `seats`.

    Apart from the number of seats, every setting is a house rule. `chance` says whether the game uses dice or cards.
    """

    chance = True

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def seats(self, request: Request, named: int = 0) -> int:
        """The number of seats in the match. In some games it follows from how many players were named (`named`)."""
        asked = request["teams"]  # `teams` is a text if it means something else in this game
        return asked if isinstance(asked, int) else self.game.seats[0]

    def offered(self) -> Mapping[str, Offered]:
        """The values that a form offers for each of the kit's questions (`asks`), by name."""
        return {}

    def players(self, request: Request, against: str | None) -> list[str]:
        """Puts a person in the first seat and the players listed in `against` (`a,b,...`) in the other seats. Raises
        Trouble.
        """
        count = self.seats(request) - 1
        return [HUMAN, *players(self.game, against, self._usual(), count, True)]

    def watched(self, request: Request, named: str | None) -> list[str]:
        """Puts a coach in every seat: `named` lists the coaches as `a,b,...`. Raises Trouble."""
        count = self.seats(request, len((named or "").split(",")))
        return players(self.game, named, self._usual(), count, False)

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[Any, dict[str, Any], Names]:
        """The config, its house rules, and a name for each seat. `by` lists who plays each seat. Raises Trouble."""
        given = request["team"] or []
        if len(given) > len(by):
            raise Trouble(say("--team: this match of {game} has only {n} seats", game=self.game.title, n=len(by)))
        usual = [say("Seat {n}", n=seat + 1) for seat in range(len(by))]
        names = self._checked({"seats": [*given, *usual[len(given) :]]}, len(by))
        if fault := alike(names["seats"]):
            raise Trouble(fault)
        config = self._config(len(by))
        try:
            options = house_rules(self.game.config, request.house_rules())
        except BadData as error:
            raise Trouble(str(error)) from None
        put_options(config, options)
        return config, options, names

    def seat_names(self, names: Names) -> list[str]:
        """The names of the seats as the user typed them or, if none were typed, the names of the teams."""
        return list(names.get("seats") or names["teams"])

    def checked_names(self, names: Any, config: Any) -> Names:
        """The checked names from a record. Raises Trouble if the names do not fit this match."""
        return self._checked(names, self.game.seat_count(config))

    def form(self) -> Form:
        """The form for this game: the kit's labeled questions, the house rules, and who can play the other seats."""
        least, most = self.game.seats
        offered, first = self.offered(), []
        for asked in kit_of(self.game).asks:
            value, choices = offered.get(asked.name, (str(least) if asked.counts_seats else "", ()))
            if asked.label and asked.counts_seats and least < most:
                first.append(Field(asked.name, _(asked.label), NUMBER, value, (), least, most))
            elif asked.label and not asked.counts_seats:
                first.append(Field(asked.name, _(asked.label), CHOICE if choices else TEXT, value, choices))
        all_others = (*coaches.names(self.game), *coaches.own_names(self.game))
        others = (name for name in all_others if name != self._usual())
        return Form(tuple(first), house_fields(self.game), (self._usual(), *others), most, self.chance)

    def _usual(self) -> str:
        return next(iter(kit_of(self.game).rules_play), favourite(self.game))

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
            raise Trouble(say("a name must have 1 to {most} characters", most=LONGEST))
        return {"seats": listed}
