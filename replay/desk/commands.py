"""The commands of the desk, one record each.

To add one, write its function in the module of its kind (`questions`, `remarks`,
`descriptions`, `correction_dialogue`) and its record here. Help, completion and suggestions read
the records.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engines.notation import find_seats
from replay.base.errors import NothingToDo
from replay.base.i18n import _, language
from replay.desk import (
    choices,
    correction_dialogue,
    descriptions,
    offers,
    penalties,
    questions,
    remarks,
)
from replay.desk.korean_commands import read_command
from replay.desk.offers import Offer
from replay.desk.overrides import SIGN
from replay.desk.proposals import last_action
from replay.desk.replies import Reply, Show, answer
from replay.desk.seating import JOIN_WORDS, LEAVE_WORDS
from replay.desk.spoken_answers import NOW, answer_question
from replay.desk.spoken_commands import read_correction, read_seating
from replay.desk.spoken_corrections import read_dispute, read_spoken_correction
from replay.desk.spoken_questions import BARE, Asked, is_marked, read_question
from replay.desk.table import Shell, Table
from replay.desk.word_help import describe_word, find_rows
from replay.speech.notation_help import read_notation_help
from replay.speech.suggestions import suggest_similar

Run = Callable[[Table, str], Reply]
"""Carries out a command, given what was typed behind its word."""


class Command(NamedTuple):
    """A command of the desk.

    `aliases` are further names, `sign` is a prefix that stands for the name. `help` returns how
    the command is typed and what it does. `complete` yields what Tab offers behind its word.
    `takes_rest` is whether it takes the rest of the line, ``;`` included; `yields`, whether a text
    that is an action here is no command. `after_ruling` carries it
    out where it follows from a ruling; None if it cannot.
    """

    name: str
    aliases: tuple[str, ...]
    help: Callable[[], str]
    run: Run
    complete: Callable[[Table, str], Iterator[Offer]] | None = None
    takes_rest: bool = False
    after_ruling: Run | None = None
    sign: str = ""
    yields: bool = False

    def names(self, lang: str | None = None) -> tuple[str, ...]:
        """Return the name and the aliases; without the Korean ones for another language."""
        aliases = (each for each in self.aliases if lang in (None, "ko") or each.isascii())
        return (self.name, *aliases)


# -- help and leaving ----------------------------------------------------------------------------


SEAT_WORDS: Final = ("seat", "seats", "자리")
"""What asks the help how seats are typed."""


def show_help(table: Table, rest: str) -> Reply:
    """Show all commands on one screen, or what one word means (``help [WORD]``)."""
    if rest.casefold() in SEAT_WORDS:
        return answer(write_seats_help(table))
    if rest == "notation":
        rows = read_notation_help(table.session.engine, table.voice.lang)
        return answer(*rows, write_seats_help(table))
    if rest:
        return answer(*_describe_word(table, rest))
    return answer(
        *_list_prompts(table),
        write_seats_help(table),
        table.voice.say("help.short"),
        *(" · ".join(map(write_usage, group)) for group in GROUPS),
        describe_spoken_questions(),
        _("help notation: everything that can be typed in this game."),
        *_list_shell_commands(table),
        _("Several actions on one line: with ;   Record a breach: ! and the reason."),
    )


def write_seats_help(table: Table) -> str:
    """Return how each seat is typed: ``seats: d Dusk, a Amber (or the beginning of a name)``."""
    names = table.voice.names
    people = ", ".join(table.voice.label(seat) for seat in range(len(names)))
    return _("seats: {people} (the letter, or as much of the name as is clear)").format(
        people=people
    )


def write_usage(command: Command) -> str:
    """Return how a command is typed, in Korean with its Korean name: ``undo [N]``."""
    usage = command.help().partition(":")[0]
    korean = [name for name in command.names(language()) if not name.isascii()]
    return f"{usage} ({korean[0]})" if korean else usage


def _list_shell_commands(table: Table) -> Iterator[str]:
    """Yield the commands of the program in one line, if they can be carried out here."""
    if table.shell is not None:
        names = [name for name in table.shell.names() if name not in COMMANDS]
        yield _("About this match: {names}").format(names=" · ".join(names))


def _list_prompts(table: Table) -> Iterator[str]:
    """Yield the open prompts; of those that differ only in the place or the seat, the first."""
    alike: dict[str, list[str]] = {}
    for prompt in table.session.list_prompts():
        alike.setdefault(prompt.ask, []).append(table.voice.prompt(prompt))
    for texts in alike.values():
        more = len(texts) - 1
        yield f"{texts[0]} (+{more})" if more else texts[0]


def _describe_word(table: Table, word: str) -> Iterator[Show]:
    """Yield what a word means: a command, a kind of action, what stands in the notation, a piece.

    Raise NothingToDo for a word that means nothing.
    """
    verbs = list(table.session.engine.verbs)
    described: list[Show] = [*_describe_command(table, word)]
    if not described or word in verbs:
        for verb in questions.find_verbs(table, word):
            described += questions.describe_verb(table, verb)
            rows = find_rows(table.session.engine, verb, table.voice.lang)
            described += [line for row in rows for line in row.lines]
    described += [text for text in describe_word(table, word) if text not in described]
    if not described:
        shell = [] if table.shell is None else table.shell.names()
        known = list(dict.fromkeys([*COMMANDS, *verbs, *shell]))
        raise NothingToDo(
            "help knows: {names}",
            "{near}",
            names=", ".join(known),
            near=suggest_similar(word, known, 1),
        )
    yield from described


def _describe_command(table: Table, words: str) -> Iterator[str]:
    """Yield what a command of the desk or of the shell does, nothing for another word."""
    command = find_command(words)
    if command is not None:
        yield command.help()
        aliases = command.names(language())[1:]
        if aliases:
            yield _("Also: {names}").format(names=", ".join(aliases))
    if table.shell is not None:
        yield from table.shell.describe(words)


def offer_help(table: Table, typed: str) -> Iterator[Offer]:
    """Yield the commands and the kinds of action that begin with `typed`."""
    for command in COMMANDS.values():
        if command.name.startswith(typed):
            yield command.name, command.help()
    for verb in table.session.engine.verbs:
        if verb.startswith(typed):
            yield verb, table.voice.words.text.get(f"verb.{verb}", "")


def describe_spoken_questions() -> str:
    """Return which questions are understood in words of people's own."""
    return _("Questions in your own words, too: whose turn? who is winning? can I ACTION?")


