"""The events of the solo opponent's sheets, in the order of the solo rules."""

from __future__ import annotations

from breakaway.core.language import marked
from breakaway.core.rules import DETAIL, event
from breakaway.games.football.rules import event_words as words
from breakaway.games.football.rules.event_words import (
    ACTION,
    AFTER_PLAY,
    ASIDES,
    BEFORE_PLAY,
    CALLS,
    CARD,
    CARD_PART,
    CLASS,
    CODE,
    COLUMN,
    DEFENSE,
    DEFENSE_STEPS,
    DIE,
    DISTANCE,
    FORMATION,
    GAME_DAY,
    HIDDEN,
    KIND,
    LEADS_IN,
    LOSING,
    MILESTONE,
    NEWS,
    OFFENSE_STEPS,
    OPENS_DEFENSE,
    OPENS_LINE,
    OPENS_OFFENSE,
    PAYER,
    PAYS,
    PILE,
    PLAN,
    PLAY,
    ROW,
    SEAT,
    SPY_REASON,
    SPY_TABLE,
    STATE,
    STRATEGY,
    STRENGTH,
    TARGET,
    TIME_OUTS,
    TOKENS,
    TOTAL,
    VALUE,
    YES,
)

# Solo: the opponent's defense
STRATEGY_ROLLED = event(
    "BF-204",
    seat=SEAT,
    formation=CLASS,
    state=STATE,
    die=DIE,
    strategy=STRATEGY,
    says=marked("{seat:'s} sheet, {formation} offense, Game State {state}, die {die}: {strategy}"),
    weight=DETAIL,
    groups=(DEFENSE_STEPS, OPENS_DEFENSE),
)
ORANGE_SPENT = event(
    "BF-206",
    seat=SEAT,
    left=TOKENS,
    says=marked("{seat:spends} an orange token on a strong run: {left} left"),
    part=CALLS,
    groups=(BEFORE_PLAY, ASIDES),
)
BLUE_SPENT = event(
    "BF-207",
    seat=SEAT,
    left=TOKENS,
    says=marked("{seat:spends} a blue token on a strong pass: {left} left"),
    part=CALLS,
    groups=(BEFORE_PLAY, ASIDES),
)
SPY_WON = event(
    "BF-208",
    strategy=STRATEGY,
    kind=KIND,
    die=DIE,
    call=DEFENSE,
    why=SPY_REASON.of("kind"),
    says=words.spy,
    weight=DETAIL,
    groups=(BEFORE_PLAY, DEFENSE_STEPS),
)
SHEET_DEFENDED = event(
    "BF-209",
    seat=SEAT,
    formation=FORMATION,
    strategy=STRATEGY,
    die=DIE,
    call=DEFENSE,
    strength=STRENGTH,
    says=marked("{seat:'s} sheet, {strategy}, die {die}: {call}, strength {strength}"),
    weight=DETAIL,
    groups=(DEFENSE_STEPS,),
)
SPY_IGNORED = event(
    "BF-215",
    strategy=STRATEGY,
    kind=SPY_TABLE,
    die=DIE,
    call=DEFENSE,
    says=words.spy_ignored,
    weight=DETAIL,
    groups=(DEFENSE_STEPS,),
)

