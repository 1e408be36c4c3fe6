"""Every error as one paragraph: what is wrong, why, and what to type next; and its exit code."""

from __future__ import annotations

import errno
import sys
import traceback
from traceback import walk_tb
from typing import NamedTuple

from engines.registry import BrokenGame, NoSuchGame, find_foreign_game
from engines.values import DecodeError, NotationError, SetupError
from engines.words import load_words
from ledger import errors
from replay.archive.manifest import ArchiveOvertaken, NotAnArchive
from replay.base.cluster import NoScheduler
from replay.base.errors import NothingToDo, describe_error, end_sentence
from replay.base.extras import NotInstalled
from replay.base.i18n import _, language
from replay.base.parts import PartsFailed
from replay.base.system_errors import describe_system_error
from replay.base.terminal_text import clean, clean_line, escape_commands
from replay.cli.exits import Exit, Stop
from replay.cli.settings import settings
from replay.explain.card_set_problems import describe_file
from replay.files.card_sets import NoSuchCardSet, UnusableCardSet
from replay.files.match_file import UnreadableFile
from replay.plays.errors import UnreadablePlays
from replay.query.database import WrongQuery
from replay.record.session import Overtaken, Unruled
from replay.speech.suggestions import suggest_similar


class Failure(NamedTuple):
    """What is said about an error, and how the program exits."""

    code: Exit
    text: str
    hint: str = ""


def fail(error: Exception) -> int:
    """Print an error to stderr (as JSON with --json) and return the exit code."""
    failure = explain_failure(error)
    if settings.json:
        import orjson

        shown = {"error": failure.text, "hint": failure.hint, "exit": int(failure.code)}
        print(escape_commands(orjson.dumps(shown).decode()), file=sys.stderr)
    else:
        print(clean(f"{failure.text} {failure.hint}".strip()), file=sys.stderr)
    return int(failure.code)


def explain_failure(error: Exception) -> Failure:
    """Return what an error means to whoever typed the command."""
    match error:
        case Stop():
            return Failure(error.code, end_sentence(str(error)), describe_error(error).hint)
        case NoSuchGame():
            return _explain_game(error)
        case BrokenGame():
            return _explain_broken_game(error)
        case SetupError():
            return Failure(Exit.USAGE, write_error(error.key, error.data, error.package))
        case NotationError():
            return _explain_notation(error)
        case UnreadableFile() | UnreadablePlays():
            return Failure(Exit.UNREADABLE, *describe_error(error))
        case Unruled():
            return Failure(Exit.FOUND, str(error))
        case Overtaken():
            return Failure(Exit.CONFLICT, str(error))
        case errors.Conflict() | ArchiveOvertaken():
            return Failure(Exit.CONFLICT, *describe_error(error))
        case errors.LedgerError():
            return _explain_ledger(error)
        case PartsFailed():
            return _explain_parts(error)
        case (
            NothingToDo()
            | DecodeError()
            | NoScheduler()
            | NotInstalled()
            | NotAnArchive()
            | WrongQuery()
        ):
            return Failure(Exit.USAGE, *describe_error(error))
        case NoSuchCardSet():
            return _explain_card_set(error)
        case UnusableCardSet():
            return Failure(Exit.UNREADABLE, "\n".join(describe_file(error.file)))
        case LookupError():
            return Failure(Exit.MISSING, *describe_error(error))
        case FileNotFoundError():
            return Failure(Exit.MISSING, _("There is no file {name}.").format(name=error.filename))
        case OSError():
            return Failure(Exit.REFUSED, _explain_os_error(error))
    return _report_bug(error)


def _explain_parts(error: PartsFailed) -> Failure:
    """Return what the errors of parts mean, one a line; the exit code is that of the first."""
    failures = {name: explain_failure(each) for name, each in error.errors.items()}
    lines = [f"{name}: {each.text} {each.hint}".strip() for name, each in failures.items()]
    return Failure(next(iter(failures.values())).code, "\n".join(lines))


def _explain_os_error(error: OSError) -> str:
    """Return what the operating system refused."""
    path = error.filename or _("Standard output")
    match error.errno:
        case errno.EISDIR:
            return _("{path}: this is a folder.").format(path=path)
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return _("{path}: this may not be read or written.").format(path=path)
        case errno.ENOTDIR:
            return _("{path}: a part of it is no folder.").format(path=path)
        case errno.ENOSPC:
            return _("{path}: No space left on device.").format(path=path)
    text = _("{path}: the system cannot read or write this ({name}).")
    return text.format(path=path, name=describe_system_error(error))


def _explain_game(error: NoSuchGame) -> Failure:
    text = _("No game is called “{game}”.").format(game=clean_line(error.game))
    installed = _("Installed: {games}.").format(games=", ".join(error.games))
    return Failure(Exit.MISSING, text, suggest_similar(error.game, error.games, 1) or installed)


def _explain_card_set(error: NoSuchCardSet) -> Failure:
    hint = suggest_similar(error.word, error.near) or _("foldtable cardsets lists them.")
    return Failure(Exit.MISSING, str(error), hint)


def _explain_notation(error: NotationError) -> Failure:
    text = clean_line(write_error(error.key, error.data))
    if error.unclear:
        return Failure(Exit.MISSING, text, clean_line("; ".join(list(error.candidates)[:6])))
    return Failure(Exit.MISSING, text, suggest_similar(error.word, error.candidates))


def write_error(key: str, data: dict[str, object], package: str = "engines") -> str:
    """Return a sentence of a game's words, by default of the common ones."""
    return load_words(package, language()).say(key, **data)


def _explain_ledger(error: errors.LedgerError) -> Failure:
    text, hint = describe_error(error)
    match error:
        case errors.NoSuchMatch():
            hint = suggest_similar(error.data.get("text", ""), error.near) or hint
            return Failure(Exit.MISSING, text, hint or _("foldtable matches lists them."))
        case errors.AmbiguousMatch():
            return Failure(Exit.MISSING, text, ", ".join(error.names[:8]) + ".")
        case errors.DamagedLedger():
            return Failure(Exit.BROKEN, text, hint)
        case errors.NotALedger():
            return Failure(Exit.UNREADABLE, text, hint)
    return Failure(Exit.REFUSED, text, hint)


def _report_bug(error: Exception) -> Failure:
    """Write a report about a fault of ours and say where it lies."""
    from platformdirs import user_state_path

    folder = user_state_path("foldtable", appauthor=False)
    report = "".join(traceback.format_exception(error))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "crash.txt"
        path.write_text(report, encoding="utf-8")
        hint = _("The report lies in {path}; what was recorded is safe.").format(path=path)
    except OSError:
        hint = report
    modules = [frame.f_globals.get("__name__", "") for frame, _line in walk_tb(error.__traceback__)]
    if game := find_foreign_game(modules):
        text = _("This is a fault of the game {game}, which is not part of foldtable: {error}.")
        return Failure(Exit.BUG, text.format(game=game, error=error), hint)
    return Failure(Exit.BUG, _("This is a fault of foldtable: {error}.").format(error=error), hint)


def _explain_broken_game(error: BrokenGame) -> Failure:
    """Return what is wrong with a game that cannot be loaded, and whose fault it is."""
    text = _("The game {game} cannot be loaded: {error}.").format(
        game=error.game, error=error.error
    )
    hint = _("The fault lies in its package {package}: repair or uninstall it.")
    return Failure(Exit.UNREADABLE, text, hint.format(package=error.package))
