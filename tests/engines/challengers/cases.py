"""How a case of Challengers! is run: decks in their order are played out and the end is read."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from engines.book import is_unknown
from engines.challengers import engine
from engines.challengers.actions import (
    Choose,
    LookAt,
    Offer,
    Pick,
    Redraw,
    Refill,
    Remove,
    Reveal,
    Seen,
    Trophy,
    Win,
)
from engines.challengers.cards.catalog import (
    BENCH,
    BOX,
    DISCARD,
    EXHAUST,
    FINAL,
    PARKS,
    ROUNDS,
    UNDER,
    trophy_id,
)
from engines.challengers.duel.beginning import open_duel
from engines.challengers.duel.effects import find_candidates, find_choice
from engines.challengers.duel.quote import find_comparisons
from engines.challengers.state import (
    Duel,
    NameStep,
    State,
    Step,
    find_starter,
    planned_sides,
    seat_of,
)
from engines.protocol import find_breaches
from engines.values import Action, Move, Setup
from tests.cases import Case, Runner
from tests.engines.challengers.positions import (
    PARK,
    Orders,
    begin,
    find_broken,
    lay_out,
    play_texts,
)

REASONS = {"deck": "deck_empty", "bench": "bench_full"}


def runner(case: Case) -> Runner | None:
    """Return what runs a case: from its machine part, by a function of its own, or None."""
    if "decks" in case.get("machine", {}):
        return run_duel
    return BY_HAND.get(case["id"])


class Played:
    """A duel played out from decks in a known order, with choices in theirs."""

    def __init__(self, given: dict[str, Any]) -> None:
        robot = given.get("robot")
        people = [name for name in given["decks"] if name != robot]
        self.sides = dict(zip(people, "ab"[: len(people)], strict=True))
        self.sides |= {robot: "robot"} if robot else {}
        cards = {f"{n}{i + 1}": c for n, cs in given["decks"].items() for i, c in enumerate(cs)}
        cards |= {
            f"{n}{i + 1}": c for n, cs in given.get("piles", {}).items() for i, c in enumerate(cs)
        }
        decks = {
            s: [f"{n}{i + 1}" for i in range(len(given["decks"][n]))] for n, s in self.sides.items()
        }
        piles = {
            n: [f"{n}{i + 1}" for i in range(len(cs))] for n, cs in given.get("piles", {}).items()
        }
        self.orders = Orders(cards, decks, piles)
        self.choices = list(given.get("choices", []))
        self.offered: list[list[str]] = []
        self.compares: list[list[Any]] = []
        self.breaches: list[str] = []
        self.moves: tuple[Move, ...] = ()
        state = lay_out(
            {self.sides[n]: cs for n, cs in given["decks"].items()},
            round_=given.get("round", 1),
            trophies={self.sides[n]: k for n, k in given.get("trophies", {}).items()},
            piles=given.get("piles"),
            options=given.get("options"),
        )
        self.state = begin(state, self.sides[given["starter"]])
        self.play()

    def play(self) -> None:
        """Reveal and answer until the duel is over."""
        while (duel := self.state.duels.get(PARK)) is not None:
            if duel.steps:
                self.answer(duel, duel.steps[0])
            elif duel.looks:
                self.look(duel.looks[0].then, duel.sides[duel.looks[0].side])
            else:
                side = duel.sides[duel.turn]
                uid = self.orders.decks[side][0]
                self.orders.take(side, uid)
                self.orders.foresee(side, self.orders.cards[uid])
                self.act(Reveal(park=PARK, card=self.orders.cards[uid]))
                self.follow()

    def follow(self) -> None:
        """Do in the decks what an effect did by itself, because there was only one choice."""
        for move in self.moves:
            owner, _, zone = move.source.partition(".")
            if zone == "bench" and move.rule in ("C78", "C80"):
                self.offered.append([move.item] * move.n)
                picked = self.choices.pop(0) if self.choices else []
                if move.target.endswith(".deck"):
                    self.orders.decks[owner][:0] = picked

    def act(self, action: Action) -> None:
        """Take an action and keep what was compared."""
        names = {side: name for name, side in self.sides.items()}
        for one in find_comparisons(self.state, action):
            captured = one.attack >= one.flag
            self.compares.append([names[one.attacker], one.attack, one.flag, captured])
        self.breaches += [breach.rule for breach in find_breaches(engine, self.state, action)]
        self.state, self.moves = engine.apply(self.state, action)

    def answer(self, duel: Duel, step: Step) -> None:
        """Tell what the duel waits for."""
        if isinstance(step, NameStep):
            side = duel.sides[step.side]
            uid = self.orders.decks[side].pop(0)
            self.act(Seen(place=BENCH[side], card=self.orders.cards[uid]))
            return
        play = open_duel(self.state, PARK)
        choice = find_choice(play)
        assert choice is not None
        side, effect = duel.sides[choice[0].side], choice[1]
        there = find_candidates(play, *choice)
        picked = self.choices.pop(0) if self.choices else []
        self.offered.append(sorted(item for item, n in there.items() for _ in range(n)))
        if effect.dest.endswith("deck_top"):
            owner = side if effect.dest.startswith("own") else self.other(side)
            self.orders.decks[owner][:0] = picked
        seat = seat_of(side if effect.chooser == "self" else self.other(side))
        cards = tuple(self.orders.cards[uid] for uid in picked)
        self.act(Choose(seat=seat, park=PARK, cards=cards))

    def other(self, side: str) -> str:
        """Return the other side."""
        return next(each for each in self.orders.decks if each != side)

    def look(self, then: str, side: str) -> None:
        """Tell what a look came to: the choice that the case gives, else nothing is moved."""
        deck = self.orders.decks[side]
        seen = (
            deck[:2]
            if then == "one_bottom_one_top"
            else deck[:3]
            if then == "reorder_top"
            else deck
        )
        picked = self.choices.pop(0) if self.choices else seen[:1]
        self.offered.append(sorted(self.orders.cards[uid] for uid in seen))
        rest = [uid for uid in seen if uid not in picked]
        look = self.orders.look(side, then, picked, rest)
        self.act(LookAt(seat=seat_of(side), park=PARK, **look))


def run_duel(case: Case) -> list[str]:
    """Play the duel out and compare all that the case expects."""
    given = case["machine"]
    played = Played(given)
    outcome = played.state.outcomes[f"{PARK}.{given.get('round', 1)}"]
    names = {side: name for name, side in played.sides.items()}
    ours: dict[str, Any] = {
        "winner": names[outcome.winner],
        "reason": REASONS[outcome.reason],
        "compares": played.compares,
        "seats": {names[side]: n for side, n in outcome.seats.items()},
        "fans": {name: outcome.fans.get(side, 0) for name, side in played.sides.items()},
        "reveals": outcome.reveals,
    }
    problems = [f"broke {rule}" for rule in played.breaches]
    for key, wanted in given["expect"].items():
        if key == "candidates":
            faces = [sorted(played.orders.cards[uid] for uid in uids) for uids in wanted]
            if faces != played.offered:
                problems.append(f"candidates: expected {faces}, are {played.offered}")
        elif key == "exhaust":
            for name, uids in wanted.items():
                problems += compare_exhausted(played, played.sides[name], uids)
        elif key == "seats":
            problems += [
                f"seats {n}: {ours[key].get(n, 0)}"
                for n, k in wanted.items()
                if ours[key].get(n, 0) != k
            ]
        elif ours.get(key) != wanted:
            problems.append(f"{key}: expected {wanted}, is {ours.get(key)}")
    return problems


def compare_exhausted(played: Played, side: str, uids: list[str]) -> list[str]:
    """Compare an exhaust pile at the end, which is cleaned up by now: the moves say what lay there.
    A card that nobody saw can be what it should be."""
    there = [
        m.item
        for m in played.moves
        if m.source == EXHAUST[side] and m.rule == "C62"
        for _ in range(m.n)
    ]
    wanted = Counter(played.orders.cards[uid] for uid in uids)
    for item in there:
        faces = (
            (engine.list_possible_faces(played.state, item) or tuple(wanted))
            if is_unknown(item)
            else (item,)
        )
        face = next((face for face in faces if wanted.get(face)), None)
        if face is None:
            return [f"exhaust of {side}: {item} should not be there"]
        wanted[face] -= 1
    return [f"exhaust of {side}: lacks {+wanted}"] if +wanted else []


# -- by hand -------------------------------------------------------------------------------------


def expect(condition: bool, what: str) -> list[str]:
    """Return `what` as a problem unless a condition holds."""
    return [] if condition else [what]


def seed_duel() -> State:
    """Return the seed's example after its second capture."""
    decks = {
        "a": ["city-talent-s", "city-newcomer-s", "city-talent-s"],
        "b": ["city-newcomer-s", "city-talent-s", "city-dog-s"],
    }
    return play_texts(
        begin(lay_out(decks), "a"), "talent", "newcomer", "talent", "newcomer", "talent"
    )


