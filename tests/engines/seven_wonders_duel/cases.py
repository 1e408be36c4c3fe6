"""How a case of 7 Wonders Duel is run: every one is told in words, and played by hand here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engines.seven_wonders_duel import engine
from engines.seven_wonders_duel.actions import Begin, Build, Paid, Token
from engines.values import Setup
from tests.cases import Case, Runner
from tests.engines.seven_wonders_duel.positions import (
    LAST,
    OTHER,
    City,
    lay_out,
    play_all,
    points,
    price,
    purses,
    totals,
    where,
)
from tests.traces.seven_wonders_duel import Table

BY_HAND: dict[str, Runner] = {}
UNREAD: dict[str, str] = {}
OUT_OF_SCOPE: dict[str, str] = {}
TIE = Path(__file__).parents[2] / "data" / "traces" / "seven-wonders-duel" / "swd-20-tie.json"

Wrong = list[str]


def runner(case: Case) -> Runner | None:
    """Return the function written for a case; no case of this game has a machine-readable part."""
    return BY_HAND.get(case["id"])


def case(case_id: str) -> Callable[[Callable[[], Wrong]], Callable[[], Wrong]]:
    """Register the function that plays a case."""

    def register(function: Callable[[], Wrong]) -> Callable[[], Wrong]:
        BY_HAND[case_id] = lambda _: function()
        return function

    return register


def compare(**pairs: tuple[Any, Any]) -> Wrong:
    """Return what is not as it should be: ``coins=([6, 7], purses(state))``."""
    return [
        f"{what}: expected {wanted!r}, is {found!r}"
        for what, (wanted, found) in pairs.items()
        if wanted != found
    ]


def clean(cited: set[str]) -> Wrong:
    """Return the rules that were broken where none should be."""
    return [f"cited {cited}"] if cited else []


def cites(rule: str, cited: set[str]) -> Wrong:
    """Return a complaint unless a rule was cited."""
    return [] if rule in cited else [f"expected {rule}, cited {cited}"]


def with_card(card: str, a: City = City(), b: City = City(), **more: Any) -> Any:  # noqa: B008
    """Return a table of Age III at which `card` can be taken, and another card after it."""
    other = "logging-camp" if card != "logging-camp" else "clay-pit"
    return lay_out(a, b, slots={LAST: card, OTHER: other}, **more)


# --- prices -----------------------------------------------------------------------------------


@case("swd-c001")
def printed_coins() -> Wrong:
    """A coin to the bank, and the other seat's turn."""
    state, cited = play_all(with_card("clay-pit", age=1), "b clay-pit")
    return clean(cited) + compare(coins=([6, 7], purses(state)), turn=(1, state.turn))


@case("swd-c002")
def own_production() -> Wrong:
    """Own stone costs nothing."""
    state, cited = play_all(with_card("baths", City(["quarry"])), "b baths")
    return clean(cited) + compare(coins=(7, purses(state)[0]))


@case("swd-c004")
def trade_against_one_symbol() -> Wrong:
    """Two, and one for the opponent's quarry."""
    state, cited = play_all(with_card("baths", b=City(["quarry"])), "b baths")
    return clean(cited) + compare(coins=(4, purses(state)[0]))


@case("swd-c005")
def trade_against_two_symbols() -> Wrong:
    """Two, and two for the opponent's stone."""
    state, cited = play_all(with_card("baths", b=City(["quarry", "stone-pit"])), "b baths")
    return clean(cited) + compare(coins=(3, purses(state)[0]))


@case("swd-c007")
def the_aqueduct() -> Wrong:
    """Three stone at four each."""
    state = lay_out(b=City(["shelf-quarry"]))
    return compare(price=(12, price(state, "aqueduct")))


@case("swd-c008")
def the_fortifications() -> Wrong:
    """Own stone, clay at three, papyrus at two."""
    state = lay_out(City(["quarry", "stone-pit"]), City(["clay-pool"]))
    return compare(price=(5, price(state, "fortifications")))


