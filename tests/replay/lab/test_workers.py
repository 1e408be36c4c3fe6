"""Simulating and conforming with workers: the same games, however many there are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.splendor import engine
from engines.values import SetupError
from ledger.headlines import MatchInfo
from ledger.store import Ledger
from replay.base.extras import load_package
from replay.base.parts import Done, PartsFailed
from replay.lab import conformance, simulation
from replay.lab.conformance import conform_all
from replay.lab.laws import Violation
from replay.lab.simulation import Simulated, play_match, simulate_matches
from replay.referee.audit import audit_match
from tests.replay.cli.conftest import invoke
from tests.some import some

FIVE = [Simulated("splendor", 2, seed) for seed in range(5)]


def read_games(ledger: Ledger, infos: list[MatchInfo]) -> list[list[tuple[str, bytes]]]:
    """Return what was played in matches, without their openings, which have names."""
    return [
        [(event.type, event.payload) for event in ledger.events(info.match_id)][1:]
        for info in infos
    ]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask scheduler with two workers, as somebody else runs it."""
    start = load_package("distributed", "Dask").LocalCluster
    with start(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as running:
        yield running.scheduler_address


def test_the_same_seeds_play_the_same_games_however_many_workers_there_are(
    ledger: Ledger, cluster: str
) -> None:
    """In this process, in two, and on a cluster; they are returned in the order of the seeds."""
    alone = read_games(ledger, simulate_matches(ledger, FIVE))
    assert len({tuple(game) for game in alone}) == len(FIVE)
    assert read_games(ledger, simulate_matches(ledger, FIVE, jobs=2)) == alone
    assert read_games(ledger, simulate_matches(ledger, FIVE, scheduler=cluster)) == alone


def test_a_simulated_match_is_recorded_as_a_live_one(ledger: Ledger) -> None:
    """Intact, with digests, listed as its events say."""
    for info in some(simulate_matches(ledger, FIVE, jobs=2)):
        assert audit_match(ledger, info).findings == ()
        assert set(ledger.digests(info.match_id)) == set(range(1, info.version + 1))
        assert (info.how, info.simulated) == ("finished", True)
        events = ledger.events(info.match_id)
        assert info.closed_at == events[-1].recorded_at


def test_a_cluster_simulates_from_the_command_line(cluster: str, ledger: Ledger) -> None:
    """And plays random games for `conform`."""
    words = ("simulate", "splendor", "--matches", "3", "--scheduler", cluster, "--json")
    told = json.loads(invoke(*words).stdout)
    assert [match["title"] for match in told] == ["seed 0", "seed 1", "seed 2"]
    said = invoke("conform", "splendor", "--games", "2", "--scheduler", cluster).stdout
    assert said == "2 games, 0 findings\n"


def test_a_simulation_goes_on_where_it_was_stopped(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No match is played twice, and none is lost that was noted and not stored any more."""
    stored = simulation.store_played
    record = tmp_path / "record.jsonl"

    def store_two(ledger: Ledger, played: simulation.Played) -> MatchInfo:
        if len(ledger.matches()) == 2:
            raise KeyboardInterrupt
        return stored(ledger, played)

    with monkeypatch.context() as patch:
        patch.setattr(simulation, "store_played", store_two)
        with pytest.raises(KeyboardInterrupt):
            simulate_matches(ledger, FIVE, record=record)
    assert record.read_bytes().count(b"\n") == 4  # the work, two that are stored, one that is not
    before = {info.match_id for info in ledger.matches()}
    told: list[int] = []
    found = simulate_matches(ledger, FIVE, lambda: told.append(1), record=record)
    assert len(told) == len(FIVE)
    assert {info.match_id for info in ledger.matches()} == {info.match_id for info in found}
    assert before < {info.match_id for info in found}
    assert [info.title for info in found] == [f"seed {n}" for n in range(5)]
    assert not record.exists()


def test_a_wrong_setup_is_refused_before_anything_is_played(ledger: Ledger) -> None:
    """As an error of the game, not of a part."""
    with pytest.raises(SetupError):
        simulate_matches(ledger, [Simulated("splendor", 9, 1)], jobs=2)
    assert ledger.matches() == []


def test_a_game_that_does_not_end_is_named_by_its_seed(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are recorded."""
    length = len(play_match(FIVE[1]).drafts) - 1
    monkeypatch.setattr(simulation, "LIMIT", length)
    lengths = [len(game) - 1 for game in read_games(ledger, simulate_matches(ledger, FIVE[1:2]))]
    assert lengths == [length]
    with pytest.raises(PartsFailed, match=r"^seed \d: splendor: no end after"):
        simulate_matches(ledger, FIVE)
    assert "seed 1" in [info.title for info in ledger.matches()][:-1]


def test_two_workers_conform() -> None:
    """Every game is told when it is finished."""
    told: list[int] = []
    assert conform_all(engine, 6, jobs=2, advance=lambda: told.append(1)) == []
    assert len(told) == 6


def test_conforming_stops_at_the_same_game_in_whatever_order_they_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Violations are put in the order of the games."""
    many = [Violation("law", f"{n}") for n in range(30)]
    found = {"game 0": many[:2], "game 1": many[2:25], "game 2": many[25:]}

    def run_backwards(
        _function: object, parts: dict[str, object], **_how: object
    ) -> Iterator[Done[list[Violation]]]:
        for name in reversed(parts):
            yield Done(name, found[name])

    monkeypatch.setattr(conformance, "run_parts", run_backwards)
    assert conform_all(engine, 3, jobs=2) == many[:25]


def test_every_game_of_several_workers_has_a_seed_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first has the one that is given; the set-ups are those of one worker."""
    given: dict[str, conformance.Trial] = {}

    def keep_parts(
        _function: object, parts: dict[str, conformance.Trial], **_how: object
    ) -> Iterator[Done[list[Violation]]]:
        given.update(parts)
        for name in parts:
            yield Done(name, [])

    monkeypatch.setattr(conformance, "run_parts", keep_parts)
    assert conform_all(engine, 3, 40, jobs=2) == []
    assert [(name, trial.seed) for name, trial in given.items()] == [
        *(("game 0", 40), ("game 1", 41), ("game 2", 42)),
    ]
    assert {trial.game for trial in given.values()} == {engine.name}
