"""Asking at the recorder's desk, without leaving it: nothing here changes the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from engines import LANGUAGES
from engines.names import fold, matches
from engines.notation import must_read_seat, read_seat
from engines.values import Prompt
from replay.base.i18n import _, language
from replay.desk.commands import COMMANDS, also_called, command_of, explained, number
from replay.desk.replies import BoardAsked, Listing, LogAsked, Reply, Show
from replay.explain.balances import balance_rows, diff_rows, is_conserved
from replay.explain.conditions import read_condition, times
from replay.explain.explanations import why
from replay.explain.lookup import engine_named, piece_lines, pieces_of, rule_lines, rules_of
from replay.record.corrections import NothingToDo
from replay.speech import log_lines
from replay.speech.notation_help import notation_of

if TYPE_CHECKING:
    from engines.values import Choice
    from replay.desk.desk import Desk

MOST = 12
"""How many cards or actions an answer lists."""

WORD = 2
"""How well a name must fit to be meant: from the beginning of one of its words on."""

LOGGED = 10
"""How many events the log shows when no number is given."""


def board(_desk: Desk, _rest: str) -> Iterator[Show]:
    """``board``."""
    yield BoardAsked()


def log(_desk: Desk, rest: str) -> Iterator[Show]:
    """``log [N]``: the last events."""
    yield LogAsked(number(rest) if rest else LOGGED)


def ask_why(desk: Desk, rest: str) -> Iterator[Show]:
    """``why WHAT [@N]``: every move behind a number."""
    what, at, version = rest.partition("@")
    where = number(version) if at else None
    yield why(desk.session.timeline, where, what.strip())


def when(desk: Desk, rest: str) -> Iterator[Show]:
    """``when CONDITION``: the first event after which it holds."""
    timeline = desk.session.timeline
    condition = read_condition(timeline, rest)
    found = next(times(timeline, condition), None)
    if found is None:
        yield _("It never holds.")
        return
    said = log_lines.told(found, desk.voice)
    yield f"{found.version}  {condition.value(found)}  {said}"


def balance(desk: Desk, rest: str) -> Iterator[Show]:
    """``balance [PLACE]``: where every piece lies now."""
    timeline = desk.session.timeline
    frame = timeline.frames[-1]
    wanted = [_place(desk, word) for word in rest.split()]
    rows = list(balance_rows(timeline, frame, desk.voice, wanted))
    if wanted and not rows:
        raise NothingToDo(_("nothing lies at {place}").format(place=rest))
    yield Listing((_("place"), "", _("piece")), rows)
    conserved = is_conserved(timeline, frame)
    yield _("Nothing has appeared or vanished.") if conserved else _("NOT CONSERVED")


def _place(desk: Desk, word: str) -> str:
    """Return how the places of a word begin: ``bo.coins`` is ``b.coins``, ``bo`` is ``b.``."""
    owner, dot, rest = word.partition(".")
    seats = len(desk.voice.names)
    if not dot and read_seat(owner, seats, desk.voice.names) is None:
        return word
    return f"{'abcdefgh'[must_read_seat(owner, seats, desk.voice.names)]}.{rest}"


def diff(desk: Desk, rest: str) -> Iterator[Show]:
    """``diff A B``: what lies otherwise after B; without B, now."""
    first, _space, second = rest.replace("..", " ").partition(" ")
    timeline = desk.session.timeline
    one = timeline.at(number(first))
    other = timeline.at(number(second) if second.strip() else None)
    rows = list(diff_rows(timeline, desk.voice, one, other))
    if not rows:
        yield _("Nothing changed.")
        return
    yield Listing((_("place"), _("piece"), str(one.version), str(other.version), ""), rows)


def cards(desk: Desk, rest: str) -> Iterator[Show]:
    """``cards WORDS``: the cards that the words fit."""
    found = pieces_of(desk.session.engine, rest, desk.session.state)
    for piece in found[:MOST]:
        yield from piece_lines(piece, desk.voice.words)
    if len(found) > MOST:
        yield _("… and {n} more").format(n=len(found) - MOST)


def rules(desk: Desk, rest: str) -> Iterator[Show]:
    """``rules [GAME] RULE``: what rules say; without a number, their titles."""
    engine, words = desk.session.engine, rest.split()
    if words and fold(words[0]) not in {fold(rule) for rule in engine.rulebook.rules}:
        from engines.registry import NoSuchGame

        try:
            engine = engine_named(words[0])
            words = words[1:]
        except NoSuchGame:
            pass  # a number that there is no rule of
    found = rules_of(engine, words)
    for rule in found:
        if words:
            yield from rule_lines(rule, desk.voice.lang)
        else:
            yield f"{rule.id:<5} {rule.title[desk.voice.lang]}"


# -- help ----------------------------------------------------------------------------------------


def help_(desk: Desk, rest: str) -> Iterator[Show]:
    """``help``: all on one screen; ``help WORD``: one command or kind of action."""
    if rest:
        yield from _about(desk, rest)
        return
    yield from _asked(desk, desk.session.awaits())
    yield desk.voice.say("help.short")
    yield _(
        "undo [N] · redo · amend [N] … · insert N … · shift N · note … · rule N stands … · "
        "waive RULE"
    )
    yield _(
        "board · log [N] · why a.points · when b.points > 5 · balance · diff A B · cards … · "
        "rules RULE · help WORD · help notation · quit"
    )
    yield _("Several actions on one line: with ;   Record a breach: ! and the reason.")


def _asked(desk: Desk, prompts: Iterable[Prompt]) -> Iterator[str]:
    """Yield what is asked; of questions that differ only in the place or the seat, the first."""
    alike: dict[str, list[str]] = {}
    for prompt in prompts:
        alike.setdefault(prompt.ask, []).append(desk.voice.prompt(prompt))
    for texts in alike.values():
        more = len(texts) - 1
        yield f"{texts[0]} (+{more})" if more else texts[0]


def _about(desk: Desk, word: str) -> Iterator[Show]:
    if word == "notation":
        yield from notation_of(desk.session.engine, desk.voice.lang)
        return
    command = command_of(word)
    verbs = [] if command and word not in desk.session.engine.verbs else _verbs(desk, word)
    if not command and not verbs:
        names = ", ".join([*COMMANDS, *desk.session.engine.verbs])
        raise NothingToDo(_("help knows: {names}").format(names=names))
    if command:
        yield explained()[command]
        others = also_called(command, language())
        if others:
            yield _("Also: {names}").format(names=", ".join(others))
    for verb in verbs:
        yield from _about_verb(desk, verb)


def _verbs(desk: Desk, word: str) -> list[str]:
    """Return the kinds of action that a word names in either language: exactly if one does, else
    those with such a word in their name."""
    engine = desk.session.engine
    texts = [engine.words(lang).text for lang in LANGUAGES]
    called = {
        verb: (verb, *(text.get(f"verb.{verb}", verb) for text in texts)) for verb in engine.verbs
    }
    scores = {verb: matches(word, names) for verb, names in called.items()}
    best = max(scores.values(), default=0)
    return [verb for verb in called if scores[verb] == best and best >= WORD]


def _about_verb(desk: Desk, verb: str) -> Iterator[Show]:
    """Yield what a kind of action is: its name, how it is typed, its rules, what is legal now."""
    words, engine = desk.voice.words, desk.session.engine
    yield f"{verb}: {words.text.get(f'verb.{verb}', verb)}"
    legal = list(islice(_legal(desk, verb), MOST))
    rules = dict.fromkeys(rule for c in legal for rule in engine.rules_for(c.action))
    if rules:
        yield "  " + ", ".join(f"{rule} {desk.voice.rule(rule)}" for rule in rules)
    if not legal:
        yield "  " + _("Nothing of the kind is asked for now.")
    for choice in legal:
        yield f"  {engine.write(choice.action)}  {desk.voice.action(choice.action)}"


def _legal(desk: Desk, verb: str) -> Iterator[Choice]:
    for prompt in desk.session.awaits():
        if verb in prompt.verbs:
            for choice in desk.session.engine.choices(desk.session.state, prompt):
                if choice.action.verb == verb:
                    yield choice


Answer = Callable[["Desk", str], Iterator[Show]]

ANSWERS: dict[str, Answer] = {
    "board": board,
    "log": log,
    "why": ask_why,
    "when": when,
    "balance": balance,
    "diff": diff,
    "cards": cards,
    "rules": rules,
    "help": help_,
}


def answer(desk: Desk, command: str, rest: str) -> Reply:
    """Return the answer to a question. Raise what says why there is none."""
    return Reply("told", shows=tuple(ANSWERS[command](desk, rest)))