@case("swd-c010")
def a_fixed_price() -> Wrong:
    """A reserve buys at one."""
    state = with_card("baths", City(["stone-reserve"], coins=1), City(["quarry"]))
    state, cited = play_all(state, "b baths")
    return clean(cited) + compare(coins=(0, purses(state)[0]))


@case("swd-c011")
def one_of_three() -> Wrong:
    """The Caravansery gives the stone."""
    state, cited = play_all(with_card("baths", City(["caravansery"])), "b baths")
    return clean(cited) + compare(coins=(7, purses(state)[0]))


@case("swd-c013")
def one_of_three_raises_no_price() -> Wrong:
    """The opponent's Caravansery does not count."""
    return compare(price=(2, price(lay_out(b=City(["caravansery"])), "baths")))


@case("swd-c014")
def wonders_raise_no_price() -> Wrong:
    """Nor do the opponent's wonders."""
    state = lay_out(b=City(built=["the-great-lighthouse", "piraeus"]))
    return compare(stone=(2, price(state, "baths")), glass=(2, price(state, "apothecary")))


@case("swd-c016")
def a_chain_over_two_ages() -> Wrong:
    """Palisade makes Fortifications free."""
    state, cited = play_all(with_card("fortifications", City(["palisade"], coins=0)), "b fortif")
    return clean(cited) + compare(coins=(0, purses(state)[0]), pawn=(2, where(state)))


@case("swd-c017")
def a_chain_is_free_of_coins() -> Wrong:
    """Garrison makes Barracks free."""
    state, cited = play_all(with_card("barracks", City(["garrison"], coins=0)), "b barracks")
    return clean(cited) + compare(coins=(0, purses(state)[0]))


@case("swd-c019")
def no_credit() -> Wrong:
    """One coin does not buy a stone at two."""
    _, cited = play_all(with_card("baths", City(coins=1)), "b baths")
    return cites("D19", cited)


@case("swd-c020")
def a_covered_card() -> Wrong:
    """A card of row 3 at the start of Age I."""
    state = engine.open(Setup(seats=2, options={"wonders": "first-game"}))
    state, _ = play_all(state, "slot.6 altar")
    problems = []
    for text in ("b altar", "d altar"):
        _, cited = play_all(state, text)
        problems += cites("D11", cited)
    return problems


# --- discarding, wonders ----------------------------------------------------------------------


@case("swd-c022")
def discard_for_two() -> Wrong:
    """Two coins without a yellow card."""
    state, cited = play_all(with_card("baths"), "d baths")
    pile = list(state.book.holding("discard"))
    return clean(cited) + compare(coins=(9, purses(state)[0]), pile=(["baths"], pile))


@case("swd-c023")
def discard_with_yellow_cards() -> Wrong:
    """Two more for two yellow cards."""
    city = City(["quarry", "tavern", "clay-reserve"])
    state, cited = play_all(with_card("altar", city), "d altar")
    return clean(cited) + compare(coins=(11, purses(state)[0]))


@case("swd-c025")
def piraeus_with_the_press() -> Wrong:
    """Four units at two; the press does nothing."""
    state = with_card("press", City(coins=8, planned=["piraeus"]))
    state, cited = play_all(state, "w piraeus < press")
    under = list(state.book.holding("under.piraeus"))
    made = state.book.count("a.city", "press")
    return clean(cited) + compare(
        coins=(0, purses(state)[0]), under=(["press"], under), press=(0, made)
    )


@case("swd-c026")
def the_used_card_chains_nothing() -> Wrong:
    """The wonder's own cost, whatever card goes under it."""
    state = with_card("statue", City(["theater"], coins=8, planned=["the-pyramids"]))
    state, cited = play_all(state, "w pyramids < statue")
    return clean(cited) + compare(coins=(0, purses(state)[0]))


