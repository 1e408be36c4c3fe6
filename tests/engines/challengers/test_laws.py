"""What must hold for Challengers! however it is played: the engine's laws, parks side by side,
levels mixed, every card revealed and every effect fired."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engines import LANGUAGES
from engines.board import Panel
from engines.book import is_unknown
from engines.challengers import engine
from engines.challengers.actions import Option, Pick, Ready, Redraw, Remove, Reveal, Win
from engines.challengers.cards.catalog import BOX, CARDS, FINAL, PARKS
from engines.challengers.cards.format import ExtraPick, GainFans, Look, NextCardBonus, Shift
from engines.challengers.duel import effects
from engines.challengers.duel.quote import find_comparisons, quote
from engines.challengers.duel.results import can_keep_decks
from engines.challengers.opening import LEVELS, SEATS
from engines.challengers.state import Player, State
from engines.protocol import find_breaches
from engines.values import TABLE, Action, DecodeError, Prompt, Setup
from replay.lab.conformance import check_game, conform
from replay.lab.dealer import Dealer
from replay.lab.laws import PlayedGame, check_booking, distort_action
from replay.speech.voice import Voice
from tests.engines.challengers.positions import PARK, begin, lay_out
from tests.some import some

LIFT = {"op": "move", "source": "own_exhaust", "dest": "own_deck_top"}
UNDER = {
    "op": "move",
    "source": "own_deck_top",
    "dest": "own_deck_bottom",
    "min": 1,
    "max": 1,
    "chooser": "none",
}
CUSTOM = {
    "format": "challengers-cardset/1",
    "set": "beach",
    "cards": [
        {
            "id": "beach-surfer-a",
            "name": "Surfer",
            "level": "A",
            "power": 2,
            "copies": 20,
            "timing": "attack",
            "effects": [{"op": "power_bonus", "amount": 1}],
        },
        {
            "id": "beach-lift-b",
            "name": "Lift",
            "level": "B",
            "power": 3,
            "copies": 20,
            "timing": "reveal",
            "effects": [LIFT | {"min": 0, "max": 1, "chooser": "self"}],
        },
        {
            "id": "beach-odd-b",
            "name": "Odd",
            "level": "B",
            "power": 3,
            "copies": 20,
            "timing": "reveal",
            "effects": [{"op": "manual", "note": "anything"}],
        },
        {
            "id": "beach-wave-a",
            "name": "Wave",
            "level": "A",
            "power": 1,
            "copies": 20,
            "timing": "reveal",
            "effects": [UNDER, {"op": "next_card_bonus", "amount": 2, "phase": "any"}],
        },
        {
            "id": "beach-star-a",
            "name": "Star",
            "level": "A",
            "power": 1,
            "copies": 20,
            "timing": "picked",
            "effects": [{"op": "gain_fans", "amount": 2, "who": "self"}],
        },
    ],
}


@pytest.mark.parametrize(
    "setup",
    [
        Setup(1, level="full", options={"solo_level": 5, "challenge": True}),
        Setup(2, level="full", options={"tray_refill": "when_empty"}),
        Setup(2, level="actions", options={"reveal_bonus": "live"}),
        Setup(3, level="full", options={"robot_blank_foreign": False}),
        Setup(4, level="actions", options={"flag_effect_order": "gain_first"}),
        Setup(2, level="full", options={"cardsets": [CUSTOM]}),
        Setup(8, level="summary"),
        Setup(7, level="results", options={"consolation_fan": True}),
    ],
    ids=lambda setup: f"{setup.seats}-{setup.level}",
)
def test_random_tournaments_keep_the_laws(setup: Setup) -> None:
    assert conform(engine, [setup], games=1, seed=17) == []


def test_three_hundred_duels_keep_the_laws() -> None:
    """Every number of seats, at every level; `foldtable conform` plays as many as one asks."""
    duels = 0
    setups = [Setup(seats, seats - 1, {}, level) for level in LEVELS[:2] for seats in SEATS]
    setups += [Setup(seats, 0, {}, level) for level in LEVELS[2:] for seats in (1, 2)]
    for seed, setup in enumerate(setups):
        assert conform(engine, [setup], games=1, seed=seed) == []
        state = engine.open(setup)
        for _, action in Dealer(engine, seed).play(setup):
            state, _ = engine.apply(state, action)
        duels += len(state.outcomes)
    assert duels >= 300


def play_on(state: State, dealer: Dealer[State], prompts: list[Prompt]) -> tuple[State, Action]:
    """Return the table after a legal answer to one of some prompts, and the answer."""
    action = dealer.answer(state, dealer.random.choice(prompts))
    return engine.apply(state, action)[0], action


def of_park(state: State, park: str) -> list[Prompt]:
    """Return what a park asks for."""
    duel = state.duels.get(park)
    sides = duel.sides if duel is not None else ()
    return [
        prompt
        for prompt in engine.list_prompts(state)
        if prompt.place == park
        or (prompt.ask.startswith("ask.seen") and prompt.place.partition(".")[0] in sides)
    ]


def is_phase(prompt: Prompt) -> bool:
    """Return whether a prompt is about a deck phase."""
    return prompt.ask in ("ask.trim", "ask.refill") or prompt.ask.startswith("ask.deck")


def interleave(lines: dict[str, list[Action]], chance: random.Random) -> Iterator[Action]:
    """Yield the actions of several lines in some order that keeps each line's."""
    left = {key: list(actions) for key, actions in lines.items()}
    while any(left.values()):
        yield left[chance.choice([key for key, actions in left.items() if actions])].pop(0)


