"""The recorder's desk: it carries out one line of input at a time, typed or piped.

``wug``, ``b23; 2rk5``     actions in the game's notation, several with ``;``
``... ! reason``           record it although a rule is broken, and say why the table lets it stand
``undo [N]``, ``redo [N]`` strike the last line (or event N), bring it back
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

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engines.book import BOOK
from engines.intents import Parsed
from engines.notation import COUNT_WORDS, find_seats
from engines.phrases import is_unknown_said
from engines.values import DecodeError, NotationError, Prompt
from ledger.clerk import Ruling, Strike
from ledger.errors import LedgerError
from ledger.event import Event
from replay.base.errors import NothingToDo, describe_error
from replay.base.i18n import _, ngettext
from replay.desk.commands import split_command
from replay.desk.correction_dialogue import make_correction
from replay.desk.open_questions import Asker, OpenQuestions
from replay.desk.proposals import CorrectionProposal
from replay.desk.refusals import explain_error
from replay.desk.replies import STOPPING, Reply, answer
from replay.desk.table import UNSEEN, Confirm, Table, check_length, split_reason
from replay.fold.timeline import Frame
from replay.record.corrections import find_event, read_target
from replay.record.session import Overtaken, Session, Unruled
from replay.speech import log_lines
from replay.speech.voice import Voice

ANSWERS: Final = frozenset({"y", "n"})
"""The answers to questions of the program that also mean something in a game."""


class Desk:
    """Reads lines for one table. Between lines it keeps only the actions that await a reason."""

    def __init__(self, session: Session, voice: Voice, confirm: Confirm | None = None) -> None:
        self.table = Table(session, voice, confirm)
        self.pending: tuple[Parsed, ...] = ()
        self._guesses: tuple[str, ...] = ()
        self.asker = Asker()

    @property
    def session(self) -> Session:
        """The session that the desk records in."""
        return self.table.session

    @property
    def voice(self) -> Voice:
        """The voice that the desk answers with."""
        return self.table.voice

    # -- prompts -----------------------------------------------------------------------------

    def find_questions(self) -> OpenQuestions:
        """Return what may be told next, as the table has been telling."""
        return self.asker.find_questions(self.session.timeline)

    def next_prompt(self) -> Prompt | None:
        """Return what the table should tell next: facts first, then whoever is to act.

        None where the game is over or closed, or where what is told is no answer to any question.
        """
        questions = self.find_questions()
        if questions.usual or not questions.prompts or self.session.timeline.closing is not None:
            return None
        return questions.prompts[0]

    def describe_question(self) -> str:
        """Return what is asked, or how the game has ended, or that the match is closed."""
        questions = self.find_questions()
        if self.session.timeline.closing is not None:
            return self._describe_outcome(_("The match is closed; foldtable reopen lets it go on."))
        if questions.usual:
            verb = self.voice.words.text.get(f"verb.{questions.usual}", questions.usual)
            return _("next, as before: {what}").format(what=verb)
        if questions.prompts:
            return self.voice.prompt(questions.prompts[0])
        return self._describe_outcome(_("foldtable close ends the match."))

    def _describe_outcome(self, after: str) -> str:
        """Return who has won, if somebody has, and what can be done with the match."""
        standing = self.session.engine.standing(self.session.state)
        return f"{self.voice.outcome(standing)} {after}" if standing.over else after

    def describe_other_prompts(self) -> str:
        """Return whether the last round has begun, the second question that is open, and how many
        others there are; "" where there is nothing of it. Where something is told as before, only
        prompts of it are meant."""
        if self.session.timeline.closing is not None:
            return ""
        notice = self.voice.notice(self.session.engine.standing(self.session.state))
        questions = self.find_questions()
        others = questions.expected if questions.usual else questions.prompts[1:]
        asked = "" if questions.usual or not others else self.voice.prompt(questions.prompts[0])
        told = [text for text in dict.fromkeys(map(self.voice.prompt, others)) if text != asked]
        if not told:
            return notice
        text = told[0] if questions.usual else _("also: {question}").format(question=told[0])
        return f"{notice} {text}".strip() + (f" (+{len(told) - 1})" if len(told) > 1 else "")

    def write_prompt(self) -> str:
        """Return the input prompt: the number of the next event and who or what is asked."""
        number = self.session.timeline.version + 1
        prompt = self.next_prompt()
        if prompt is None:
            return f"{number} > "
        if prompt.place:
            return f"{number} {self.voice.label_place(prompt.place)}? "
        seat = prompt.data.get("seat", prompt.seat)
        return f"{number} {self.voice.label(seat)}> "

    def _dismiss_question(self) -> Reply | None:
        """Return the reply to ``??`` at a question that only the desk still asks, else None."""
        questions = self.find_questions()
        asked = questions.prompts[0] if questions.prompts else None
        if not any(each is asked for each in questions.forgotten) or asked is None:
            return None
        self.asker.dismiss(self.session.timeline, asked.place)
        place = self.voice.place(asked.place)
        return answer(_("Not asked about again: {place}.").format(place=place))

    # -- lines -------------------------------------------------------------------------------

    def handle(self, text: str) -> Iterator[Reply]:
        """Carry out typed or pasted lines and yield a reply for each of their parts.

        The first part that is not carried out is the last that is looked at; its reply says which
        lines remain. All that a line records is one batch.
        """
        lines = [line for line in text.splitlines() if line.strip()]
        for number, line in enumerate(lines):
            for reply in self._handle_line(line):
                if reply.kind in STOPPING:
                    yield _add_remaining(reply, lines[number + 1 :])
                    return
                yield reply

    def _handle_line(self, line: str) -> Iterator[Reply]:
        """Carry out one line and yield a reply for each of its parts."""
        text = line.strip()
        if not text:
            return
        try:
            check_length(text)
        except NothingToDo as error:
            yield Reply("refused", shows=(str(error),), error=error)
            return
        if text.startswith("!"):
            yield self._guard(self._accept, text[1:].strip())
            return
        self.pending = ()
        parts = self._continue_count(self._join_list(self._split_parts(text)))
        with self.session.undo_group():
            for number, part in enumerate(parts):
                reply = self._guard(self._carry_out, part)
                if reply.kind in STOPPING:
                    yield _add_position(reply, parts, number)
                    return
                yield reply

    def correct(self, proposal: CorrectionProposal) -> Reply:
        """Make a correction that was proposed elsewhere than on a line."""
        return self._guard(lambda _text: make_correction(self.table, proposal), "")

    def follow_ruling(self, text: str) -> Reply:
        """Carry out what follows from a ruling: one correction, a waiver, or actions."""
        return self._guard(self._follow_ruling, text.strip())

    def _follow_ruling(self, text: str) -> Reply:
        """Carry out what follows from a ruling. Raise NothingToDo for a question or a remark."""
        check_length(text)
        command, rest = split_command(self.table, text)
        if command is None and text:
            return self._record(text)
        if command is None or command.after_ruling is None:
            raise NothingToDo("what follows from a ruling is a correction or an action")
        return command.after_ruling(self.table, rest)

    def _split_parts(self, text: str) -> list[str]:
        """Return the parts of a line, separated by ``;``.

        A reason takes the rest of the line, and so do some commands.
        """
        parts: list[str] = []
        rest = text
        while rest.strip():
            command, _rest = split_command(self.table, rest.strip())
            if command is not None and command.takes_rest:
                return [*parts, rest.strip()]
            before, semicolon, after = rest.partition(";")
            if "!" in before:
                before, semicolon, after = rest, "", ""
            if before.strip():
                parts.append(before.strip())
            rest = after if semicolon else ""
        return parts

    def _join_list(self, parts: Sequence[str]) -> Sequence[str]:
        """Return the parts of a line, as one if they are entries of a list and no commands.

        A single letter may be both: ``w; u; g`` are tokens.
        """
        words = [part for part in parts if len(part) > 1]
        if any(split_command(self.table, word)[0] is not None for word in words):
            return parts
        return self.table.join_list(parts, self.session.state)

    def _continue_count(self, parts: Sequence[str]) -> Sequence[str]:
        """Return the parts of a line that begins with a count, so that what goes on to count what
        somebody has is a count too: ``= a k5; b r3``."""
        names = self.voice.names
        counted = [parts[0]] if parts and parts[0].startswith(COUNT_WORDS) else []
        head = next((word for word in COUNT_WORDS if counted and parts[0].startswith(word)), "")
        for part in parts[len(counted) :]:
            word, space, _rest = part.partition(" ")
            again = f"{head} {part}"
            if not head or not space or len(find_seats(word, len(names), names)) != 1:
                break
            if not self.table.can_parse(again):
                break
            counted.append(again)
        return [*counted, *parts[len(counted) :]]

    def _carry_out(self, text: str) -> Reply:
        """Carry out one part of a line: a command or actions."""
        command, rest = split_command(self.table, text)
        return command.run(self.table, rest) if command else self._record(text)

    def _guard(self, carry_out: Callable[[str], Reply], text: str) -> Reply:
        """Return the reply to a text. Every error that a text can cause becomes a reply.

        Nobody is accused on a table that others have moved on: what they recorded is shown.
        """
        try:
            reply = carry_out(text)
            self.voice.learn(self.session.state)
            return reply
        except Unruled as unruled:
            return self._show_meanwhile() or self._ask_reason(unruled)
        except Overtaken as overtaken:
            return self._show_overtaken(overtaken)
        except NotationError as error:
            refused = Reply("refused", shows=(explain_error(self.table, error, text),))
            return self._show_meanwhile() or refused
        except (NothingToDo, DecodeError, LookupError, ValueError, LedgerError) as error:
            return Reply(
                "refused",
                shows=(" ".join(describe_error(error, self.voice.names)).strip(),),
                error=error,
            )

    def _show_meanwhile(self) -> Reply | None:
        """Return the reply that shows what others have recorded unseen; None for nothing."""
        try:
            meanwhile = self.session.list_meanwhile()
        except LedgerError:
            return None
        return self._show_overtaken(Overtaken(meanwhile)) if meanwhile else None

    # -- recording ---------------------------------------------------------------------------

    def _record(self, text: str) -> Reply:
        """Record the actions of a text; with ``! reason`` even though they break a rule."""
        unseen = UNSEEN.fullmatch(text.strip()) or is_unknown_said(text)
        dismissed = self._dismiss_question() if unseen else None
        if dismissed is not None:
            return dismissed
        body, bang, reason = split_reason(text)
        actions, guesses = self.table.parse_actions(body, self.session.state)
        if not actions:
            return answer(*guesses)
        self._refuse_stray_answer(body, actions)
        if bang and not reason:
            raise NothingToDo("say why after the !, as in: ! agreed by all")
        self.pending, self._guesses = actions, guesses
        frames = self.session.record(actions, reason if bang else None)
        self.pending = ()
        if reason and all(frame.entry.kind != Ruling.type for frame in frames):
            self.session.note(reason, frames[-1].version)
            kept = _("No rule is broken; kept as a note: {text}").format(text=reason)
            guesses = (*guesses, kept)
        return Reply("recorded", tuple(frames), (*guesses, *self._announce_ending(frames)))

    def _refuse_stray_answer(self, text: str, actions: Sequence[Parsed]) -> None:
        """Raise NothingToDo for ``y`` or ``n`` at a terminal that means something in the game, but
        nothing that is asked for: it was meant for a question of the program."""
        asked = {verb for prompt in self.session.list_prompts() for verb in prompt.verbs}
        told = {each.action.verb for each in actions}
        if self.table.confirm is None or text.casefold() not in ANSWERS or told & asked:
            return
        full = "; ".join(self.voice.write(each.action) for each in actions)
        raise NothingToDo(
            "nothing was asked that {text} answers; to record it, type {full}", text=text, full=full
        )

    def _accept(self, reason: str) -> Reply:
        """Record the actions that were refused last, with the reason why they stand."""
        if not self.pending:
            return Reply("refused", shows=(_("There is nothing to give a reason for."),))
        if not reason:
            return Reply("refused", shows=(_("Say why after the !, as in: ! agreed by all"),))
        frames = tuple(self.session.record(self.pending, reason))
        self.pending = ()
        return Reply("recorded", frames, tuple(self._announce_ending(frames)))

    def _announce_ending(self, frames: Sequence[Frame]) -> Iterator[str]:
        """Yield what the first of some frames, or a later one, has brought about: the last round
        has begun, or the game has ended and somebody has won."""
        if not frames:
            return
        engine, timeline = self.session.engine, self.session.timeline
        standing = engine.standing(timeline.state)
        if not standing.over and standing.notice is None:
            return
        before = engine.standing(timeline.frames[timeline.index(frames[0].version) - 1].state)
        if standing.over and not before.over:
            yield self.voice.ending(standing)
            yield _("foldtable close ends the match.")
        elif standing.notice != before.notice and standing.notice is not None:
            yield self.voice.notice(standing)

    def _ask_reason(self, unruled: Unruled) -> Reply:
        """Return the reply that names the broken rules and asks for a reason."""
        timeline, voice = self.session.timeline, self.voice
        shows = [*self._guesses]
        shows += [voice.breach(b) + log_lines.cite_events(timeline, b) for b in unruled.breaches]
        rules = dict.fromkeys(breach.rule for breach in unruled.breaches)
        shows += [
            f"  {rule} {voice.rule(rule)}: {voice.rule_text(rule)}"
            for rule in [rule for rule in rules if rule != BOOK] or [BOOK]
        ]
        shows.append(_("Not recorded. Type it differently, or ! and a reason to record it so."))
        return Reply("breach", shows=tuple(shows), breaches=unruled.breaches)

    def _show_overtaken(self, overtaken: Overtaken) -> Reply:
        """Return the reply that shows what somebody else recorded first."""
        n = len(overtaken.meanwhile)
        heading = ngettext(
            "{n} event was recorded by somebody else meanwhile:",
            "{n} events were recorded by somebody else meanwhile:",
            n,
        ).format(n=n)
        if not n:
            heading = _("Somebody else is recording all the time.")
        elif overtaken.same:
            heading = _("Somebody else has just recorded the same:")
        shows = [heading, *map(self._describe_meanwhile, overtaken.meanwhile)]
        shows.append(_("Yours was not recorded. Type it again if it still holds."))
        self.pending = ()
        return Reply("overtaken", shows=tuple(shows))

    def _describe_meanwhile(self, event: Event) -> str:
        """Return the line of an event that somebody else recorded; a strike says of what."""
        frame = self.session.timeline.at(event.version)
        if frame.version == event.version:
            return log_lines.write_log_line(frame, self.voice)
        text = log_lines.describe_event(event, self.voice)
        if event.type == Strike.type:
            text += f": {log_lines.describe_event(self._find_struck(event), self.voice)}"
        return f"{event.version:>4}  {text}"

    def _find_struck(self, strike: Event) -> Event:
        """Return the event that a strike is about."""
        return find_event(self.session.timeline, read_target(strike))


def _add_position(reply: Reply, parts: Sequence[str], number: int) -> Reply:
    """Return the reply that stops a line of several parts, with what became of the others."""
    if len(parts) == 1 or reply.kind == "left":
        return reply
    part = _("That was part {n} of {k}, “{text}”.")
    sentences = [part.format(n=number + 1, k=len(parts), text=parts[number])]
    if number:
        done = ngettext(
            "The part before it was carried out.",
            "The {n} parts before it were carried out.",
            number,
        )
        sentences.append(done.format(n=number))
    if number + 1 < len(parts):
        rest = "; ".join(parts[number + 1 :])
        sentences.append(_("Not carried out: {text}").format(text=rest))
    return reply._replace(shows=(*reply.shows, " ".join(sentences)))


def _add_remaining(reply: Reply, lines: list[str]) -> Reply:
    """Return the reply that stops pasted lines, with the lines that were not carried out."""
    if not lines or reply.kind == "left":
        return reply
    heading = ngettext(
        "{n} more line was not carried out:", "{n} more lines were not carried out:", len(lines)
    )
    shown = [f"  {line.strip()}" for line in lines]
    return reply._replace(shows=(*reply.shows, heading.format(n=len(lines)), *shown))