@case("swd-c028")
def another_turn() -> Wrong:
    """What is uncovered is turned up first, then the same seat goes on."""
    state = engine.open(Setup(seats=2, options={"wonders": "first-game"}))
    row = "slot.15 altar, slot.16 baths, slot.17 walls, slot.18 theater"
    state, _ = play_all(state, "= a 20", row, "d 15", "d 18", "w artemis < 16")
    asked = [prompt.place for prompt in engine.list_prompts(state)]
    return compare(turn=(0, state.turn), asked=(["slot.10", ""], asked))


@case("swd-c029")
def another_turn_is_lost() -> Wrong:
    """The last card of Age I went under the Sphinx."""
    city = City(coins=20, planned=["the-sphinx"])
    state, cited = play_all(lay_out(city, slots={20: "altar"}, age=1), "w sphinx < altar")
    return clean(cited) + compare(
        age=(2, state.age), pending=("begin", state.pending), chooser=(0, state.turn)
    )


@case("swd-c031")
def the_appian_way() -> Wrong:
    """Eight to pay, three to get."""
    state = with_card("altar", City(["forum"], coins=8, planned=["the-appian-way"]))
    state, cited = play_all(state, "w appian < altar")
    return clean(cited) + compare(coins=([3, 4], purses(state)))


@case("swd-c032")
def nobody_goes_below_zero() -> Wrong:
    """Two of the three coins are there."""
    state = with_card("altar", City(coins=10, planned=["the-appian-way"]), City(coins=2))
    state, cited = play_all(state, "w appian < altar")
    return clean(cited) + compare(coins=([3, 0], purses(state)))


# --- military ---------------------------------------------------------------------------------


@case("swd-c034")
def loot_of_two() -> Wrong:
    """The third space costs two."""
    state, cited = play_all(with_card("guard-tower", at=2), "b guard-tower")
    loot = list(state.book.holding("b.loot"))
    return clean(cited) + compare(
        pawn=(3, where(state)), coins=(5, purses(state)[1]), loot=(["loot-5"], loot)
    )


@case("swd-c035")
def both_loot_tokens() -> Wrong:
    """Four spaces from the third, both tokens still there."""
    state = with_card("arsenal", City(coins=30, tokens=["strategy"]), City(coins=6), at=3)
    state, cited = play_all(state, "b arsenal")
    return clean(cited) + compare(
        pawn=(7, where(state)), coins=(0, purses(state)[1]), loot=(0, state.book.size("b.loot"))
    )


@case("swd-c037")
def loot_from_the_poor() -> Wrong:
    """One coin is lost; the token goes all the same."""
    state, cited = play_all(with_card("guard-tower", b=City(coins=1), at=2), "b guard-tower")
    return clean(cited) + compare(
        coins=(0, purses(state)[1]), loot=(0, state.book.count("b.loot", "loot-2"))
    )


@case("swd-c038")
def loot_only_once() -> Wrong:
    """The token is gone: nothing is lost."""
    state = with_card("guard-tower", at=2, loot=(("loot-2", "loot-5"), ("loot-5",)))
    state, cited = play_all(state, "b guard-tower")
    return clean(cited) + compare(coins=(7, purses(state)[1]))


@case("swd-c040")
def shields_left_over() -> Wrong:
    """Three shields, one space."""
    state, cited = play_all(with_card("pretorium", City(coins=8), at=8), "b pretorium")
    standing = engine.standing(state)
    return clean(cited) + compare(
        pawn=(9, where(state)),
        won=(((0,), "end.military"), (standing.winners, standing.reason)),
    )


@case("swd-c041")
def supremacy_before_the_choice() -> Wrong:
    """Circus Maximus wins: nothing is razed."""
    city = City(coins=20, planned=["circus-maximus"])
    state = with_card("altar", city, City(["press"]), at=8)
    state, cited = play_all(state, "w circus < altar")
    asked = engine.list_prompts(state)
    return clean(cited) + compare(over=(True, state.over), asked=((), asked))


@case("swd-c043")
def military_points() -> Wrong:
    """Two and four spaces."""
    found = [points(lay_out(at=at), 0, "line.military") for at in (2, 4)]
    return compare(points=([2, 5], found))