def leave(_table: Table, _rest: str) -> Reply:
    """Leave the desk (``quit``)."""
    return Reply("left", word="quit")


def leave_and_save(_table: Table, _rest: str) -> Reply:
    """Leave the desk and keep the what-if (``save``)."""
    return Reply("left", word="save")


# -- the records ---------------------------------------------------------------------------------


def _amend_help() -> str:
    """Return the help about `amend`, which explains ``~OUTCOME=VALUE`` as well."""
    return _(
        "amend [N] TEXT: event N (else the last action) reads otherwise; without a text it "
        "shows how it reads. ~OUTCOME=VALUE alone amends the last action that has outcomes."
    )


_CORRECTIONS = (
    Command(
        "undo",
        ("u", "취소"),
        lambda: _("undo [N]: strike all of the last line, or event N; redo brings it back."),
        correction_dialogue.undo,
        offers.offer_events,
        after_ruling=correction_dialogue.undo_event,
    ),
    Command(
        "redo",
        ("다시",),
        lambda: _("redo [N]: bring back what was struck last, or the struck event N."),
        correction_dialogue.redo,
        after_ruling=correction_dialogue.redo,
    ),
    Command(
        "amend",
        ("정정",),
        _amend_help,
        correction_dialogue.amend,
        offers.offer_readings,
        after_ruling=correction_dialogue.amend_event,
    ),
    Command(
        "insert",
        ("끼우기",),
        lambda: _("insert N TEXT: what was forgotten after event N; several actions may follow."),
        correction_dialogue.insert,
        offers.offer_positions,
        takes_rest=True,
        after_ruling=correction_dialogue.insert,
    ),
    Command(
        "shift",
        ("밀기",),
        lambda: _(
            "shift N [SEATS]: from event N on, every seat's action is the next seat's (or the one "
            "SEATS further): a turn was forgotten, or given to the wrong seat."
        ),
        correction_dialogue.shift,
        offers.offer_actions,
        after_ruling=correction_dialogue.shift,
    ),
)

