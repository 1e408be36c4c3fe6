"""The conformance suite: every law finds an engine that breaks it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from engines.board import Board
from engines.protocol import find_breaches
from engines.splendor import Splendor, engine
from engines.splendor.actions import Buy, Draw, Pass, Take
from engines.values import (
    TABLE,
    Action,
    Breach,
    Choice,
    Message,
    Move,
    Prompt,
    Score,
    Setup,
    SetupError,
    Standing,
    Term,
)
from engines.wizard import engine as wizard
from engines.words import Words, read_words
from replay.lab import laws
from replay.lab.conformance import check_game, conform, conform_all, play_game
from replay.lab.laws import PlayedGame, check_standing, check_words, distort_value, reveal_secrets
from replay.lab.setups import generate_setups, list_setups
from tests.conftest import LONG
from tests.some import some

TWO = Setup(2)
MOST = 300 if LONG else 55

PLAYED = PlayedGame(TWO, play_game(engine, TWO, 1)[0].actions[:MOST])
"""The beginning of a game in which cards are drawn unseen, gold is paid and tokens go back."""

State = Any
Applied = tuple[State, tuple[Move, ...]]


def add_to_bank(state: State, item: str, n: int) -> State:
    """Return a state with `n` more of an item in the bank, out of nowhere."""
    places = {place: dict(held) for place, held in state.book.places.items()}
    places["bank"][item] = places["bank"].get(item, 0) + n
    return replace(state, book=replace(state.book, places=places))


# -- engines that are wrong in one thing ---------------------------------------------------------


class Minting(Splendor):
    """A purchase brings a token too much back."""

    def apply(self, state: State, action: Action) -> Applied:
        after, moves = engine.apply(state, action)
        return (add_to_bank(after, "red", 1) if isinstance(action, Buy) else after), moves


class Secretive(Splendor):
    """The last of several moves is not told."""

    def apply(self, state: State, action: Action) -> Applied:
        after, moves = engine.apply(state, action)
        return after, moves[:-1] if len(moves) > 2 else moves


class Tempting(Splendor):
    """Three tokens of one colour are offered."""

    def choices(self, state: State, prompt: Prompt) -> Iterator[Choice]:
        yield from engine.choices(state, prompt)
        if prompt.seat != TABLE:
            yield Choice(Take(seat=prompt.seat, tokens={"red": 3}))


class Generous(Splendor):
    """What is offered is judged by nobody, but the bank does not have it."""

    def choices(self, state: State, prompt: Prompt) -> Iterator[Choice]:
        yield from engine.choices(state, prompt)
        if prompt.seat != TABLE:
            yield Choice(Take(seat=prompt.seat, tokens={"red": 9}))

    def check(self, state: State, action: Action, moves: Sequence[Move]) -> tuple[Breach, ...]:
        found = engine.check(state, action, moves)
        return () if isinstance(action, Take) and action.tokens == {"red": 9} else found


class Mumbling(Splendor):
    """The notation leaves out what is given back."""

    def write(self, action: Action, names: Sequence[str] = ()) -> str:
        return engine.write(action).partition(" -")[0]


class Illegible(Splendor):
    """Its own notation cannot be read."""

    def write(self, action: Action, names: Sequence[str] = ()) -> str:
        return f"{engine.write(action)}!?" if isinstance(action, Draw) else engine.write(action)


class Forgetful(Splendor):
    """The payload leaves out the price that was paid in gold."""

    def encode(self, action: Action) -> bytes:
        if isinstance(action, Buy):
            paid = {colour: n for colour, n in action.paid.items() if colour != "gold"}
            return super().encode(replace(action, paid=paid))
        return super().encode(action)


class Moody(Splendor):
    """It remembers how often it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def apply(self, state: State, action: Action) -> Applied:
        after, moves = engine.apply(state, action)
        self.asked += 1
        return replace(after, played=self.asked), moves


class Partial(Splendor):
    """It cannot fold what should not have happened."""

    def apply(self, state: State, action: Action) -> Applied:
        if isinstance(action, Buy):
            for colour, n in action.paid.items():
                if state.book.count(f"{'ab'[action.seat]}.tokens", colour) < n:
                    raise KeyError(colour)
        return engine.apply(state, action)


