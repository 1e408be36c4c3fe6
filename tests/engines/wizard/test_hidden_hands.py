"""Wizard with hands that nobody told: what can be known of them, and revokes found late."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.book import is_unknown
from engines.protocol import find_breaches
from engines.values import TABLE, Action, Breach, Setup
from engines.wizard import engine
from engines.wizard.actions import Flip, Hand, Play, Trick, Trump
from engines.wizard.catalog import HANDS, SUIT
from engines.wizard.knowledge import (
    ALL_SUITS,
    KINDS,
    HiddenPlace,
    Survey,
    list_possible_faces,
    survey_pool,
    view_hand,
)
from engines.wizard.state import State
from engines.wizard.tricks import find_winner
from tests.engines.wizard.cases import apply_all, at_round, find_broken, type_lines
from tests.engines.wizard.random_rounds import Dealt, round_of
from tests.some import some

ROUNDS = {3: 20, 4: 15, 5: 12, 6: 10}
SEEDS = st.integers(0, 2**32)


def table(seats: int, cards: int) -> State:
    """Return the table at the start of a round in which seat 0 leads, hands unknown."""
    first = (-cards) % seats
    return at_round(Setup(seats=seats, first=first, level="actions"), cards)


def bid_all(state: State, flip: str) -> State:
    """Return the table after trump and bids."""
    if flip:
        state = apply_all(state, Flip(card=flip))
    if flip == "W":
        state = apply_all(state, Trump(seat=state.dealer, suit="blue"))
    return type_lines(state, " ".join(["0"] * state.seats))


def record(dealt: Dealt, cards: int) -> tuple[list[tuple[int, Breach]], int]:
    """Return what is reported along a round without hands, each with its play, and the ply at
    which the round's first card was played."""
    state = bid_all(table(len(dealt.hands), cards), dealt.flip)
    start = state.ply
    found: list[tuple[int, Breach]] = []
    for number, (seat, card) in enumerate(dealt.plays):
        action = Play(seat=seat, card=card)
        found.extend((number, breach) for breach in find_breaches(engine, state, action))
        state = apply_all(state, action)
    return found, start


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(3, 6), seed=SEEDS, data=st.data())
def test_no_false_revoke(seats: int, seed: int, data: st.DataObject) -> None:
    """Legal play breaks nothing, however little is known."""
    cards = data.draw(st.integers(1, ROUNDS[seats]))
    dealt = round_of(seats, cards, 0, random.Random(seed))
    found, _ = record(dealt, cards)
    assert found == []


@settings(max_examples=100, deadline=None)
@given(seats=st.integers(3, 6), seed=SEEDS, data=st.data())
def test_a_revoke_is_always_found(seats: int, seed: int, data: st.DataObject) -> None:
    """One revoke is found at the latest when the offender plays the suit, with both events."""
    cards = data.draw(st.integers(2, ROUNDS[seats]))
    dealt = round_of(seats, cards, 0, random.Random(seed), revoke=True)
    if dealt.planted is None:
        return
    found, start = record(dealt, cards)
    wrong = dealt.planted
    shows = next(
        number
        for number, (seat, card) in enumerate(dealt.plays)
        if number > wrong.play and seat == wrong.seat and SUIT.get(card) == wrong.suit
    )
    late = [(number, breach) for number, breach in found if breach.why == "W33.late"]
    assert [number for number, _ in late] == [shows]
    assert late[0][1].rule == "W33"
    assert late[0][1].at == (start + wrong.play,)
    assert late[0][1].data["trick"] == wrong.trick
    for number, breach in some(found):
        if breach.why == "W33.deduced":
            assert wrong.play <= number <= shows
            assert wrong.seat in breach.data["seats"]
            assert number == wrong.play or start + wrong.play in breach.at
        else:
            assert breach.why == "W33.late"


@settings(max_examples=40, deadline=None)
@given(seats=st.integers(3, 6), seed=SEEDS, told=st.sets(st.integers(0, 5)))
def test_with_known_hands_a_revoke_is_seen_at_once(seats: int, seed: int, told: set[int]) -> None:
    """P2: whoever's hand was told is caught at the card itself, the others later (P3)."""
    cards = ROUNDS[seats] - 2
    dealt = round_of(seats, cards, 0, random.Random(seed), revoke=True)
    state = bid_all(table(seats, cards), dealt.flip)
    for seat in told:
        if seat < seats:
            state = apply_all(state, Hand(seat=seat, cards=dict(Counter(dealt.hands[seat]))))
    for number, (seat, card) in some(enumerate(dealt.plays)):
        action = Play(seat=seat, card=card)
        whys = [breach.why or breach.rule for breach in find_breaches(engine, state, action)]
        if dealt.planted and dealt.planted.seat in told:
            assert whys == (["W33"] if number == dealt.planted.play else [])
        elif dealt.planted is None:
            assert whys == []
        state = apply_all(state, action)