_REMARKS = (
    Command(
        "note",
        ("메모",),
        lambda: _("note TEXT or # TEXT: a remark about this position."),
        remarks.write_note,
        takes_rest=True,
        sign="#",
    ),
    Command(
        "penalty",
        ("벌칙", "벌금"),
        lambda: _(
            "penalty NAME N [WHAT] [REASON]: what the table takes from somebody beside the rules."
        ),
        penalties.record_penalty,
        takes_rest=True,
        yields=True,
    ),
    Command(
        "rule",
        ("판정",),
        lambda: _(
            "rule N DECISION REASON: what the table decided about event N: stands, taken-back, "
            "corrected, replayed or penalty."
        ),
        remarks.record_ruling,
        offers.offer_decisions,
        takes_rest=True,
    ),
    Command(
        "waive",
        ("적용안함",),
        lambda: _("waive RULE: the table switches a rule off from here on."),
        remarks.waive_rule,
        offers.offer_waivable_rules,
        takes_rest=True,
        after_ruling=remarks.waive_rule,
    ),
    Command(
        "unwaive",
        ("적용",),
        lambda: _("unwaive RULE: a rule that was switched off holds again."),
        remarks.restore_rule,
        offers.offer_waivable_rules,
        takes_rest=True,
        after_ruling=remarks.restore_rule,
    ),
)

_DESCRIPTIONS = (
    Command(
        "title",
        ("제목",),
        lambda: _("title TEXT: a title of the match, for lists."),
        descriptions.set_title,
        takes_rest=True,
        yields=True,
    ),
    Command(
        "place",
        ("장소",),
        lambda: _("place TEXT: where the match is played."),
        descriptions.set_place,
        complete=descriptions.offer_places,
        takes_rest=True,
        yields=True,
    ),
    Command(
        "played",
        ("날짜",),
        lambda: _("played DATE: when the match was played, as in played 2026-11-30."),
        descriptions.set_date,
        yields=True,
    ),
    Command(
        "rename",
        ("이름",),
        lambda: _(
            "rename SEAT NAME: from here on the seat is called so; the person has another name, or "
            "somebody else sits there."
        ),
        descriptions.rename_seat,
        yields=True,
    ),
    Command(
        "swap",
        ("자리바꿈",),
        lambda: _("swap SEAT SEAT: from here on two people have changed seats."),
        descriptions.swap_seats,
        yields=True,
    ),
    Command(
        "leave",
        LEAVE_WORDS[1:],
        lambda: _(
            "leave SEAT [WHY]: the person leaves and the others go on; whose turn it is, and what "
            "becomes of the pieces, the game's rules say. undo takes it back."
        ),
        descriptions.let_leave,
    ),
    Command(
        "join",
        JOIN_WORDS[1:],
        lambda: _(
            "join NAME [POINTS]: somebody new sits down behind the last seat, or who has left is "
            "back; points are for games with a pad."
        ),
        descriptions.let_join,
    ),
    Command(
        "void",
        ("무효",),
        lambda: _("void [REASON]: the match does not count; it leaves lists and statistics."),
        descriptions.void_match,
        takes_rest=True,
        yields=True,
    ),
)

_QUESTIONS = (
    Command(
        "choices",
        ("can", "가능"),
        lambda: _(
            "choices [all] [WORD] or ?: what can be done now, with what it costs; with a word only "
            "that, with all every action in full."
        ),
        choices.show_choices,
    ),
    Command(
        "board",
        ("판",),
        lambda: _("board: the board, and what is unaccounted."),
        questions.show_board,
    ),
    Command(
        "score",
        ("scores", "standing", "standings", "점수"),
        lambda: _("score: everybody's points so far, and who leads."),
        questions.show_score,
        yields=True,
    ),
    Command("log", ("기록",), lambda: _("log [N]: the last N events."), questions.show_log),
    Command(
        "why",
        ("왜",),
        lambda: _(
            "why WHAT [@N]: every move behind a number: ana.red, bank.gold, a.points, price."
        ),
        questions.show_explanation,
        offers.offer_places,
    ),
    Command(
        "when",
        ("언제",),
        lambda: _("when CONDITION: the first event after which it holds: b.coins > 5."),
        questions.show_first_time,
        offers.offer_places,
    ),
    Command(
        "balance",
        ("현황",),
        lambda: _("balance [PLACE]: where every piece is, and that none has vanished."),
        questions.show_balance,
        offers.offer_places,
    ),
    Command(
        "diff",
        ("차이",),
        lambda: _("diff A B: what lies otherwise after event B than after event A."),
        questions.show_difference,
        offers.offer_events,
    ),
    Command(
        "cards",
        ("카드",),
        lambda: _("cards WORDS: the cards and tiles with these words in their name or id."),
        questions.show_cards,
    ),
    Command(
        "rules",
        ("규칙",),
        lambda: _("rules [GAME] RULE: what a rule says; without a number, all their titles."),
        questions.show_rules,
        offers.offer_rules,
    ),
    Command(
        "help",
        ("도움말", "도움"),
        lambda: _("help [WORD]: all commands, or what one command or one kind of action is."),
        show_help,
        offer_help,
    ),
)