@case("swd-c044")
def military_points_at_the_borders() -> Wrong:
    """The borders of the zones."""
    found = [points(lay_out(at=at), 0, "line.military") for at in (3, 5, 6, 8)]
    return compare(points=([5, 5, 10, 10], found))


# --- science ----------------------------------------------------------------------------------


@case("swd-c046")
def a_token_first() -> Wrong:
    """Nothing else may be done while a token is to be chosen."""
    city = City(coins=20, planned=["the-pyramids"])
    state = with_card("altar", city, board=["law"], pending="token", lifted=18)
    problems = []
    for text in ("a: b altar", "a: d altar", "a: w pyramids < altar"):
        _, cited = play_all(state, text)
        problems += cites("D35", cited)
    return problems


@case("swd-c047")
def a_token_from_the_board() -> Wrong:
    """Strategy does not lie there."""
    state = with_card("altar", board=["law"], pending="token", lifted=18)
    _, cited = play_all(state, Token(seat=0, token="strategy"))  # noqa: S106
    return cites("D35", cited)


@case("swd-c049")
def no_token_left() -> Wrong:
    """A pair without a token on the board."""
    state, cited = play_all(with_card("school", City(["apothecary"], coins=20)), "b school")
    return clean(cited) + compare(pending=("", state.pending), turn=(1, state.turn))


@case("swd-c050")
def six_symbols() -> Wrong:
    """The sixth is on the University, Law is the fifth."""
    green = ["pharmacist", "scriptorium", "school", "laboratory"]
    state = with_card("university", City(green, coins=20, tokens=["law"]))
    state, cited = play_all(state, "b university")
    standing = engine.standing(state)
    return clean(cited) + compare(won=(((0,), "end.science"), (standing.winners, standing.reason)))


@case("swd-c052")
def law_is_the_sixth() -> Wrong:
    """The Great Library draws Law."""
    green = ["pharmacist", "scriptorium", "school", "laboratory", "university"]
    city = City(green, coins=20, planned=["the-great-library"])
    state, cited = play_all(with_card("altar", city), "w library < altar")
    state, more = play_all(state, "law, theology, economy", "law")
    standing = engine.standing(state)
    return clean(cited | more) + compare(
        won=(((0,), "end.science"), (standing.winners, standing.reason))
    )


@case("swd-c053")
def law_makes_no_pair() -> Wrong:
    """No green card shows the scales: nothing can be paired with Law."""
    symbols = [card for card in engine.catalog() if card.facts.get("symbol") == "law"]
    state = with_card("scriptorium", City(tokens=["law"]), board=["economy"])
    state, cited = play_all(state, "b scriptorium")
    kinds = [piece.kind for piece in symbols]
    return clean(cited) + compare(kinds=(["token"], kinds), pending=("", state.pending))


# --- between the ages -------------------------------------------------------------------------


@case("swd-c055")
def the_last_taker_chooses() -> Wrong:
    """Pawn in the middle; by the first printing the last taker begins."""
    state, cited = play_all(lay_out(slots={20: "altar"}, age=1), "b altar")
    first, _ = play_all(lay_out(slots={20: "altar"}, age=1, middle_begins=True), "b altar")
    return clean(cited) + compare(
        chooser=(("begin", 0), (state.pending, state.turn)),
        begins=(("", 0), (first.pending, first.turn)),
    )


@case("swd-c056")
def no_beginner_in_between() -> Wrong:
    """Nobody says who begins in the middle of an age, or in the draft."""
    problems = []
    for state in (with_card("altar"), engine.open(Setup(seats=2))):
        _, cited = play_all(state, Begin(seat=0, who=1))
        problems += cites("D39", cited)
    return problems


# --- coins for cards --------------------------------------------------------------------------


@case("swd-c058")
def chamber_of_commerce() -> Wrong:
    """Six for two grey cards of one's own."""
    mine = City(["press", "drying-room"], coins=0)
    state = with_card("chamber-of-commerce", mine, City(["glassworks"]))
    state, cited = play_all(state, "b chamber")
    return clean(cited) + compare(coins=(6, purses(state)[0]))


