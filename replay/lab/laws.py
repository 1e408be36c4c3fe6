"""The laws that every engine keeps, ours and a third party's, and the functions that check them.

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
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from string import Formatter
from typing import Any, Final, NamedTuple

import msgspec

from engines import LANGUAGES
from engines.book import BOOK, EMPTY, UNKNOWN, find_source_pool, is_unknown
from engines.choices import expand_choice
from engines.protocol import Engine, S, State, find_breaches
from engines.values import TABLE, Action, DecodeError, Move, NotationError, Prompt, Setup, Standing
from engines.words import EXAMPLE_SEATS, read_words
from replay.base.errors import name_flaw
from replay.base.i18n import _
from replay.base.values import list_texts

SAMPLE = 6
"""How many choices of a position are tried."""

EVERY = 3
"""How many actions lie between the positions that are checked closely."""

VERBS = 2
"""How many verbs are tried out of place in a position."""

DISTORTIONS = 3
"""How many fields of an action are distorted, one at a time."""


NONSENSE: Final = "zxqv"
"""A text that is no action of any game."""


class Violation(NamedTuple):
    """A law that an engine breaks: how, and at which action (`where`), if it is at one."""

    law: str
    how: str
    where: str = ""

    @property
    def what(self) -> str:
        """Where and how the law is broken."""
        return f"{self.where}: {self.how}" if self.where else self.how


class PlayedGame(NamedTuple):
    """A game that was played, by the rules or not: its set-up and its actions."""

    setup: Setup
    actions: tuple[Action, ...]


def check_choices(
    engine: Engine[S],
    state: S,
    prompt: Prompt,
    totals: dict[str, int],
    chance: random.Random,
    pool: list[Action],
    where: str,
) -> Iterator[Violation]:
    """Yield where an offered choice breaks a rule or needs something unaccounted.

    Some of the actions tried are added to `pool`. `totals` are the totals at the start of the game.
    """
    choices = list(engine.choices(state, prompt))
    for choice in chance.sample(choices, min(SAMPLE, len(choices))):
        actions = list(islice(expand_choice(choice), 40))
        for action in chance.sample(actions, min(2, len(actions))):
            if len(pool) < 400 or chance.random() < 0.1:
                pool.append(action)
            text = _("{where}, offered “{text}”")
            offered = text.format(where=where, text=engine.write(action))
            after, moves = engine.apply(state, action)
            for breach in engine.check(state, action, moves):
                yield Violation("legal-is-clean", str(breach), offered)
            if any(move.rule == BOOK for move in moves):
                yield Violation(
                    "legal-is-clean", _("unaccounted {moves}").format(moves=moves), offered
                )
            yield from check_booking(state, after, moves, totals, offered)
            yield from check_round_trips(engine, state, action, offered)


def check_booking(
    before: State, after: State, moves: Sequence[Move], totals: dict[str, int], where: str
) -> Iterator[Violation]:
    """Yield where moves do not explain the book `after`, or where a piece appears or vanishes."""
    if after.book.totals() != totals:
        yield Violation("conservation", f"{_compare_dicts(totals, after.book.totals())}", where)
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
        _add_pieces(shifts, move.source, move.item, -move.n)
        _add_pieces(shifts, move.target, move.item, move.n)
        if move.name:
            _add_pieces(shifts, move.target, move.name, -1)
            _add_pieces(shifts, find_source_pool(move, pools), move.name, 1)
    for place, changes in shifts.items():
        moved = dict(was.get(place, EMPTY))
        for item, n in changes.items():
            moved[item] = moved.get(item, 0) + n
        expected, found = _drop_zeros(moved), _drop_zeros(now.get(place, EMPTY))
        if expected != found:
            difference = _compare_dicts(expected, found)
            yield Violation("moves-explain", f"{place}: {difference}", where)


def check_round_trips(
    engine: Engine[S], state: S, action: Action, where: str
) -> Iterator[Violation]:
    """Yield where an action is not read back equal from its notation or its payload."""
    try:
        parsed = engine.parse(engine.write(action), state)
    except ValueError as error:
        text = _("“{written}” raises {error}")
        told = text.format(written=engine.write(action), error=name_flaw(error))
        yield Violation("notation", told, where)
    else:
        if parsed != (action,):
            yield Violation("notation", _say_misread(engine.write(action), parsed), where)
    decoded = engine.decode(action.verb, engine.encode(action), action.schema)
    if decoded != action:
        yield Violation("payload", _say_misread(action, decoded), where)


def _say_misread(written: object, read: object) -> str:
    """Return the sentence that something is not read back as it was written."""
    return _("“{written}” is read as {read}").format(written=written, read=read)


def locate_action(engine: Engine[S], ply: int, action: Action) -> str:
    """Return which action of a game is meant: its number, and how it is typed."""
    return _("ply {n}, “{text}”").format(n=ply, text=engine.write(action))


def check_outcomes(engine: Engine[S], state: S, action: Action, where: str) -> Iterator[Violation]:
    """Yield the outcomes on offer that cannot be recorded."""
    for other in islice(engine.outcomes(state, action), SAMPLE):
        try:
            engine.admit(state, other)
            read = engine.decode(other.verb, engine.encode(other), other.schema)
        except DecodeError as error:
            yield Violation("outcomes", f"{other}: {name_flaw(error)}", where)
        else:
            if read != other:
                yield Violation("outcomes", _say_misread(other, read), where)


def check_citations(
    engine: Engine[S], state: S, action: Action, moves: Sequence[Move], where: str
) -> Iterator[Violation]:
    """Yield the rules cited that are not in the rulebook, and the messages that have no words."""
    breaches = engine.check(state, action, moves)
    quote = engine.quote(state, action)
    standing = engine.standing(state)
    rules = {breach.rule for breach in breaches} | {move.rule for move in moves}
    rules |= {line.rule for line in quote}
    rules |= {line.rule for score in standing.scores for line in score.lines}
    rules |= {standing.rule} if standing.rule else set()
    for rule in rules - set(engine.rulebook.rules):
        text = _("no rule {rule} in the rulebook")
        yield Violation("cited", text.format(rule=rule), where)
    said = {breach.why or breach.rule for breach in breaches}
    said |= {prompt.ask for prompt in engine.list_prompts(state)} | {engine.describe(action).key}
    said |= {standing.reason} if standing.reason else set()
    labels = {line.label for line in quote}
    labels |= {line.label for score in standing.scores for line in score.lines}
    for lang in LANGUAGES:
        words = engine.words(lang)
        for key in said - set(words.text):
            text = _("no sentence {key} in {lang}")
            yield Violation("words", text.format(key=key, lang=lang), where)
        for label in labels - set(words.text) - set(words.names):
            text = _("no words for {label} in {lang}")
            yield Violation("words", text.format(label=label, lang=lang), where)
    for breach in breaches:
        yield from check_sentence(engine, breach.why or breach.rule, breach.data)
    for term in quote:
        yield from check_sentence(engine, term.label, term.data)
    yield from check_standing(engine, standing)


def check_standing(engine: Engine[S], standing: Standing) -> Iterator[Violation]:
    """Yield the fields that nothing fills in what a standing says."""
    for score in standing.scores:
        for term in score.lines:
            yield from check_sentence(engine, term.label, term.data)
    yield from check_sentence(engine, standing.reason, {})
    if standing.notice is not None:
        yield from check_sentence(engine, standing.notice.key, standing.notice.data)


def check_refusal(engine: Engine[S], state: S) -> Iterator[Violation]:
    """Yield the fields that nothing fills in what is said of a text that is no action."""
    try:
        engine.parse(NONSENSE, state)
    except NotationError as error:
        yield from check_sentence(engine, error.key, error.data)


def check_totality(
    engine: Engine[S],
    state: S,
    totals: dict[str, int],
    pool: Sequence[Action],
    chance: random.Random,
    where: str,
) -> Iterator[Violation]:
    """Yield where an action out of place, or a distorted one, raises an error or loses a piece."""
    by_verb: dict[str, list[Action]] = {}
    for each in pool:
        by_verb.setdefault(each.verb, []).append(each)
    for verb in chance.sample(sorted(by_verb), min(VERBS, len(by_verb))):
        others = by_verb[verb]
        action = chance.choice(others)
        for strange in (action, *distort_action(engine, action, others, chance)):
            tried = _("{where}, then {action}").format(where=where, action=strange)
            try:
                engine.admit(state, strange)
            except DecodeError:
                continue
            try:
                after, moves = engine.apply(state, strange)
                engine.list_prompts(after)
                engine.view(after, TABLE)
            except Exception as error:
                yield Violation("total", f"{type(error).__name__}: {error}", tried)
                continue
            yield from check_booking(state, after, moves, totals, tried)
            yield from check_citations(engine, state, strange, moves, tried)


def distort_action(
    engine: Engine[S], action: Action, others: Sequence[Action], chance: random.Random
) -> Iterator[Action]:
    """Yield variants of an action with one field changed, as far as they can be decoded.

    The new value is near the old one, or it is that of one of `others`.
    """
    fields = msgspec.to_builtins(action)
    for key in chance.sample(sorted(fields), min(DISTORTIONS, len(fields))):
        changed = distort_value(fields[key], chance)
        if chance.random() < 0.4:
            changed = msgspec.to_builtins(chance.choice(others)).get(key, changed)
        try:
            yield engine.decode(action.verb, msgspec.json.encode(fields | {key: changed}))
        except DecodeError:
            continue


def distort_value(value: Any, chance: random.Random) -> Any:
    """Return a value near another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 2))
    if isinstance(value, dict) and value:
        key = chance.choice(sorted(value))
        return value | {key: distort_value(value[key], chance)}
    if isinstance(value, list) and value:
        where = chance.randrange(len(value))
        return [*value[:where], distort_value(value[where], chance), *value[where + 1 :]]
    return value


