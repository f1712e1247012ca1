"""The messages of the bots' protocol (docs/protocol.md). A message contains only what the bot's seat may see."""

from __future__ import annotations

from itertools import islice
from typing import Any

from breakaway.api.observation import Legal, Observation
from breakaway.core.match import Match
from breakaway.core.state import to_json
from breakaway.core.version import version

PROTOCOL = 1
MOST_ORDERS = 200  # the most orders that a message lists; if there are more, the bot asks for codes
HELLO, OBSERVE, CHOOSE, LEGAL, BYE, ERROR = "hello", "observe", "choose", "legal", "bye", "error"
Message = dict[str, Any]


def hello(match: Match[Any, Any], seat: int, seats: tuple[str, ...], seconds: float) -> Message:
    """The first message to a seat's bot. `seconds` is the bot's time for each answer (0: no limit)."""
    header = match.record.header
    return {
        "type": HELLO,
        "protocol": PROTOCOL,
        "program": f"breakaway {version()}",
        "game": match.game.name,
        "edition": match.game.edition,
        "options": header["options"],
        "config": to_json(match.config),
        "seat": seat,
        "seats": list(seats),
        "seconds": seconds,
        "share": shares(match),
    }


def shares(match: Match[Any, Any]) -> bool:
    """Whether bots may add random numbers of their own to a match. Bots may not do so if the match's dice come from a
    seed or from people.
    """
    header = match.record.header
    return header["chance"] == "sampled" and not header.get("seeded")


def observe(observation: Observation, turn: int, is_over: bool) -> Message:
    """The message that says what a seat sees after `turn` turns."""
    result = observation.result
    return {
        "type": OBSERVE,
        "turn": turn,
        "to_move": list(observation.to_move),
        "over": is_over,
        "data": observation.data,
        "events": [{"rule": each.rule, "text": each.text, "numbers": each.numbers} for each in observation.events],
        "result": {
            "rule": result.rule,
            "text": result.text,
            "score": list(result.score),
            "rank": list(result.rank),
            "winners": list(result.winners),
            "resigned": list(result.resigned),
        },
    }


def choose(number: int, observation: Observation, seed: int, seconds: float, shown: str | None) -> Message:
    """The message that asks a bot for an order.

    `number` identifies the question, and the bot's random choices come from `seed`. `shown` is the value that the seat
    last showed from its hash chain, or None if this turn uses no value from the chain.
    """
    listed = listed_orders(observation)
    asked: Message = {
        "type": CHOOSE,
        "id": number,
        "slots": observation.legal.slots,
        "codes": observation.legal.codes(),
        "orders": listed,
        "random": str(seed),
        "seconds": seconds,
    }
    return asked | ({} if shown is None else {"shown": shown})


def listed_orders(observation: Observation) -> list[Message] | None:
    """Every legal order with its text, or None if there are too many."""
    found = list(islice(observation.legal, MOST_ORDERS + 1))
    if len(found) > MOST_ORDERS:
        return None
    return [{"order": order, "text": observation.write(order)} for order in found]


def legal(allowed: Legal, asked: Message) -> Message:
    """The answer to a bot that has asked which codes may come next in its order.

    Raises ValueError if the question makes no sense.
    """
    begun = asked.get("begun")
    if not isinstance(begun, list) or not all(type(code) is int for code in begun):
        raise ValueError('"begun" must be a list of codes')
    for at, code in enumerate(begun):
        if code not in allowed.codes(begun[:at]):
            raise ValueError(f'"begun" has an illegal code, {code}, at position {at}')
    return {"type": LEGAL, "begun": begun, "codes": allowed.codes(begun)}
