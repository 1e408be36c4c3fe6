"""Lookup in the box of a game: rules by number, cards by any part of a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines import LANGUAGES
from engines.names import find, fold, matches
from engines.protocol import Engine, State
from engines.registry import NoSuchGame, bind_sheet, list_games, load_engine, load_engines
from engines.values import NotationError, Piece
from engines.words import Rule, Words
from replay.base.errors import UserError
from replay.base.i18n import _
from replay.base.terminal_text import shorten_text
from replay.explain.options import describe_option, find_options
from replay.files.sheets import NoSuchSheet, find_sheet, list_sheets
from replay.speech.fuzzy import SURE, find_similar
from replay.speech.suggestions import suggest_similar


class NotFound(UserError, LookupError):
    """No rule or card is called so; the hint names similar ones."""


def find_game(typed: str) -> str:
    """Return the id of the game whose name, in any language, `typed` begins or is.

    Raise NoSuchGame if there is none.
    """
    games = list_games()
    if typed in games:
        return typed
    called: dict[str, tuple[str, ...]] = {game: (game,) for game in games}
    for game, engine in load_engines().items():
        called[game] = (game, *engine.names().get(game, ()))
    try:
        return find(typed, called)
    except NotationError:
        raise NoSuchGame(typed, games) from None


def find_engine(typed: str) -> Engine[State]:
    """Return the engine of the game that `typed` names: an installed one, or that of a sheet.

    What is called exactly so comes first, then an installed game whose name begins so. Raise
    NoSuchGame if there is none.
    """
    games = list_games()
    if typed in games:
        return load_engine(typed)
    called = {game: load_engine(game).names().get(game, ()) for game in list_usable(games)}
    wanted = fold(typed)
    for game, names in called.items():
        if wanted in map(fold, names):
            return load_engine(game)
    try:
        return bind_sheet(find_sheet(typed, exact=True))
    except NoSuchSheet:
        pass
    try:
        return load_engine(find_game(typed))
    except NoSuchGame as error:
        refused = error
    try:
        return bind_sheet(find_sheet(typed))
    except NoSuchSheet:
        raise refused from None


def find_near(typed: str) -> list[str]:
    """Return the game or the sheet that a misspelt name must mean, [] where it means none."""
    called = {game: load_engine(game).names().get(game, (game,)) for game in list_games()}
    called |= {game: each.called for game, each in list_sheets().items()}
    found = find_similar(typed, called, 1)
    return [each.item for each in found if each.score >= SURE]


def list_usable(games: Sequence[str]) -> Iterator[str]:
    """Yield the games whose package can be imported."""
    usable = load_engines()
    yield from (game for game in games if game in usable)


def find_rules(engine: Engine[State], wanted: Sequence[str]) -> list[Rule]:
    """Return the rules with the numbers `wanted`, and their sub-rules; without `wanted`, all.

    Raise NotFound if there is none.
    """
    known = engine.rulebook.rules
    found = [
        rule
        for rule in known.values()
        if not wanted or any(_is_part(rule.id, number) for number in wanted)
    ]
    if not found:
        text = _("{game} has no rule {rule}.")
        raise NotFound(
            text.format(game=engine.name, rule=", ".join(wanted)),
            suggest_similar(wanted[0], list(known)),
        )
    return found


def _is_part(rule: str, wanted: str) -> bool:
    """Return whether a rule has the number `wanted` or is a sub-rule of it (``S7c`` of ``S7``)."""
    folded, sought = rule.casefold(), wanted.casefold()
    return folded == sought or (
        folded.startswith(sought) and not folded[len(sought) :][:1].isdigit()
    )


def write_rule(engine: Engine[State], rule: Rule, lang: str) -> Iterator[str]:
    """Yield the lines about a rule: number and title, text, options, whether it may be waived."""
    yield f"{rule.id:<5} {rule.title[lang]}"
    yield f"      {rule.text[lang]}"
    for option in find_options(engine, rule.id):
        yield f"      -o {describe_option(option, engine.words(lang))}"
    if rule.waivable:
        yield "      " + _("A table may waive this rule.")


def find_pieces(engine: Engine[State], text: str, state: State | None = None) -> tuple[Piece, ...]:
    """Return the cards, tiles and tokens whose names a text fits, all of them for an empty text.

    With the state of a match, its own pieces are among them. Raise NotFound if there is none.
    """
    own = engine.own_pieces(state) if state is not None else ()
    replaced = {piece.id for piece in own}
    pieces = (*(p for p in engine.catalog() if p.id not in replaced), *own)
    called = engine.names()
    known = {piece.id: called.get(piece.id, (piece.id,)) for piece in pieces}
    if state is not None:
        known |= {p.id: (*_list_own_names(engine, state, p), *called.get(p.id, ())) for p in own}
    found = tuple(p for p in pieces if not text or matches(text, known[p.id]))
    if not found:
        said = _("Nothing in {game} is called “{text}”.")
        raise NotFound(
            said.format(game=engine.name, text=shorten_text(text)),
            suggest_similar(text, known),
        )
    return found


def _list_own_names(engine: Engine[State], state: State, piece: Piece) -> tuple[str, ...]:
    """Return the id of a piece and the names that a match gives it, in all languages."""
    names: list[Mapping[str, str]] = [engine.own_names(state, lang) for lang in LANGUAGES]
    return (piece.id, *(own[piece.id] for own in names if piece.id in own))


def write_piece(piece: Piece, words: Words) -> Iterator[str]:
    """Yield the lines about a piece: id, name, number of copies and facts; then its effect."""
    facts = "; ".join(words.fact(key, value) for key, value in piece.facts.items())
    copies = f" ×{piece.copies}" if piece.copies > 1 else ""
    yield f"{piece.id}  {words.name(piece.id)}{copies}" + (f"  [{facts}]" if facts else "")
    if piece.says is not None:
        yield f"      {words.say_message(piece.says)}"
