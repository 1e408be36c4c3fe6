"""Questions at the desk: board, log, numbers, cards, rules. Nothing here changes the record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engines import LANGUAGES
from engines.korean import find_verb
from engines.names import fold, matches
from engines.notation import find_seat, find_seats, is_number, parse_place, parse_seat
from engines.registry import NoSuchGame
from engines.seats import typed_letter
from engines.values import Choice, Score, seat_letter
from replay.base.errors import NothingToDo
from replay.base.i18n import _
from replay.desk.addresses import find_stretch, parse_address, take_address
from replay.desk.replies import BoardRequest, Listing, LogRequest, Reply, Show, answer
from replay.desk.table import Table, parse_number
from replay.explain.balances import is_conserved, make_balance_rows, make_difference_rows
from replay.explain.conditions import find_onsets, parse_condition
from replay.explain.explanations import POINTS, PRICE, Explanation, explain_number
from replay.explain.lookup import find_engine, find_pieces, find_rules, write_piece, write_rule
from replay.fold.timeline import Timeline
from replay.speech import log_lines

MOST: Final = 12
"""How many cards or actions an answer lists."""

WORD: Final = 2
"""The least score of a name that begins with the typed word (`engines.names.matches`)."""

LOGGED: Final = 10
"""How many events the log shows when no number is given."""


def show_board(_table: Table, _rest: str) -> Reply:
    """Show the board (``board``)."""
    return answer(BoardRequest())


def show_score(table: Table, _rest: str) -> Reply:
    """Show everybody's points so far, the most first, and how the game stands (``score``)."""
    voice, session = table.voice, table.session
    standing = session.engine.standing(session.state)
    scores = sorted(standing.scores, key=lambda score: (-(score.total or 0), score.seat))
    ranges = session.engine.list_open_totals(session.state)
    rows = [
        (voice.label(score.seat), write_total(score, ranges.get(score.seat))) for score in scores
    ]
    told = voice.ending(standing) or voice.notice(standing)
    return answer(Listing((_("seat"), _("points")), rows), *filter(None, (told,)))


def write_total(score: Score, between: tuple[int, int] | None) -> int | str:
    """Return the points of a seat; ``5–6`` where they are somewhere between."""
    if score.total is None:
        return "–"
    return score.total if between is None else f"{between[0]}–{between[1]}"


def show_log(table: Table, rest: str) -> Reply:
    """Show the last events, or those of a round (``log [N]``, ``log round N``)."""
    if rest and not is_number(rest):
        address = parse_address(table.timeline, rest)
        return answer(LogRequest(0, tuple(frame.version for frame in address.frames)))
    return answer(LogRequest(parse_number(rest) if rest else LOGGED))


def show_explanation(table: Table, rest: str) -> Reply:
    """Show every move behind a number, now or after event N (``why WHAT [@N]``)."""
    return answer(explain_text(table.timeline, rest))


ASKING: Final = frozenset(
    {
        *("does", "do", "did", "has", "have", "had", "is", "are", "was", "only", "just", "got"),
        *(
            "so",
            "many",
            "much",
            "few",
            "little",
            "still",
            "now",
            "there",
            "in",
            "at",
            "left",
            "the",
        ),
    }
)
"""Words in a question about a number that say nothing of which number is meant."""


def plain_subject(text: str) -> str:
    """Return what is typed behind ``why`` without the words of a whole question.

    >>> plain_subject("does rob have only 2 red?"), plain_subject("rob.red"), plain_subject("57")
    ('rob red', 'rob.red', '57')
    """
    words = text.rstrip("?？ ").split()
    if not words or words[0].casefold() not in ASKING:
        return text
    kept = [word for word in words if word.casefold() not in ASKING and not is_number(word)]
    return " ".join(kept) or text


def explain_text(timeline: Timeline, text: str, at: int | None = None) -> Explanation:
    """Return why a number is what it is now, after event `at` or after the address in the text.

    ``c`` asks for a seat's points, ``c round 6`` for the terms of them that round 6 brought,
    ``round 6`` for the outcome of its only action. Raise as `explain_number` and `take_address` do.
    """
    what, address = take_address(timeline, plain_subject(text))
    if address is None:
        seat = find_seat(what, len(timeline.seats), timeline.seats)
        if seat is not None:
            what = f"{typed_letter(seat, timeline.seats)}.{POINTS}"
        return explain_number(timeline, at, what)
    if not what:
        return explain_number(timeline, address.end, PRICE)
    seat = find_seat(what, len(timeline.seats), timeline.seats)
    if seat is None or address.version is not None:
        return explain_number(timeline, address.end, what)
    typed = typed_letter(seat, timeline.seats)
    points = explain_number(timeline, address.end, f"{typed}.{POINTS}")
    versions = {frame.version for frame in address.frames}
    terms = tuple(each for each in points.terms if each.version in versions)
    return points._replace(total=sum(each.term.n for each in terms), terms=terms)