@settings(max_examples=40, deadline=None)
@given(seats=st.integers(3, 6), seed=SEEDS, data=st.data())
def test_what_is_held_is_possible(seats: int, seed: int, data: st.DataObject) -> None:
    """What a seat holds is never ruled out, and what is called certain is there."""
    cards = data.draw(st.integers(1, ROUNDS[seats]))
    dealt = round_of(seats, cards, 0, random.Random(seed))
    state = bid_all(table(seats, cards), dealt.flip)
    left = [Counter(hand) for hand in dealt.hands]
    for seat, card in some(dealt.plays[:-1]):
        seen = survey_pool(state)
        for other, mine in some(enumerate(left)):
            assert set(mine) <= set(seen.list_possible_cards(other))
            certain = seen.list_certain(other)
            assert {c: mine[c] for c in certain} == {c: seen.unseen[c] for c in certain}
        (prompt,) = engine.list_prompts(state)
        offered = [choice.action for choice in engine.choices(state, prompt)]
        action = Play(seat=seat, card=card)
        assert action in offered
        left[seat][card] -= 1
        left[seat] += Counter()
        state = apply_all(state, action)


@settings(max_examples=150, deadline=None)
@given(
    sizes=st.lists(st.integers(0, 3), min_size=3, max_size=3),
    out=st.lists(st.integers(0, ALL_SUITS), min_size=2, max_size=2),
    seed=SEEDS,
)
def test_deduction_is_exact(sizes: list[int], out: list[int], seed: int) -> None:
    """Hall's condition says the same as trying every distribution."""
    chance = random.Random(seed)
    counts = [0] * len(KINDS)
    for _ in range(sum(sizes)):
        counts[chance.randrange(5)] += 1
    unseen = {(f"{'bgry'[kind]}1" if kind < 4 else "W"): n for kind, n in enumerate(counts) if n}
    places = [HiddenPlace(n, ALL_SUITS & ~mask) for n, mask in zip(sizes, [*out, 0], strict=True)]
    found = Survey(unseen, {0: places[0], 1: places[1]})
    ways = list(distributions(counts, places))
    assert (found.find_suits_without_room() == []) == bool(ways)
    if not ways:
        return
    for seat in (0, 1):
        for kind, n in some(enumerate(counts)):
            assert found.can_hold(seat, kind) == any(way[seat][kind] for way in ways)
            if n:
                certain = all(way[seat][kind] == n for way in ways)
                assert found.is_sole_holder(seat, kind) == certain


def distributions(counts: list[int], places: list[HiddenPlace]) -> list[list[list[int]]]:
    """Return every way to put kinds of cards into places that may hold them."""
    ways = []
    kinds = [kind for kind, n in enumerate(counts) for _ in range(n)]
    for where in set(product(range(3), repeat=len(kinds))):
        way = [[0] * len(counts) for _ in places]
        for kind, place in zip(kinds, where, strict=True):
            way[place][kind] += 1
        fits = all(
            sum(held) == place.size
            and all(n == 0 or kind >= 4 or place.suits >> kind & 1 for kind, n in enumerate(held))
            for held, place in zip(way, places, strict=True)
        )
        if fits and way not in ways:
            ways.append(way)
    return ways


