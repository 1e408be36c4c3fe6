"""The laws that every engine keeps, ours and a third party's; `conform` plays and checks them.

======================  ==================================================================
law                     what it says
======================  ==================================================================
conservation            every item's total over all places stays what it was at the start
moves-explain           the moves of an action turn the book before into the book after
legal-is-clean          what `choices` offers breaks no rule and needs nothing unaccounted
notation                ``parse(write(action)) == (action,)`` in any position
payload                 ``decode(encode(action)) == action``
refold                  folding the actions again gives the same state
total                   whatever can be decoded and admitted can be applied, checked and shown
cited                   every rule cited by a breach, move, line or standing is in the rulebook
words                   both languages have the same keys, and a sentence for all that is said
no-dead-end             who must act has a legal action
no-endless-game         random play comes to an end
no-leak                 eyes see the same whether or not secrets were recorded, where faces
                        that nobody needs to tell are told as well
hindsight               folding with what was learnt later never shows a name that was learnt
outcomes                what `outcomes` offers can be recorded
======================  ==================================================================
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from engines import LANGUAGES
from engines.book import BOOK, EMPTY, UNKNOWN, is_unknown, pool_told
from engines.choices import expand
from engines.protocol import Engine, find_breaches
from engines.values import TABLE, Action, DecodeError, Move, Prompt, Setup
from engines.words import read_words
from replay.base.values import texts_in
from replay.lab.dealer import LIMIT, DeadEnd, Dealer, Endless
from replay.lab.setups import setups_to_try

SAMPLE = 6
"""How many of a position's choices are tried out."""

EVERY = 3
"""So many actions apart are the positions that are looked at closely."""

VERBS = 2
"""So many verbs are tried out of place in a position."""

DISTORTIONS = 3
"""So many fields of an action are distorted, one at a time."""

LOOKING = 4
"""Through the eyes of so many seats a game is looked at, beside those of the table."""

ENOUGH = 20
"""After so many findings it stops."""


class Finding(NamedTuple):
    """A law that an engine breaks, and the smallest description of where."""

    law: str
    what: str


class Played(NamedTuple):
    """A game that was played: its set-up and actions."""

    setup: Setup
    actions: tuple[Action, ...]


def conform(engine: Engine, setups: Sequence[Setup], games: int, seed: int = 0) -> list[Finding]:
    """Return what an engine breaks in `games` random games over some set-ups, [] when nothing."""
    findings = list(words_agree(engine))
    for number in range(games):
        setup = setups[number % len(setups)]
        played, problems = play(engine, setup, seed + number)
        findings.extend(problems)
        findings.extend(line_conforms(engine, played, seed + number))
        if len(findings) > ENOUGH:
            break
    return findings


def conform_all(
    engine: Engine,
    games: int,
    seed: int = 0,
    advance: Callable[[], None] = lambda: None,
    **given: Any,
) -> list[Finding]:
    """Return what an engine breaks in random games over seat counts, levels and options.

    `given` are the `seats`, `levels` and `options` to keep to; see `replay.setups`.
    """
    findings = list(words_agree(engine))
    for number, setup in enumerate(islice(setups_to_try(engine, seed, **given), games)):
        played, problems = play(engine, setup, seed + number)
        findings += problems
        findings += line_conforms(engine, played, seed + number)
        advance()
        if len(findings) > ENOUGH:
            break
    return findings


def play(
    engine: Engine, setup: Setup, seed: int, limit: int = LIMIT
) -> tuple[Played, list[Finding]]:
    """Return a random game, and a finding when it came to a dead end or to no end."""
    actions: list[Action] = []
    dealer = Dealer(engine, seed)
    try:
        for _, action in dealer.play(setup, limit):
            actions.append(action)
    except DeadEnd as error:
        return Played(setup, tuple(actions)), [Finding("no-dead-end", f"seed {seed}: {error}")]
    except Endless as error:
        return Played(setup, tuple(actions)), [Finding("no-endless-game", f"seed {seed}: {error}")]
    return Played(setup, tuple(actions)), []