def check_refold(
    engine: Engine[S], played: PlayedGame, last: S, learnt: dict[str, str]
) -> Iterator[Violation]:
    """Yield where folding again does not lead to `last`, or hindsight shows a name that was learnt.

    `learnt` is the item that each unknown piece turned out to be.
    """
    state = engine.open(played.setup)
    for action in played.actions:
        payload = engine.encode(action)
        state, _moves = engine.apply(state, engine.decode(action.verb, payload, action.schema))
    if state != last:
        text = _("{game}: folding again gives another state")
        yield Violation("refold", text.format(game=engine.name))
    if not learnt:
        return
    knowing = engine.open(msgspec.structs.replace(played.setup, known=learnt))
    unknown = set(knowing.book.pools)
    for action in played.actions:
        knowing, _moves = engine.apply(knowing, action)
        unknown |= set(knowing.book.pools)
    if unknown & set(learnt):
        text = _("still unknown: {names}")
        yield Violation("hindsight", text.format(names=", ".join(sorted(unknown & set(learnt)))))
    if [s.total for s in engine.standing(knowing).scores] != [
        s.total for s in engine.standing(last).scores
    ]:
        yield Violation("hindsight", _("scores differ with hindsight"))


def fold_states(engine: Engine[S], played: PlayedGame) -> list[S]:
    """Return the states of a game: before every action, and after the last one."""
    states = [engine.open(played.setup)]
    for action in played.actions:
        states.append(engine.apply(states[-1], action)[0])
    return states


