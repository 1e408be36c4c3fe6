"""The format of a card set, ``challengers-cardset/1``: cards and what they do, as data.

A set is one JSON object. Eight kinds of effect cover every card of the box; ``manual`` stands
for all others: then the table says what happened.

======================  ==================================================================
op                      what it does
======================  ==================================================================
``power_bonus``         power for the card itself: on reveal, while attacking, with the flag
``aura``                power for other cards, from the bench
``move``                cards go from one zone to another
``look``                see cards of the own deck and put some of them elsewhere in it
``gain_fans``           fan tokens
``next_card_bonus``     power for the next card that is revealed
``extra_pick``          one more pick in the deck phase, against cards of the own deck
``base_power_is_round``  the base power is the number of the round
``manual``              none of these
======================  ==================================================================
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

FORMAT = "challengers-cardset/1"

Timing: TypeAlias = Literal[
    "reveal", "attack", "flag", "bench", "gain_flag", "flag_loss", "picked", "base"
]
Level: TypeAlias = Literal["S", "A", "B", "C", "R", "SOLO"]
Zone: TypeAlias = Literal[
    "self",
    "removed",
    "own_bench",
    "opp_bench",
    "own_exhaust",
    "opp_exhaust",
    "own_deck_top",
    "opp_deck_top",
    "own_deck_bottom",
    "opp_deck_bottom",
    "level_pile_A",
    "level_pile_B",
    "level_pile_C",
]
CountedThing: TypeAlias = Literal[
    "own_bench_cards",
    "opp_bench_cards",
    "own_bench_distinct_sets",
    "opp_bench_distinct_sets",
    "own_bench_empty_seats",
    "opponent_trophies",
]
LARGEST = 99
"""The largest number that a set may say."""

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
Then: TypeAlias = Literal["reorder_top", "one_bottom_one_top", "choose_to_top", "choose_to_bottom"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a card: strict, so that a misspelled field is an error and not a silence."""


class Filter(Part, frozen=True):
    """Which cards are meant; all that is given must hold. Powers are base powers."""

    name: str | None = None
    set: str | None = None
    level: Level | None = None
    base_power: Number | None = None
    base_power_max: Number | None = None


ANY = Filter()
"""Every card."""


class Per(Part, frozen=True):
    """What a bonus is multiplied by."""

    count: CountedThing
    filter: Filter = ANY


class If(Part, frozen=True):
    """What must hold for an effect."""

    own_bench_has: Filter | None = None
    own_bench_lacks: Filter | None = None
    own_deck_max: Number | None = None
    own_trophies_max: Number | None = None


class Cost(Part, frozen=True):
    """What an extra pick costs: cards of the own deck, the one just picked among them."""

    remove_from_deck: Number
    filter: Filter = ANY


class PowerBonus(Part, frozen=True, tag_field="op", tag="power_bonus"):
    """`amount`, once or per something counted, if something holds."""

    amount: Number
    per: Per | None = None
    condition: If | None = msgspec.field(default=None, name="if")


class Aura(Part, frozen=True, tag_field="op", tag="aura"):
    """`amount` for every other own card that fits, in a phase of the duel."""

    amount: Number
    filter: Filter = ANY
    phase: Literal["any", "attack", "flag"] = "any"


class Shift(Part, frozen=True, tag_field="op", tag="move"):
    """`min` to `max` cards go from `source` to `dest`; `chooser` picks them."""

    source: Zone
    dest: Zone
    min: Number
    max: Number
    chooser: Literal["self", "opponent", "none"]
    filter: Filter = ANY


class Look(Part, frozen=True, tag_field="op", tag="look"):
    """See the top `n` cards, or all, of the own deck."""

    zone: Literal["own_deck_top", "own_deck_all"]
    then: Then
    n: Number | None = None


class GainFans(Part, frozen=True, tag_field="op", tag="gain_fans"):
    """`amount` fan tokens from the bank."""

    amount: Number
    who: Literal["self", "opponent"]
    condition: If | None = msgspec.field(default=None, name="if")


class NextCardBonus(Part, frozen=True, tag_field="op", tag="next_card_bonus"):
    """`amount` for the next card that this side reveals, while it is in that phase."""

    amount: Number
    phase: Literal["any", "attack", "flag"] = "attack"


class ExtraPick(Part, frozen=True, tag_field="op", tag="extra_pick"):
    """One more pick from the same offer for a cost."""

    cost: Cost


class BasePowerIsRound(Part, frozen=True, tag_field="op", tag="base_power_is_round"):
    """The base power is the number of the round."""


class Manual(Part, frozen=True, tag_field="op", tag="manual"):
    """Something the format has no words for; the table says what came of it."""

    note: str


Effect: TypeAlias = (
    PowerBonus
    | Aura
    | Shift
    | Look
    | GainFans
    | NextCardBonus
    | ExtraPick
    | BasePowerIsRound
    | Manual
)


class Printing(Part, frozen=True):
    """A card as it is printed. `id` names the printing, `name` the bench seat it takes."""

    id: str
    name: str
    level: Level
    power: Number | None
    copies: Number = 1
    name_ko: str = ""
    timing: Timing | None = None
    effects: tuple[Effect, ...] = ()
    text: str = ""


class CardSet(Part, frozen=True):
    """A whole set: `set` is its symbol, `name` its name by language, `version` whatever its writer
    numbers it by, `total` the number of its cards when it is declared."""

    format: Literal["challengers-cardset/1"]
    set: str
    cards: tuple[Printing, ...]
    name: dict[str, str] = {}
    version: str = ""
    total: int | None = None