def line_conforms(engine: Engine, played: Played, seed: int = 0) -> Iterator[Finding]:
    """Yield what an engine breaks along a game that was played by the rules or not."""
    chance = random.Random(seed)
    state = engine.open(played.setup)
    states = [state]
    totals = state.book.totals()
    pool: list[Action] = []
    learnt: dict[str, str] = {}
    for ply, action in enumerate(played.actions):
        where = f"ply {ply} {engine.write(action)!r}"
        if ply % EVERY == 0:
            for prompt in engine.awaits(state):
                yield from choices_conform(engine, state, prompt, totals, chance, pool, where)
        if ply % 5 == 0:
            yield from total(engine, state, totals, pool, chance, where)
        after, moves = engine.apply(state, action)
        yield from booked(state, after, moves, totals, where)
        yield from round_trips(engine, state, action, where)
        yield from outcomes_conform(engine, state, action, where)
        yield from cited(engine, state, action, moves, where)
        learnt |= {move.name: move.item for move in moves if move.name and move.rule != BOOK}
        state = after
        states.append(state)
    yield from refolds(engine, played, state, learnt)
    eyes = (TABLE, *chance.sample(range(played.setup.seats), min(LOOKING, played.setup.seats)))
    yield from leaks(engine, played, states, eyes)
    told = secrets_told(engine, played, learnt)
    if told != played:
        yield from leaks(engine, told, folded(engine, told), eyes)


def choices_conform(
    engine: Engine,
    state: Any,
    prompt: Prompt,
    totals: dict[str, int],
    chance: random.Random,
    pool: list[Action],
    where: str,
) -> Iterator[Finding]:
    """Yield what is wrong with what is offered in a position: legal-is-clean, conservation."""
    choices = list(engine.choices(state, prompt))
    for choice in chance.sample(choices, min(SAMPLE, len(choices))):
        actions = list(islice(expand(choice), 40))
        for action in chance.sample(actions, min(2, len(actions))):
            if len(pool) < 400 or chance.random() < 0.1:
                pool.append(action)
            offered = f"{where}, offered {engine.write(action)!r}"
            after, moves = engine.apply(state, action)
            for breach in engine.check(state, action, moves):
                yield Finding("legal-is-clean", f"{offered}: {breach}")
            if any(move.rule == BOOK for move in moves):
                yield Finding("legal-is-clean", f"{offered}: unaccounted {moves}")
            yield from booked(state, after, moves, totals, offered)
            yield from round_trips(engine, state, action, offered)


def booked(
    before: Any, after: Any, moves: Sequence[Move], totals: dict[str, int], where: str
) -> Iterator[Finding]:
    """Yield where moves do not explain the book, or where something appears or vanishes."""
    if after.book.totals() != totals:
        yield Finding("conservation", f"{where}: {differing(totals, after.book.totals())}")
    was, now = before.book.places, after.book.places
    pools = dict(before.book.pools)
    shifts: dict[str, dict[str, int]] = {
        place: {} for place in was.keys() | now.keys() if was.get(place) is not now.get(place)
    }
    for move in moves:
        held = was.get(move.source, EMPTY).get(move.item, 0)
        held += shifts.get(move.source, EMPTY).get(move.item, 0)
        if is_unknown(move.item) and held <= 0:
            pools[move.item] = move.source
        shift(shifts, move.source, move.item, -move.n)
        shift(shifts, move.target, move.item, move.n)
        if move.name:
            shift(shifts, move.target, move.name, -1)
            shift(shifts, pool_told(move, pools), move.name, 1)
    for place, changes in shifts.items():
        moved = dict(was.get(place, EMPTY))
        for item, n in changes.items():
            moved[item] = moved.get(item, 0) + n
        told, found = nonzero(moved), nonzero(now.get(place, EMPTY))
        if told != found:
            yield Finding("moves-explain", f"{where}: {place}: {differing(told, found)}")


def round_trips(engine: Engine, state: Any, action: Action, where: str) -> Iterator[Finding]:
    """Yield where an action does not come back the same from its notation or its payload."""
    try:
        parsed = engine.parse(engine.write(action), state)
    except ValueError as error:
        yield Finding("notation", f"{where}: {engine.write(action)!r} raises {error!r}")
    else:
        if parsed != (action,):
            yield Finding("notation", f"{where}: {engine.write(action)!r} is read as {parsed}")
    decoded = engine.decode(action.verb, engine.encode(action), action.schema)
    if decoded != action:
        yield Finding("payload", f"{where}: {action} is read as {decoded}")


