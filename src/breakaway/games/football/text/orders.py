"""Choices as text: reads and writes `run 7b`, `field goal, card 3`, `1a, time out after`, `discard 1 4 7`."""

from __future__ import annotations

import re

from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _, many, say
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.breakaways import FORCED, can_force
from breakaway.games.football.rules.play import card_strength, weakest_in_hand
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.text.names import KINDS, side

# The answers to each question, by code. All forms can be read; the first one is written.
ANSWERS: dict[int, tuple[tuple[str, ...], ...]] = {
    terms.TOSS: (("receive",), ("kick",)),
    terms.KICK: (("kickoff", "kick off", "kick", "deep"), ("onside", "onside kick")),
    terms.TIME: (("no", "n"), ("time out", "timeout", "yes", "y")),
    terms.OFFENSE_TIME: (("no", "n"), ("time out", "timeout", "yes", "y")),
    terms.AUDIBLE: (("stay", "no", "n"), ("audible", "turn", "yes", "y")),
    terms.AUDIBLE_DEFENSE: (("stay", "no", "n"), ("audible", "turn", "yes", "y")),
    terms.CHALLENGE: (("no", "n"), ("challenge", "flag", "yes", "y")),
    terms.CHALLENGE_DEFENSE: (("no", "n"), ("challenge", "flag", "yes", "y")),
    terms.PENALTY: (("decline", "no", "n"), ("accept", "yes", "y")),
    terms.OFFENSE_PICK: (("event",), ("corner",)),
    terms.DEFENSE_PICK: (("event",), ("corner",), ("force turnover", "force")),
    terms.ICE: (("no", "n"), ("ice", "yes", "y")),
    terms.KICK_EFFECT: (("no", "n", "leave"), ("use", "yes", "y")),
}
ACTIONS = {
    terms.FIELD_GOAL_CALL: ("field goal", "fg", "kick field goal"),
    terms.PUNT_CALL: ("punt",),
    terms.COFFIN_CALL: ("coffin", "coffin corner", "coffin-corner punt"),
    terms.HAIL_MARY_CALL: ("hail mary",),
    terms.KNEEL_CALL: ("kneel", "knee"),
    terms.TIME_OUT_CALL: ("time out", "timeout"),
}
EXTRA_POINT = ("kick", "extra point", "xp")
TIMES = ("", "time out unless first down", "time out after")


def wrong(rule: str, text: str) -> BadOrder:
    """The refusal of a one-line order that has one mistake."""
    return BadOrder([(1, rule, text)])


def read(text: str, config: FootballConfig, view: Football, seat: int) -> Order:
    """Reads an order from a line of text. For a mistake, raises BadOrder and says what would be right."""
    words = " ".join(text.replace("\n", " ").split()).casefold().strip(" .,;")
    if view.phase == terms.CALL:
        return read_call(words, config, view, seat)
    if view.phase == terms.DEFENSE:
        return read_defense(words, config, seat)
    if view.phase == terms.DISCARD:
        return read_discard(words, view, seat)
    for code, forms in enumerate(ANSWERS.get(view.phase, ())):
        if words in forms:
            return [code]
    forms_here = ANSWERS.get(view.phase, (("nothing",),))
    if view.phase == terms.DEFENSE_PICK and not can_force(view, config):
        forms_here = forms_here[:FORCED]
    expected = _(" or ").join(f"'{forms[0]}'" for forms in forms_here)
    raise wrong("", say("expected {expected}, not {words!r}", expected=expected, words=text.strip()))


def read_call(words: str, config: FootballConfig, view: Football, seat: int) -> Order:
    """Reads the offense's call: a play, a kick, a kneel or a time out.

    Before the call, the line may name the cards that the defense's time outs bring back.
    """
    back: list[int] = []
    while len(back) < view.returns and (found := re.match(r"(?:back )?(?:card )?(\d{1,2})\s*[, ]\s*", words)):
        back.append(card_number(found[1]))
        words = words[found.end() :]
    if len(back) < view.returns:
        back = best_back(config, view, seat, view.returns, back)
    return [*sorted(back), *read_action(words, config, view, seat, back)]


def read_action(words: str, config: FootballConfig, view: Football, seat: int, back: list[int]) -> Order:
    """Reads the action and its detail."""
    if view.try_down and words in EXTRA_POINT:
        return [terms.FIELD_GOAL_CALL, 0]
    if found := re.fullmatch(r"(?:(run|pass|play) )?(\d{1,2}) ?([ab])(?:,? (quick|quick release))?", words):
        play = 2 * card_number(found[2]) + "ab".index(found[3])
        kind = KINDS[config.type_kind[config.play_type[seat][play]]]
        if found[1] not in (None, "play", kind):
            told = say("{play} is a {kind}; type '{play}' alone or with its own kind", play=side(play), kind=_(kind))
            raise wrong("BF-022", told)
        return [play, int(found[4] is not None)]
    for code, forms in ACTIONS.items():
        for form in forms:
            if found := re.fullmatch(rf"{form}(?:,? ?(?:card )?(\d{{1,2}}))?", words):
                return [code, detail_of(code, found[1], config, view, seat, back)]
    if view.try_down:
        text = say(
            "expected 'kick' for the extra point, or a play such as '3a' for two points, not {words!r}", words=words
        )
    else:
        text = say(
            "expected a play such as '3a', 'field goal', 'punt', 'kneel', 'hail mary' or 'time out', not {words!r}",
            words=words,
        )
    raise wrong("BF-022", text)