def find_leaks(
    engine: Engine[S], played: PlayedGame, states: Sequence[S], looking: Sequence[int]
) -> Iterator[Violation]:
    """Yield views that differ between the game with secrets recorded and the game without them.

    `states` are those of the game with secrets, `looking` the eyes that are tried.
    """
    for eyes in looking:
        blind = None
        for ply, action in enumerate(played.actions):
            seen = engine.redact(states[ply] if blind is None else blind, action, eyes)
            if blind is None:
                if seen == action:
                    continue
                blind = states[ply]
            blind, _moves = engine.apply(blind, seen)
            looked_at = ply % EVERY == 0 or seen != action or action is played.actions[-1]
            if looked_at and engine.view(states[ply + 1], eyes) != engine.view(blind, eyes):
                told = _("eyes {eyes}").format(eyes=eyes)
                yield Violation("no-leak", told, locate_action(engine, ply, action))
                break


def reveal_secrets(engine: Engine[S], played: PlayedGame, learnt: dict[str, str]) -> PlayedGame:
    """Return the same game as recorded by somebody who has seen every face.

    A ``?`` of an action becomes what it turned out to be (see `learnt`), or a face that never came
    up, wherever that breaks no rule.
    """
    came_up = {
        word for action in played.actions for word in list_texts(msgspec.to_builtins(action))
    }
    state = knowing = engine.open(played.setup)
    actions = []
    for action in played.actions:
        state, moves = engine.apply(state, action)
        faces: list[str] = []
        for name in (move.item for move in moves if is_unknown(move.item)):
            unseen = [
                face for face in engine.list_possible_faces(state, name) if face not in came_up
            ]
            faces += [learnt[name]] if name in learnt else unseen[:1]
        revealed = next(_reveal_faces(engine, knowing, action, faces), action)
        came_up |= set(list_texts(msgspec.to_builtins(revealed)))
        knowing, _moves = engine.apply(knowing, revealed)
        actions.append(revealed)
    return PlayedGame(played.setup, tuple(actions))


