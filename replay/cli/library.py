"""Commands about games, files and the ledger: games, rules, cards, export, import, verify, db …"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.cli import complete
from replay.cli.exits import MEANING, Exit, Stop
from replay.cli.groups import ADMIN, LIBRARY, app
from replay.cli.output import emit, plain, progress, say, table, talk
from replay.cli.settings import settings
from replay.cli.shared import command
from replay.i18n import _, language, ngettext

if TYPE_CHECKING:
    from replay.audit import Audit, Finding
    from replay.cli.failures import Failure
    from replay.exchange import Imported
    from replay.signing import Signature


@command(app, "games", LIBRARY)
def games() -> None:
    """List the installed games with seats, options and levels of detail."""
    from engines.registry import engine_of
    from engines.registry import games as installed

    engines = [engine_of(name) for name in installed()]
    if settings.json:
        emit(
            [
                {
                    "game": engine.name,
                    "name": engine.words(language()).name(engine.name),
                    "rules": engine.rules,
                    "seats": [engine.seats.start, engine.seats.stop - 1],
                    "levels": list(engine.levels),
                    "options": [
                        {"name": o.name, "values": list(o.values), "default": o.default}
                        for o in engine.options
                    ],
                }
                for engine in engines
            ]
        )
        return
    table(
        (_("game"), _("name"), _("seats"), _("levels"), _("options")),
        [
            (
                engine.name,
                engine.words(language()).name(engine.name),
                f"{engine.seats.start}–{engine.seats.stop - 1}",
                " ".join(engine.levels),
                " ".join(f"{o.name}={'|'.join(map(_word, o.values))}" for o in engine.options),
            )
            for engine in engines
        ],
    )


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@command(app, "rules", LIBRARY)
def rules(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=complete.games)],
    rule: Annotated[list[str] | None, typer.Argument(help="Rules by number: S4 S7a.")] = None,
) -> None:
    """Print a game's rulebook, or some of its rules; a rule brings its sub-rules along."""
    from replay.reference import game_named, rule_lines, rules_of

    found = rules_of(_engine(game_named(game)), rule or ())
    if settings.json:
        emit([plain(each) for each in found])
        return
    for each in found:
        for text in rule_lines(each, language()):
            say(text)


def _engine(game: str) -> Any:
    from engines.registry import engine_of

    return engine_of(game)


@command(app, "cards", LIBRARY)
def cards(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=complete.games)],
    query: Annotated[list[str] | None, typer.Argument(help="A part of a name or id.")] = None,
) -> None:
    """List a game's cards, tiles and tokens, or those that fit a query in either language."""
    from replay.reference import game_named, piece_line, pieces_of

    engine = _engine(game_named(game))
    pieces = pieces_of(engine, " ".join(query or ()))
    words = engine.words(language())
    if settings.json:
        emit(
            [
                {
                    "id": p.id,
                    "name": words.name(p.id),
                    "kind": p.kind,
                    "copies": p.copies,
                    "facts": p.facts,
                }
                for p in pieces
            ]
        )
        return
    for piece in pieces:
        say(piece_line(piece, words))