class Recorder:
    """Records a round that is really played, noting some of it only, and checks what it knows."""

    def __init__(self, dealt: Dealt, cards: int, chance: random.Random) -> None:
        self.dealt = dealt
        self.chance = chance
        self.state = bid_all(table(len(dealt.hands), cards), dealt.flip)
        self.start = self.state
        self.left = [Counter(hand) for hand in dealt.hands]
        self.noted: list[Action] = []
        self.found: list[str] = []

    def note(self, action: Action) -> None:
        """Record an action."""
        self.found += [
            breach.why or breach.rule for breach in find_breaches(engine, self.state, action)
        ]
        self.noted.append(action)
        self.state = apply_all(self.state, action)

    def tell_a_hand(self) -> None:
        """Tell of some of the cards that a seat was dealt."""
        seat = self.chance.randrange(self.state.seats)
        cards = self.dealt.hands[seat]
        some = self.chance.sample(cards, self.chance.randint(1, len(cards)))
        if self.chance.random() < 0.3:
            some = cards
        self.note(Hand(seat=seat, cards=dict(Counter(some))))

    def run(self) -> None:
        """Record the round: some hands, some tricks by their winner alone, some cards unseen."""
        seats = self.state.seats
        number = self.state.number
        for first in range(0, len(self.dealt.plays), seats):
            trick = self.dealt.plays[first : first + seats]
            taker = trick[self.find_winner([card for _, card in trick])][0]
            whole = self.chance.random() < 0.15
            for seat, card in trick:
                if self.chance.random() < 0.15:
                    self.tell_a_hand()
                self.left[seat][card] -= 1
                if not whole:
                    seen = self.chance.random() > 0.1
                    self.note(Play(seat=seat, card=card if seen else "?"))
            if whole or (self.state.number == number and len(self.state.trick) == seats):
                self.note(Trick(seat=taker))
            if self.state.number == number:
                self.compare()

    def find_winner(self, cards: list[str]) -> int:
        """Return the position of the card that wins."""
        wins = find_winner(cards, self.dealt.trump)
        assert wins is not None
        return wins.position

    def compare(self) -> None:
        """What is held may be held; what is certain is there."""
        seen = survey_pool(self.state)
        noted = [seat for seat in range(len(self.left)) if seat not in self.state.unnoted_plays]
        hidden = {
            seat: self.left[seat] - Counter(view_hand(self.state, seat, None).known)
            for seat in noted
        }
        impossible = {s: set(mine) - set(seen.list_possible_cards(s)) for s, mine in hidden.items()}
        assert {s: held for s, held in impossible.items() if held} == {}
        certain = {s: {c: seen.unseen[c] for c in seen.list_certain(s)} for s in noted}
        assert certain == {s: {c: hidden[s][c] for c in held} for s, held in certain.items()}


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(3, 6), seed=SEEDS, data=st.data())
def test_a_record_with_gaps_accuses_nobody(seats: int, seed: int, data: st.DataObject) -> None:
    """Cards nobody noted, tricks by their winner, hands told of in part and late: no false word."""
    cards = data.draw(st.integers(1, ROUNDS[seats]))
    chance = random.Random(seed)
    recorder = Recorder(round_of(seats, cards, 0, chance), cards, chance)
    recorder.run()
    assert recorder.found == []


@settings(max_examples=20, deadline=None)
@given(seats=st.integers(3, 6), seed=SEEDS, data=st.data(), revoke=st.booleans())
def test_eyes_do_not_learn_what_only_the_record_knows(
    seats: int, seed: int, data: st.DataObject, revoke: bool
) -> None:
    """With or without what others' hands told, a seat's board is the same."""
    cards = data.draw(st.integers(1, ROUNDS[seats]))
    chance = random.Random(seed)
    recorder = Recorder(round_of(seats, cards, 0, chance, revoke=revoke), cards, chance)
    recorder.compare = lambda: None  # type: ignore[method-assign]
    recorder.run()
    for eyes in (TABLE, *range(seats)):
        full = blind = recorder.start
        for action in some(recorder.noted):
            full = apply_all(full, action)
            blind = apply_all(blind, engine.redact(blind, action, eyes))
            assert engine.view(full, eyes) == engine.view(blind, eyes)


def test_p3_no_void_claim_by_wizards_and_jesters() -> None:
    """Playing a wizard or a jester on a colour says nothing about the hand."""
    state = bid_all(table(3, 2), "y1")
    state = type_lines(state, "b3 W N", "b5")
    assert state.claims == ()
    assert find_broken(state, Play(seat=2, card="b9")) == set()


def test_p3_two_revokes_in_one_suit_come_out_together() -> None:
    """Each of them is reported with its own event."""
    state = bid_all(table(3, 3), "y1")
    start = state.ply
    state = type_lines(state, "b13 r2 b3", "b12 r3 b4", "b11")
    breaches = find_breaches(engine, state, Play(seat=1, card="b9"))
    assert [breach.at for breach in breaches] == [(start + 1,), (start + 4,)]