# Solo: the opponent's offense and the clock
FORMATION_ROLLED = event(
    "BF-218",
    seat=SEAT,
    row=ROW,
    column=COLUMN,
    die=DIE,
    formation=FORMATION.of("seat"),
    says=marked("{seat:'s} sheet, {row} to go, {column}, die {die}: {formation}"),
    weight=DETAIL,
    groups=(AFTER_PLAY, LEADS_IN, OFFENSE_STEPS, OPENS_OFFENSE),
)
FORMATION_DRAWN = event(
    "BF-219",
    seat=SEAT,
    formation=FORMATION.of("seat"),
    says=marked("{seat:draws} a card: {formation}"),
    weight=DETAIL,
    groups=(AFTER_PLAY, OFFENSE_STEPS),
)
PLAN_SET = event(
    "BF-220",
    seat=SEAT,
    state=STATE,
    plan=PLAN,
    says=marked("{seat:'s} sheet, Game State {state}: {plan}"),
    weight=DETAIL,
    groups=(OFFENSE_STEPS,),
)
CODE_ROLLED = event(
    "BF-221",
    seat=SEAT,
    plan=PLAN,
    die=DIE,
    code=CODE,
    says=marked("{plan}, die {die}: {code}"),
    weight=DETAIL,
    groups=(OFFENSE_STEPS,),
)
PLAY_BY_CODE = event(
    "BF-222",
    seat=SEAT,
    formation=FORMATION,
    play=PLAY.of("seat"),
    says=marked("{seat:'s} sheet calls {play}"),
    weight=DETAIL,
    groups=(OFFENSE_STEPS,),
)
PLAY_AS_DRAWN = event(
    "BF-223",
    seat=SEAT,
    play=PLAY.of("seat"),
    says=marked("the sheet plays the drawn card: {play}"),
    weight=DETAIL,
    groups=(OFFENSE_STEPS,),
)
CARD_SPENT = event("BF-225", seat=SEAT, says=marked("the drawn card goes to {seat:'s} Spent pile"), weight=DETAIL)
CARD_GIVEN_UP = event(
    "BF-227",
    seat=SEAT,
    card=CARD,
    says=marked("{seat:gives} up card {card}"),
    weight=DETAIL,
    secret=HIDDEN,
    groups=(AFTER_PLAY,),
)
UNTIMED_DOWN = event(
    "BF-230",
    seat=SEAT,
    payer=PAYER,
    says=marked("an untimed down, which {payer:'s} time out paid for: the card goes to the Burned pile"),
    short=words.untimed_in_brief,
    part=NEWS,
    groups=(PAYS, ASIDES),
)
TIME_OUT_PLAYED = event(
    "BF-231",
    seat=SEAT,
    left=TIME_OUTS,
    says=marked("before the last card, {seat:uses} a time out for an extra play: {left} left"),
    short=marked("{seat:pays} for this play with a time out ({left} left)"),
    part=NEWS,
    groups=(PAYS, ASIDES),
)
FOURTH_DOWN_ROLLED = event(
    "BF-232",
    seat=SEAT,
    milestone=MILESTONE.of("seat"),
    die=DIE,
    total=TOTAL.of("die"),
    target=TARGET,
    action=ACTION,
    says=marked(
        "{seat:rolls} {total} on fourth down, with {milestone} ahead. {target} or more means to go for it: the die "
        "says {action}"
    ),
    part=NEWS,
    groups=(OPENS_LINE, AFTER_PLAY, LEADS_IN, BEFORE_PLAY, OFFENSE_STEPS, OPENS_OFFENSE),
)
KICK_WEIGHED = event(
    "BF-234",
    seat=SEAT,
    card=GAME_DAY,
    good=YES,
    value=VALUE,
    distance=DISTANCE,
    punts=YES,
    says=words.weighed_kick,
    part=CARD_PART,
    groups=(BEFORE_PLAY, ASIDES),
)
KICKED_ANYWAY = event(
    "BF-235",
    seat=SEAT,
    says=marked("with the game on the line, {seat:tries} the field goal anyway"),
    part=NEWS,
    groups=(BEFORE_PLAY, ASIDES),
)
CARD_BURNT = event(
    "BF-236",
    seat=SEAT,
    card=CARD,
    says=marked("{seat:'s} card {card} is burned"),
    weight=DETAIL,
    groups=(AFTER_PLAY, LEADS_IN, ASIDES, OPENS_OFFENSE),
)
DRAWN_STANDS_IN = event(
    "BF-237",
    seat=SEAT,
    says=marked("the called card is already spent: the drawn card is spent in its place"),
    weight=DETAIL,
    groups=(ASIDES,),
)
CARDS_DEFENDED = event(
    "BF-238",
    seat=SEAT,
    call=DEFENSE,
    strength=STRENGTH,
    says=marked("{seat:'s} cards call {call}, strength {strength}"),
    part=NEWS,
    groups=(ASIDES, OPENS_DEFENSE),
)
DIE_OVERRULED = event(
    "BF-R51", seat=SEAT, said=LOSING, done=ACTION, says=words.overruled, part=NEWS, groups=(BEFORE_PLAY, ASIDES)
)
PILE_RECYCLED = event("BF-R38", seat=SEAT, pile=PILE, says=words.recycled, weight=DETAIL, groups=(ASIDES,))
