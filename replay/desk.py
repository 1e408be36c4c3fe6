"""The recorder's desk: one line of input at a time, typed or piped, becomes what it asks for.

``wug``, ``b23; 2rk5``     actions in the game's notation, several with ``;``
``... ! reason``           record it although a rule is broken, and say why the table lets it stand
``undo [N]``, ``redo``     strike the last event (or event N), bring it back
``amend N ...``            event N reads otherwise; ``insert N ...`` puts a forgotten one after it
``note ...``, ``# ...``    a remark
``rule N DECISION ...``    what the table decided about event N
``waive RULE``             the table switches a rule off, ``unwaive RULE`` on again
``board``, ``log [N]``, ``why WHAT [@N]``, ``help``, ``quit``; ``save`` keeps a what-if
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, get_args

from engines.book import BOOK
from engines.notation import read_seat
from engines.protocol import Action, Breach, DecodeError, NotationError, Prompt
from ledger.clerk import Decision
from ledger.errors import LedgerError
from replay import telling
from replay.consequences import Consequences, told
from replay.explain import Explanation, why
from replay.fuzzy import SURE, Near, meant, near
from replay.i18n import _, ngettext
from replay.session import NothingToDo, Overtaken, Session, Unruled
from replay.timeline import Frame
from replay.voice import Voice

Kind = Literal["recorded", "told", "breach", "refused", "overtaken", "left"]

COMMANDS: dict[str, tuple[str, ...]] = {
    "undo": ("u", "취소"),
    "redo": ("다시",),
    "amend": ("정정",),
    "insert": ("끼우기",),
    "note": ("메모",),
    "rule": ("판정",),
    "waive": ("적용안함",),
    "unwaive": ("적용",),
    "board": ("판",),
    "log": ("기록",),
    "why": ("왜",),
    "help": ("도움말",),
    "quit": ("q", "exit", "끝"),
    "save": ("저장",),
}
"""The desk's own commands and what else they may be called."""

SHELL = ("matches", "show", "step", "diff", "export", "import", "verify", "close", "games", "new")
"""Commands of the shell that somebody may type here."""

LONGEST = 2000
"""The most characters that a line may have."""

FREE_TEXT = ("note", "rule", "waive", "unwaive")
"""Commands whose text may contain a semicolon."""


class BoardAsked(NamedTuple):
    """The board is to be shown."""


class LogAsked(NamedTuple):
    """The last `count` events are to be shown."""

    last: int


Show = str | Explanation | BoardAsked | LogAsked


class Reply(NamedTuple):
    """What became of a line: new frames, things to show, a line to go on from, the word
    that left the desk, the error that refused it."""

    kind: Kind
    frames: tuple[Frame, ...] = ()
    shows: tuple[Show, ...] = ()
    breaches: tuple[Breach, ...] = ()
    prefill: str = ""
    word: str = ""
    error: Exception | None = None