@pytest.mark.parametrize(("seats", "level"), [(8, "full"), (7, "full"), (4, "actions")])
def test_parks_may_be_recorded_in_any_order(seats: int, level: str) -> None:
    """The fold of an interleaving is the fold of any other that keeps each park's order, and none
    of its actions breaks a rule."""
    dealer, chance = Dealer(engine, seats), random.Random(seats)
    state = engine.open(Setup(seats, level=level))
    while prompts := engine.list_prompts(state):
        phase = [prompt for prompt in prompts if is_phase(prompt)]
        told = [p for p in prompts if p.ask in ("ask.trophy", "ask.finalists")]
        if phase or told:
            state, _ = play_on(state, dealer, phase or told)
            continue
        before, lines = state, dict[str, list[Action]]()
        for park in [p for p in state.rounds if of_park(state, p)]:
            round_ = state.rounds[park]
            lines[park] = []
            while not state.over and state.rounds[park] == round_:
                state, action = play_on(state, dealer, of_park(state, park)[:1])
                lines[park].append(action)
        for _ in range(2):
            other = before
            for action in some(interleave(lines, chance)):
                assert find_breaches(engine, other, action) == ()
                other, _ = engine.apply(other, action)
            assert other == state
    assert len(state.outcomes) == 7 * ((seats + 1) // 2) + (seats > 2)


def test_deck_phases_may_be_recorded_in_any_order() -> None:
    """Only the plies that a deck's history cites depend on the order of the record."""
    dealer, chance = Dealer(engine, 5), random.Random(5)
    state = before = engine.open(Setup(6, level="actions"))
    lines: dict[str, list[Action]] = {}
    for seat in range(6):
        while mine := [p for p in engine.list_prompts(state) if p.seat == seat]:
            state, action = play_on(state, dealer, mine)
            lines.setdefault(str(seat), []).append(action)
    for _ in range(3):
        other = before
        for action in interleave(lines, chance):
            other, _ = engine.apply(other, action)
        assert forget_plies(other) == forget_plies(state)


def forget_plies(state: State) -> State:
    """Return the table without the plies in its decks' histories."""

    def blank(player: Player) -> Player:
        return replace(player, history=tuple(replace(e, ply=0) for e in player.history))

    return replace(state, players={side: blank(p) for side, p in state.players.items()})


def mixed_match(seats: int, seed: int) -> tuple[Setup, list[Action]]:
    """Return a match in which every duel is recorded at a level of its own, at random."""
    dealer, chance = Dealer(engine, seed), random.Random(seed)
    setup = Setup(seats, level="full")
    state, actions = engine.open(setup), list[Action]()
    coarse: set[str] = set()
    while prompts := engine.list_prompts(state):
        prompt = prompts[0] if prompts[0].seat == TABLE else dealer.random.choice(prompts)
        action = dealer.answer(state, prompt)
        park = prompt.place
        if park in PARKS and park not in state.duels and chance.random() < 0.5:
            coarse.add(f"{park}.{state.rounds[park]}")
            level = chance.choice(("results", "summary"))
            ask = "ask.win" if level == "results" else "ask.win.summary"
            choices = list(engine.choices(replace(state, level=level), replace(prompt, ask=ask)))
            action = dealer.fill(chance.choice(choices))
        elif park in state.duels and chance.random() < 0.02:
            sides = state.duels[park].sides
            kept = can_keep_decks(state, park)
            action = Win(park=park, winner=sides[0], loser=sides[1], kept=kept)
        state, _ = engine.apply(state, action)
        actions.append(action)
    assert coarse
    return setup, actions


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_levels_mix_and_the_standings_are_those_of_the_results(seats: int) -> None:
    """A match recorded in every way stands as one of which only the results were written down."""
    setup, actions = mixed_match(seats, seats)
    state = engine.open(setup)
    for action in some(actions):
        assert find_breaches(engine, state, action) == ()
        state, _ = engine.apply(state, action)
    plain = engine.open(replace(setup, level="results"))
    for key, outcome in sorted(state.outcomes.items(), key=lambda item: item[1].round):
        del key
        if outcome.park == FINAL:
            continue
        win = Win(park=outcome.park, winner=outcome.winner, loser=outcome.loser, fans=outcome.fans)
        plain, _ = engine.apply(plain, win)
    picked = {side: state.book.count(f"{side}.fans", "fan") for side in state.players}
    for side, n in picked.items():
        (count,) = engine.parse(f"= {side} {n}", plain) if side != "robot" else (None,)
        plain = engine.apply(plain, count)[0] if count is not None else plain
    for action in actions:
        if action.verb == "trophy":
            plain, _ = engine.apply(plain, action)
    final = next((o for o in state.outcomes.values() if o.park == FINAL), None)
    if final is not None:
        assert plain.finalists == state.finalists
        plain, _ = engine.apply(plain, Win(park=FINAL, winner=final.winner, loser=final.loser))
    if seats > 2:
        ours, theirs = engine.standing(state), engine.standing(plain)
        assert [s.total for s in ours.scores] == [s.total for s in theirs.scores]
        assert ours.winners == theirs.winners
    assert list(check_game(engine, PlayedGame(setup, tuple(actions[:60])), seats)) == []


class Fired:
    """Which cards were revealed, and which of their effects have shown."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.revealed: Counter[str] = Counter()
        self.cards: set[str] = set()
        self.cyborgs: set[tuple[int, int]] = set()
        for kind in (Shift, Look, GainFans, NextCardBonus):
            monkeypatch.setitem(effects.EFFECTS, kind, self.watch(effects.EFFECTS[kind]))

    def watch(self, carry_out: Callable[..., None]) -> Callable[..., None]:
        """Return a primitive that also notes the card whose effect has moved or paid something."""

        def watch(play: Any, step: Any, effect: Any) -> None:
            moves = len(play.booking.moves)
            looks, coming, steps = len(play.looks), play.coming, len(play.steps)
            carry_out(play, step, effect)
            after = (len(play.booking.moves), len(play.looks), play.coming, len(play.steps))
            if after != (moves, looks, coming, steps):
                self.cards.add(step.card)

        return watch

    def see(self, state: State, action: Action) -> None:
        """Note what an action reveals, and whose bonuses its comparison counts."""
        if isinstance(action, Reveal):
            self.revealed[action.card] += 1
        for line in quote(state, action):
            if line.label in ("line.reveal", "line.attack", "line.flag", "line.aura"):
                self.cards.add(line.item)
            if line.label == "line.base" and line.item == "robot-cyborg-s":
                self.cyborgs.add((abs(line.n), state.duels[PARK].round))
                self.cards.add(line.item)


def test_every_printing_is_revealed_and_every_effect_fires(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Random duels with random decks of all cards: 500 of them, each known to the last card."""
    fired = Fired(monkeypatch)
    people = [card for card, found in CARDS.items() if found.set != "robot"]
    robots = [card for card, found in CARDS.items() if found.set == "robot"]
    reveals = 0
    for seed in range(500):
        chance, dealer = random.Random(seed), Dealer(engine, seed)
        other = "robot" if seed % 3 == 0 else "b"
        decks = {
            "a": chance.sample(people, chance.randrange(4, 13)),
            other: chance.sample(robots, 9) if other == "robot" else chance.sample(people, 12),
        }
        owned = {"a": chance.randrange(5), other: chance.randrange(5)}
        laid = lay_out(decks, round_=chance.randrange(1, 8), trophies=owned)
        state = begin(replace(laid, level="full"), chance.choice(["a", other]))
        while PARK in state.duels:
            prompt = next(iter(of_park(state, PARK)))
            action = dealer.answer(state, prompt)
            fired.see(state, action)
            state, _ = engine.apply(state, action)
            reveals += action.verb == "reveal"
    assert set(CARDS) - set(fired.revealed) == set()
    in_duels = {
        card
        for card, found in CARDS.items()
        if found.effects and not any(isinstance(e, ExtraPick) for e in found.effects)
    }
    assert all(power == round_ for power, round_ in some(fired.cyborgs))
    assert in_duels - fired.cards - {"space-clones-b"} == set()
    assert reveals > 5000


def list_candidates(state: State, prompt: Prompt) -> list[Action]:
    """Return actions that may or may not be legal in answer to a prompt: with every card of the box
    in a seat's deck phase, or as the next card of a duel."""
    if prompt.kind == "reveal":
        return [Reveal(park=prompt.place, card=card) for card in CARDS]
    if prompt.kind not in ("option", "remove"):
        return []
    seat = prompt.seat
    return [
        *(Remove(seat=seat, card=card) for card in CARDS),
        *(Pick(seat=seat, card=card) for card in CARDS),
        *(Option(seat=seat, level=level, picks=picks) for level in "ABC" for picks in (1, 2)),
        Ready(seat=seat),
        Redraw(seat=seat),
    ]


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_F27_what_is_offered_is_exactly_what_is_legal(seed: int) -> None:
    """In random games, for every card in the box: remove, pick, option, ready, redraw, reveal."""
    setup = Setup(3 + seed % 2, level=("actions", "full")[seed % 2])
    chance = random.Random(seed)
    compared: Counter[str] = Counter()
    for state, _ in Dealer(engine, seed).play(setup):
        if chance.random() > 0.12:
            continue
        for prompt in engine.list_prompts(state):
            offered = [choice.action for choice in engine.choices(state, prompt)]
            for action in list_candidates(state, prompt):
                legal = find_breaches(engine, state, action) == ()
                assert legal == (action in offered), (prompt, engine.write(action))
                compared[action.verb] += legal
    assert set(compared) == {"remove", "pick", "option", "ready", "redraw", "reveal"}


def weigh_deck_choices(state: State) -> dict[str, int]:
    """Return the weights of what the first seat may do in its deck phase, by the full notation."""
    (prompt,) = [one for one in engine.list_prompts(state) if one.place == "a.deck"]
    choices = engine.choices(state, prompt)
    return {engine.write(choice.action): choice.weight for choice in choices}


def test_F27_cards_may_be_removed_and_the_phase_ended_before_all_is_picked() -> None:
    """Chance does so seldom: such choices have no weight."""
    state = engine.open(Setup(2, level="actions"))
    for _ in range(2):
        found = weigh_deck_choices(state)
        assert found["a: ready"] == found["a: remove city-dog-s"] == 0
        state, _ = engine.apply(state, Pick(seat=0, card="film-cat-a"))
    found = weigh_deck_choices(state)
    assert (found["a: ready"], found["a: remove film-cat-a"]) == (1, 2)


def test_power_is_the_sum_of_its_terms() -> None:
    """What a comparison weighs and how it is explained are the same numbers."""
    people, compared = [card for card, found in CARDS.items() if found.set != "robot"], 0
    for seed in range(60):
        chance, dealer = random.Random(seed), Dealer(engine, seed)
        options = {"reveal_bonus": chance.choice(["fixed", "live"])}
        decks = {side: chance.sample(people, 12) for side in "ab"}
        state = begin(lay_out(decks, options=options), "a")
        while PARK in state.duels:
            action = dealer.answer(state, of_park(state, PARK)[0])
            moving = action.verb in ("reveal", "choose")
            for comparison in find_comparisons(state, action) if moving else ():
                assert sum(term.n for term in comparison.attack_terms) == comparison.attack
                assert sum(term.n for term in comparison.flag_terms) == comparison.flag
                compared += 1
            state, _ = engine.apply(state, action)
    assert compared > 300


def width(panel: Panel, voice: Voice) -> int:
    """Return how wide a panel is when no cell is folded: a column is as wide as its widest cell."""
    labels = [voice.seat(r.seat) if r.seat is not None else voice.say(r.label) for r in panel.rows]
    columns = [max(map(cell_len, [*(f"> {label}" for label in labels), voice.say(panel.title)]))]
    for n in range(max(len(row.cells) for row in panel.rows)):
        texts = [voice.say(str(panel.columns[n]))] if n < len(panel.columns) else []
        for row in panel.rows:
            if n < len(row.cells):
                cell = row.cells[n]
                number = "" if cell.n is None else f" {cell.n}"
                texts.append((voice.say(cell.text) if cell.text else "") + number + "*")
        columns.append(max(map(cell_len, texts), default=0))
    return sum(columns) + 2 * (len(columns) - 1)


def test_standings_pairings_bracket_and_duels_fit_80_columns() -> None:
    names = ("Annabelle", "Bartholomew", "Cy", "Dora", "김서연", "Finn", "Gus", "Hana")
    voices = [Voice(engine, lang, names) for lang in LANGUAGES]
    titles = set()
    for number, (state, _) in enumerate(Dealer(engine, 4).play(Setup(8, level="full"))):
        if number % 9:
            continue
        for eyes in (None, TABLE, 0):
            for panel in engine.view(state, eyes).panels:
                titles.add(panel.title)
                if panel.title in PARKS and eyes is not None:
                    assert not any(
                        is_unknown(c.item) for row in some(panel.rows) for c in row.cells
                    )
                for voice in some(voices):
                    assert width(panel, voice) <= 80, (panel.title, width(panel, voice))
    assert titles >= {"panel.standings", "panel.pairings", "panel.final", "panel.deck", *PARKS}


def test_a_finished_evening_is_explained() -> None:
    """Standings, finalists and reasons of a random match of eight, to the last fan."""
    state = engine.open(Setup(8, level="full"))
    for state, action in Dealer(engine, 21).play(Setup(8, level="full")):
        last = engine.apply(state, action)[0]
    standing = engine.standing(last)
    assert standing.over
    assert (standing.reason, standing.rule) == ("end.final", "C92")
    for score in some(standing.scores):
        assert score.total == sum(line.n for line in score.lines)
        assert {line.rule for line in score.lines} <= {"C60", "C90"}
    assert sum(n for n in Counter(o.winner for o in last.outcomes.values()).values()) == 29
    fans = sum(sum(worth) for worth in BOX.trophies.values())
    tokens = -last.book.count("bank", "fan")
    assert sum(score.total or 0 for score in standing.scores) == fans + tokens


def disorder(setup: Setup, seed: int) -> list[Action]:
    """Return the actions of a match, some left out, some distorted, many in another place."""
    chance = random.Random(seed)
    actions = [action for _, action in Dealer(engine, seed).play(setup)]
    placed: list[tuple[float, Action]] = []
    for number, action in enumerate(actions):
        if chance.random() < 0.12:
            continue
        placed.append((number + chance.random() * chance.choice((0, 0, 3, 30)), action))
        if chance.random() < 0.15:
            others = [other for other in actions if other.verb == action.verb]
            strange = distort_action(engine, action, others, chance)
            placed += [(number + chance.random() * 5, each) for each in strange]
    return [action for _, action in sorted(placed, key=lambda each: each[0])]


@pytest.mark.parametrize("seed", range(8))
def test_anything_in_any_order_is_recorded(seed: int) -> None:
    """Whatever can be decoded and admitted can be folded, judged, shown and written, and nothing
    is lost."""
    level = engine.levels[seed % 4]
    setup = Setup(seed + 1, level=level, options={"cardsets": [CUSTOM]} if seed % 2 else {})
    state = engine.open(setup)
    totals, admitted = state.book.totals(), 0
    actions = disorder(setup, seed)
    for number, action in enumerate(actions):
        try:
            engine.admit(state, action)
        except DecodeError:
            continue
        admitted += 1
        find_breaches(engine, state, action)
        engine.quote(state, action)
        assert engine.parse(engine.write(action), state) == (action,)
        after, moves = engine.apply(state, action)
        assert list(check_booking(state, after, moves, totals, engine.write(action))) == []
        if number % 7 == 0:
            engine.view(after, None)
            engine.standing(after)
            for prompt in engine.list_prompts(after):
                next(iter(engine.choices(after, prompt)), None)
        state = after
    assert admitted > len(actions) / 2