def detail_of(code: int, number: str | None, config: FootballConfig, view: Football, seat: int, back: list[int]) -> int:
    """The named card or, if none is named, the obvious one: the weakest card goes, or the strongest comes back."""
    if view.try_down and number is not None and code == terms.FIELD_GOAL_CALL:
        raise wrong("BF-123", _("the extra point costs no card; type 'kick' alone"))
    if view.try_down:
        return 0
    if number is not None:
        return card_number(number)
    if code == terms.TIME_OUT_CALL:
        found = best_back(config, view, seat, 1, [], without=back)
        return found[0] if found else 0
    weakest = weakest_in_hand(view, config, seat)
    return back[0] if weakest == terms.NONE and back else min(weakest, terms.CARDS - 1)


def best_back(
    config: FootballConfig, view: Football, seat: int, count: int, chosen: list[int], without: list[int] | None = None
) -> list[int]:
    """The named cards plus the strongest discarded ones, `count` in all."""
    free = [
        card
        for card in range(terms.CARDS)
        if view.card[seat][card] in (terms.DISCARDED, terms.GIVEN)
        and card not in chosen
        and card not in (without or [])
    ]
    free.sort(key=lambda card: (-card_strength(config, seat, card), card))
    return sorted([*chosen, *free[: count - len(chosen)]])


def card_number(text: str) -> int:
    """Reads a card number, counted from 1. Raises BadOrder."""
    number = int(text)
    if not 1 <= number <= terms.CARDS:
        raise wrong("BF-004", say("unknown card {number}; choose 1 to {cards}", cards=terms.CARDS, number=number))
    return number - 1


def read_defense(words: str, config: FootballConfig, seat: int) -> Order:
    """Reads a call, optionally with a special defense and, in edition 1, with a time out after the play."""
    found = re.fullmatch(r"(?:call )?(\d{1,2}) ?([ab]?)((?:,? (?:special|time out [a-z ]+|timeout [a-z ]+))*)", words)
    if not found:
        raise wrong("BF-023", say("expected a call such as '3a', or '3a, special', not {words!r}", words=words))
    card = int(found[1]) - 1
    if not 0 <= card < config.defenses[seat]:
        more = say("unknown defense card {number}; choose 1 to {cards}", cards=config.defenses[seat], number=found[1])
        raise wrong("BF-005", more)
    if not found[2]:
        raise wrong("BF-023", say("card {card} has two plays: choose '{card}a' or '{card}b'", card=card + 1))
    order = [2 * card + "ab".index(found[2]), 0, 0]
    for part in re.split(r",", re.sub(r" (special|time ?out)", r",\1", found[3])):
        wish = " ".join(part.replace("timeout", "time out").split())
        if wish == "special":
            order[2] = 1
        elif wish in TIMES[1:] and order[1] not in (0, TIMES.index(wish)):
            raise wrong(
                "BF-110", say("you named both time outs; choose '{one}' or '{two}'", one=TIMES[2], two=TIMES[1])
            )
        elif wish in TIMES[1:]:
            order[1] = TIMES.index(wish)
        elif wish:
            raise wrong(
                "BF-110", say("expected '{one}' or '{two}', not {words!r}", one=TIMES[2], two=TIMES[1], words=wish)
            )
    return order


def read_discard(words: str, view: Football, seat: int) -> Order:
    """Reads the cards to give up or take back, in any order."""
    owed = view.owed[seat]
    numbers = re.sub(rf"^(?:{'discard|give up' if owed > 0 else 'take back'})\s*", "", words)
    if not re.fullmatch(r"\d{1,2}(?:[ ,]+\d{1,2})*", numbers):
        raise wrong(
            "BF-107",
            many(
                "expected the number of one card, as in '{verb} 4', not {words!r}",
                "expected the numbers of {n} cards, as in '{verb} 1 4 7' for three cards, not {words!r}",
                abs(owed),
                verb="discard" if owed > 0 else "take back",
                words=words,
            ),
        )
    cards = sorted(card_number(each) for each in re.findall(r"\d+", numbers))
    if len(set(cards)) != len(cards):
        raise wrong("BF-107", _("you named a card twice; name each card once"))
    if len(cards) != abs(owed):
        raise wrong(
            "BF-107", many("name {n} card, not {named}", "name {n} cards, not {named}", abs(owed), named=len(cards))
        )
    return cards


# --- writing


def write(order: Order, config: FootballConfig, view: Football, seat: int) -> str:
    """Writes an order in the form that `read` reads."""
    if view.phase == terms.CALL:
        back, (action, detail) = order[: view.returns], order[view.returns : view.returns + 2]
        text = written_action(action, detail, config, view, seat)
        return ", ".join([*(str(card + 1) for card in back), text])
    if view.phase == terms.DEFENSE:
        extra = [TIMES[order[1]], "special" if order[2] else ""]
        return ", ".join([side(order[0]), *(part for part in extra if part)])
    if view.phase == terms.DISCARD:
        verb = "discard" if view.owed[seat] > 0 else "take back"
        return " ".join([verb, *(str(card + 1) for card in order)])
    forms = ANSWERS.get(view.phase, ())
    return forms[order[0]][0] if 0 <= order[0] < len(forms) else str(order[0])


def written_action(action: int, detail: int, config: FootballConfig, view: Football, seat: int) -> str:
    """Writes an action with its detail: `run 7b`, `pass 2a, quick`, `punt, card 3`."""
    if action < terms.PLAYS:
        kind = KINDS[config.type_kind[config.play_type[seat][action]]]
        return f"{kind} {side(action)}{', quick' if detail else ''}"
    if view.try_down:
        return EXTRA_POINT[0]
    return f"{ACTIONS[action][0]}, card {detail + 1}"


def hand_text(view: Football, seat: int, state: int = terms.HAND) -> str:
    """The numbers of the cards in hand, or in another `state`, for use in refusals."""
    return " ".join(str(card + 1) for card in range(terms.CARDS) if view.card[seat][card] == state) or _("none")