@command(app, "export", LIBRARY)
def export(
    match: Annotated[str, typer.Argument(help="The match.", autocompletion=complete.match_names)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file (default: standard output).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    sign: Annotated[bool, typer.Option("--sign", help="Sign it with your key.")] = False,
) -> None:
    """Write a match as a match file: JSON that anybody can verify."""
    from replay.exchange import export as write

    with settings.ledger() as ledger:
        info = ledger.find(match)
        content = write(ledger, info, settings.recorder if sign else "")
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    if output.is_file() and not force:
        raise Stop(
            Exit.REFUSED,
            _("{path} is there already.").format(path=output),
            _("--force overwrites it."),
        )
    write_whole(output, content)
    talk(_("{name} → {path}").format(name=info.name, path=output))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; a link is followed, a device is written to."""
    import os
    import tempfile

    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    umask = os.umask(0)
    os.umask(umask)
    folder = path.parent if str(path.parent) else Path()
    handle, name = tempfile.mkstemp(dir=folder, prefix=".foldtable-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@command(app, "import", LIBRARY)
def import_(
    files: Annotated[list[Path], typer.Argument(help="Match files.")],
    as_copy: Annotated[bool, typer.Option("--as-copy", help="As matches of their own.")] = False,
) -> None:
    """Take match files into the ledger; importing one twice adds nothing."""
    from ledger.errors import LedgerError
    from replay.cli.failures import explain
    from replay.exchange import import_file
    from replay.formats.match_json import Unreadable

    done: list[tuple[Path, Imported]] = []
    failed: list[tuple[Path, Failure]] = []
    with settings.ledger() as ledger, progress(_("importing"), len(files)) as advance:
        for path in files:
            try:
                done.append((path, import_file(ledger, path.read_bytes(), as_copy=as_copy)))
            except (Unreadable, LedgerError, OSError) as error:
                failed.append((path, explain(error)))
            advance()
    if settings.json:
        emit(
            [
                {
                    "file": str(p),
                    "name": i.name,
                    "match_id": i.match_id,
                    "events": i.events,
                    "new": i.new,
                    "unread": None if i.unread is None else list(i.unread),
                }
                for p, i in done
            ]
        )
    else:
        for path, found in done:
            text = _("{path}: {name}, {new} new of {events} events")
            say(text.format(path=path, name=found.name, new=found.new, events=found.events))
    for path, found in done:
        _warn_unread(path, found)
    if failed:
        told = "\n".join(f"{path}: {why.text} {why.hint}".strip() for path, why in failed)
        raise Stop(failed[0][1].code, told)


def _warn_unread(path: Path, found: Imported) -> None:
    """Say on stderr which events of an imported match this foldtable cannot read."""
    if found.unread is None:
        talk(_("{path}: the game is not installed here; its events are kept.").format(path=path))
    elif found.unread:
        n = len(found.unread)
        text = ngettext(
            "{path}: {n} event cannot be read and is kept as it is: {numbers}",
            "{path}: {n} events cannot be read and are kept as they are: {numbers}",
            n,
        )
        numbers = ", ".join(map(str, found.unread[:8])) + (", …" if n > 8 else "")
        talk(text.format(path=path, n=n, numbers=numbers))


@command(app, "verify", ADMIN)
def verify(
    what: Annotated[list[str] | None, typer.Argument(help="Matches or match files.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every match of the ledger.")] = False,
    seal: Annotated[str | None, typer.Option(help="The seal from the score sheet.")] = None,
    signed_by: Annotated[
        str, typer.Option("--signed-by", help="Whose a file must be: you, or a trusted name.")
    ] = "",
) -> None:
    """Check that records are as they were sealed: chain, reading, conservation, digests, seal.

    Exit 6 when a record is not intact; breaches that were recorded are listed and are no fault.
    """
    if not what and not everything:
        raise Stop(Exit.USAGE, _("Verify what?"), "foldtable verify MATCH|FILE, or --all")
    if seal is not None and len(what or ()) != 1:
        raise Stop(Exit.USAGE, _("A seal belongs to one match."), "foldtable verify MATCH --seal …")
    if seal is not None and not any(c in "0123456789abcdefABCDEF" for c in seal):
        raise Stop(Exit.USAGE, _("“{seal}” is no seal.").format(seal=seal))
    if signed_by and not all(Path(name).is_file() for name in what or [""]):
        raise Stop(Exit.USAGE, _("Files are signed; a match in the ledger is not."))
    audits = list(_audits(what or [], everything, seal or "", signed_by))
    broken = [audit for audit in audits if not audit.intact]
    if settings.json:
        emit([_audit_json(audit) for audit in audits])
    else:
        for audit in audits:
            _tell_audit(audit)
    if broken:
        unreadable = all(f.kind == "unreadable" for audit in broken for f in audit.findings)
        raise typer.Exit(int(Exit.UNREADABLE if unreadable else Exit.BROKEN))


def _audits(what: list[str], everything: bool, seal: str, signed_by: str) -> Any:
    from replay.audit import audit_match

    names = [name for name in what if not Path(name).is_file()]
    for name in what:
        if Path(name).is_file():
            yield _audit_file_or_why(Path(name), seal, signed_by)
    if not names and not everything:
        return
    with settings.ledger() as ledger:
        damage = ledger.check()
        if damage:
            raise Stop(Exit.BROKEN, _("The database is damaged: {text}.").format(text=damage))
        infos = ledger.matches() if everything else [ledger.find(name) for name in names]
        with progress(_("verifying"), len(infos)) as advance:
            for info in infos:
                audit = audit_match(ledger, info, seal)
                yield audit if ledger.guarded else _unguarded(audit)
                advance()


def _unguarded(audit: Audit) -> Audit:
    """Return an audit with the finding that its database no longer keeps events as they are."""
    from replay.audit import Finding

    told = _("The triggers that keep events as they are have been taken out of the database.")
    return audit._replace(findings=(*audit.findings, Finding("unguarded", told)))


def _audit_file_or_why(path: Path, seal: str, signed_by: str) -> Audit:
    """Return the audit of a file; for one that cannot be read, that it cannot be."""
    from replay.audit import Audit, Finding
    from replay.formats.match_json import Unreadable

    try:
        return _audit_file(path, seal, signed_by)
    except Unreadable as error:
        finding = Finding("unreadable", f"{error} {error.hint}".strip())
        return Audit(str(path), 0, "", (finding,))


def _audit_file(path: Path, seal: str, signed_by: str) -> Audit:
    from replay.audit import Audit, Finding, audit_events
    from replay.evidence import is_evidence, read_bundle
    from replay.exchange import read_file

    content = path.read_bytes()
    if is_evidence(content):
        bundle = read_bundle(content)
        head, signature, flaws = bundle.head, bundle.signature, bundle.flaws
        findings = _seal_of_evidence(head.seal, seal)
        number = head.events
    else:
        found, events, flaws = read_file(content)
        head, signature, number = found.match, found.signature, len(events)
        findings = [] if flaws else audit_events(events, seal)
    kinds = {"bytes": "chain", "header": "chain"}
    findings += [Finding(kinds.get(f.kind, f.kind), f.text, f.version) for f in flaws]  # type: ignore[arg-type]
    if not flaws:
        findings += _signature_findings(signature, signed_by)
    return Audit(str(path), number, head.seal, tuple(findings))


def _seal_of_evidence(sealed: str, expected: str) -> list[Finding]:
    """Return whether evidence leads to the seal that is asked for."""
    from replay.audit import Finding, same_seal

    if not expected or same_seal(sealed, expected):
        return []
    text = _("the seal is {seal}, not {expected}")
    return [Finding("seal", text.format(seal=sealed, expected=expected))]


def _signature_findings(signature: Signature | None, wanted: str) -> list[Finding]:
    """Return whose a file is, and whether it is whose it should be."""
    from replay.audit import Finding
    from replay.signing import signer

    if signature is None:
        return [Finding("signature", _("nobody has signed it"))] if wanted else []
    by = signer(signature)
    text = _("{name}, whose key nobody here has trusted: {key}")
    told = by.name if by.known else text.format(name=by.name, key=by.key)
    if wanted and (not by.known or by.name != wanted):
        text = _("signed by {name}, not by {wanted}")
        return [Finding("signature", text.format(name=told, wanted=wanted))]
    return [Finding("signed", told)]


def _audit_json(audit: Audit) -> dict[str, Any]:
    return {
        "name": audit.name,
        "events": audit.events,
        "seal": audit.seal,
        "intact": audit.intact,
        "findings": [
            {"kind": f.kind, "text": f.text, "version": f.version, "rule": f.rule}
            for f in audit.findings
        ],
    }


def _tell_audit(audit: Audit) -> None:
    verdict = _("intact") if audit.intact else _("NOT INTACT")
    text = _("{name}: {verdict}, {n} events, seal {seal}")
    say(text.format(name=audit.name, verdict=verdict, n=audit.events, seal=audit.seal))
    for finding in audit.findings:
        where = "" if finding.version is None else f" {finding.version}"
        say(f"  {_kind(finding.kind)}{where}: {finding.text}")


def _kind(kind: str) -> str:
    """Return what a kind of finding is called."""
    return {
        "chain": _("chain"),
        "read": _("unread"),
        "conservation": _("conservation"),
        "digest": _("another reading"),
        "seal": _("seal"),
        "signature": _("signature"),
        "unreadable": _("unreadable"),
        "listing": _("listing"),
        "unguarded": _("unguarded"),
        "sealed": _("sealed"),
        "breach": _("breach"),
        "ruled": _("ruled on"),
        "waived": _("waived"),
        "unaccounted": _("unaccounted"),
        "signed": _("signed"),
    }[kind]


@command(app, "key", ADMIN)
def key(
    action: Annotated[str, typer.Argument(help="show yours, or trust somebody else's.")] = "show",
    name: Annotated[str, typer.Argument(help="Whose key it is.")] = "",
    value: Annotated[str, typer.Argument(help="The key: 44 characters.")] = "",
) -> None:
    """Show the key that signs your exports, or trust somebody else's: key trust ana KEY."""
    from replay import signing

    if action == "trust":
        signing.trust(name, value)
        talk(_("Signatures of {name} are known from now on.").format(name=name))
        return
    if action != "show":
        raise Stop(Exit.USAGE, _("key takes show or trust, not {text}.").format(text=action))
    mine, others = signing.public(signing.own_key()), signing.trusted()
    if settings.json:
        emit({"key": mine, "trusted": others})
        return
    say(mine)
    for other, known in sorted(others.items()):
        say(f"{other}  {known}")


@command(app, "db", ADMIN)
def db(
    action: Annotated[
        str, typer.Argument(help="where: which file; upgrade: bring it up to date.")
    ] = "where",
) -> None:
    """Say where the ledger is, or bring an older one up to date (a backup stays beside it)."""
    import migrations
    from ledger import sqlite

    path, chosen = settings.where()
    if action == "upgrade":
        before = sqlite.revision_of(path)
        settings.ledger().close()
        was = before or _("new")
        if settings.json:
            emit({"path": str(path), "from": before, "to": migrations.HEAD})
            return
        say(f"{path}: {was} → {migrations.HEAD}")
        return
    if action != "where":
        raise Stop(Exit.USAGE, _("db takes where or upgrade, not {text}.").format(text=action))
    if settings.json:
        emit({"path": str(path), "chosen_by": chosen, "exists": path.exists()})
        return
    say(f"{path}  ({chosen})")


@command(app, "simulate", ADMIN)
def simulate(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=complete.games)],
    seats: Annotated[int, typer.Option(help="How many seats (default: the fewest).")] = 0,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    matches: Annotated[int, typer.Option(help="How many matches.")] = 1,
    greedy: Annotated[
        bool, typer.Option("--greedy", help="Take what scores best at once.")
    ] = False,
    level: Annotated[str, typer.Option(help="How finely to record.")] = "full",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game's option: NAME=VALUE.")
    ] = None,
) -> None:
    """Record random legal matches, chance included, through the same path as live ones."""
    from replay.cli.opening import option_of
    from replay.reference import game_named
    from replay.simulate import simulate_match

    engine = _engine(game_named(game))
    _must_be_positive(matches)
    chosen = dict(option_of(engine, text) for text in option or [])
    done = []
    with settings.ledger() as ledger, progress(_("simulating"), matches) as advance:
        for number in range(matches):
            info = simulate_match(
                ledger,
                engine,
                seats or engine.seats.start,
                seed + number,
                greedy=greedy,
                level=level,
                options=chosen,
            )
            done.append(info)
            advance()
    if settings.json:
        from replay.cli.record import describe_match

        emit([describe_match(info) for info in done])
        return
    for info in done:
        say(info.name)