class Desk:
    """Reads lines for one session. Keeps nothing but the action that awaits a reason."""

    def __init__(self, session: Session, voice: Voice) -> None:
        self.session = session
        self.voice = voice
        self.pending: tuple[Action, ...] = ()

    # -- what is asked -----------------------------------------------------------------------

    def asked(self) -> Prompt | None:
        """Return what the table should tell next: facts first, then whoever is to act."""
        prompts = self.session.awaits()
        return prompts[0] if prompts else None

    def prompt(self) -> str:
        """Return the prompt: the number of the next event and who or what is asked."""
        number = self.session.timeline.version + 1
        asked = self.asked()
        if asked is None:
            return f"{number} > "
        if asked.place:
            return f"{number} {self.voice.place(asked.place)}? "
        seat = asked.data.get("seat", asked.seat)
        return f"{number} {self.voice.seat(seat)}> "

    # -- lines -------------------------------------------------------------------------------

    def handle(self, line: str) -> Iterator[Reply]:
        """Carry out one line of input and yield a reply for each of its parts.

        Nothing after the first part that is not carried out is looked at.
        """
        text = line.strip()
        if not text:
            return
        if len(text) > LONGEST:
            told = _("A line has {n} characters at most; this one has {k}.")
            yield Reply("refused", shows=(told.format(n=LONGEST, k=len(text)),))
            return
        if text.startswith("!"):
            yield self._guarded(self._accept, text[1:].strip())
            return
        self.pending = ()
        for part in self._parts(text):
            reply = self._guarded(self._carry_out, part)
            yield reply
            if reply.kind in ("breach", "refused", "overtaken", "left"):
                return

    def _parts(self, text: str) -> list[str]:
        """Return the parts of a line; a remark takes the rest of it, and so does a reason."""
        parts: list[str] = []
        rest = text
        while rest.strip():
            command, _rest = self._command(rest.strip())
            if command in FREE_TEXT:
                return [*parts, rest.strip()]
            before, semicolon, after = rest.partition(";")
            if "!" in before:
                before, semicolon, after = rest, "", ""
            if before.strip():
                parts.append(before.strip())
            rest = after if semicolon else ""
        return parts

    def _command(self, text: str) -> tuple[str, str]:
        """Return the desk's command that a text begins with, "" if none, and the rest."""
        if text.startswith("#"):
            return "note", text[1:].strip()
        head, colon, _rest = text.partition(":")
        if colon and read_seat(head, len(self.voice.names), self.voice.names) is not None:
            return "", text
        word, _space, rest = text.partition(" ")
        for command, others in COMMANDS.items():
            if word.casefold() == command or word.casefold() in others:
                return command, rest.strip()
        return "", text

    def _carry_out(self, text: str) -> Reply:
        command, rest = self._command(text)
        return _HANDLERS[command](self, rest) if command else self._record(text)

    def _guarded(self, carry_out: Callable[[str], Reply], text: str) -> Reply:
        """Return the reply to a text; whatever goes wrong becomes a reply as well."""
        try:
            reply = carry_out(text)
            self.voice.learn(self.session.state)
            return reply
        except Unruled as unruled:
            return self._ask_reason(unruled)
        except Overtaken as overtaken:
            return self._overtaken(overtaken)
        except NotationError as error:
            return Reply("refused", shows=(self.explain_error(error, text),))
        except (NothingToDo, DecodeError, LookupError, ValueError) as error:
            return Reply("refused", shows=(sentence(str(error)),), error=error)
        except LedgerError as error:
            return Reply("refused", shows=(f"{error} {error.hint}".strip(),), error=error)

    # -- recording ---------------------------------------------------------------------------

    def _record(self, text: str) -> Reply:
        body, bang, reason = (part.strip() for part in text.partition("!"))
        actions, understood = self.understand(body, self.session.state)
        if bang and not reason:
            raise NothingToDo(_("say why after the !, as in: ! agreed by all"))
        self.pending = actions
        frames = self.session.record(actions, reason if bang else None)
        self.pending = ()
        return Reply("recorded", tuple(frames), understood)

    def _accept(self, reason: str) -> Reply:
        if not self.pending:
            return Reply("refused", shows=(_("There is nothing to give a reason for."),))
        if not reason:
            return Reply("refused", shows=(_("Say why after the !, as in: ! agreed by all"),))
        frames = tuple(self.session.record(self.pending, reason))
        self.pending = ()
        return Reply("recorded", frames)

    def _ask_reason(self, unruled: Unruled) -> Reply:
        timeline = self.session.timeline
        shows = [self.voice.breach(b) + telling.seen_at(timeline, b) for b in unruled.breaches]
        rules = dict.fromkeys(breach.rule for breach in unruled.breaches)
        told = [rule for rule in rules if rule != BOOK] or [BOOK]
        shows += [
            f"  {rule} {self.voice.rule(rule)}: {self.voice.rule_text(rule)}" for rule in told
        ]
        shows.append(_("Not recorded. Type it differently, or ! and a reason to record it so."))
        return Reply("breach", shows=tuple(shows), breaches=unruled.breaches)

    def _overtaken(self, overtaken: Overtaken) -> Reply:
        n = len(overtaken.meanwhile)
        told = ngettext(
            "{n} event was recorded by somebody else meanwhile:",
            "{n} events were recorded by somebody else meanwhile:",
            n,
        ).format(n=n)
        shows = [told, *(telling.line(frame, self.voice) for frame in overtaken.meanwhile)]
        shows.append(_("Yours was not recorded. Type it again if it still holds."))
        self.pending = ()
        return Reply("overtaken", shows=tuple(shows))

    def understand(self, text: str, state: object) -> tuple[tuple[Action, ...], tuple[str, ...]]:
        """Return the actions that a text means in a state, and what was guessed on the way.

        A word that is close enough to one thing only is taken for it. Raise NotationError.
        """
        engine = self.session.engine
        try:
            return engine.parse(text, state, self.voice.names), ()
        except NotationError as error:
            guess = None if error.unclear else meant(error.word, error.candidates)
            if guess is None or not error.word or error.word not in text:
                raise
            corrected = text.replace(error.word, guess.item, 1)
            try:
                actions = engine.parse(corrected, state, self.voice.names)
            except NotationError:
                raise error from None
            return actions, (
                _("({given} read as {name})").format(given=error.word, name=guess.name),
            )

    def explain_error(self, error: NotationError, text: str = "") -> str:
        """Return what was expected, what was given and what is nearest."""
        told = self.voice.say(error.key, error.data)
        word = text.split(" ")[0].casefold()
        if word in SHELL:
            shell = _("foldtable {name} is for the shell: quit first.").format(name=word)
            return f"{told} {shell}"
        if error.unclear:
            options = [self._called(item) for item in list(error.candidates)[:6]]
            more = len(error.candidates) - len(options)
            listed = "; ".join(options) + (f"; … (+{more})" if more > 0 else "")
            return f"{told} {listed}"
        found = near(error.word, error.candidates, 3) if error.word else []
        known = {command: (command, *others) for command, others in COMMANDS.items()}
        commands = [each for each in near(word, known, 1) if each.score > SURE]
        found = sorted((*commands, *found), key=lambda each: -each.score)[:3]
        return f"{told} {self._did_you_mean(found)}".strip()

    def _did_you_mean(self, found: list[Near]) -> str:
        if not found:
            return ""
        names = ", ".join(self._called(each.item, each.name) for each in found)
        return _("Did you mean {names}?").format(names=names)

    def _called(self, item: str, name: str = "") -> str:
        spoken = name or self.voice.item(item)
        return item if spoken == item else f"{item} {spoken}"

    # -- commands ----------------------------------------------------------------------------

    def _undo(self, rest: str) -> Reply:
        target = number(rest) if rest else None
        event = self.session.undo(target)
        struck = _("Struck {version} {kind}.").format(version=event.version, kind=event.type)
        return Reply("told", shows=(struck,))

    def _redo(self, _rest: str) -> Reply:
        event = self.session.redo()
        back = _("{version} {kind} counts again.").format(version=event.version, kind=event.type)
        return Reply("told", shows=(back,))

    def _amend(self, rest: str) -> Reply:
        if rest.isdecimal():
            return self._show_reading(number(rest))
        version, text = numbered(rest)
        body, _bang, reason = (part.strip() for part in text.partition("!"))
        index = self.session.timeline.index(version)
        before = self.session.timeline.frames[max(index - 1, 0)].state
        (action, *more), understood = self.understand(body, before)
        if more:
            raise NothingToDo(_("one event can be amended to one action only"))
        amendment = self.session.amendment(version, action, reason)
        changes = self.session.consequences(amendment)
        self.session.correct(amendment)
        return Reply("told", shows=(*understood, *self.corrected(changes)))

    def _show_reading(self, version: int) -> Reply:
        """Return how an event reads, to be changed from there."""
        frame = self.session.timeline.at(version)
        if frame.version != version or frame.action is None:
            raise NothingToDo(_("{n} is no action that counts").format(n=version))
        reads = f"amend {version} {self.session.engine.write(frame.action)}"
        told = _("{n} reads: {reads}").format(n=version, reads=reads)
        return Reply("told", shows=(told,), prefill=reads)

    def _insert(self, rest: str) -> Reply:
        version, text = numbered(rest)
        body, _bang, reason = (part.strip() for part in text.partition("!"))
        (action, *more), understood = self.understand(body, self.session.timeline.at(version).state)
        if more:
            raise NothingToDo(_("one action can be inserted at a time"))
        insertion = self.session.insertion(version, action, reason)
        changes = self.session.consequences(insertion)
        self.session.correct(insertion)
        return Reply("told", shows=(*understood, *self.corrected(changes)))

    def unreadable(self, line: str) -> str:
        """Return why a line cannot be carried out as far as reading tells, "" when it can."""
        command, rest = self._command(line)
        try:
            if command in ("amend", "insert"):
                list(self.preview(line))
            elif command == "undo" and rest:
                self.session.timeline.index(number(rest))
            elif not command:
                self.understand(line.partition("!")[0].strip(), self.session.state)
        except NotationError as error:
            return self.explain_error(error)
        except (NothingToDo, LookupError, ValueError) as error:
            return str(error)
        return ""

    def preview(self, line: str) -> Iterator[str]:
        """Yield what an ``amend`` or ``insert`` line would change, without recording it.

        Raise what carrying it out would raise.
        """
        command, rest = self._command(line)
        version, text = numbered(rest)
        body = text.partition("!")[0].strip()
        timeline = self.session.timeline
        index = timeline.index(version)
        state = timeline.frames[index if command == "insert" else max(index - 1, 0)].state
        (action, *more), _understood = self.understand(body, state)
        if more:
            raise NothingToDo(_("one event can be amended to one action only"))
        correction = self.session.insertion if command == "insert" else self.session.amendment
        found = self.session.consequences(correction(version, action))
        yield from self.corrected(found)

    def _note(self, rest: str) -> Reply:
        if not rest:
            raise NothingToDo(_("a note needs a text"))
        self.session.note(rest)
        return Reply("told", shows=(_("Noted."),))

    def _rule(self, rest: str) -> Reply:
        version, text = numbered(rest)
        decision, _space, reason = text.partition(" ")
        if decision not in get_args(Decision):
            raise NothingToDo(
                _("a decision is one of {decisions}").format(
                    decisions=", ".join(get_args(Decision))
                )
            )
        self.session.rule(version, decision, reason.strip())
        return Reply("told", shows=(_("Ruled."),))

    def _waive(self, rest: str) -> Reply:
        self.session.waive(rest)
        return Reply("told", shows=(_("{rule} is waived from here on.").format(rule=rest),))

    def _unwaive(self, rest: str) -> Reply:
        self.session.waive(rest, waived=False)
        return Reply("told", shows=(_("{rule} holds again from here on.").format(rule=rest),))

    def _board(self, _rest: str) -> Reply:
        return Reply("told", shows=(BoardAsked(),))

    def _log(self, rest: str) -> Reply:
        count = number(rest) if rest else 10
        return Reply("told", shows=(LogAsked(count),))

    def _why(self, rest: str) -> Reply:
        what, at, version = rest.partition("@")
        where = number(version) if at else None
        return Reply("told", shows=(why(self.session.timeline, where, what.strip()),))

    def _help(self, _rest: str) -> Reply:
        asked = [self.voice.prompt(prompt) for prompt in self.session.awaits()]
        ours = _(
            "undo [N] · redo · amend N … · insert N … · note … · rule N stands … · waive RULE · "
            "board · log [N] · why a.red · quit"
        )
        more = _("Several actions on one line: with ;   Record a breach: ! and the reason.")
        return Reply("told", shows=(*asked, self.voice.say("help.short"), ours, more))

    def _quit(self, _rest: str) -> Reply:
        return Reply("left", word="quit")

    def _save(self, _rest: str) -> Reply:
        return Reply("left", word="save")

    def corrected(self, changes: Consequences) -> Iterator[str]:
        """Yield what a correction has changed, and that nothing else has."""
        yield from told(changes, self.voice)
        if not any(changes.appear or changes.vanish) and not changes.unaccounted:
            yield _("Corrected; everything after it still holds.")


_HANDLERS: dict[str, Callable[[Desk, str], Reply]] = {
    "undo": Desk._undo,
    "redo": Desk._redo,
    "amend": Desk._amend,
    "insert": Desk._insert,
    "note": Desk._note,
    "rule": Desk._rule,
    "waive": Desk._waive,
    "unwaive": Desk._unwaive,
    "board": Desk._board,
    "log": Desk._log,
    "why": Desk._why,
    "help": Desk._help,
    "quit": Desk._quit,
    "save": Desk._save,
}


def number(text: str) -> int:
    """Return the number that a text is. Raise NothingToDo when it is none."""
    if not re.fullmatch(r"[0-9]{1,9}", text.strip()):
        raise NothingToDo(_("“{text}” is no number").format(text=text.strip()))
    return int(text)


def numbered(text: str) -> tuple[int, str]:
    """Split ``12 rest`` into the number and the rest. Raise NothingToDo when one is missing."""
    word, _space, rest = text.partition(" ")
    version = number(word)
    if not rest.strip():
        raise NothingToDo(_("after the number, say what it should read"))
    return version, rest.strip()


def sentence(text: str) -> str:
    """Return a text with a capital at its start and a full stop at its end."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