def _reveal_faces(
    engine: Engine[S], state: S, action: Action, faces: Sequence[str]
) -> Iterator[Action]:
    """Yield variants of an action with one of `faces` for a ``?`` that break no rule."""
    fields = msgspec.structs.asdict(action)
    for key in (key for key, value in fields.items() if value == UNKNOWN):
        for face in faces:
            payload = msgspec.json.encode(fields | {key: face})
            try:
                revealed = engine.decode(action.verb, payload, action.schema)
            except DecodeError:
                continue
            if not find_breaches(engine, state, revealed):
                yield revealed


def check_words(engine: Engine[S]) -> Iterator[Violation]:
    """Yield the keys that one language lacks, and the rules without a text in every language."""
    package = engine.package
    first, *rest = (read_words(package, lang) for lang in LANGUAGES)
    for other in rest:
        for part in ("names", "aliases", "text"):
            missing = set(first.get(part, {})) ^ set(other.get(part, {}))
            for key in sorted(missing):
                text = _("{part} “{key}” is in one language only")
                yield Violation("words", text.format(part=part, key=key))
    for rule in engine.rulebook.rules.values():
        for lang in LANGUAGES:
            if not rule.title.get(lang) or not rule.text.get(lang):
                text = _("rule {rule} has no text in {lang}")
                yield Violation("words", text.format(rule=rule.id, lang=lang))


def check_sentence(engine: Engine[S], key: str, data: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield the fields of a sentence that nothing fills, in every language."""
    filled = {*data, *EXAMPLE_SEATS, *(["items"] if "item" in data else [])}
    for lang in LANGUAGES:
        pattern = engine.words(lang).text.get(key, "")
        for field in sorted(_list_fields(pattern) - filled):
            text = _("“{field}” of “{key}” is filled by nothing in {lang}")
            yield Violation("words", text.format(field=f"{{{field}}}", key=key, lang=lang))


@cache
def _list_fields(pattern: str) -> frozenset[str]:
    """Return the names of the fields in a sentence."""
    found = (field for _, field, _, _ in Formatter().parse(pattern) if field)
    return frozenset(re.split(r"[.\[]", field)[0] for field in found)


def _drop_zeros(holding: dict[str, int]) -> dict[str, int]:
    """Return a holding without zeros."""
    return {item: n for item, n in holding.items() if n}


def _add_pieces(places: dict[str, dict[str, int]], place: str, item: str, n: int) -> None:
    """Add `n` pieces of `item` to a place, in place."""
    holding = places.setdefault(place, {})
    holding[item] = holding.get(item, 0) + n


def _compare_dicts(one: dict[str, Any], other: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return the entries in which two dicts differ."""
    return {
        key: (one.get(key), other.get(key))
        for key in sorted(set(one) | set(other))
        if one.get(key) != other.get(key)
    }