def ch_s03(case: Case) -> list[str]:
    """One card in one seat against two in two."""
    state = seed_duel()
    play = open_duel(state, PARK)
    mine, other = state.book.size(BENCH["a"]), state.book.size(BENCH["b"])
    return expect(
        (mine, play.count_seats(0), other, play.count_seats(1)) == (1, 1, 2, 2), "benches differ"
    )


def ch_s05(case: Case) -> list[str]:
    """Whoever cannot reveal loses; the winner has the trophy, the loser nothing."""
    state = begin(lay_out({"a": ["city-champion-s"], "b": ["city-newcomer-s"]}), "a")
    state = play_texts(state, "champion", "newcomer")
    outcome = state.outcomes[f"{PARK}.1"]
    problems = expect((outcome.winner, outcome.reason) == ("a", "deck"), f"{outcome}")
    problems += expect(state.book.size("a.trophies") == 1, "no trophy")
    problems += expect(not state.book.holding("b.fans"), "the loser got fans")
    paying = lay_out(
        {"a": ["city-champion-s"], "b": ["city-newcomer-s"]}, options={"consolation_fan": True}
    )
    state = play_texts(begin(paying, "a"), "champion", "newcomer")
    return problems + expect(state.book.count("b.fans", "fan") == 1, "the option gives a token")


