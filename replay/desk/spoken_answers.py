"""Answers to questions as people type them. Nothing here changes the record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from engines.book import BOOK, is_unknown
from engines.counts import Count
from engines.korean import HANGUL, end_verb, find_verb
from engines.names import fold, matches
from engines.notation import find_seats
from engines.particles import list_stems
from engines.protocol import State
from engines.seats import typed_letter
from engines.values import TABLE, DecodeError, NotationError, Piece, seat_letter
from replay.base.errors import NothingToDo, describe_error
from replay.base.i18n import _
from replay.desk.choices import list_choices
from replay.desk.questions import explain_text, show_log, show_score
from replay.desk.replies import Listing, Reply, Show, answer
from replay.desk.spoken_questions import Asked
from replay.desk.table import Table
from replay.explain.balances import list_holdings, make_balance_rows
from replay.explain.explanations import PRICE, explain_terms
from replay.explain.lookup import NotFound, find_pieces, write_piece
from replay.screens.board_text import name_row, write_cell

MOST: Final = 3
"""How many cards or tokens a question is about at most."""

LOGGED: Final = "5"
"""How many events are told to whoever asks what happened."""

NOW: Final = ("i", "we", "you", "one", "he", "she", "they", "it", "")
"""The words that mean whoever is on turn."""

EVERYTHING: Final = ("do", "play", "afford", "choose", "할", "하", "")
"""What people ask who want to know all that can be done."""

AFFORD: Final = "afford"
BUYING: Final = ("buy ", "build ", "construct ")
"""The verbs with which the games pay for something."""

ABOUT_MISTAKES: Final = ("fix", "correct", "change", "mistake", "wrong", "고치", "고쳐", "틀")
"""The words in a question about correcting something."""

CORRECTIONS: Final = ("undo", "amend", "insert", "shift")
"""The commands that correct something."""

ABOUT_NOW: Final = ("turn", "score", "thing", "word")
"""The kinds of question that may ask for what the game says of now."""

CALLED: Final = {"bank": ("bank", "은행", "공급처")}
"""What else people call a place."""

ShowHelp = Callable[[Table, str], Reply]
"""The command `help`."""


def answer_question(table: Table, asked: Asked, show_help: ShowHelp, text: str = "") -> Reply:
    """Answer a question, `text` as it was typed. Raise NothingToDo for one that cannot be read,
    with those that can be."""
    about = asked.about
    facts = _list_facts(table, text) if asked.kind in ABOUT_NOW else []
    if facts:
        return answer(*facts, *(show_score(table, "").shows if asked.kind == "score" else ()))
    match asked.kind:
        case "turn":
            return answer(*_name_turn(table))
        case "score":
            return show_score(table, "")
        case "log":
            return show_log(table, LOGGED)
        case "options":
            return answer(*_list_options(table, about, asked.who))
        case "may":
            return answer(*_judge_or_list(table, asked, show_help))
        case "price":
            whose = _name_seat(table, asked.who)
            return answer(
                explain_text(table.timeline, f"{PRICE} {_read_priced(table, whose, about)}")
            )
        case "holding":
            return answer(_list_holding(table, asked))
        case "how":
            return answer(*_tell_how(table, about, show_help))
        case "thing":
            return answer(*_describe_thing(table, about, show_help))
        case _:
            return answer(*_describe_and_judge(table, about, show_help))


def _list_facts(table: Table, text: str) -> list[str]:
    """Return what the game says of now that a question asks for by a word."""
    words = set(re.findall(r"[^\W\d_]+", text.casefold()))
    session, voice = table.session, table.voice
    return [
        voice.say(fact.message.key, fact.message.data)
        for fact in session.engine.list_facts(session.state)
        if any(_asks_for(word, fact.words) for word in words)
    ]


def _asks_for(word: str, asking: Sequence[str]) -> bool:
    """Return whether a word is one of some; in Korean more may stand behind it."""
    korean = [each for each in asking if len(each) > 1 and HANGUL.match(each)]
    return word in asking or word.startswith(tuple(korean))


def _name_turn(table: Table) -> Iterator[Show]:
    """Yield who is to do what, and whether the last round has begun; else how the game ended."""
    prompts = table.session.list_prompts()
    standing = table.session.engine.standing(table.session.state)
    asked = [prompt for prompt in prompts if not prompt.optional] or list(prompts)
    if not asked:
        yield table.voice.ending(standing)
    yield from dict.fromkeys(table.voice.prompt(prompt) for prompt in asked)
    notice = table.voice.notice(standing)
    if notice and asked:
        yield notice


def _read_priced(table: Table, whose: str, about: str) -> str:
    """Return the text whose price is asked for, with the seat in front that would pay it."""
    for text in (f"{whose}{verb}{about}" for verb in ("", *BUYING) if whose):
        if table.can_parse(text):
            return text
    return about


def _find_table_of(table: Table, who: str) -> State | None:
    """Return the table as it would be on the turn of somebody who is named, None where they are on
    turn, or where the game has no turns."""
    names, session = table.voice.names, table.session
    found = () if who in NOW else find_seats(who, len(names), names)
    turn = getattr(session.state, "turn", None)
    asked = {int(prompt.data.get("seat", prompt.seat)) for prompt in session.list_prompts()}
    if len(found) != 1 or turn is None or found[0] == turn or found[0] in asked:
        return None
    there, _moves = session.engine.apply(session.state, Count(status={"turn": found[0]}))
    return there


def _list_options(table: Table, about: str, who: str = "") -> list[str]:
    """Return what can be done now, or only what a word names, if there is something of it.

    Where somebody else is on turn than who is asked about, it is what they could do on theirs.
    """
    state = _find_table_of(table, who)
    if state is not None:
        (seat,) = find_seats(who, len(table.voice.names), table.voice.names)
        said = _("It is not {seat}'s turn; if it were:").format(seat=table.voice.seat(seat))
        word = about.partition(" ")[0]
        word = "" if word.casefold() in EVERYTHING else word
        try:
            return [said, *list_choices(table, word, state, screen=table.screen)]
        except NothingToDo as refused:
            return [said, describe_error(refused).text]
    said = about.partition(" ")[0]
    word = find_verb(said, table.session.engine.package) or said
    if word.casefold() in EVERYTHING:
        return list_choices(table, screen=table.screen)
    try:
        return list_choices(table, word, screen=table.screen)
    except NothingToDo:
        error = NothingToDo("nothing like “{word}” is legal now", word=said)
        return [describe_error(error).text, *list_choices(table, screen=table.screen)]


# -- whether something may be done ---------------------------------------------------------------


def _judge_or_list(table: Table, asked: Asked, show_help: ShowHelp) -> Iterator[Show]:
    """Yield whether something may be done; what can be done where it is no whole action."""
    word = asked.about.partition(" ")[0]
    if word in CORRECTIONS:
        yield from _tell_how(table, word, show_help)
        return
    whose, about = _name_seat(table, asked.who), end_verb(asked.about)
    head, _space, rest = about.partition(" ")
    if head == AFFORD and rest:
        buying = (f"{verb}{rest}" for verb in (*BUYING, ""))
        about = next((text for text in buying if table.can_parse(f"{whose}{text}")), about)
        if not _is_asked_for(table, f"{whose}{about}"):
            with suppress(NotationError, DecodeError):
                yield explain_text(table.timeline, f"{PRICE} {whose}{about}")
                yield _list_holding(table, asked._replace(about=""))
                return
    try:
        yield from _judge(table, f"{whose}{about}", _find_table_of(table, asked.who))
    except (NotationError, DecodeError) as error:
        if isinstance(error, NotationError) and error.unclear and error.word:
            raise
        yield from _list_options(table, asked.about, asked.who)


def _is_asked_for(table: Table, text: str) -> bool:
    """Return whether a text is an action of a kind that is asked for now."""
    asked = {verb for prompt in table.session.list_prompts() for verb in prompt.verbs}
    try:
        actions = table.parse_actions(text, table.session.state).actions
    except (NotationError, DecodeError):
        return True
    return any(action.verb in asked for action in actions)


def _name_seat(table: Table, who: str) -> str:
    """Return the seat in front of an action for somebody who is named, "" for nobody."""
    names = table.voice.names
    found = () if who in NOW else find_seats(who, len(names), names)
    return f"{typed_letter(found[0], names)}: " if len(found) == 1 else ""


def _judge(table: Table, text: str, state: State | None = None) -> Iterator[Show]:
    """Yield whether actions would break no rule, with their price. Raise NotationError for none.

    `state` is the table on which they are judged, by default the present one.
    """
    if state is not None:
        yield from _judge_there(table, text, state)
        return
    parsed = table.parse_actions(text, table.session.state)
    plan = table.session.plan(*parsed.parsed)
    voice, engine = table.voice, table.session.engine
    yield from parsed.guesses
    state = table.session.state
    for frame in plan.frames:
        if frame.action is None:
            continue
        answered = _("No: {action}") if frame.breaches else _("Yes: {action}")
        yield answered.format(action=voice.action(frame.action))
        broken = [each for each in frame.breaches if each.rule != BOOK] or frame.breaches
        yield from (f"  {voice.breach(breach)}" for breach in broken)
        terms = engine.quote(state, frame.action)
        if terms:
            yield explain_terms(terms, None)
        state = frame.state
    yield _("Nothing was recorded.")


def _judge_there(table: Table, text: str, state: State) -> Iterator[Show]:
    """Yield whether actions would break no rule on another table, with their price."""
    voice, engine = table.voice, table.session.engine
    for action in table.parse_actions(text, state).actions:
        after, moves = engine.apply(state, action)
        breaches = engine.check(state, action, moves)
        answered = _("No: {action}") if breaches else _("Yes: {action}")
        yield answered.format(action=voice.action(action))
        yield from (f"  {voice.breach(breach)}" for breach in breaches)
        terms = engine.quote(state, action)
        if terms:
            yield explain_terms(terms, None)
        state = after
    yield _("Judged as if it were their turn. Nothing was recorded.")


# -- what somebody has, how something is done ----------------------------------------------------


def _list_holding(table: Table, asked: Asked) -> Listing | str:
    """Return what somebody has, or only that which a word names, if there is something of it.

    Raise NothingToDo for somebody who is not here.
    """
    names = table.voice.names
    on_turn = next((p.seat for p in table.session.list_prompts() if p.seat != TABLE), None)
    found = find_seats(asked.who, len(names), names)
    seat = on_turn if asked.who in NOW else found[0] if len(found) == 1 else None
    if seat is None:
        raise _make_unknown_question()
    timeline = table.timeline
    wanted = [f"{seat_letter(seat)}."]
    rows = list(make_balance_rows(timeline, timeline.frames[-1], table.voice, wanted))
    if not rows:
        return _("{seat}: nothing").format(seat=table.voice.label(seat))
    kept = [
        row
        for row, where in zip(rows, _repeat_labels(rows), strict=True)
        if asked.about and _is_named(asked.about, map(str, (where, *row)))
    ]
    return Listing((_("place"), "", _("piece")), kept or rows)


def _repeat_labels(rows: Sequence[Sequence[object]]) -> Iterator[object]:
    """Yield the place of each row, which is written in the first row of the place only."""
    place: object = ""
    for row in rows:
        place = row[0] or place
        yield place


def _is_named(word: str, texts: Iterator[str]) -> bool:
    """Return whether a word, singular or plural, stands in one of some texts."""
    wanted = fold(word).removesuffix("s")
    return any(wanted in fold(text) for text in texts)


def _tell_how(table: Table, about: str, show_help: ShowHelp) -> Iterator[Show]:
    """Yield how something is typed: the help of the first word that has some.

    Raise NothingToDo where there is none.
    """
    words: Sequence[str] = about.split()
    if any(word.startswith(ABOUT_MISTAKES) for word in words):
        words = CORRECTIONS
    told = False
    for word in words:
        with suppress(NothingToDo, NotationError):
            yield from show_help(table, word).shows[:1]
            told = True
            if words is not CORRECTIONS:
                return
    if not told:
        raise _make_unknown_question()


# -- a thing that is named -----------------------------------------------------------------------


def _describe_thing(table: Table, about: str, show_help: ShowHelp) -> Iterator[Show]:
    """Yield what a word names at this table: what the board says of it, cards, rules, help.

    Raise NothingToDo for what means nothing.
    """
    shown: list[Show] = [*_read_board(table, about), *_describe_pieces(table, about)]
    if not shown and about:
        shown = [*_list_places(table, about)]
    if not shown and about:
        with suppress(NothingToDo, NotationError):
            shown = list(show_help(table, about).shows)
    if not shown:
        raise _make_unknown_question()
    yield from shown


def _describe_and_judge(table: Table, about: str, show_help: ShowHelp) -> Iterator[Show]:
    """Yield what a text names, and whether what it would record may be done now.

    Raise NothingToDo where it is neither.
    """
    shown: list[Show] = []
    with suppress(NothingToDo):
        shown += _describe_thing(table, about, show_help)
    with suppress(NotationError, DecodeError, NothingToDo):
        shown += _judge(table, about)
    if not shown:
        raise _make_unknown_question()
    yield from shown


def _read_board(table: Table, about: str) -> Iterator[str]:
    """Yield the rows of the board that a word names, or all of a panel that it names."""
    voice = table.voice
    for panel in table.session.engine.view(table.session.state, TABLE).panels if about else ():
        whole = matches(about, (panel.title, voice.say(panel.title))) > 1
        for row in panel.rows:
            label = name_row(row, voice)
            if row.seat is None and (whole or matches(about, (row.label, label)) > 1):
                cells = [text for cell in row.cells if (text := write_cell(cell, voice).strip())]
                yield f"{label}  {' · '.join(cells)}".strip()


def _list_places(table: Table, about: str) -> Iterator[Show]:
    """Yield what lies in the common places that the first word names: ``bank``, ``은행에 빨강``."""
    stems = [stem.word for stem in list_stems(about.partition(" ")[0])]
    timeline, voice = table.timeline, table.voice
    for place in list_holdings(timeline.frames[-1]):
        named = (place, voice.place(place), *CALLED.get(place, ()))
        counted = place not in timeline.engine.endless and not voice.owner(place)
        if counted and any(matches(stem, named) > 1 for stem in stems):
            rows = list(make_balance_rows(timeline, timeline.frames[-1], voice, [place]))
            yield Listing((_("place"), "", _("piece")), rows)


def _describe_pieces(table: Table, about: str) -> Iterator[str]:
    """Yield the few cards or tokens that a word names, each with where it lies."""
    pieces: Sequence[Piece] = ()
    for word in dict.fromkeys((about, about.removesuffix("s"))) if about else ():
        with suppress(NotFound, NotationError):
            pieces = pieces or find_pieces(table.session.engine, word, table.session.state)
    book = table.session.state.book
    for piece in pieces if len(pieces) <= MOST else ():
        yield from write_piece(piece, table.voice.words)
        for place, item, n in book.walk():
            if item == piece.id and not is_unknown(item):
                yield f"      {table.voice.place(place)}: {n}"


def _make_unknown_question() -> NothingToDo:
    """Return the error for a question that cannot be read: what can be asked."""
    return NothingToDo(
        "nothing here answers that question",
        "Questions in your own words: whose turn · who is winning · what can I do · can I ACTION · "
        "what does CARD cost · what is WORD · what does NAME have · what happened",
    )