@case("swd-c059")
def arena() -> Wrong:
    """Four for two wonders constructed."""
    mine = City(
        ["brewery"],
        coins=0,
        built=["the-pyramids", "the-sphinx"],
        planned=["piraeus", "the-colossus"],
    )
    theirs = City(
        built=[
            "the-mausoleum",
            "the-appian-way",
            "the-great-library",
            "circus-maximus",
        ]
    )
    state, cited = play_all(with_card("arena", mine, theirs), "b arena")
    return clean(cited) + compare(coins=(4, purses(state)[0]))


@case("swd-c061")
def shipowners_guild() -> Wrong:
    """Four cards in one city, never three and three."""
    mine = City(["lumber-yard", "clay-pool", "quarry"], coins=20)
    theirs = City(["stone-pit", "press", "glassworks", "drying-room"])
    state = with_card("shipowners-guild", mine, theirs)
    due = price(state, "shipowners-guild")
    state, cited = play_all(state, "b shipowners")
    return clean(cited) + compare(coins=(20 - due + 4, purses(state)[0]))


@case("swd-c062")
def tacticians_guild() -> Wrong:
    """Three red cards on either side."""
    mine = City(["palisade", "fortifications", "circus"], coins=2)
    theirs = City(["walls", "arsenal", "archery-range"])
    state = with_card("tacticians-guild", mine, theirs)
    paid = Paid(0)  # the case gives no production: what was paid does not matter here
    state, _ = play_all(state, Build(seat=0, card="tacticians-guild", paid=paid))
    return compare(coins=(5, purses(state)[0]))


# --- scoring ----------------------------------------------------------------------------------


@case("swd-c064")
def a_shared_victory() -> Wrong:
    """Fifteen each, nine on blue cards each."""
    mine = City(["temple", "obelisk"], coins=0, built=["the-great-library"])
    theirs = City(["theater", "gardens", "archery-range", "dispensary"], 0, tokens=["agriculture"])
    state = lay_out(mine, theirs, at=1, over=True, end="civilian")
    standing = engine.standing(state)
    blue = [score.ties for score in standing.scores]
    return compare(
        points=([15, 15], totals(state)),
        blue=([(9,), (9,)], blue),
        won=(((0, 1), "end.shared"), (standing.winners, standing.reason)),
    )


@case("swd-c065")
def blue_cards_decide() -> Wrong:
    """Fourteen each, eight on blue cards for the second seat alone."""
    mine = City(["port"], coins=0, built=["piraeus"], tokens=["philosophy"])
    theirs = City(["theater", "senate", "archery-range", "university"], 0, tokens=["agriculture"])
    state = lay_out(mine, theirs, at=1, over=True, end="civilian")
    standing = engine.standing(state)
    return compare(points=([14, 14], totals(state)), won=((1,), standing.winners))


@case("swd-c067")
def wonder_points() -> Wrong:
    """Only constructed wonders score."""
    mine = City(coins=0, built=["the-pyramids", "piraeus"], planned=["the-colossus"])
    return compare(points=(11, totals(lay_out(mine, City(coins=0)))[0]))


# --- progress tokens --------------------------------------------------------------------------


@case("swd-c068")
def economy() -> Wrong:
    """Three at one and two at two go to the opponent."""
    mine = City(["press", "stone-reserve"], coins=10)
    state = with_card("town-hall", mine, City(coins=0, tokens=["economy"]))
    state, cited = play_all(state, "b town-hall")
    return clean(cited) + compare(coins=([3, 7], purses(state)))


@case("swd-c070")
def economy_gets_what_was_paid() -> Wrong:
    """A reserve pays one, and one is what Economy gets."""
    theirs = City(["quarry", "stone-pit"], coins=0, tokens=["economy"])
    state, cited = play_all(with_card("baths", City(["stone-reserve"]), theirs), "b baths")
    return clean(cited) + compare(coins=([6, 1], purses(state)))