def ch_s06(case: Case) -> list[str]:
    """Round 1 has 2, 2, 2, 3; a trophy brings no token."""
    worth = sorted(fans for fans in BOX.trophies[1])
    state = engine.open(Setup(4))
    state, _ = engine.apply(state, Win(park="green", winner="a", trophy=3))
    problems = expect(worth == [2, 2, 2, 3], f"{worth}")
    problems += expect(not state.book.holding("a.fans"), "a trophy brought a token")
    return problems + expect(engine.standing(state).scores[0].total == 3, "not 3 fans")


def with_trophies(**rounds: tuple[int, ...]) -> State:
    """Return a table of two in which the sides own trophies of some rounds."""
    state = engine.open(Setup(2))
    places = {place: dict(held) for place, held in state.book.places.items()}
    for side, owned in rounds.items():
        places[f"{side}.trophies"] = {trophy_id(r, BOX.trophies[r][0]): 1 for r in owned}
    return replace(state, book=replace(state.book, places=places))


def ch_m08(case: Case) -> list[str]:
    """The later trophy starts; without one, or with equal ones, the flag is tossed."""
    state = with_trophies(a=(1, 3), b=(2,))
    problems = expect(find_starter(state, ("a", "b")) == 0, "a should start")
    problems += expect("C41" in find_broken(state, "s b"), "b may not start")
    problems += expect("C41" not in find_broken(state, "s a"), "a may start")
    return problems + expect(find_starter(with_trophies(), ("a", "b")) == -1, "a toss")


def ch_e04(case: Case) -> list[str]:
    """Two Directors, Make-up Artist, Bard and Cook on the bench, Gangster in the field."""
    state = begin(
        lay_out({"a": ["film-gangster-a", "city-dog-s"], "b": ["castle-dragon-c"] * 3}), "b"
    )
    state = play_texts(state, "dragon")
    places = dict(state.book.places)
    bench = {"film-director-b": 2, "film-makeup_artist-a": 1, "castle-bard-c": 1, "ship-cook-b": 1}
    places[BENCH["a"]] = bench
    state = replace(state, book=replace(state.book, places=places))
    found = find_comparisons(state, Reveal(park=PARK, card="film-gangster-a"))
    problems = expect([one[:3] for one in found] == [("a", 7, 7)], f"{found}")
    state = play_texts(state, "gangster")
    return problems + expect(open_duel(state, PARK).flag_power() == 3, "defence is not 3")


def stable_boy(reveal_bonus: str) -> int:
    """Return what a Stable Boy is worth as flag card once the bench that it counted is empty."""
    deck = ["castle-stable_boy-a", "city-dog-s"]
    options = {"reveal_bonus": reveal_bonus}
    state = begin(lay_out({"a": deck, "b": ["city-dog-s"] * 3}, options=options), "b")
    state = play_texts(state, "dog")
    places = dict(state.book.places)
    places[BENCH["a"]] = {"castle-pig-a": 2}
    state = replace(state, book=replace(state.book, places=places))
    state = play_texts(state, "stable")
    places = {p: held for p, held in state.book.places.items() if p != BENCH["a"]}
    return open_duel(replace(state, book=replace(state.book, places=places)), PARK).flag_power()