def test_p5_no_room_for_a_suit() -> None:
    """Last round of six: if nobody but the leader has blue, twelve blue cards have no room."""
    state = type_lines(bid_all(table(6, 10), ""), "b13 r1 r2 r3 r4")
    assert find_broken(state, Play(seat=5, card="W")) == set()
    (breach,) = find_breaches(engine, state, Play(seat=5, card="r5"))
    assert (breach.rule, breach.why) == ("W33", "W33.deduced")
    assert breach.data == {"suits": ["blue"], "seats": [1, 2, 3, 4, 5]}
    assert breach.at == tuple(claim.ply for claim in state.claims)
    after = type_lines(state, "r5")
    assert find_broken(after, Play(seat=0, card="b12")) == set(), "it is said once"


def test_p5_a_deduced_revoke_is_reported_once_it_is_certain() -> None:
    """Two of three are out of blue: by his ninth card of another colour the third lacks room."""
    state = type_lines(bid_all(table(3, 20), ""), "b13 r1 r2")
    claims = tuple(claim.ply for claim in state.claims)
    for n in range(7):
        letter, top = "yg"[n // 4], n % 4
        state = type_lines(state, f"{letter}{13 - top} {letter}{1 + 2 * top} {letter}{2 + 2 * top}")
        assert state.turn == 0
    (breach,) = find_breaches(engine, state, Play(seat=0, card="g10"))
    assert breach.why == "W33.deduced"
    assert breach.at == claims
    assert find_broken(state, Play(seat=0, card="b12")) == set()


def test_p5_knows_who_must_hold_a_card() -> None:
    """Last round: two seats are out of blue, so every blue card is with the third."""
    state = type_lines(bid_all(table(3, 20), ""), "b13 r1 r2")
    certain = survey_pool(state).list_certain(0)
    assert sorted(certain) == sorted(f"b{n}" for n in range(1, 13))
    assert survey_pool(state).list_certain(1) == []
    cells = engine.view(state, None).panels[-1].rows[0].cells
    assert cells[2].text == "?7 =b12,11,10,9,8,7,6,5,4,3,2,1"


def test_hindsight_finds_it_where_it_happened() -> None:
    """Folding with what was learnt later shows the revoke at the trick itself."""
    setup = Setup(seats=3, level="actions")
    state: State = engine.open(setup)
    lines = ("g1", "0 0 0", "g2 g3 g4", "y1", "0 0 0", "b13 r2 b3", "b12 b9 b4")
    story: list[Action] = []
    known: dict[str, str] = {}
    for line in lines:
        for action in engine.parse(line, state):
            story.append(action)
            state, moves = engine.apply(state, action)
            known |= {move.name: move.item for move in moves if move.name}

    def report(setup: Setup) -> list[tuple[str, str]]:
        table = engine.open(setup)
        found = []
        for action in story:
            found += [
                (engine.write(action), b.why or b.rule)
                for b in find_breaches(engine, table, action)
            ]
            table, _ = engine.apply(table, action)
        return found

    assert report(setup) == [("a: play b9", "W33.late")]
    knowing = Setup(seats=3, level="actions", known=known)
    assert report(knowing) == [("a: play r2", "W33")]


def test_names_that_were_never_learnt_end_with_the_round() -> None:
    """All sixty cards go back; no name of an unseen card outlives its round."""
    state: State = engine.open(Setup(seats=3, level="actions"))
    names = set(state.book.pools)
    state = type_lines(state, "?", "0 0 0", "trick b")
    assert names
    assert not names & set(state.book.pools)
    assert state.book.size("deck") == 60 - 3 * 2 - 1
    faces = {c: n for c, n in state.book.holding("deck").items() if not is_unknown(c)}
    assert sum(faces.values()) == 60


def test_possible_faces_of_a_card_in_a_hand() -> None:
    """What the seat has shown to be out of is no face of its cards."""
    state = type_lines(bid_all(table(3, 3), "y1"), "b3 r2 b4")
    name = next(name for name in state.book.holding(HANDS[1]) if is_unknown(name))
    faces = list_possible_faces(state, name)
    assert not any(SUIT.get(face) == "blue" for face in some(faces))
    assert "W" in faces
    assert "y1" not in faces
    assert "r2" not in faces
    other = next(name for name in state.book.holding(HANDS[0]) if is_unknown(name))
    assert any(SUIT.get(face) == "blue" for face in engine.list_possible_faces(state, other))
