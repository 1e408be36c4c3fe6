"""The command new: a match is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from replay.base.i18n import _, language
from replay.cli import completion
from replay.cli.answers import ask, confirm
from replay.cli.command import RECORD, Commands
from replay.cli.context import parse_option
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown
from replay.cli.settings import settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engines.protocol import Engine, State
    from ledger.store import Ledger

commands = Commands(RECORD)

PEOPLE = typer.Argument(help="Who plays, in seat order.", autocompletion=completion.complete_person)


@commands.add("new")
def new(
    game: Annotated[
        str,
        typer.Argument(
            help="The game: see foldtable games and foldtable sheets. Any other name is a blank "
            "sheet.",
            autocompletion=completion.complete_game,
        ),
    ] = "",
    people: Annotated[
        list[str] | None,
        PEOPLE,
    ] = None,
    seats: Annotated[str, typer.Option(help="Who plays, in seat order: Ana,Bo,Cy.")] = "",
    first: Annotated[str, typer.Option(help="Who begins (default: the first seat).")] = "",
    again: Annotated[
        bool, typer.Option("--again", help="The last match's people, next to begin.")
    ] = False,
    name: Annotated[str, typer.Option(help="A name for the match (default: a word).")] = "",
    title: Annotated[str, typer.Option(help="A title for listings.")] = "",
    place: Annotated[
        str,
        typer.Option(help="Where it is played.", autocompletion=completion.complete_place),
    ] = "",
    played: Annotated[str, typer.Option(help="When it was played, if not today: 2026-11-30.")] = "",
    level: Annotated[str, typer.Option(help="How finely: see foldtable games.")] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game's option: NAME=VALUE.")
    ] = None,
    sheet: Annotated[
        str, typer.Option(help="A sheet to play by: a name, a file, or blank (see sheets).")
    ] = "",
    house: Annotated[str, typer.Option(help="House rules: 1,3 or all (see foldtable house).")] = "",
    letters: Annotated[
        str, typer.Option(help="The letters that type the seats: d,a,m (default: initials).")
    ] = "",
    another: Annotated[
        bool, typer.Option("--another", help="Start although another match is being played.")
    ] = False,
) -> Shown:
    """Open a match and print its name.

    foldtable new splendor --seats "Ana,Bo,Cy" --first Bo

    foldtable new "Kitchen Chess" Ana Bo
    """
    from replay.cli.context import describe_match
    from replay.fold.metadata import read_seats
    from replay.record.opening import open_match

    engine = _find_engine(game, sheet) if game else None  # what is unknown is said first
    with settings.ledger() as ledger:
        if not another and not again:
            _refuse_second(ledger, game)
        opening = (
            _repeat_opening(ledger, game) if again else _make_opening(engine, people or [], seats)
        )
        if letters or not again:
            opening = _choose_letters(opening, letters)
        opening = _add_details(opening, first, name, title, place, played, level, option or [])
        if house:
            opening = _add_house_rules(ledger, opening, house)
        strangers = [] if again else _find_strangers(ledger, opening.seats)
        info = open_match(ledger, opening, settings.recorder)
    seated = read_seats(opening)
    people = [f"{seated.letters[seat]} {name}" for seat, name in enumerate(seated)]
    remarks = [
        _("Seats: {people}.").format(people=", ".join(people)),
        _("foldtable record {name} records it.").format(name=info.name),
        *strangers,
    ]
    shown = describe_match(info) | {"letters": list(seated.letters[: len(seated)])}
    if engine is not None and not again:
        remarks += _describe_sheet(engine)
    return Shown(shown, [info.name], remarks)


def _find_engine(game: str, sheet: str) -> Engine[State]:
    """Return the engine of a game: an installed one, that of its sheet or of the one wanted, else
    that of a blank sheet of this name. Raise Stop for a name that is nearly a known one.
    """
    from engines.registry import NoSuchGame, bind_sheet
    from replay.explain.lookup import find_engine, find_near
    from replay.files.sheets import load_sheet, make_blank
    from replay.speech.suggestions import suggest_names

    if sheet == BLANK:
        return bind_sheet(make_blank(game))
    if sheet:
        return bind_sheet(load_sheet(sheet))
    try:
        return find_engine(game)
    except NoSuchGame:
        near = find_near(game)
    if near:
        raise Stop(
            Exit.MISSING,
            "No game is called “{game}”.",
            "{near} foldtable new … --sheet blank records it without a sheet.",
            game=game,
            near=suggest_names(near),
        )
    return bind_sheet(make_blank(game))


BLANK = "blank"
"""The sheet of a game of which only the name is known."""


def _describe_sheet(engine: Engine[State]) -> list[str]:
    """Return that a game is played by a sheet; nothing for a game with an engine of its own."""
    if engine.sheets is None:
        return []
    name = engine.words(language()).name(engine.name)
    if len(engine.kept.get("sheet", {})) <= len(("format", "id", "names")):
        text = _("{name} has no sheet: what is told is kept, win a is enough.")
        return [text.format(name=name)]
    text = _("It is played by the sheet of {name}: foldtable rules {game} explains it.")
    return [text.format(name=name, game=engine.name)]


def _find_strangers(ledger: Ledger, names: Sequence[str]) -> list[str]:
    """Return a remark for each name that nobody has played under and that is like another one."""
    unknown = [name for name in names if not ledger.has_person(name)]
    if not unknown or not ledger.matches(limit=1):
        return []
    from replay.cli.library.people import suggest_person
    from replay.numbers.directory import Directory

    directory = Directory(ledger.facts())
    remarks = []
    for name in unknown:
        near = "" if directory.find("person", name) else suggest_person(ledger, directory, name)
        if near:
            text = _("{name} has not played before. {near} foldtable people merge makes them one.")
            remarks.append(text.format(name=name, near=near))
    return remarks


def _refuse_second(ledger: Ledger, game: str) -> None:
    """Stop when a match is being played: it may be the one that is meant."""
    from replay.cli.context import live_matches

    live = live_matches(ledger)
    if not live:
        return
    info = live[0]
    live_still = Stop(
        Exit.REFUSED,
        "{name} ({game}: {people}) is still being recorded.",
        "foldtable record {name} goes on with it; foldtable new {wanted} … --another starts anew.",
        name=info.name,
        game=info.game,
        people=", ".join(info.seats),
        wanted=game or info.game,
    )
    question = _("Start another match?")
    if settings.interactive and confirm(f"{live_still} {question}"):
        return
    raise live_still


def _repeat_opening(ledger: Ledger, game: str) -> Any:
    from msgspec.structs import replace

    from ledger.listings import Wanted
    from replay.fold.timeline import read_timeline
    from replay.record.rotation import find_next_seat

    for info in ledger.walk_matches(Wanted(listed=True, game=game)):
        if not game or info.game == game:
            timeline = read_timeline(ledger.events(info.match_id))
            if timeline is None:
                continue
            opening, left = timeline.opening, timeline.engine.list_left(timeline.state)
            n = len(timeline.seats)
            following = find_next_seat(opening.first, n, left)
            here = [seat for seat in range(n) if seat not in left] or list(range(n))
            names = tuple(timeline.seats[seat] for seat in here)
            letters = opening.letters if len(names) == n == len(opening.seats) else ()
            again = replace(
                opening,
                seats=names,
                letters=letters,
                first=here.index(following),
                name="",
                title="",
                played="",
            )
            return again if len(names) == n == len(opening.seats) else _choose_letters(again, "")
    raise Stop(Exit.MISSING, "There is no earlier match.", "foldtable new GAME --seats A,B")


def _make_opening(engine: Engine[State] | None, people: list[str], seats: str) -> Any:
    from ledger.clerk import Open
    from replay.record.names import require_seat_names

    if engine is None:
        raise Stop(Exit.USAGE, "Which game?", "foldtable new GAME --seats A,B")
    names = [part.strip() for part in seats.split(",")] if seats else people
    if not names and settings.interactive:
        answer = ask(_("Who plays, in seat order"))
        names = [part.strip() for part in answer.replace(",", " ").split()]
    if not names:
        raise Stop(
            Exit.USAGE, "Who plays?", 'foldtable new {game} --seats "Ana,Bo"', game=engine.name
        )
    require_seat_names(names)
    kept = dict(engine.kept)
    return Open(game=engine.name, rules=engine.rules, seats=tuple(names), options=kept)


def _choose_letters(opening: Any, wanted: str) -> Any:
    """Return an opening with the letters that type its seats: those wanted, else those that the
    people will guess. Raise Stop for letters that would be unclear.
    """
    from msgspec.structs import replace

    from engines.names import fold
    from engines.registry import load_bound
    from engines.seats import Seats, choose_letters, find_wrong_letter, has_own_letters
    from replay.desk.commands import COMMANDS
    from replay.fold.timeline import make_setup
    from replay.record.names import make_seat_name_error

    names = opening.seats
    words = {name for command in COMMANDS.values() for name in command.names() if len(name) == 1}
    engine = load_bound(opening.game, make_setup(opening))
    reserved = {*engine.reserved_letters, *words}
    letters = choose_letters(names, reserved)
    if wanted:
        letters = tuple(wanted.casefold().replace(",", "").replace(" ", ""))
        wrong = (
            find_wrong_letter(names, letters, reserved) if len(letters) == len(names) else wanted
        )
        if wrong:
            raise Stop(
                Exit.USAGE,
                "“{letter}” cannot type a seat.",
                "One letter a to z for each seat, all different; none is somebody else's "
                "initial, or means something else in this game.",
                letter=wrong,
            )
    seats = Seats(names, letters)
    for seat, name in enumerate(names):
        others = (*seats.letters[:seat], *seats.letters[seat + 1 : len(names)])
        if fold(name) in others:
            raise make_seat_name_error(name)
    return replace(opening, letters=letters if has_own_letters(seats) else ())


def _add_details(
    opening: Any,
    first: str,
    name: str,
    title: str,
    place: str,
    played: str,
    level: str,
    options: list[str],
) -> Any:
    from msgspec.structs import replace

    from engines.notation import parse_seat
    from engines.registry import load_bound
    from replay.fold.metadata import read_seats
    from replay.fold.timeline import make_setup
    from replay.record.descriptions import check_date, check_text, find_today
    from replay.record.names import require_match_name

    engine = load_bound(opening.game, make_setup(opening))
    if name:
        require_match_name(name)
    if first:
        names = read_seats(opening)
        opening = replace(opening, first=parse_seat(first, len(names), names))
    chosen = dict(opening.options) | dict(parse_option(engine, text) for text in options)
    return replace(
        opening,
        name=name.casefold(),
        title=check_text(title),
        place=check_text(place),
        played=check_date(played) if played else find_today(),
        level=level or (opening.level if opening.level in engine.levels else "full"),
        options=chosen,
    )


def _add_house_rules(ledger: Ledger, opening: Any, wanted: str) -> Any:
    """Return an opening that is played by some of the group's own rules. Raise Stop."""
    from msgspec.structs import replace

    from engines.notation import is_number
    from replay.referee.disputes import house_rule_number, list_house_rules

    known = {
        house_rule_number(rule): rule for _info, rule in list_house_rules(ledger, opening.game)
    }
    numbers = list(known) if wanted == "all" else []
    for word in [] if wanted == "all" else wanted.replace("house:", "").split(","):
        if not is_number(word.strip()) or int(word) not in known:
            raise Stop(
                Exit.MISSING,
                "There is no house rule {n} for {game}.",
                "{known}",
                n=word,
                game=opening.game,
                known=", ".join(str(n) for n in known) or "–",
            )
        numbers.append(int(word))
    return replace(opening, house=tuple(known[n] for n in numbers))