def _must_be_positive(n: int) -> None:
    if n < 1:
        raise Stop(Exit.USAGE, _("{n} is not one or more.").format(n=n))


@command(app, "conform", ADMIN)
def conform(
    game: Annotated[str, typer.Argument(help="The game: ours or a third party's.")],
    games: Annotated[int, typer.Option(help="How many random games.")] = 20,
    seed: Annotated[int, typer.Option(help="The first game's seed.")] = 0,
    seats: Annotated[int, typer.Option(help="How many seats; all numbers by default.")] = 0,
    level: Annotated[str, typer.Option(help="The level of detail; all by default.")] = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="A game's option to keep to: NAME=VALUE."),
    ] = None,
) -> None:
    """Play random games and check the laws that every engine keeps; exit 1 when one is broken.

    Set-ups vary: every other option alone, and options together as far as they combine.
    """
    from replay.cli.opening import option_of
    from replay.conformance import conform_all
    from replay.reference import game_named

    engine = _engine(game_named(game))
    _must_be_positive(games)
    given = {
        "seats": (seats,) if seats else (),
        "levels": (level,) if level else (),
        "options": dict(option_of(engine, text) for text in option or []),
    }
    with progress(_("playing"), games) as advance:
        findings = conform_all(engine, games, seed, advance, **given)
    if settings.json:
        emit([{"law": f.law, "what": f.what} for f in findings])
    else:
        for finding in findings:
            say(f"{finding.law}: {finding.what}")
        say(_("{n} games, {k} findings").format(n=games, k=len(findings)))
    if findings:
        raise typer.Exit(int(Exit.FOUND))


