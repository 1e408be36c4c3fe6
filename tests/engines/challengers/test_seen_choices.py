"""Which faces an unknown card may have that went to a bench or an exhaust pile in plain sight."""

from __future__ import annotations

from msgspec.structs import replace

from engines.challengers.choices.duel import list_faces, seen_choices
from engines.challengers.state import State
from tests.engines.challengers.positions import begin, lay_out, play_texts

DRAGON, PIG, CAT = "castle-dragon-c", "castle-pig-a", "film-cat-a"


def haunt(*deck: str, ghosts: int = 1) -> State:
    """Return a duel in which so many Ghosts of b have each sent a card of a's deck away."""
    decks = {"a": [DRAGON, *deck], "b": ["haunted-ghost-b"] * ghosts + ["city-dog-s"]}
    state = play_texts(begin(lay_out(decks), "a"), "dragon", *["ghost"] * ghosts)
    return replace(state, level="full")


def list_seen(state: State, place: str) -> list[tuple[str, str, int]]:
    """Return of each choice which card it names, its face, and how likely it is."""
    found = []
    for choice in seen_choices(state, place):
        action = choice.action
        found.append((getattr(action, "name", ""), getattr(action, "card", ""), choice.weight))
    return found


def test_one_card_needs_no_name() -> None:
    """It is any of those that the deck held, as likely as there are copies."""
    assert list_seen(haunt(PIG), "a.exhaust") == [("", PIG, 1)]
    assert list_seen(haunt(PIG, PIG, CAT), "a.exhaust") == [("", PIG, 2), ("", CAT, 1)]


def test_of_several_cards_it_is_said_which() -> None:
    state = haunt(PIG, CAT, PIG, ghosts=2)
    one, other = state.book.holding("a.exhaust")
    assert list_seen(state, "a.exhaust") == [
        *((one, PIG, 2), (one, CAT, 1), (other, PIG, 2), (other, CAT, 1))
    ]
    assert list_faces(state, "a.exhaust") == [PIG, CAT]


def test_where_nothing_unknown_lies_there_is_no_choice() -> None:
    state = haunt(PIG)
    assert [list_seen(state, place) for place in ("b.exhaust", "a.bench", "c.exhaust")] == [[]] * 3