class Leaky(Splendor):
    """What the record cannot explain vanishes instead of going to the suspense place."""

    def apply(self, state: State, action: Action) -> Applied:
        after, moves = engine.apply(state, action)
        missing = [move for move in moves if move.rule == "BOOK"]
        places = {p: h for p, h in after.book.places.items() if p != "unaccounted" or not missing}
        return replace(after, book=replace(after.book, places=places)), moves


class Unruly(Splendor):
    """It cites a rule that the rulebook does not have."""

    def check(self, state: State, action: Action, moves: Sequence[Move]) -> tuple[Breach, ...]:
        found = engine.check(state, action, moves)
        return tuple(replace(breach, rule="S99") for breach in found)


class Misquoting(Splendor):
    """A line of a price has no rule behind it."""

    def quote(self, state: State, action: Action) -> tuple[Term, ...]:
        return tuple(replace(line, rule="S98") for line in engine.quote(state, action))


class Speechless(Splendor):
    """It asks for something that there are no words for."""

    def list_prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(
            replace(prompt, ask="ask.something") if prompt.seat != TABLE else prompt
            for prompt in engine.list_prompts(state)
        )

    def choices(self, state: State, prompt: Prompt) -> Iterator[Choice]:
        back = {"ask.something": "ask.noble" if state.pending else "ask.turn"}
        return engine.choices(state, replace(prompt, ask=back.get(prompt.ask, prompt.ask)))


class Stuck(Splendor):
    """Who has eight tokens may do nothing."""

    def choices(self, state: State, prompt: Prompt) -> Iterator[Choice]:
        if prompt.seat == TABLE or state.book.size(f"{'abcd'[prompt.seat]}.tokens") < 8:
            yield from engine.choices(state, prompt)


class Eternal(Splendor):
    """Nobody may buy, and passing never ends it."""

    def choices(self, state: State, prompt: Prompt) -> Iterator[Choice]:
        yield Choice(Pass(seat=max(prompt.seat, 0)))

    def list_prompts(self, state: State) -> tuple[Prompt, ...]:
        return (Prompt(state.turn, "ask.turn", ("pass",)),)


class Indiscreet(Splendor):
    """Everybody sees what was drawn unseen."""

    def view(self, state: State, eyes: int | None) -> Board:
        return engine.view(state, None)


class Oblivious(Splendor):
    """It makes nothing of what was learnt later."""

    def open(self, setup: Setup) -> State:
        return engine.open(replace(setup, known={}))


class Hindered(Splendor):
    """Hindsight changes the score."""

    def standing(self, state: State) -> Any:
        found = engine.standing(state)
        if not state.book.known:
            return found
        scores = tuple(replace(score, total=(score.total or 0) + 1) for score in found.scores)
        return replace(found, scores=scores)


class Fanciful(Splendor):
    """A seat that is not there may have carried something out."""

    def outcomes(self, state: State, action: Action) -> Iterator[Action]:
        yield from super().outcomes(state, action)
        yield Pass(seat=5, actual={"noble": ""})


class Vague(Splendor):
    """What was carried out is lost in the payload."""

    def encode(self, action: Action) -> bytes:
        if getattr(action, "actual", None):
            return super().encode(replace(action, actual={}))
        return super().encode(action)


BROKEN: list[tuple[str, type[Splendor]]] = [
    ("conservation", Minting),
    ("conservation", Leaky),
    ("moves-explain", Secretive),
    ("moves-explain", Minting),
    ("legal-is-clean", Tempting),
    ("legal-is-clean", Generous),
    ("notation", Mumbling),
    ("notation", Illegible),
    ("payload", Forgetful),
    ("refold", Moody),
    ("total", Partial),
    ("cited", Unruly),
    ("cited", Misquoting),
    ("words", Speechless),
    ("no-dead-end", Stuck),
    ("no-leak", Indiscreet),
    ("hindsight", Oblivious),
    ("hindsight", Hindered),
    ("outcomes", Fanciful),
    ("outcomes", Vague),
]


@pytest.mark.parametrize(
    ("law", "broken"), BROKEN, ids=[f"{law}-{b.__name__}" for law, b in BROKEN]
)
def test_every_law_finds_an_engine_that_breaks_it(law: str, broken: type[Splendor]) -> None:
    """Along a game that was played by the rules, or in trying to play one."""
    wrong = broken()
    found = list(check_game(wrong, PLAYED))
    if law.startswith("no-"):
        found += play_game(wrong, TWO, 1)[1]
    assert law in {finding.law for finding in found}, found[:3]
    assert all(finding.what for finding in some(found))