def ch_e05(case: Case) -> list[str]:
    """Fixed when revealed, 4; counted live, 2."""
    ours = (stable_boy("fixed"), stable_boy("live"))
    return expect(ours == (4, 2), f"{ours}")


def ch_e20(case: Case) -> list[str]:
    """Butler may exhaust two cards of one name."""
    state = begin(
        lay_out({"a": ["haunted-butler-a", "city-dog-s"], "b": ["castle-dragon-c"] * 2}), "b"
    )
    state = play_texts(state, "dragon")
    places = dict(state.book.places)
    places[BENCH["a"]] = {"film-cat-a": 2, "castle-pig-a": 1}
    state = replace(state, book=replace(state.book, places=places))
    state = play_texts(state, "butler", "cat, cat")
    exhaust = dict(state.book.holding(EXHAUST["a"]))
    return expect(exhaust == {"film-cat-a": 2}, f"{exhaust}") + expect(
        open_duel(state, PARK).count_seats(0) == 1, "the seat is not free"
    )


def flag_order(option: str) -> list[str]:
    """Return the rules of the moves when a Heroine beats a Comic Character's stack."""
    decks = {"a": ["film-comic_character-b", "city-dog-s"], "b": ["film-heroine-c", "city-dog-s"]}
    state = play_texts(begin(lay_out(decks, options={"flag_effect_order": option}), "a"), "comic")
    _, moves = engine.apply(state, Reveal(park=PARK, card="film-heroine-c"))
    return [move.rule for move in moves if move.rule in ("C47", "C77")]


def ch_e28(case: Case) -> list[str]:
    """Loss, benching, gain; with the option the gain comes first."""
    ours = (flag_order("loss_first"), flag_order("gain_first"))
    return expect(ours == (["C47", "C77"], ["C77", "C47"]), f"{ours}")


def ch_d01(case: Case) -> list[str]:
    """One picked, four discarded for four new ones; a second redraw breaks the rule."""
    state = engine.open(Setup(2, level="full"))
    first = {
        "castle-pig-a": 1,
        "film-cat-a": 1,
        "funfair-pony-a": 1,
        "haunted-spider-a": 1,
        "space-cow-a": 1,
    }
    second = {"ship-parrot-a": 1, "ship-sailor-a": 1, "castle-jester-a": 1, "castle-hermit-a": 1}
    problems = []
    for action in (
        Offer(seat=0, cards=first),
        Pick(seat=0, card="castle-pig-a"),
        Redraw(seat=0),
        Offer(seat=0, cards=second),
    ):
        problems += [f"{action}: {b.rule}" for b in find_breaches(engine, state, action)]
        state, _ = engine.apply(state, action)
    problems += expect(state.book.size(DISCARD["A"]) == 4, "four are not discarded")
    again = {breach.rule for breach in find_breaches(engine, state, Redraw(seat=0))}
    return problems + expect("C32" in again, f"a second redraw cites {again}")


def ch_d03(case: Case) -> list[str]:
    """A starter goes back to the box, a market card to its tray."""
    state = engine.open(Setup(2))
    state = replace(state, players={s: replace(p, round=5) for s, p in state.players.items()})
    before = state.book.count("box", "city-newcomer-s")
    for action in (
        Pick(seat=0, card="film-lion-b"),
        Remove(seat=0, card="city-newcomer-s"),
        Remove(seat=0, card="film-lion-b"),
    ):
        state, _ = engine.apply(state, action)
    problems = expect(state.book.count("box", "city-newcomer-s") == before + 1, "not in the box")
    return problems + expect(state.book.count(DISCARD["B"], "film-lion-b") == 1, "not in the tray")


def ch_d04(case: Case) -> list[str]:
    """A full compartment goes under the pile; with the option only when the pile is empty."""
    problems = []
    for option, allowed in (("when_full_under", True), ("when_empty", False)):
        state = engine.open(Setup(2, options={"tray_refill": option}))
        state, _ = engine.apply(state, Pick(seat=0, card="film-cat-a"))
        state, _ = engine.apply(state, Remove(seat=0, card="film-cat-a"))
        broken = {breach.rule for breach in find_breaches(engine, state, Refill(level="A"))}
        problems += expect(("C35" not in broken) == allowed, f"{option}: {broken}")
        state, _ = engine.apply(state, Refill(level="A"))
        problems += expect(state.book.count(UNDER["A"], "film-cat-a") == 1, "not under the pile")
    return problems