def outcomes_conform(engine: Engine, state: Any, action: Action, where: str) -> Iterator[Finding]:
    """Yield what `outcomes` offers and cannot be recorded."""
    for other in islice(engine.outcomes(state, action), SAMPLE):
        try:
            engine.admit(state, other)
            read = engine.decode(other.verb, engine.encode(other), other.schema)
        except DecodeError as error:
            yield Finding("outcomes", f"{where}: {other}: {error}")
        else:
            if read != other:
                yield Finding("outcomes", f"{where}: {other} is read as {read}")


def cited(
    engine: Engine, state: Any, action: Action, moves: Sequence[Move], where: str
) -> Iterator[Finding]:
    """Yield rules that are cited and not in the rulebook, and sentences that have no words."""
    breaches = engine.check(state, action, moves)
    quote = engine.quote(state, action)
    standing = engine.standing(state)
    rules = {breach.rule for breach in breaches} | {move.rule for move in moves}
    rules |= {line.rule for line in quote}
    rules |= {line.rule for score in standing.scores for line in score.lines}
    rules |= {standing.rule} if standing.rule else set()
    for rule in rules - set(engine.rulebook.rules):
        yield Finding("cited", f"{where}: no rule {rule} in the rulebook")
    said = {breach.why or breach.rule for breach in breaches}
    said |= {prompt.ask for prompt in engine.awaits(state)} | {engine.describe(action).key}
    said |= {standing.reason} if standing.reason else set()
    labels = {line.label for line in quote}
    labels |= {line.label for score in standing.scores for line in score.lines}
    for lang in LANGUAGES:
        words = engine.words(lang)
        for key in said - set(words.text):
            yield Finding("words", f"{where}: no sentence {key} in {lang}")
        for label in labels - set(words.text) - set(words.names):
            yield Finding("words", f"{where}: no words for {label} in {lang}")


def total(
    engine: Engine,
    state: Any,
    totals: dict[str, int],
    pool: Sequence[Action],
    chance: random.Random,
    where: str,
) -> Iterator[Finding]:
    """Yield where an action out of place, or a distorted one, is refused or loses something."""
    by_verb: dict[str, list[Action]] = {}
    for each in pool:
        by_verb.setdefault(each.verb, []).append(each)
    for verb in chance.sample(sorted(by_verb), min(VERBS, len(by_verb))):
        others = by_verb[verb]
        action = chance.choice(others)
        for strange in (action, *distorted(engine, action, others, chance)):
            tried = f"{where}, then {strange}"
            try:
                engine.admit(state, strange)
            except DecodeError:
                continue
            try:
                after, moves = engine.apply(state, strange)
                engine.awaits(after)
                engine.view(after, TABLE)
            except Exception as error:
                yield Finding("total", f"{tried}: {type(error).__name__}: {error}")
                continue
            yield from booked(state, after, moves, totals, tried)
            yield from cited(engine, state, strange, moves, tried)


def distorted(
    engine: Engine, action: Action, others: Sequence[Action], chance: random.Random
) -> Iterator[Action]:
    """Yield an action with something changed, by chance to what is in one of `others`, as far as
    that can still be decoded."""
    fields = msgspec.to_builtins(action)
    for key in chance.sample(sorted(fields), min(DISTORTIONS, len(fields))):
        changed = distort(fields[key], chance)
        if chance.random() < 0.4:
            changed = msgspec.to_builtins(chance.choice(others)).get(key, changed)
        try:
            yield engine.decode(action.verb, msgspec.json.encode(fields | {key: changed}))
        except DecodeError:
            continue