def show_first_time(table: Table, rest: str) -> Reply:
    """Show the first event after which a condition holds (``when CONDITION``)."""
    timeline = table.timeline
    condition = parse_condition(timeline, rest)
    found = next(find_onsets(timeline, condition), None)
    if found is None:
        return answer(_("It never holds."))
    event = log_lines.describe_frame(found, table.voice)
    return answer(f"{found.version}  {condition.value(found)}  {event}")


def show_balance(table: Table, rest: str) -> Reply:
    """Show where every piece lies, and whether none has vanished (``balance [PLACE]``)."""
    timeline = table.timeline
    frame = timeline.frames[-1]
    wanted = [_read_place(table, word) for word in rest.split()]
    rows = list(make_balance_rows(timeline, frame, table.voice, wanted))
    if wanted and not rows:
        raise NothingToDo("nothing lies at {place}", place=rest)
    conserved = is_conserved(timeline, frame)
    return answer(
        Listing((_("place"), "", _("piece")), rows),
        _("Nothing has appeared or vanished.") if conserved else _("NOT CONSERVED"),
    )


def _read_place(table: Table, word: str) -> str:
    """Return the beginning of the places that a word means.

    ``bo.coins`` is ``b.coins``, ``bo`` is ``b.``, ``bank`` is ``bank``.
    """
    names = table.voice.names
    if "." in word or not find_seats(word, len(names), names):
        return parse_place(word, len(names), names)
    return f"{seat_letter(parse_seat(word, len(names), names))}."


def show_difference(table: Table, rest: str) -> Reply:
    """Show what lies otherwise after event B, or now, than after event A (``diff A [B]``)."""
    timeline = table.timeline
    first, second = find_stretch(timeline, rest)
    one = timeline.at(first)
    other = timeline.at(second)
    rows = list(make_difference_rows(timeline, table.voice, one, other))
    if not rows:
        return answer(_("Nothing changed."))
    columns = (_("place"), _("piece"), str(one.version), str(other.version), "")
    return answer(Listing(columns, rows))


def show_cards(table: Table, rest: str) -> Reply:
    """Show the cards and tiles whose id or name the words fit (``cards WORDS``)."""
    found = find_pieces(table.session.engine, rest, table.session.state)
    shows = [line for piece in found[:MOST] for line in write_piece(piece, table.voice.words)]
    if len(found) > MOST:
        shows.append(_("… and {n} more").format(n=len(found) - MOST))
    return answer(*shows)


def show_rules(table: Table, rest: str) -> Reply:
    """Show what rules say; without a number, all titles (``rules [GAME] RULE``)."""
    engine, words = table.session.engine, rest.split()
    if words and fold(words[0]) not in {fold(rule) for rule in engine.rulebook.rules}:
        try:
            engine = find_engine(words[0])
            words = words[1:]
        except NoSuchGame:
            pass  # the number of a rule that does not exist
    found = find_rules(engine, words)
    lang = table.voice.lang
    if not words:
        return answer(*(f"{rule.id:<5} {rule.title[lang]}" for rule in found))
    return answer(*(line for rule in found for line in write_rule(engine, rule, lang)))


# -- kinds of action -----------------------------------------------------------------------------


def find_verbs(table: Table, word: str) -> list[str]:
    """Return the kinds of action that a word names in any language.

    Those named exactly so, if there are any; else those with a word that begins so.
    """
    engine = table.session.engine
    texts = [engine.words(lang).text for lang in LANGUAGES]
    names = {
        verb: (verb, *(text.get(f"verb.{verb}", verb) for text in texts)) for verb in engine.verbs
    }
    scores = {verb: matches(word, names[verb]) for verb in names}
    best = max(scores.values(), default=0)
    spoken = find_verb(word, engine.package)
    if best < WORD and spoken in names:
        return [spoken]
    return [verb for verb in names if scores[verb] == best and best >= WORD]


def describe_verb(table: Table, verb: str) -> Iterator[Show]:
    """Yield the name of a kind of action, its rules, and the legal actions in notation."""
    voice, engine = table.voice, table.session.engine
    yield f"{verb}: {voice.words.text.get(f'verb.{verb}', verb)}"
    legal = list(islice(_legal_choices(table, verb), MOST))
    rules = dict.fromkeys(rule for c in legal for rule in engine.rules_for(c.action))
    if rules:
        yield "  " + ", ".join(f"{rule} {voice.rule(rule)}" for rule in rules)
    if not legal:
        yield "  " + _("Nothing of the kind is asked for now.")
    if f"typed.{verb}" in voice.words.text:
        yield "  " + voice.say(f"typed.{verb}")
    for choice in legal:
        yield f"  {voice.write(choice.action)}  {voice.action(choice.action)}"


def _legal_choices(table: Table, verb: str) -> Iterator[Choice]:
    """Yield what is legal now of a kind of action."""
    for prompt in table.session.list_prompts():
        if verb in prompt.verbs:
            for choice in table.session.engine.choices(table.session.state, prompt):
                if choice.action.verb == verb:
                    yield choice
