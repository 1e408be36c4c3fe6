"""The words and the rulebook of a sheet: its names, and sentences made from its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines import LANGUAGES
from engines.sheet.format import Called, Check, Rounds, Row, Shares, Sheet
from engines.sheet.validity import list_extras, list_rounds, list_rows
from engines.words import Rule, Rulebook, Words, load_rulebook, read_words

PACKAGE = "engines.sheet"


def call(called: Called | None, lang: str, word: str) -> str:
    """Return the name of something in a language, else in the other, else its id."""
    if called is None:
        return word
    names = {each: getattr(called, each) for each in LANGUAGES}
    return names[lang] or next(filter(None, names.values()), word)


def make_words(sheet: Sheet, lang: str) -> Words:
    """Return the words of a match by a sheet: those of the engine, and the names of the sheet."""
    return Words(
        lang,
        read_words("engines", lang),
        read_words(PACKAGE, lang),
        {"names": list_names(sheet, lang), "text": list_texts(sheet, lang)},
    )


def list_names(sheet: Sheet, lang: str) -> dict[str, str]:
    """Return the names of the sheet itself, of its pieces and of its places."""
    names = {piece.id: call(piece.names, lang, piece.id) for piece in sheet.pieces}
    names |= {place.id: call(place.names, lang, place.id) for place in sheet.places}
    return {**names, sheet.id: call(sheet.names, lang, sheet.id)}


def list_texts(sheet: Sheet, lang: str) -> dict[str, str]:
    """Return the names of rows, additions, deciders and options, by the key of each."""
    texts = {
        f"place.{named.id}": call(named.part.names, lang, named.id) for named in list_rows(sheet)
    }
    texts |= {f"place.{place.id}": call(place.names, lang, place.id) for place in sheet.places}
    texts |= {
        f"extra.{named.id}": call(named.part.names, lang, named.id) for named in list_extras(sheet)
    }
    for _field, rounds in list_rounds(sheet):
        texts |= {f"carry.{c.id}": call(c.names, lang, c.id) for c in rounds.carry}
    texts |= {f"decider.{each.id}": call(each.names, lang, each.id) for each in sheet.win.deciders}
    texts |= {f"option.{each.id}": call(each.names, lang, each.id) for each in sheet.options}
    return texts


# -- the rulebook ----------------------------------------------------------------------------


def make_rulebook(sheet: Sheet) -> Rulebook:
    """Return the rules of a match by a sheet: those of the engine, then those of the sheet."""
    book = load_rulebook(PACKAGE)
    own = {rule.id: rule for rule in list_rules(sheet)}
    return Rulebook(book.revision, {**book.rules, **own}, sheet.ids.get("bgg", 0))


def list_rules(sheet: Sheet) -> Iterator[Rule]:
    """Yield a rule for every row, for the rounds, every check, and every option of a sheet."""
    for named in list_rows(sheet):
        yield make_rule(f"R.{named.id}", sheet, named.part.names, named.id, "row", named.part)
    for field, rounds in list_rounds(sheet):
        yield make_rule(f"R.{field}", sheet, None, field, "rounds", rounds)
    for n, check in enumerate(sheet.checks, 1):
        yield make_rule(f"R.check.{n}", sheet, None, "check", "check", check, check.waivable)
    for option in sheet.options:
        yield make_rule(f"R.{option.id}", sheet, option.names, option.id, "option", option)


def make_rule(
    rule: str,
    sheet: Sheet,
    called: Called | None,
    word: str,
    kind: str,
    part: Any,
    waivable: bool = False,
) -> Rule:
    """Return a rule of a sheet, its text made from the fields of the part that it is about."""
    title, text = {}, {}
    for lang in LANGUAGES:
        words = make_words(sheet, lang)
        title[lang] = call(called, lang, "") or words.text.get(f"title.{word}", word)
        text[lang] = " ".join(SAID[kind](sheet, words, part)) or title[lang]
    return Rule(rule, title, text, waivable, sheet.source)


def say_number(value: Any, words: Words) -> str:
    """Return a number of a sheet in words: as it is, the option that says it, or by seats."""
    if isinstance(value, dict):
        return ", ".join(
            words.fill("rule.by-seats", {"seats": seats, "n": n}) for seats, n in value.items()
        )
    if isinstance(value, str):
        return words.text.get(f"option.{value.removeprefix('@')}", value)
    return str(value)


def say_row(sheet: Sheet, words: Words, row: Row) -> Iterator[str]:
    """Yield the sentences about a row: from typed to points, its range, and when it counts."""

    def name(word: str) -> str:
        return words.text.get(f"place.{word}", word)

    def say(key: str, **data: object) -> str:
        return words.fill(f"rule.{key}", data)

    if row.kind in ("check", "one", "each"):
        if row.value is not None:
            yield say(row.kind, n=say_number(row.value, words))
    elif row.kind == "choice":
        yield say("choice", values=", ".join(f"{word} {n}" for word, n in row.values.items()))
    else:
        if row.kind == "computed":
            yield say("computed", rows=", ".join(map(name, row.of)))
        if row.by:
            yield say("by", rows=", ".join(map(name, row.by)))
        elif row.per is not None:
            yield say("per", n=row.per)
        elif row.table:
            yield say("table", steps=", ".join(f"{at} → {n}" for at, n in row.table))
        elif row.times is not None:
            yield say("times", n=say_number(row.times, words))
        elif row.award is None and row.kind == "points":
            yield say("points")
        if row.award is not None:
            yield from say_award(words, row.award)
    if row.kind == "points":
        if row.min not in (0, "none"):
            yield say("least", n=say_number(row.min, words))
        if row.max is not None:
            yield say("most", n=say_number(row.max, words))
        if row.step != 1:
            yield say("step", n=row.step)
    yield from say_use(sheet, words, row)


def say_use(sheet: Sheet, words: Words, row: Row) -> Iterator[str]:
    """Yield the sentences about when a row is told and counts."""
    if row.adds:
        yield words.text["rule.adds"]
    if row.each != "seat":
        yield words.text[f"rule.each-{row.each}"]
    if not row.counts:
        yield words.text["rule.uncounted"]
    if row.ask == "tie":
        yield words.text["rule.tie"]
    own = next((rule for rule in sheet.rules if rule.id == row.rule), None)
    if own is not None:
        yield getattr(own, words.lang) or own.en or own.ko


def say_award(words: Words, award: Shares) -> Iterator[str]:
    """Yield the sentences about an award."""
    for key, numbers in (("award.most", award.most), ("award.least", award.least)):
        if numbers:
            yield words.fill(f"rule.{key}", {"numbers": ", ".join(map(str, numbers))})
    if award.tied:
        tied = ", ".join(map(str, award.tied))
        yield words.fill("rule.award.tied", {"numbers": tied})
    else:
        yield words.text[f"rule.award.{award.tie}"]


def say_rounds(sheet: Sheet, words: Words, rounds: Rounds) -> Iterator[str]:
    """Yield the sentences about rounds: what is typed, how many there are, and how they score."""
    yield words.text[f"rule.cell.{rounds.cell}"]
    if rounds.number is not None:
        yield words.fill("rule.number", {"n": say_number(rounds.number, words)})
    for case in rounds.score:
        terms = [
            words.fill(f"rule.of.{field}", {"n": say_number(getattr(case, field), words)})
            for field in ("base", "bid", "made", "off", "over", "under", "round", "cards")
            if getattr(case, field) != 0
        ]
        said = ", ".join([*terms, *([words.text["rule.of.extra"]] if case.extra else [])])
        yield words.fill(f"rule.when.{case.when}", {"terms": said or "0"})
    for carry in rounds.carry:
        data = {
            "name": call(carry.names, words.lang, carry.id),
            "every": say_number(carry.every, words),
            "n": say_number(carry.points, words),
        }
        yield words.fill("rule.carry", data)


def say_check(sheet: Sheet, words: Words, check: Check) -> Iterator[str]:
    """Yield the sentences about what must add up."""
    what = words.text.get(f"rule.what.{check.what}") or words.text.get(f"place.{check.what}", "")
    if check.sum is not None:
        sums = check.sum if isinstance(check.sum, tuple) else (check.sum,)
        said = [words.text["rule.cards"] if n == "cards" else say_number(n, words) for n in sums]
        yield words.fill("rule.check.sum", {"what": what, "sums": " / ".join(said)})
    if check.unlike is not None:
        is_cards = check.unlike == "cards"
        n = words.text["rule.cards"] if is_cards else say_number(check.unlike, words)
        yield words.fill("rule.check.not", {"what": what, "n": n})
    if check.multiple is not None:
        yield words.fill("rule.check.multiple", {"what": what, "n": check.multiple})


def say_option(sheet: Sheet, words: Words, option: Any) -> Iterator[str]:
    """Yield the sentence about an option: its values."""
    values = ", ".join(str(value).lower() for value in option.values)
    yield words.fill("rule.option", {"values": values, "default": str(option.default).lower()})


SAID: Mapping[str, Any] = {
    "row": say_row,
    "rounds": say_rounds,
    "check": say_check,
    "option": say_option,
}
"""Kind of part to what puts it into sentences."""