def test_an_endless_game_is_found() -> None:
    """After as many actions as a game may have."""
    _played, found = play_game(Eternal(), TWO, 1, limit=300)
    assert [finding.law for finding in found] == ["no-endless-game"]


def test_the_engine_of_splendor_breaks_no_law() -> None:
    """Along the same game."""
    assert list(check_game(engine, PLAYED)) == []


def test_the_game_played_has_the_actions_that_the_laws_are_about() -> None:
    """Without them the laws would hold for want of a case."""
    played = PLAYED.actions
    assert any(isinstance(a, Buy) and "gold" in a.paid for a in played)
    assert any(isinstance(a, Buy) and a.source == "reserve" for a in played)
    assert any(isinstance(a, Draw) for a in played)
    assert any(isinstance(a, Take) and a.returned for a in played)


def test_reveal_secrets_names_the_cards_drawn_face_down() -> None:
    """With the face that a card turned out to have, or one that never came up."""
    state = engine.open(TWO)
    learnt: dict[str, str] = {}
    for action in PLAYED.actions:
        state, moves = engine.apply(state, action)
        learnt |= {move.name: move.item for move in moves if move.name}
    told = reveal_secrets(engine, PLAYED, learnt)
    drawn = [(a, b) for a, b in zip(PLAYED.actions, told.actions, strict=True) if a != b]
    assert drawn
    assert all(isinstance(a, Draw) and a.card == "?" for a, _ in drawn)
    assert all(isinstance(b, Draw) and b.card != "?" for _, b in drawn)
    after = engine.open(TWO)
    for action in some(told.actions):
        assert find_breaches(engine, after, action) == ()
        after, _ = engine.apply(after, action)


def test_every_law_has_an_engine_that_breaks_it() -> None:
    """BROKEN leaves out none of the laws in the docstring of `laws`."""
    told = re.findall(r"^([a-z-]+)  +\S", laws.__doc__ or "", re.MULTILINE)
    tried = {law for law, _ in BROKEN} | {"no-endless-game"}
    assert tried == set(told) - {"law"}