def tournament(seats: int) -> State:
    """Return a match in which all duels before the final are over: the first side won each."""
    state = engine.open(Setup(seats, level="results"))
    for round_ in ROUNDS:
        for park in PARKS[: (seats + 1) // 2]:
            one, other = sorted(planned_sides(state, park, round_))
            state, _ = engine.apply(state, Win(park=park, winner=one, loser=other))
    return state


def ch_t02(case: Case) -> list[str]:
    """The winner of the final wins, with fewer fans too."""
    state = tournament(4)
    for side, player_round in [(p.place[0], p.data["round"]) for p in engine.list_prompts(state)]:
        state, _ = engine.apply(
            state, Trophy(of=side, round=player_round, fans=BOX.trophies[player_round][0])
        )
    loser, winner = state.finalists
    state, _ = engine.apply(state, Win(park=FINAL, winner=winner, loser=loser))
    standing = engine.standing(state)
    totals = {score.seat: score.total or 0 for score in standing.scores}
    problems = expect(totals[seat_of(loser)] > totals[seat_of(winner)], f"{totals}")
    return problems + expect(standing.winners == (seat_of(winner),), f"{standing.winners}")


def ch_t03(case: Case) -> list[str]:
    """Eleven ahead wins at once; else the most fans after round 7, without a final."""
    state = engine.open(Setup(2, level="results"))
    for fans in (2, 2, 3, 4):
        if state.over:
            return ["over before eleven"]
        state, _ = engine.apply(state, Win(park=PARK, winner="a", loser="b", trophy=fans))
    early = state.over
    state, _ = engine.apply(state, Win(park=PARK, winner="a", loser="b", trophy=6))
    problems = expect(engine.standing(state).winners == (0,), "a has not won")
    problems += expect(early == (2 + 2 + 3 + 4 >= 11), f"after 11 ahead: over {early}")
    state = engine.open(Setup(2, level="results"))
    for round_, winner in zip(ROUNDS, "ababaab", strict=True):
        loser = "b" if winner == "a" else "a"
        worth = BOX.trophies[round_][0]
        state, _ = engine.apply(state, Win(park=PARK, winner=winner, loser=loser, trophy=worth))
    standing = engine.standing(state)
    best = max(standing.scores, key=lambda score: score.total or 0)
    problems += expect(standing.over and standing.winners == (best.seat,), f"{standing}")
    return problems + expect(FINAL not in state.rounds, "there is a final")


def ch_t05(case: Case) -> list[str]:
    """The trophy goes back to the box; the robot has no rank."""
    state = engine.open(Setup(3, level="results"))
    park = next(p for p in state.rounds if "robot" in planned_sides(state, p, 1))
    state, moves = engine.apply(state, Win(park=park, winner="robot"))
    problems = expect(any(m.target == "box" and m.rule == "C96" for m in moves), f"{moves}")
    problems += expect(not state.book.holding("robot.trophies"), "the robot has a trophy")
    seats = [score.seat for score in engine.standing(state).scores]
    return problems + expect(seats == [0, 1, 2], f"ranked {seats}")


def ch_t08(case: Case) -> list[str]:
    """Every pair of eight meets once, two in every park."""
    state = engine.open(Setup(8))
    met = Counter(
        frozenset(planned_sides(state, park, round_)) for round_ in ROUNDS for park in PARKS
    )
    problems = expect(len(met) == 28 and set(met.values()) == {1}, f"{met}")
    return problems + expect(all(len(pair) == 2 for pair in met), "a park without two")


BY_HAND: dict[str, Runner] = {
    "CH-S03": ch_s03,
    "CH-S05": ch_s05,
    "CH-S06": ch_s06,
    "CH-M08": ch_m08,
    "CH-E04": ch_e04,
    "CH-E05": ch_e05,
    "CH-E20": ch_e20,
    "CH-E28": ch_e28,
    "CH-D01": ch_d01,
    "CH-D03": ch_d03,
    "CH-D04": ch_d04,
    "CH-T02": ch_t02,
    "CH-T03": ch_t03,
    "CH-T05": ch_t05,
    "CH-T08": ch_t08,
}
UNREAD: dict[str, str] = {}
OUT_OF_SCOPE: dict[str, str] = {}
