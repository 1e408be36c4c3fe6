"""Any line that is typed in any game: it has a reply, which tells exactly what was recorded."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.protocol import Engine
from engines.registry import load_engine, load_engines
from engines.values import Action, Setup
from ledger.store import Ledger
from replay.base.i18n import set_language
from replay.desk.commands import COMMANDS
from replay.desk.desk import Desk
from replay.lab.dealer import Dealer
from replay.speech.voice import Voice
from tests import table
from tests.conftest import LONG
from tests.some import some

ODD = ("\x00", "\u202e", "\U0001f600", "\ud800", "\\", "$(x)", "~", "!", "?", ";", "=", "@17", "-1")
"""Words that mean nothing, or only beside others."""

SEATS = ("Ana", "Bo", "지훈")
PLAYED = 40
"""How many actions are recorded before a line is typed."""


def list_words(game: str) -> list[str]:
    """Return words that are typed in a game: of its actions, of its pieces, and of commands."""
    engine = load_engine(game)
    seats = choose_seats(game)
    written = {
        word
        for action in deal(engine, len(seats), 200)
        for word in engine.write(action, seats).split()
    }
    called = {name for names in engine.names().values() for name in names}
    return sorted({*written, *called, *COMMANDS, *seats, *"0123456789", *ODD})


def choose_seats(game: str) -> tuple[str, ...]:
    """Return as many of the people as can play a game."""
    return SEATS[: load_engine(game).seats.stop - 1]


PLACES = [(game, lang) for game in sorted(load_engines()) for lang in ("en", "ko")]


@pytest.fixture(params=PLACES, ids="-".join)
def typed_at(request: pytest.FixtureRequest, ledger: Ledger) -> tuple[Desk, list[str]]:
    """The desk of a match that has begun, in English or Korean, and words to type at it."""
    game, lang = request.param
    set_language(lang)
    seats = choose_seats(game)
    session = table.open_session(ledger, game=game, seats=seats)
    session.record(deal(session.engine, len(seats), PLAYED))
    return Desk(session, Voice(session.engine, lang, seats)), list_words(game)


def deal(engine: Engine[Any], seats: int, most: int) -> list[Action]:
    """Return the first actions of a random game."""
    return [action for _, action in islice(Dealer(engine, 5).play(Setup(seats)), most)]


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=400 if LONG else 12,
)
@given(data=st.data())
def test_every_line_has_a_reply_that_matches_the_log(
    typed_at: tuple[Desk, list[str]], data: st.DataObject
) -> None:
    """The replies hold exactly the events that were recorded."""
    desk, words = typed_at
    word = st.sampled_from(words) | st.text(max_size=6)
    line = st.lists(word, max_size=7).map(" ".join) | st.text(max_size=40)
    match = desk.session.info.name
    for typed in some(data.draw(st.lists(line, min_size=1, max_size=5))):
        before = desk.session.ledger.find(match).version
        replies = list(desk.handle(typed))
        after = desk.session.ledger.find(match).version
        assert after == desk.session.timeline.version
        if not any(reply.kind == "told" for reply in replies):
            assert after - before == sum(len(reply.frames) for reply in replies)
        for reply in replies:
            table.join_replies([reply])
