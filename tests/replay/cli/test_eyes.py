"""What certain eyes see: one fold of what they saw, and nothing that depends on anything else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engines.counts import Count
from engines.protocol import Engine, State
from engines.registry import load_engine
from engines.values import TABLE, Action, Setup
from engines.wizard.actions import Hand
from ledger.clerk import Amend, Clerk, Close, Fork, Insert, Open, Sign
from ledger.event import Event, format_seal, hash_event
from ledger.store import Ledger
from replay.base.values import list_texts
from replay.cli.output import make_plain
from replay.cli.review.listing import frame_data, show_log
from replay.explain.explanations import explain_number
from replay.explain.legal_actions import find_legal_actions
from replay.fold.timeline import Timeline
from replay.lab.conformance import play_game
from replay.lab.laws import PlayedGame, reveal_secrets
from replay.screens.page import draw_picture
from replay.speech.voice import Voice
from tests import table
from tests.replay.cli.conftest import Run
from tests.some import some

GAMES = [
    ("splendor", Setup(3)),
    ("wizard", Setup(4, level="full", options={"rounds": 4})),
    ("wizard", Setup(3, level="full", options={"rounds": 2, "clairvoyant_first_round": True})),
    ("challengers", Setup(3, level="full")),
    ("seven-wonders-duel", Setup(2)),
    ("machi-koro", Setup(2)),
]
SECRETIVE = {"splendor", "wizard", "challengers"}
LONGEST = 120
"""How many actions of a game are looked at."""


def play_with_secrets(engine: Engine[State], setup: Setup, seed: int) -> PlayedGame:
    """Return a random game, recorded by somebody who has seen every face."""
    played, _ = play_game(engine, setup, seed)
    state, learnt = engine.open(setup), dict[str, str]()
    for action in played.actions:
        state, moves = engine.apply(state, action)
        learnt |= {move.name: move.item for move in moves if move.name}
    revealed = reveal_secrets(engine, played, learnt)
    return PlayedGame(setup, revealed.actions[:LONGEST])


def replace_hidden(
    engine: Engine[State], played: PlayedGame, eyes: int, chance: random.Random
) -> Iterator[Action]:
    """Yield the actions of a game with other cards wherever certain eyes did not see them."""
    cards = [piece.id for piece in engine.catalog()]
    state = engine.open(played.setup)
    for action in played.actions:
        seen = engine.redact(state, action, eyes)
        yield action if seen == action else vary(engine, state, action, eyes, cards, chance)
        state, _ = engine.apply(state, seen)


def vary(
    engine: Engine[State],
    state: State,
    action: Action,
    eyes: int,
    cards: Sequence[str],
    chance: random.Random,
) -> Action:
    """Return an action with one card replaced by another, so that the eyes see the same."""
    seen = engine.redact(state, action, eyes)
    fields = msgspec.to_builtins(action)
    texts = [text for text in list_texts(fields) if text in cards]
    for _ in range(400):
        other, old = chance.choice(cards), chance.choice(texts or [""])
        payload = json.dumps(fields).replace(f'"{old}"', f'"{other}"').encode()
        try:
            varied = engine.decode(action.verb, payload, action.schema)
        except ValueError:
            continue
        if varied != action and engine.redact(state, varied, eyes) == seen:
            return varied
    return action


def make_stream(
    engine: Engine[State], setup: Setup, content: Sequence[Action | Clerk]
) -> list[Event]:
    """Return the stream of a match with actions and clerk events."""
    opening = Open(
        game=engine.name,
        rules=engine.rules,
        name="maple",
        seats=("Ana", "Bo", "Cy", "Di")[: setup.seats],
        options=setup.options,
        level=setup.level,
    )
    events: list[Event] = []
    previous = ""
    for version, each in enumerate((opening, *content), 1):
        kind = each.verb if isinstance(each, Action) else each.type
        schema = each.schema if isinstance(each, Action) else 1
        payload = msgspec.json.encode(each, order="sorted")
        moment = f"2026-11-30T20:{version // 60 % 60:02}:{version % 60:02}.000000+00:00"
        event = Event(
            "m", version, f"id-{version}", kind, schema, payload, "tess", moment, None, ""
        )
        previous = hash_event(previous, event)
        events.append(replace(event, hash=previous, intent=b'{"card":{"slot":"x"}}'))
    return events


def show_everything(timeline: Timeline, chance: random.Random) -> str:
    """Return all that can be shown of a timeline, as one text."""
    engine, names = timeline.engine, timeline.seats
    voice = Voice(engine, "en", names, timeline.state)
    log = show_log(timeline, voice, timeline.frames, times=True, moves=True)
    shown: list[Any] = [
        [str(line) for line in log.drawn],
        [frame_data(frame, voice) for frame in timeline.frames],
        [msgspec.to_builtins(event) for event in timeline.events],
        [frame.intent for frame in timeline.frames],
        str(timeline.closing),
    ]
    for before, frame in pairwise(timeline.frames):
        if chance.random() > 0.15:
            continue
        state = frame.state
        shown += [
            str(engine.view(state, timeline.eyes)),
            str(draw_picture(timeline, frame, voice, marked=True)),
            [voice.prompt(prompt) for prompt in engine.list_prompts(state)],
            make_plain(engine.standing(state)),
            sorted((place, dict(items)) for place, items in state.book.places.items()),
            [str(term) for term in engine.quote(before.state, frame.action or Count(holds={}))],
            str(explain_number(timeline, frame.version, "a.points"))
            if engine.name in POINTED
            else "",
        ]
        if chance.random() < 0.2:
            shown.append([str(legal) for legal in find_legal_actions(engine, state)])
    return json.dumps(shown, default=str)


POINTED = ("splendor", "wizard")


@pytest.mark.parametrize("seed", [1, 4])
@pytest.mark.parametrize(("game", "setup"), GAMES, ids=[f"{g}-{s.seats}" for g, s in GAMES])
def test_H18_what_eyes_have_not_seen_changes_nothing_that_they_are_shown(
    game: str, setup: Setup, seed: int
) -> None:
    engine = load_engine(game)
    played = play_with_secrets(engine, setup, seed)
    changed = 0
    for eyes in (TABLE, seed % setup.seats):
        other = tuple(replace_hidden(engine, played, eyes, random.Random(seed)))
        changed += sum(one != two for one, two in zip(played.actions, other, strict=True))
        streams = [make_stream(engine, setup, actions) for actions in (played.actions, other)]
        one, two = (
            show_everything(Timeline(events, eyes=eyes), random.Random(seed)) for events in streams
        )
        assert one == two
        for event in some(streams[0]):
            assert event.hash not in one
            assert f'"{event.event_id}"' not in one
    assert bool(changed) == (game in SECRETIVE)


@pytest.mark.parametrize(("game", "setup"), GAMES, ids=[f"{g}-{s.seats}" for g, s in GAMES])
def test_H18_nobody_is_accused_of_what_these_eyes_did_not_see(game: str, setup: Setup) -> None:
    engine = load_engine(game)
    played = play_with_secrets(engine, setup, 3)
    for eyes in (None, TABLE, 0, 1):
        timeline = Timeline(make_stream(engine, setup, played.actions), eyes=eyes)
        assert [frame.breaches for frame in timeline.frames if frame.breaches] == []


@pytest.mark.parametrize(
    ("game", "setup", "place", "card"),
    [
        ("splendor", Setup(2), "b.reserved", "2w-w6"),
        ("wizard", Setup(3), "b.hand", "b7"),
        ("challengers", Setup(2), "b.deck", "film-cat-a"),
    ],
)
def test_H18_a_count_of_hidden_cards_is_its_owners(
    game: str, setup: Setup, place: str, card: str
) -> None:
    engine = load_engine(game)
    state = engine.open(setup)
    count = Count(holds={place: {card: 1}})
    assert engine.redact(state, count, 1) == count
    for eyes in (TABLE, 0):
        assert engine.redact(state, count, eyes) == Count(holds={place: {}})
    public = Count(holds={"a.points": {"points": 3}})
    assert engine.redact(state, public, TABLE) == public


HAND = Hand(seat=0, cards={"b7": 1})


def show_log_of(events: Sequence[Event], eyes: int | None) -> str:
    """Return the log and the data of all frames and events, as one text."""
    timeline = Timeline(events, eyes=eyes)
    voice = Voice(timeline.engine, "en", timeline.seats, timeline.state)
    shown = show_log(timeline, voice, timeline.frames, times=True, moves=True)
    streamed = [msgspec.to_builtins(event) for event in timeline.events]
    closing = timeline.closing
    return json.dumps([list(map(str, shown.drawn)), shown.data, streamed, closing], default=str)


def test_H19_hashes_ids_and_seals_are_for_whoever_sees_the_whole_record() -> None:
    """A hand of one card is found from the hash of its event by trying sixty cards."""
    engine, setup = load_engine("wizard"), Setup(3)
    (_, told) = make_stream(engine, setup, [HAND])
    signed = Sign(seat=0, version=3, seal=format_seal(told.hash))
    content: list[Action | Clerk] = [HAND, Close(how="abandoned"), signed]
    events = make_stream(engine, setup, content)
    secrets = [told.hash, format_seal(told.hash), *(event.hash for event in events)]
    secrets += [event.event_id for event in events]
    whole = show_log_of(events, None)
    assert all(secret in whole for secret in some(secrets))
    for eyes in (TABLE, 0, 1):
        shown = show_log_of(events, eyes)
        assert [secret for secret in secrets if secret in shown] == []
        assert ("b7" in shown) == (eyes == 0)


def test_H19_a_branch_does_not_tell_the_hash_at_which_it_began() -> None:
    engine = load_engine("wizard")
    events = make_stream(engine, Setup(3), [HAND])
    fork = Fork(parent="m", base_version=2, base_hash=events[-1].hash)
    branch = make_stream(engine, Setup(3), [HAND, fork])
    assert events[-1].hash in show_log_of(branch, None)
    assert events[-1].hash not in show_log_of(branch, TABLE)


def test_H19_corrections_and_what_cannot_be_read_tell_nothing() -> None:
    """An amendment reads a hidden card; a damaged event quotes one."""
    engine = load_engine("wizard")
    content: list[Action | Clerk] = [
        HAND,
        Amend(target=2, kind="hand", payload={"seat": 0, "cards": {"g9": 1}}),
        Insert(after=2, kind="hand", payload={"seat": 1, "cards": {"r4": 1}}),
        Amend(target=9, kind="hand", payload={"seat": 1, "cards": {"y3": 1}}),
    ]
    events = make_stream(engine, Setup(3), content)
    damaged = replace(events[1], version=6, payload=b'{"seat":0,"cards":{"b7":1},"x":"b7"}')
    whole = show_log_of([*events, damaged], None)
    shown = show_log_of([*events, damaged], TABLE)
    for card in ("b7", "g9", "r4", "y3"):
        assert card in whole
        assert card not in shown
    assert "hand" in shown


def test_H19_commands_that_show_what_eyes_see_tell_no_hash(
    ledger: Ledger, run: Run, tmp_path: Path
) -> None:
    session = table.open_session(ledger, game="wizard", seats=("Ana", "Bo", "Cy"), level="full")
    table.type_accepted(table.open_desk(session), "y1", "a: h b7")
    hashes = [event.hash for event in session.timeline.events]
    for command in (
        ["log", "maple"],
        ["show", "maple"],
        ["step", "maple"],
        ["balance", "maple"],
        ["choices", "maple"],
        ["why", "maple", "a.points"],
        ["register", "maple", "a.hand"],
        ["diff", "maple@1..3"],
        ["when", "maple", "a.points >= 0"],
    ):
        for form in ([], ["--json"]):
            done = run(*command, "--eyes", "bo", *form)
            assert not any(found in done.stdout for found in some(hashes))
            assert command[0] not in ("log", "step", "register") or "b7" not in done.stdout
    path = tmp_path / "maple.html"
    run("report", "maple", "-o", str(path), "--eyes", "bo")
    assert session.seal not in path.read_text(encoding="utf-8")