def distort(value: Any, chance: random.Random) -> Any:
    """Return a value near another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 2))
    if isinstance(value, dict) and value:
        key = chance.choice(sorted(value))
        return value | {key: distort(value[key], chance)}
    if isinstance(value, list) and value:
        where = chance.randrange(len(value))
        return [*value[:where], distort(value[where], chance), *value[where + 1 :]]
    return value


def refolds(engine: Engine, played: Played, last: Any, learnt: dict[str, str]) -> Iterator[Finding]:
    """Yield where folding the same actions again, or with hindsight, goes another way."""
    state = engine.open(played.setup)
    for action in played.actions:
        payload = engine.encode(action)
        state, _ = engine.apply(state, engine.decode(action.verb, payload, action.schema))
    if state != last:
        yield Finding("refold", f"{engine.name}: folding again gives another state")
    if not learnt:
        return
    knowing = engine.open(msgspec.structs.replace(played.setup, known=learnt))
    unknown = set(knowing.book.pools)
    for action in played.actions:
        knowing, _ = engine.apply(knowing, action)
        unknown |= set(knowing.book.pools)
    if unknown & set(learnt):
        yield Finding("hindsight", f"still unknown: {sorted(unknown & set(learnt))}")
    if [s.total for s in engine.standing(knowing).scores] != [
        s.total for s in engine.standing(last).scores
    ]:
        yield Finding("hindsight", "scores differ with hindsight")


def folded(engine: Engine, played: Played) -> list[Any]:
    """Return the states before every action of a game, and the last one."""
    states = [engine.open(played.setup)]
    for action in played.actions:
        states.append(engine.apply(states[-1], action)[0])
    return states


def leaks(
    engine: Engine, played: Played, states: Sequence[Any], looking: Sequence[int]
) -> Iterator[Finding]:
    """Yield where one who is `looking` can tell that a secret was recorded: from the first one on,
    the view is that of a table at which it was not. `states` are those of the whole record."""
    for eyes in looking:
        blind = None
        for ply, action in enumerate(played.actions):
            seen = engine.redact(states[ply] if blind is None else blind, action, eyes)
            if blind is None:
                if seen == action:
                    continue
                blind = states[ply]
            blind, _ = engine.apply(blind, seen)
            looked_at = ply % EVERY == 0 or seen != action or action is played.actions[-1]
            if looked_at and engine.view(states[ply + 1], eyes) != engine.view(blind, eyes):
                yield Finding("no-leak", f"eyes {eyes} at ply {ply}, {engine.write(action)!r}")
                break


def secrets_told(engine: Engine, played: Played, learnt: dict[str, str]) -> Played:
    """Return the same game as one records it who has seen every face: each ``?`` of an action
    that may be told is what it turned out to be, or something that never came up."""
    came_up = {word for action in played.actions for word in texts_in(msgspec.to_builtins(action))}
    state = knowing = engine.open(played.setup)
    actions = []
    for action in played.actions:
        state, moves = engine.apply(state, action)
        faces: list[str] = []
        for name in (move.item for move in moves if is_unknown(move.item)):
            unseen = [face for face in engine.possible(state, name) if face not in came_up]
            faces += [learnt[name]] if name in learnt else unseen[:1]
        told = next(tellings(engine, knowing, action, faces), action)
        came_up |= set(texts_in(msgspec.to_builtins(told)))
        knowing, _ = engine.apply(knowing, told)
        actions.append(told)
    return Played(played.setup, tuple(actions))


def tellings(engine: Engine, state: Any, action: Action, faces: Sequence[str]) -> Iterator[Action]:
    """Yield an action with one of some faces in the place of a ``?``, where that breaks nothing."""
    fields = msgspec.structs.asdict(action)
    for key in (key for key, value in fields.items() if value == UNKNOWN):
        for face in faces:
            payload = msgspec.json.encode(fields | {key: face})
            try:
                told = engine.decode(action.verb, payload, action.schema)
            except DecodeError:
                continue
            if not find_breaches(engine, state, told):
                yield told


def words_agree(engine: Engine) -> Iterator[Finding]:
    """Yield keys that one language has and another lacks, and rules without their texts."""
    package = engine.package
    first, *rest = (read_words(package, lang) for lang in LANGUAGES)
    for other in rest:
        for part in ("names", "aliases", "text"):
            missing = set(first.get(part, {})) ^ set(other.get(part, {}))
            for key in sorted(missing):
                yield Finding("words", f"{part} {key!r} is in one language only")
    for rule in engine.rulebook.rules.values():
        for lang in LANGUAGES:
            if not rule.title.get(lang) or not rule.text.get(lang):
                yield Finding("words", f"rule {rule.id} has no text in {lang}")


def nonzero(holding: dict[str, int]) -> dict[str, int]:
    """Return a holding without zeros."""
    return {item: n for item, n in holding.items() if n}


def shift(places: dict[str, dict[str, int]], place: str, item: str, n: int) -> None:
    """Add `n` of `item` to a place."""
    holding = places.setdefault(place, {})
    holding[item] = holding.get(item, 0) + n


def differing(one: dict[str, Any], other: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return the entries in which two dicts differ."""
    return {
        key: (one.get(key), other.get(key))
        for key in sorted(set(one) | set(other))
        if one.get(key) != other.get(key)
    }