@pytest.mark.parametrize("part", ["names", "aliases", "text"])
def test_words_missing_in_one_language_are_found(
    monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """Whichever it is."""

    def lacking(package: str, lang: str) -> dict[str, Any]:
        words = read_words(package, lang)
        if lang == "ko":
            words.setdefault(part, {})["only-here"] = "여기"
        return words

    monkeypatch.setattr("replay.lab.laws.read_words", lacking)
    assert [f.what for f in check_words(engine)] == [f"{part} “only-here” is in one language only"]


def test_a_rule_without_its_text_is_found() -> None:
    """In either language."""

    class Terse(Splendor):
        @property
        def rulebook(self) -> Any:
            book = engine.rulebook
            rules = dict(book.rules)
            rules["S4"] = replace(rules["S4"], text={"en": rules["S4"].text["en"]})
            return replace(book, rules=rules)

    assert [f.what for f in check_words(Terse())] == ["rule S4 has no text in ko"]


def test_a_sentence_without_words_in_one_language_is_found() -> None:
    """As it is said in a game."""

    class Silent(Splendor):
        def words(self, lang: str) -> Words:
            words = engine.words(lang)
            if lang == "en":
                return words
            less = Words(lang, {"names": words.names, "text": dict(words.text)})
            less.text.pop("did.take", None)
            return less

    found = conform(Silent(), [TWO], 1)
    assert any("did.take in ko" in finding.what for finding in found)


# -- F36: sentences with fields that nothing fills ------------------------------------------------


def misspell(key: str) -> Splendor:
    """Return Splendor with a field more in a sentence, in both languages."""

    class Misspelt(Splendor):
        def words(self, lang: str) -> Words:
            words = engine.words(lang)
            text = words.text | {key: f"{words.text[key]} {{die}}"}
            return Words(lang, {"names": words.names, "text": text})

    return Misspelt()


def list_misspellings(key: str) -> set[str]:
    """Return what must be said of the field more in a sentence."""
    return {f"“{{die}}” of “{key}” is filled by nothing in {lang}" for lang in ("en", "ko")}


@pytest.mark.parametrize("key", ["did.take", "ask.turn", "S3", "not-understood"])
def test_F36_a_field_that_nothing_fills_is_found(key: str) -> None:
    """In what is done, what is asked, what breaks a rule, and what is said of a misread text."""
    found = list(check_game(misspell(key), PLAYED))
    assert {finding.what for finding in found} == list_misspellings(key)


@pytest.mark.parametrize("key", ["score.points", "end.points", "notice.last-round"])
def test_F36_a_field_that_nothing_fills_in_a_standing_is_found(key: str) -> None:
    """In a term of a score, in how the match ended, and in the notice of its last round."""
    label, reason, notice = "score.points", "end.points", Message("notice.last-round", {"seat": 0})
    score = Score(0, 1, (Term(label, 1, "S15"),), 1)
    standing = Standing((score,), reason=reason, notice=notice)
    found = check_standing(misspell(key), standing)
    assert list_misspellings(key) <= {finding.what for finding in found}


def test_F36_the_same_finding_is_listed_once() -> None:
    """However often the sentence is said in a game, and in however many games."""
    found = conform(misspell("did.take"), [TWO, TWO], 2)
    assert sorted(finding.what for finding in found) == sorted(list_misspellings("did.take"))


# -- how it is looked for ------------------------------------------------------------------------


def test_all_numbers_of_seats_levels_and_options_are_played() -> None:
    """Every single option once, with everything else."""
    setups = list_setups(engine)
    assert {setup.seats for setup in setups} == set(engine.seats)
    assert {setup.level for setup in setups} == set(engine.levels)
    tried = {name for setup in setups for name in setup.options}
    assert tried == {option.name for option in engine.options}


def test_options_are_tried_together_where_they_combine() -> None:
    """And never where the game refuses it; every second set-up has several of them."""
    setups = list(islice(generate_setups(wizard, seed=3), 400))
    several = [setup.options for setup in setups if len(setup.options) > 1]
    assert len(several) >= 195
    assert any({"mode", "bid_mode"} <= options.keys() for options in several)
    assert any({"bid_sum_rule", "clairvoyant_first_round"} <= options.keys() for options in several)
    for setup in setups:
        wizard.open(setup)
    assert {setup.seats for setup in setups} == {3, 4, 5, 6}
    assert {setup.level for setup in setups} == set(wizard.levels)


def test_setups_keep_the_given_seats_level_and_options() -> None:
    """What cannot be opened at all is refused with the reason."""
    given = {"bid_mode": "secret", "rounds": 2}
    found = list(islice(generate_setups(wizard, seats=(5,), levels=("pad",), options=given), 40))
    assert {(setup.seats, setup.level) for setup in found} == {(5, "pad")}
    assert all(given.items() <= setup.options.items() for setup in some(found))
    with pytest.raises(SetupError) as refused:
        next(generate_setups(wizard, options={"mode": "colour_war"}, seats=(6,)))
    assert refused.value.key == "war-seats"


def test_the_suite_stops_after_enough_violations() -> None:
    """More than twenty are enough."""
    found = conform_all(Unruly(), 50)
    assert 20 < len(found) < 2000
    assert {finding.law for finding in found} >= {"cited"}


def test_a_game_with_breaches_is_checked_too() -> None:
    """An engine must fold and explain it all the same."""
    wild = PlayedGame(TWO, (Take(seat=1, tokens={"red": 9}), Pass(seat=0), Take(seat=0, tokens={})))
    assert list(check_game(engine, wild)) == []
    assert {f.law for f in check_game(Leaky(), wild)} >= {"conservation"}


def test_distorted_values_are_near_the_old_ones() -> None:
    """A number next to it, one entry of several, the same kind of thing."""
    chance = random.Random(1)
    assert {distort_value(True, chance), distort_value(False, chance)} == {True, False}
    assert {distort_value(5, chance) for _ in range(50)} == {4, 6, 7}
    changed = distort_value({"red": 1, "blue": 2}, chance)
    assert set(changed) == {"red", "blue"}
    assert sum(changed[c] != n for c, n in {"red": 1, "blue": 2}.items()) == 1
    assert len(distort_value([1, 2, 3], chance)) == 3
    assert distort_value("text", chance) == "text"
    assert distort_value({}, chance) == {}


def test_progress_is_reported_once_a_game() -> None:
    """Through the function `advance`."""
    told: list[int] = []
    conform_all(engine, 3, advance=lambda: told.append(1))
    assert len(told) == 3