@case("swd-c071")
def economy_gets_no_printed_coins() -> Wrong:
    """Three printed coins to the bank, two for clay to the opponent."""
    state = with_card("forum", b=City(coins=0, tokens=["economy"]))
    state, cited = play_all(state, "b forum")
    return clean(cited) + compare(coins=([2, 2], purses(state)))


@case("swd-c073")
def masonry() -> Wrong:
    """Two of the dearest units off a blue building, none off a green one."""
    mine = City(["customs-house", "clay-pool"], coins=10, tokens=["masonry"])
    state = lay_out(mine, City(["sawmill", "glassblower"]))
    return compare(prices=([2, 8], [price(state, "palace"), price(state, "academy")]))


@case("swd-c074")
def rebate_and_choice_together() -> Wrong:
    """The Caravansery takes the dear wood, the rebate stone and papyrus: not one after the other.

    Temple: wood at 4, papyrus at 2. Pantheon: clay 2, wood 4, papyrus 2 + 2.
    """
    mine = City(["caravansery"], coins=20, tokens=["masonry"])
    state = lay_out(mine, City(["sawmill"]))
    found = [price(state, "temple"), price(state, "pantheon"), price(state, "town-hall")]
    return compare(prices=([0, 2, 4], found))


@case("swd-c076")
def free_is_not_chained() -> Wrong:
    """The Altar costs nothing; Urbanism pays for chains alone."""
    state, cited = play_all(with_card("altar", City(tokens=["urbanism"])), "b altar")
    return clean(cited) + compare(coins=(7, purses(state)[0]))


@case("swd-c077")
def the_mausoleum_is_no_chain() -> Wrong:
    """Statue from the discard pile, Theater in the city."""
    mine = City(["theater"], coins=20, planned=["the-mausoleum"], tokens=["urbanism"])
    state = with_card("altar", mine, discarded=["statue"])
    due = price(state, "the-mausoleum")
    state, cited = play_all(state, "w mausoleum < altar", "statue")
    return clean(cited) + compare(
        coins=(20 - due, purses(state)[0]), statue=(1, state.book.count("a.city", "statue"))
    )


@case("swd-c079")
def strategy_on_red_buildings() -> Wrong:
    """Two shields and one."""
    state = with_card("archery-range", City(coins=20, tokens=["strategy"]))
    state, cited = play_all(state, "b archery")
    return clean(cited) + compare(pawn=(3, where(state)))


@case("swd-c080")
def no_strategy_on_wonders() -> Wrong:
    """The Colossus has two shields, no more."""
    mine = City(coins=20, planned=["the-colossus"], tokens=["strategy"])
    state, cited = play_all(with_card("altar", mine), "w colossus < altar")
    return clean(cited) + compare(pawn=(2, where(state)))


@case("swd-c082")
def theology() -> Wrong:
    """The Pyramids give another turn."""
    mine = City(coins=20, planned=["the-pyramids"], tokens=["theology"])
    state, cited = play_all(with_card("altar", mine), "w pyramids < altar")
    return clean(cited) + compare(turn=(0, state.turn), extra=(True, state.extra))


@case("swd-c083")
def choice_then_another_turn() -> Wrong:
    """First a brown card is razed, then the same seat goes on."""
    mine = City(coins=20, planned=["the-statue-of-zeus"], tokens=["theology"])
    state, cited = play_all(with_card("altar", mine, City(["quarry"])), "w zeus < altar")
    owed = (state.pending, state.turn)
    state, more = play_all(state, "quarry")
    return clean(cited | more) + compare(
        owed=(("brown", 0), owed), turn=((0, True), (state.turn, state.extra))
    )


@case("swd-c085")
def nothing_to_raze() -> Wrong:
    """Without a grey card the shield and the points count all the same."""
    mine = City(coins=20, planned=["circus-maximus"])
    state, cited = play_all(with_card("altar", mine, City(["quarry"])), "w circus < altar")
    return clean(cited) + compare(
        pending=("", state.pending),
        pawn=(1, where(state)),
        points=(3, points(state, 0, "circus-maximus")),
    )


