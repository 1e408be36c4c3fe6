"""The recorder's desk: one line of input at a time, typed or piped, becomes what it asks for.

``wug``, ``b23; 2rk5``     actions in the game's notation, several with ``;``
``... ! reason``           record it although a rule is broken, and say why the table lets it stand
``undo [N]``, ``redo``     strike the last line (or event N), bring it back
``amend [N] ...``          event N reads otherwise; ``insert N ...``: what was forgotten after it
``shift N``                from event N on everything was the next seat's
``~OUTCOME=VALUE``         the last action that has such an outcome was carried out otherwise
``note ...``, ``# ...``    a remark
``rule N DECISION ...``    what the table decided about event N
``waive RULE``             the table switches a rule off, ``unwaive RULE`` on again
``board``, ``log [N]``, ``why WHAT [@N]``, ``when ...``, ``balance``, ``diff A B``, ``cards ...``,
``rules RULE``, ``help [WORD]``, ``quit``; ``save`` keeps a what-if
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

from engines.book import BOOK
from engines.notation import read_seat
from engines.values import Action, DecodeError, NotationError, Prompt
from ledger.clerk import Decision, Ruling
from ledger.errors import LedgerError
from replay.base.i18n import _, ngettext, told
from replay.base.terminal_text import quoted
from replay.desk import correction_dialogue, questions
from replay.desk.commands import (
    COMMANDS,
    CORRECTIONS,
    OVERRIDE,
    SHELL,
    WHOLE_LINE,
    command_of,
    numbered,
    sentence,
)
from replay.desk.replies import STOPPING, BoardAsked, Kind, Listing, LogAsked, Reply, Show
from replay.record.session import NothingToDo, Overtaken, Session, Unruled
from replay.speech import log_lines
from replay.speech.fuzzy import SURE, Near, meant, near
from replay.speech.voice import Voice

LONGEST = 2000
"""The most characters that a line may have."""

Confirm = Callable[[tuple[str, ...], bool], bool]
"""Shows what a correction would change and returns whether to make it; the flag says whether
nothing later breaks."""


class Desk:
    """Reads lines for one session. Keeps nothing but the actions that await a reason.

    `confirm` is asked before a correction of the past is made; without it none is asked about.
    """

    def __init__(self, session: Session, voice: Voice, confirm: Confirm | None = None) -> None:
        self.session = session
        self.voice = voice
        self.confirm = confirm
        self.pending: tuple[Action, ...] = ()

    # -- what is asked -----------------------------------------------------------------------

    def asked(self) -> Prompt | None:
        """Return what the table should tell next: facts first, then whoever is to act."""
        prompts = self.session.awaits()
        return prompts[0] if prompts else None

    def also_asked(self) -> str:
        """Return what else may be told now: the next question, and how many more; "" if none."""
        others = self.session.awaits()[1:]
        if not others:
            return ""
        told = _("also: {question}").format(question=self.voice.prompt(others[0]))
        return f"{told} (+{len(others) - 1})" if len(others) > 1 else told

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

        Nothing after the first part that is not carried out is looked at. All that a line records
        is one batch.
        """
        text = line.strip()
        if not text:
            return
        if len(text) > LONGEST:
            yield Reply("refused", shows=(_too_long(text),))
            return
        if text.startswith("!"):
            yield self._guarded(self._accept, text[1:].strip())
            return
        self.pending = ()
        parts = self._parts(text)
        with self.session.together():
            for number, part in enumerate(parts):
                reply = self._guarded(self._carry_out, part)
                if reply.kind in STOPPING:
                    yield self._with_place(reply, parts, number)
                    return
                yield reply

    def correct(self, line: str) -> Reply:
        """Carry out a line as one correction: a ``;`` in it separates nothing else from it."""
        return self._guarded(
            lambda text: correction_dialogue.make(self, self._proposed(text)), line
        )

    def preview(self, line: str) -> Iterator[str]:
        """Yield what `correct` would do and change, without recording it. Raise what it refuses."""
        return correction_dialogue.preview(self, self._proposed(line))

    def _proposed(self, line: str) -> correction_dialogue.Proposed:
        if len(line) > LONGEST:
            raise NothingToDo(_too_long(line))
        command, rest = self._command(line)
        return correction_dialogue.read(self, command, rest)

    def follow(self, line: str) -> Reply:
        """Carry out what follows from a ruling: one correction, a rule waived, or actions."""
        return self._guarded(self._follow, line.strip())

    def _follow(self, text: str) -> Reply:
        command, rest = self._command(text)
        if command == "undo" and not rest:
            raise NothingToDo(_("say which event is taken back, as in: undo 57"))
        if command in CORRECTIONS:
            return correction_dialogue.make(self, self._proposed(text))
        if command in ("waive", "unwaive"):
            return _HANDLERS[command](self, rest)
        if command or not text:
            raise NothingToDo(_("what follows from a ruling is a correction or an action"))
        return self._record(text)

    def _with_place(self, reply: Reply, parts: list[str], number: int) -> Reply:
        """Return a reply that stops a line of several parts, with what became of the others."""
        if len(parts) == 1 or reply.kind == "left":
            return reply
        told = [
            _("That was part {n} of {k}, “{text}”.").format(
                n=number + 1, k=len(parts), text=parts[number]
            )
        ]
        if number:
            done = ngettext(
                "The part before it was carried out.",
                "The {n} parts before it were carried out.",
                number,
            )
            told.append(done.format(n=number))
        if number + 1 < len(parts):
            rest = "; ".join(parts[number + 1 :])
            told.append(_("Not carried out: {text}").format(text=rest))
        return reply._replace(shows=(*reply.shows, " ".join(told)))

    def _parts(self, text: str) -> list[str]:
        """Return the parts of a line; a remark takes the rest of it, and so do a reason and what is
        inserted."""
        parts: list[str] = []
        rest = text
        while rest.strip():
            command, _rest = self._command(rest.strip())
            if command in WHOLE_LINE:
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
        if text.startswith(OVERRIDE):
            return OVERRIDE, text
        head, colon, _rest = text.partition(":")
        if colon and read_seat(head, len(self.voice.names), self.voice.names) is not None:
            return "", text
        word, _space, rest = text.partition(" ")
        command = command_of(word)
        return (command, rest.strip()) if command else ("", text)

    def _carry_out(self, text: str) -> Reply:
        command, rest = self._command(text)
        if command in CORRECTIONS:
            return correction_dialogue.carry_out(self, command, rest)
        if command in questions.ANSWERS:
            return questions.answer(self, command, rest)
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
            hint = getattr(error, "hint", "")
            return Reply("refused", shows=(f"{sentence(str(error))} {hint}".strip(),), error=error)
        except LedgerError as error:
            return Reply("refused", shows=(" ".join(told(error)).strip(),), error=error)

    # -- recording ---------------------------------------------------------------------------

    def _record(self, text: str) -> Reply:
        body, bang, reason = (part.strip() for part in text.partition("!"))
        actions, understood = self.understand_all(body, self.session.state)
        if bang and not reason:
            raise NothingToDo(_("say why after the !, as in: ! agreed by all"))
        self.pending = actions
        frames = self.session.record(actions, reason if bang else None)
        self.pending = ()
        if reason and all(frame.entry.kind != Ruling.type for frame in frames):
            self.session.note(reason, frames[-1].version)
            kept = _("No rule is broken; kept as a note: {text}").format(text=reason)
            understood = (*understood, kept)
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
        shows = [self.voice.breach(b) + log_lines.seen_at(timeline, b) for b in unruled.breaches]
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
        shows = [told, *(log_lines.line(frame, self.voice) for frame in overtaken.meanwhile)]
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

    def understand_all(self, text: str, state: Any) -> tuple[tuple[Action, ...], tuple[str, ...]]:
        """Return the actions that texts with ``;`` between them mean, each after those before it,
        and what was guessed on the way. Raise NotationError, DecodeError."""
        engine = self.session.engine
        parts = [part.strip() for part in text.split(";") if part.strip()]
        actions: list[Action] = []
        understood: list[str] = []
        found: tuple[Action, ...] = ()
        for part in parts or [text]:
            for action in found:
                engine.admit(state, action)
                state, _moves = engine.apply(state, action)
            found, guessed = self.understand(part, state)
            actions += found
            understood += guessed
        return tuple(actions), tuple(understood)

    def explain_error(self, error: NotationError, text: str = "") -> str:
        """Return what was expected, what was given and what is nearest."""
        data = {k: quoted(v) if isinstance(v, str) else v for k, v in error.data.items()}
        said = self.voice.say(error.key, data)
        word = text.split(" ")[0].casefold()
        if word in SHELL:
            shell = _("foldtable {name} is for the shell: quit first.").format(name=word)
            return f"{said} {shell}"
        if error.unclear:
            options = [self._called(item) for item in list(error.candidates)[:6]]
            more = len(error.candidates) - len(options)
            listed = "; ".join(options) + (f"; … (+{more})" if more > 0 else "")
            return f"{said} {listed}"
        found = near(error.word, error.candidates, 3) if error.word else []
        known = {command: (command, *others) for command, others in COMMANDS.items()}
        commands = [each for each in near(word, known, 1) if each.score > SURE]
        found = sorted((*commands, *found), key=lambda each: -each.score)[:3]
        return f"{said} {self._did_you_mean(found)}".strip()

    def _did_you_mean(self, found: list[Near]) -> str:
        if not found:
            return ""
        names = ", ".join(self._called(each.item, each.name) for each in found)
        return _("Did you mean {names}?").format(names=names)

    def _called(self, item: str, name: str = "") -> str:
        spoken = name or self.voice.item(item)
        return item if spoken == item else f"{item} {spoken}"

    # -- commands ----------------------------------------------------------------------------

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

    def _quit(self, _rest: str) -> Reply:
        return Reply("left", word="quit")

    def _save(self, _rest: str) -> Reply:
        return Reply("left", word="save")


def _too_long(text: str) -> str:
    told = _("A line has {n} characters at most; this one has {k}.")
    return told.format(n=LONGEST, k=len(text))


_HANDLERS: dict[str, Callable[[Desk, str], Reply]] = {
    "note": Desk._note,
    "rule": Desk._rule,
    "waive": Desk._waive,
    "unwaive": Desk._unwaive,
    "quit": Desk._quit,
    "save": Desk._save,
}

__all__ = [
    "COMMANDS",
    "BoardAsked",
    "Desk",
    "Kind",
    "Listing",
    "LogAsked",
    "Reply",
    "Show",
]
