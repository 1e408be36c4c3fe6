"""Commands about what else could have been: fork, branches, compare, matter, under."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from replay.base.i18n import _
from replay.cli import completion
from replay.cli.addresses import LAST
from replay.cli.command import WHAT_IF, Commands
from replay.cli.context import (
    Hindsight,
    Where,
    describe_match,
    find_match,
    find_position,
    open_timeline,
)
from replay.cli.exits import Exit, Stop
from replay.cli.output import Part, Shown, draw_table, make_plain
from replay.cli.settings import settings

if TYPE_CHECKING:
    from ledger.headlines import MatchInfo
    from ledger.store import Ledger
    from replay.explain.alternatives import Alternative
    from replay.fold.timeline import Timeline
    from replay.speech.voice import Voice

commands = Commands(WHAT_IF)

Branch = Annotated[str, typer.Argument(help="A match.", autocompletion=completion.complete_match)]


@commands.add("fork")
def fork(
    where: Annotated[
        str,
        typer.Argument(help="The position: maple@41.", autocompletion=completion.complete_match),
    ],
    name: Annotated[str, typer.Option(help="A name for the branch.")] = "",
    attempt: Annotated[
        bool, typer.Option("--try", help="Try it out first; the line save keeps it.")
    ] = False,
) -> Shown:
    """Begin a what-if: a match that shares the past of another one up to a position.

    foldtable fork maple@41 --name willow

    With --try nothing is kept until the line "save" is typed (or piped).
    """
    from replay.record.opening import fork_match

    parent, at = find_position(where)
    with settings.ledger() as ledger:
        info = find_match(ledger, parent or LAST)
        head = info.version if at is None else at
        if not 1 <= head <= info.version:
            raise Stop(
                Exit.MISSING,
                "{name} has events 1 to {last}.",
                name=info.name,
                last=info.version,
            )
        if attempt:
            return _try_branch(ledger, info, head, name)
        branch = fork_match(ledger, info, head, settings.recorder, name)
    return Shown(describe_match(branch), [branch.name])


def _try_branch(ledger: Ledger, info: MatchInfo, head: int, name: str) -> Shown:
    """Record a branch in a ledger of its own; keep it if the recorder types ``save``."""
    from replay.base.i18n import language
    from replay.cli.terminal.live import record_live
    from replay.cli.terminal.recorder import record_lines
    from replay.cli.terminal.shell import open_shell
    from replay.desk.desk import Desk
    from replay.files.exchange import keep_branch
    from replay.record.opening import fork_match
    from replay.record.session import Session
    from replay.speech.voice import Voice

    with scratch(ledger, info) as attempt:
        branch = fork_match(attempt, info, head, settings.recorder, name)
        session = Session(attempt, branch, settings.recorder)
        voice = Voice(session.engine, language(), session.timeline.seats, session.state)
        desk = Desk(session, voice)
        open_shell(desk)
        asked = settings.interactive
        word = record_live(desk, board=True) if asked else record_lines(desk, sys.stdin.buffer).word
        kept = keep_branch(ledger, attempt, branch, settings.recorder) if word == "save" else ""
    remarks = [] if kept else [_("Nothing was kept; save keeps a branch.")]
    return Shown({"match": kept or None}, [kept] if kept else [], remarks)


@contextmanager
def scratch(ledger: Ledger, info: MatchInfo) -> Iterator[Ledger]:
    """Give a ledger that holds one match (with its past) and lasts as long as the block."""
    import tempfile
    from pathlib import Path

    from ledger.store import Ledger
    from replay.files.exchange import export_match, import_file

    with (
        tempfile.TemporaryDirectory(prefix="foldtable-") as folder,
        Ledger(Path(folder) / "ledger.db") as attempt,
    ):
        import_file(attempt, export_match(ledger, info))
        yield attempt


@commands.add("branches")
def branches(
    match: Annotated[
        str, typer.Argument(help="Only this match's.", autocompletion=completion.complete_match)
    ] = "",
    limit: Annotated[
        int | None,
        typer.Option(min=0, help="How many at most; 0: all. By default 50, with --json all."),
    ] = None,
) -> Shown:
    """List matches and the branches that were made of them, as a tree.

    foldtable branches maple
    """
    from ledger.listings import Wanted
    from replay.explain.alternatives import walk_branches

    most = MOST if limit is None and not settings.json else limit
    named = match or settings.match
    with settings.ledger() as ledger, ledger.read_transaction():
        if named:
            roots = [info for info in [ledger.find(named)] if info.is_listed]
        else:
            roots = ledger.matches(Wanted(listed=True, is_root=True), most + 1 if most else None)
        shown = roots[: most or None]
        rows = list(walk_branches([*shown, *_find_branches(ledger, shown)]))
    more = _("There are more; foldtable branches --limit 0 lists all of them.")
    return Shown(
        [{**describe_match(info), "depth": depth} for depth, info in rows],
        [f"{'  ' * depth}{_describe_branch(info)}" for depth, info in rows],
        [more] if len(roots) > len(shown) else [],
    )


MOST: Final = 50
"""How many matches are listed where nothing is said."""

AT_ONCE: Final = 500
"""Of how many matches the branches are read in one query."""


def _find_branches(ledger: Ledger, infos: Sequence[MatchInfo]) -> Iterator[MatchInfo]:
    """Yield the listed branches of some matches, and theirs."""
    from ledger.listings import Wanted

    parents = [info.match_id for info in infos]
    while parents:
        branches: list[MatchInfo] = []
        for start in range(0, len(parents), AT_ONCE):
            some = tuple(parents[start : start + AT_ONCE])
            branches += ledger.matches(Wanted(listed=True, parents=some))
        yield from branches
        parents = [info.match_id for info in branches]


def _describe_branch(info: MatchInfo) -> str:
    """Return a match in one line: name, where it was forked, game and people."""
    where = f" @{info.base_version}" if info.base_version else ""
    return f"{info.name}{where}  {info.game}: {', '.join(info.seats)}"


@commands.add("compare")
def compare(one: Branch, other: Branch) -> Shown:
    """Put two matches side by side: where they part, their scores, what lies elsewhere.

    foldtable compare maple willow
    """
    from replay.cli.review import listing
    from replay.explain.alternatives import find_divergence
    from replay.speech import log_lines

    with settings.ledger() as ledger:
        first, mine, voice, _at = open_timeline(ledger, one)
        second, theirs, _voice, _there = open_timeline(ledger, other)
    if mine.engine.name != theirs.engine.name:
        raise Stop(Exit.USAGE, "They are matches of different games.")
    found = find_divergence(mine, theirs)
    totals = _totals(mine), _totals(theirs)
    data = {
        "shared": found.shared,
        "first": [frame.version if frame else None for frame in found.first],
        "totals": totals,
    }
    drawn: list[Part] = []
    if found.shared or not any(found.first):
        drawn.append(_("The same up to {n}.").format(n=found.shared))
    else:
        drawn.append(_("They part at once."))
    for info, frame in zip((first, second), found.first, strict=True):
        text = (
            f"{frame.version} {log_lines.describe_frame(frame, voice)}"
            if frame
            else _("nothing more")
        )
        drawn.append(f"{info.name}: {text}")
    rows = [(voice.seat(n), *pair) for n, pair in enumerate(zip(*totals, strict=False))]
    drawn.append(draw_table((_("seat"), first.name, second.name), rows))
    books = mine.state.book, theirs.state.book
    return Shown(data, [*drawn, *listing.draw_pieces(voice, *books, first.name, second.name)])


def _totals(timeline: Timeline) -> list[int | None]:
    return [score.total for score in timeline.engine.standing(timeline.state).scores]


@commands.add("matter")
def matter(
    where: Where,
    most: Annotated[int, typer.Option(help="How many alternatives to show.")] = 12,
    hindsight: Hindsight = False,
) -> Shown:
    """Would it have mattered? Replace an event by each legal action and keep what follows.

    foldtable matter maple@57

    It says who wins then, and until where the old line still fits. With --hindsight, legal is what
    was legal with the cards that turned out to be in the hand.
    """
    from replay.explain.alternatives import find_alternatives

    with settings.ledger() as ledger:
        info, timeline, voice, at = open_timeline(ledger, where, hindsight=hindsight)
    if at is None:
        raise Stop(Exit.USAGE, "Which event?", "foldtable matter {name}@57", name=info.name)
    found = sorted(find_alternatives(timeline, at), key=lambda each: (-each.until, not each.fits))
    was = timeline.engine.standing(timeline.state)
    data = [
        {
            "action": make_plain(each.action),
            "verb": each.action.verb,
            "until": each.until,
            "fits": each.fits,
            "totals": each.totals,
            "winners": each.winners,
        }
        for each in found
    ]
    if not found:
        return Shown(data, [_("There was nothing legal to do instead.")])
    rows = [(_("as it was"), "", *_result(voice, _totals(timeline), was.winners))]
    rows += [
        (
            voice.action(each.action),
            _("to the end") if each.fits else str(each.until),
            *_result(voice, each.totals, each.winners),
        )
        for each in found[:most]
    ]
    seats = [voice.heading(seat) for seat in range(len(timeline.seats))]
    columns = (_("instead"), _("the old line fits"), *seats, _("winner"))
    drawn: list[Part] = [draw_table(columns, rows)]
    if len(found) > most:
        drawn.append(_("… and {n} more (--most)").format(n=len(found) - most))
    return Shown(data, [*drawn, *summarize_winners(was.winners, found)])


def summarize_winners(was: Sequence[int], found: Sequence[Alternative]) -> Iterator[str]:
    """Yield in how many alternatives somebody else wins, and in how many nobody has won yet."""
    k = len(found)
    ended = [each for each in found if each.fits]
    others = sum(bool(each.winners) and each.winners != was for each in ended)
    if others:
        yield _("In {n} of {k} the winner is another.").format(n=others, k=k)
    else:
        yield _("In none of them is the winner known to be another.")
    undecided = sum(not each.winners for each in ended)
    if undecided and was:
        yield _("In {n} of {k} it is undecided where the record ends.").format(n=undecided, k=k)


def _result(voice: Voice, totals: Sequence[int | None], winners: Sequence[int]) -> tuple[str, ...]:
    """Return what every seat has, and who has won."""
    points = ("–" if n is None else str(n) for n in totals)
    return (*points, ", ".join(voice.seat(seat) for seat in winners) or "–")


@commands.add("under")
def under(
    where: Where,
    rules: Annotated[str, typer.Option(help="book: without the table's waivers.")] = "",
    waive: Annotated[list[str] | None, typer.Option(help="A rule that is switched off.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game's option: NAME=VALUE.")
    ] = None,
) -> Shown:
    """Judge a match by other rules: findings and scores of both side by side.

    foldtable under maple --waive S9 -o voluntary_fewer=true
    """
    from replay.cli.context import parse_option
    from replay.explain.alternatives import index_breaches
    from replay.fold.timeline import Ruleset, Timeline

    with settings.ledger() as ledger:
        info, mine, voice, at = open_timeline(ledger, where)
        events = ledger.events(info.match_id)
    engine = mine.engine
    if rules not in ("", "book", engine.rules):
        raise Stop(
            Exit.MISSING,
            "There is no revision {rules}; this foldtable has {known}.",
            "--rules book",
            rules=rules,
            known=engine.rules,
        )
    unknown = [rule for rule in waive or () if rule not in engine.rulebook.rules]
    if unknown:
        raise Stop(Exit.MISSING, "{game} has no rule {rule}.", game=engine.name, rule=unknown[0])
    chosen = dict(parse_option(engine, text) for text in option or [])
    ruleset = Ruleset(bool(rules), frozenset(waive or ()), chosen)
    theirs = Timeline(events, as_of=at, under=ruleset)
    mine = Timeline(events, as_of=at)
    old, new = index_breaches(mine), index_breaches(theirs)
    data = {
        "only_before": [list(key) for key in old if key not in new],
        "only_now": [list(key) for key in new if key not in old],
        "totals": [_totals(mine), _totals(theirs)],
    }
    gone = _("no longer a breach: {version} {rule}")
    come = _("now a breach: {version} {breach}")
    drawn: list[Part] = [
        *(gone.format(version=key[0], rule=old[key].rule) for key in old if key not in new),
        *(
            come.format(version=key[0], breach=voice.breach(breach))
            for key, breach in new.items()
            if key not in old
        ),
    ]
    pairs = enumerate(zip(_totals(mine), _totals(theirs), strict=True))
    rows = [(voice.seat(n), *pair) for n, pair in pairs]
    columns = (_("seat"), _("as played"), _("by these rules"))
    return Shown(data, [*drawn, draw_table(columns, rows)])