_EXITS = (
    Command(
        "quit",
        ("q", "exit", "끝"),
        lambda: _("quit: leave; everything is recorded already."),
        leave,
    ),
    Command(
        "save",
        ("저장",),
        lambda: _("save: keep the what-if that is being tried out."),
        leave_and_save,
    ),
)

GROUPS: Final = (_CORRECTIONS, _REMARKS, _DESCRIPTIONS, _QUESTIONS, _EXITS)
"""The commands by their kind, as the help lists them."""

COMMANDS: Final = {command.name: command for group in GROUPS for command in group}
"""Every command by its name, in the order of the help."""

OVERRIDE: Final = Command(
    SIGN,
    (),
    _amend_help,
    correction_dialogue.override,
    after_ruling=correction_dialogue.override,
    sign=SIGN,
)
"""``~OUTCOME=VALUE``, a command without a word."""

OPTION: Final = re.compile(r"(?<!\S)--[a-z]")
"""The beginning of an option, which only the commands of the program have."""

NEWLY_TOLD: Final = re.compile(
    r"new\s+(?:cards?|tiles?|ones?|is|was|a|an|the)\b|new\s*:|new\s+\d", re.IGNORECASE
)
"""The beginning of what was turned up, which starts no new match: ``new one is 2rk5``."""

PROGRAM: Final = re.compile(r"\Afoldtable\s+(?=\S)")
"""The program's name, as it stands in front of its commands in the shell."""

ASKED: Final = "?"
"""What is typed alone to ask what can be typed. In a file it still means that nobody saw it."""


# -- reading a command ---------------------------------------------------------------------------


def find_command(word: str) -> Command | None:
    """Return the command that a word names, in any language and case; None if none."""
    folded = word.casefold()
    return next((each for each in COMMANDS.values() if folded in each.names()), None)


def is_question(command: Command) -> bool:
    """Return whether a command only shows something."""
    return command in _QUESTIONS


def split_command(table: Table, text: str) -> tuple[Command | None, str]:
    """Split a text into its command and what is typed behind it.

    The command is None for a text in the game's notation, which may begin with a seat and ``:``.
    A command may be typed as in the shell: ``foldtable close``.
    """
    text = PROGRAM.sub("", text)
    for command in (OVERRIDE, *COMMANDS.values()):
        if command.sign and text.startswith(command.sign):
            return command, text.removeprefix(command.sign)
    head, colon, _rest = text.partition(":")
    names = table.voice.names
    if colon and find_seats(head, len(names), names):
        return None, text
    if text == ASKED and not _is_action(table, text):
        return COMMANDS["choices"], ""
    word, _space, rest = text.partition(" ")
    asked = _read_spoken_question(table, text)
    if asked is not None:
        return asked, ""
    found = find_command(word.rstrip(":"))
    shell = table.shell
    disputed = None if shell is None or found else _read_dispute(table, text)
    if disputed is not None:
        return disputed
    if shell is not None and word.casefold() in shell.names() and _is_for_shell(table, text, found):
        return _make_shell_command(shell, word.casefold()), rest.strip()
    meant = "" if found else read_correction(text)
    if meant and not table.can_parse(text):
        return COMMANDS["amend"]._replace(run=correction_dialogue.amend_latest), meant
    corrected = None if found or meant else _read_correction(table, text)
    if corrected is not None:
        return corrected
    if found is None and penalties.read_penalty(text, names) and not table.can_parse(text):
        return COMMANDS["penalty"], text
    seating = "" if found else read_seating(text, names)
    if seating and not table.can_parse(text):
        word, _space, rest = seating.partition(" ")
        return COMMANDS[word], rest
    if found is not None and found.yields and table.can_parse(text):
        return None, text
    if found is not None and not word.isascii() and _answers_prompt(table, text):
        return None, text
    if found is None or not (found.takes_rest or word.isascii()):
        spoken = _split_spoken_command(table, text)
        if spoken is not None:
            return spoken
    return (found, rest.strip()) if found else (None, text)


