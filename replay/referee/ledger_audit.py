"""The audit of many matches of a ledger, by workers: it can be stopped and resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ledger.headlines import MatchInfo
from ledger.location import Location
from ledger.store import Ledger
from replay.base.finished_parts import FinishedParts
from replay.base.workers import run_parts
from replay.referee.audit import audit_match
from replay.referee.findings import Audit

AT_ONCE: Final = 32
"""How many matches a worker audits before it is given the next ones."""


class Matches(NamedTuple):
    """Some matches of a ledger, by their ids."""

    where: Location
    ids: tuple[str, ...]


def audit_matches(
    ledger: Ledger,
    infos: Sequence[MatchInfo],
    advance: Callable[[], None],
    *,
    jobs: int = 1,
    scheduler: str = "",
    record: Path | None = None,
) -> Iterator[Audit]:
    """Yield the audits of matches in their order; `advance` is called for each that is done.

    Up to AT_ONCE matches are audited here, more by workers (`run_parts`). A `record` notes what is
    done; a match that was recorded on since is audited again.
    """
    if len(infos) <= AT_ONCE and not scheduler and not record:
        for info in infos:
            yield audit_match(ledger, info)
            advance()
        return
    groups = [infos[start : start + AT_ONCE] for start in range(0, len(infos), AT_ONCE)]
    named = {name_group(group): group for group in groups}
    parts = {
        name: Matches(ledger.where, tuple(info.match_id for info in group))
        for name, group in named.items()
    }
    work = ["verify", str(ledger.where)]
    finished = FinishedParts(record, work, list[Audit]) if record else None
    done: dict[str, list[Audit]] = {}
    for each in run_parts(audit_group, parts, jobs=jobs, scheduler=scheduler, record=finished):
        done[each.name] = each.result
        for _audit in each.result:
            advance()
    for name in named:
        yield from done[name]


def name_group(infos: Sequence[MatchInfo]) -> str:
    """Return a name of some matches as far as they have come."""
    return " ".join(f"{info.match_id}@{info.version}" for info in infos)


def audit_group(matches: Matches) -> list[Audit]:
    """Return the audits of some matches."""
    with Ledger(matches.where) as ledger:
        return [audit_match(ledger, ledger.find(match_id)) for match_id in matches.ids]