@case("swd-c086")
def what_zeus_razes_can_be_revived() -> Wrong:
    """The Quarry is in the discard pile, and the Mausoleum takes it."""
    mine = City(coins=40, planned=["the-statue-of-zeus"])
    theirs = City(["quarry"], coins=40, planned=["the-mausoleum"])
    state, cited = play_all(with_card("altar", mine, theirs), "w zeus < altar", "quarry")
    state, more = play_all(state, f"w mausoleum < {OTHER}", "quarry")
    return clean(cited | more) + compare(quarry=(1, state.book.count("b.city", "quarry")))


@case("swd-c088")
def the_mausoleum_takes_the_one_named() -> Wrong:
    """The middle one of three leaves the pile."""
    pile = ["palace", "obelisk", "senate"]
    mine = City(coins=20, planned=["the-mausoleum"])
    state, cited = play_all(with_card("altar", mine, discarded=pile), "w maus < altar", "obelisk")
    left = list(state.book.holding("discard"))
    return clean(cited) + compare(pile=(["palace", "senate"], left))


@case("swd-c089")
def the_mausoleum_with_an_empty_pile() -> Wrong:
    """Two points and no card."""
    state, cited = play_all(
        with_card("altar", City(coins=20, planned=["the-mausoleum"])), "w maus < altar"
    )
    return clean(cited) + compare(
        pending=("", state.pending), points=(2, points(state, 0, "the-mausoleum"))
    )


@case("swd-c091")
def mathematics() -> Wrong:
    """Seven and six against four."""
    mine = City(coins=0, tokens=["philosophy", "mathematics"])
    theirs = City(coins=0, tokens=["agriculture", "strategy"])
    return compare(points=([13, 4], totals(lay_out(mine, theirs))))


@case("swd-c092")
def agriculture() -> Wrong:
    """Six coins, worth two points, and four."""
    state = with_card("altar", City(coins=0), board=["agriculture"], pending="token", lifted=18)
    state, cited = play_all(state, "agriculture")
    return clean(cited) + compare(coins=(6, purses(state)[0]), points=(6, totals(state)[0]))


@case("swd-c094")
def the_tie_of_a_trace() -> Wrong:
    """56 each, 23 on blue cards each: shared."""
    table = Table(json.loads(TIE.read_text(encoding="utf-8")))
    for step in table.trace["steps"]:
        table.step(step)
    standing = engine.standing(table.state)
    return compare(points=([56, 56], totals(table.state)), won=((0, 1), standing.winners))


@case("swd-c095")
def a_discarded_card_first() -> Wrong:
    """Nothing else may be done while the Mausoleum waits."""
    mine = City(coins=40, planned=["the-mausoleum", "the-pyramids"])
    state, _ = play_all(with_card("altar", mine, discarded=["palace"]), "w maus < altar")
    problems = []
    for text in (f"a: b {OTHER}", f"a: d {OTHER}", f"a: w pyramids < {OTHER}"):
        _, cited = play_all(state, text)
        problems += cites("D24", cited)
    return problems


@case("swd-c097")
def no_help_before_it_is_built() -> Wrong:
    """A wonder that is only planned produces nothing."""
    state = lay_out(City(planned=["the-great-lighthouse", "piraeus"]))
    return compare(wood=(2, price(state, "stable")), glass=(2, price(state, "apothecary")))


@case("swd-c098")
def two_zones_in_one_move() -> Wrong:
    """Two and then five are lost."""
    mine = City(coins=12)
    theirs = City(coins=40, tokens=["strategy"])
    state = with_card("arsenal", mine, theirs, turn=1, at=-2)
    state, cited = play_all(state, "b arsenal")
    return clean(cited) + compare(
        pawn=(-6, where(state)), coins=(5, purses(state)[0]), loot=(0, state.book.size("a.loot"))
    )