def _read_correction(table: Table, text: str) -> tuple[Command, str] | None:
    """Return the correction or the note that a sentence means; None for another one, and for an
    action."""
    said = read_spoken_correction(text)
    if said is None or table.can_parse(text):
        return None
    if said.at is None:
        return COMMANDS[said.command], said.rest
    at = said.at
    note = COMMANDS["note"]
    return note._replace(
        run=lambda table, rest: remarks.write_note_about(table, at, rest)
    ), said.rest


def _read_dispute(table: Table, text: str) -> tuple[Command, str] | None:
    """Return the command by which a sentence disputes an event; None for another sentence."""
    said = read_dispute(text)
    if said is None or table.shell is None or table.can_parse(text):
        return None
    at, claim = said
    version = last_action(table.timeline).version if at is None else at
    about = f" --claim {shlex.quote(claim)}" if claim else ""
    return _make_shell_command(table.shell, "dispute"), f"open {version}{about}"


def _split_spoken_command(table: Table, text: str) -> tuple[Command, str] | None:
    """Split a Korean sentence into the command that it ends in and the rest; None for another one,
    and for an action."""
    read = read_command(text)
    if read is None or table.can_parse(text):
        return None
    name, rest = read
    shell = table.shell
    if shell is not None and name in shell.names() and name not in COMMANDS:
        return _make_shell_command(shell, name), rest
    return (COMMANDS[name], rest) if name in COMMANDS else None


def _read_spoken_question(table: Table, text: str) -> Command | None:
    """Return a question in people's own words as a command; None for any other text.

    What can be carried out is no question, unless a question mark ends it. ``score?`` is `score`.
    """
    names = table.voice.names
    asked = (
        None
        if "!" in text
        else read_question(text, lambda who: who in NOW or bool(find_seats(who, len(names), names)))
    )
    if asked is None:
        return None
    marked = is_marked(text)
    head, _space, rest = (text.rstrip("?？ ") if marked else text).partition(" ")
    command = find_command(head)
    is_command = command is not None or (
        table.shell is not None and head.casefold() in table.shell.names()
    )
    if is_command and (not rest or asked.kind == "word"):
        if marked and command is not None and is_question(command):
            return command._replace(run=lambda table, _rest: command.run(table, rest.strip()))
        if rest or not marked:
            return None
        asked = Asked("how", about=head)
    elif not marked and asked.kind in (*BARE, "word") and table.can_parse(text):
        return None
    spoken = asked
    return Command(
        ASKED,
        (),
        describe_spoken_questions,
        lambda table, _rest: answer_question(table, spoken, show_help, text),
    )


def _is_for_shell(table: Table, text: str, found: Command | None) -> bool:
    """Return whether a command of the program is meant: with an option, or no action here."""
    if found is not None:
        return not found.takes_rest and OPTION.search(text) is not None
    return not (NEWLY_TOLD.match(text) or table.can_parse(text))


def _make_shell_command(shell: Shell, name: str) -> Command:
    """Return a command of the program as one of the desk."""
    return Command(
        name,
        (),
        lambda: "\n".join(shell.describe(name)),
        lambda _table, rest: shell.run(name, rest),
        takes_rest=True,
    )


def _answers_prompt(table: Table, text: str) -> bool:
    """Return whether a text is an action that is asked for now: 다시 is “roll again”, too."""
    asked = {verb for prompt in table.session.list_prompts() for verb in prompt.verbs}
    if not table.can_parse(text):
        return False
    first = table.parse_actions(text, table.session.state).actions[0]
    return first.verb in asked


def _is_action(table: Table, text: str) -> bool:
    """Return whether a text is an action here; where people are asked, ``?`` never is."""
    return not (text == ASKED and table.confirm is not None) and table.can_parse(text)