@command(app, "help", ADMIN)
def help_(
    topic: Annotated[
        str, typer.Argument(help="exit-codes, notation GAME, environment.")
    ] = "topics",
    game: Annotated[str, typer.Argument(help="The game, for notation.")] = "",
) -> None:
    """Explain a topic: exit-codes, environment, notation GAME."""
    if topic == "exit-codes":
        if settings.json:
            emit({str(int(code)): text for code, text in MEANING.items()})
        else:
            table((_("code"), _("meaning")), [(int(code), t) for code, t in MEANING.items()])
    elif topic == "environment":
        variables = {
            "FOLDTABLE_DB": _("the ledger: a file or an SQLite URL"),
            "FOLDTABLE_LANG": _("the language: en or ko"),
            "FOLDTABLE_ACTOR": _("who records"),
            "FOLDTABLE_PACKS": _("the folder of your card sets: in it, a folder for each game"),
            "FOLDTABLE_KEYS": _("the folder of the keys that sign exports"),
            "NO_COLOR": _("print without colour"),
        }
        if settings.json:
            emit(variables)
        else:
            table((_("variable"), _("meaning")), list(variables.items()))
    elif topic == "notation":
        _help_notation(game)
    elif topic == "topics":
        say("exit-codes  environment  notation GAME")
    else:
        raise Stop(
            Exit.USAGE,
            _("No topic is called “{topic}”.").format(topic=topic),
            "exit-codes, environment, notation GAME",
        )


def _help_notation(game: str) -> None:
    from replay.guide import notation_of
    from replay.reference import game_named

    if not game:
        raise Stop(Exit.USAGE, _("Which game?"), "foldtable help notation splendor")
    engine = _engine(game_named(game))
    lines = notation_of(engine, language())
    if settings.json:
        emit({"game": engine.name, "notation": lines})
        return
    for line in lines:
        say(line)
