"""Setting up a match of any game that has nothing of its own here: so many seats, each with a name, and no options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from breakaway import coaches
from breakaway.coaches.table import HUMAN
from breakaway.core.game import Game, Names
from breakaway.core.language import _, say
from breakaway.core.trouble import Trouble
from breakaway.setting.fields import NUMBER, TEXT, Field
from breakaway.setting.settings import Form
from breakaway.setting.wishes import Wishes, favourite, number_of_teams, players

LONGEST = 40  # letters of a name
OPTIONS = {"profile": "--profile", "track": "--track", "home": "--home", "versus": "--versus"}


class PlainSetting:
    """How matches of any game are set up.

    A game for two to twelve has a number `seats` in its book; nothing else of a book is chosen here.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def players(self, wishes: Wishes, against: str | None) -> list[str]:
        """A person has the first seat, coaches or further people the others; raises Trouble."""
        count = self._count(wishes) - 1
        return [HUMAN, *players(self.game, against, favourite(self.game), count, people=True)]

    def watched(self, wishes: Wishes, named: str | None) -> list[str]:
        """Coaches only; raises Trouble."""
        return players(self.game, named, favourite(self.game), self._count(wishes), people=False)

    def set_up(
        self, wishes: Wishes, house: dict[str, Any], by: Sequence[str], team_names: list[str]
    ) -> tuple[Any, dict[str, Any], Names]:
        """The book as it is, no options, and a name for each seat; raises Trouble."""
        for wish, option in OPTIONS.items():
            if getattr(wishes, wish) is not None:
                raise Trouble(
                    say("{option} is for another game; {game} does not have it", option=option, game=self.game.title)
                )
        if house:
            name = next(iter(house))
            raise Trouble(say("--house: {game} has no house rule called {name}", game=self.game.title, name=repr(name)))
        if len(team_names) > len(by):
            raise Trouble(say("--team: {game} has {n} seats here", game=self.game.title, n=len(by)))
        usual = [say("Seat {n}", n=seat + 1) for seat in range(len(by))]
        names = [*team_names, *usual[len(team_names) :]]
        return self._book(len(by)), {}, self._checked({"seats": names}, len(by))

    def seat_names(self, names: Names) -> list[str]:
        """As they were typed."""
        return list(names["seats"])

    def checked_names(self, names: Any, book: Any) -> Names:
        """Names from a record; raises Trouble when they are no names of this match."""
        return self._checked(names, self.game.seat_count(book))

    def form(self) -> Form:
        """How many seats, where that can be chosen, and a name for one's own."""
        least, most = self.game.seats
        first = [Field("team", _("Your name"), TEXT, "")]
        if least < most:
            first.insert(0, Field("teams", _("Seats"), NUMBER, str(least), (), least, most))
        usual = favourite(self.game)
        others = (name for name in coaches.names(self.game) if name != usual)
        return Form(tuple(first), (), (usual, *others), most)

    def _count(self, wishes: Wishes) -> int:
        least, most = self.game.seats
        return number_of_teams(wishes, least, most)

    def _book(self, seats: int) -> Any:
        has_seats = any(each.name == "seats" for each in fields(self.game.book))
        book = self.game.book(seats=seats) if has_seats else self.game.book()
        count = self.game.seat_count(book)
        if count != seats:
            raise Trouble(say("{game} is for {n} seats, not {seats}", game=self.game.title, n=count, seats=seats))
        return book

    def _checked(self, names: Any, seats: int) -> Names:
        try:
            listed = [" ".join(str(each).split()) for each in names["seats"]]
        except (TypeError, KeyError):
            raise Trouble(_("the record names no seats")) from None
        if len(listed) != seats or len({each.casefold() for each in listed}) != seats:
            raise Trouble(say("a match of {n} seats needs {n} different names", n=seats))
        if not all(1 <= len(each) <= LONGEST and each.isprintable() for each in listed):
            raise Trouble(say("a name has 1 to {most} letters", most=LONGEST))
        return {"seats": listed}
