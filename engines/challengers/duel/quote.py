"""How power comes about: every card of an attack, and the flag card, line by line (C70 to C75)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.challengers.actions import ByHand, Choose, Left, Out, Pick, Reveal, Seen, Win
from engines.challengers.apply import DUEL
from engines.challengers.bookings import booking_of
from engines.challengers.cards.card import base_power, fits
from engines.challengers.cards.catalog import BENCH, FAN
from engines.challengers.cards.format import Aura, GainFans, PowerBonus
from engines.challengers.duel import actions
from engines.challengers.duel.play import Play
from engines.challengers.state import Shown, State, card_of, who
from engines.values import Action, Term

WEIGHING = (Reveal, Choose, Left, Seen, ByHand, Out)
"""What can bring a comparison about, or the end of a duel."""

ENDS = {"bench": "C51", "deck": "C52"}

WAYS = {"reveal": "C71", "attack": "C72", "flag": "C73"}


class Weighed(Play):
    """A play that keeps how its last comparison came about, and who attacked whom."""

    __slots__ = ("attack_lines", "flag_lines", "strengths")

    attack_lines: list[Term]
    flag_lines: list[Term]
    strengths: list[tuple[str, int, int]]

    def compared(self, attack: int, defence: int) -> None:
        """Keep the lines of both sides."""
        found = getattr(self, "strengths", [])
        self.strengths = [*found, (self.sides[self.turn], attack, defence)]
        self.attack_lines = list(attack_of(self))
        self.flag_lines = list(defence_of(self))


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return what an action's comparison weighs: the attack in positive lines, the flag card in
    negative ones, so that a sum of zero or more has captured (C44); then what it came to. For a
    pick or a result, the fan tokens it brings."""
    if isinstance(action, WEIGHING):
        play = weighed(state, action)
        return () if play is None else (*weights(play), *upshot(play))
    if isinstance(action, Pick):
        card = card_of(state, action.card)
        effects = card.on_pick if card is not None else ()
        gains = [effect.amount for effect in effects if isinstance(effect, GainFans)]
        return tuple(Term("line.tokens", n, "C33", FAN) for n in gains)
    if isinstance(action, Win):
        lines = [Term("line.tokens", n, "C60", FAN) for n in action.fans.values()]
        worth = [Term("line.won", action.trophy, "C60")] if action.trophy else []
        return (*worth, *lines)
    return ()


def weigh(state: State, action: Action) -> Weighed | None:
    """Return the last comparison that an action brings about, None when there is none."""
    play = weighed(state, action)
    return play if play is not None and hasattr(play, "strengths") else None


def weighed(state: State, action: Action) -> Weighed | None:
    """Return the duel that an action moves on, None when there is none."""
    move_on = DUEL[type(action)]
    play = move_on(state, booking_of(state), action, Weighed)  # type: ignore[call-arg]
    return play if isinstance(play, Weighed) else None


def weights(play: Weighed) -> tuple[Term, ...]:
    """Return the lines of the last comparison, () when there is none."""
    if not hasattr(play, "strengths"):
        return ()
    against = [Term(one.label, -one.n, one.rule, one.item, one.data) for one in play.flag_lines]
    return (*play.attack_lines, *against)


def upshot(play: Weighed) -> Iterator[Term]:
    """Yield what the comparison came to, and how the duel ended if it did (C46, C51, C52)."""
    if hasattr(play, "strengths"):
        side, attack, defence = play.strengths[-1]
        if play.holder >= 0 and play.sides[play.holder] == side:
            yield Term("line.captured", 0, "C46", data={"side": who(side)})
        else:
            yield Term("line.held", 0, "C44", data={"n": max(defence - attack, 0)})
    if play.ended is not None:
        winner, reason = play.ended
        data = {"side": who(play.sides[1 - winner]), "winner": who(play.sides[winner])}
        yield Term(f"line.ended.{reason}", 0, ENDS[reason], data=data)


def attack_of(play: Play) -> Iterator[Term]:
    """Yield how the strength of the attack comes about (C44)."""
    i = play.turn
    auras = play.auras(i, "flag")
    for shown in play.attack:
        yield from parts(play, i, shown, auras, attacking=True)


def defence_of(play: Play) -> Iterator[Term]:
    """Yield how the power of the flag card comes about (C45)."""
    if play.flag is not None:
        i = play.holder
        yield from parts(play, i, play.flag, play.auras(i, "attack"), attacking=False)


def parts(
    play: Play, i: int, shown: Shown, auras: list[tuple[Aura, int]], *, attacking: bool
) -> Iterator[Term]:
    """Yield how the power of a card comes about (C70); `Play.power` is the sum of it."""
    card = play.face(i, shown.card)
    base = base_power(card, play.round)
    total = base
    yield Term("line.base", base, "C70", shown.card)
    ways = [("reveal", shown.bonus + (play.live_bonus(i, card) if play.live else 0))]
    bonuses: tuple[PowerBonus, ...] = card.attack_bonus if attacking else card.flag_bonus
    ways += [("attack" if attacking else "flag", play.bonus(i, bonus)) for bonus in bonuses]
    for way, n in ways:
        if n:
            total += n
            yield Term(f"line.{way}", n, WAYS[way], shown.card)
    coming = shown.extra if attacking else shown.guard
    if coming:
        total += coming
        yield Term("line.next", coming, "C76", shown.card)
    for item, n in aura_sources(play, i, auras):
        for aura in play.face(i, item).auras:
            counted = any(aura is one for one, _ in auras)
            if counted and fits(aura.filter, card, play.round):
                total += aura.amount * n
                yield Term("line.aura", aura.amount * n, "C74", item)
    if total < 0:
        yield Term("line.floor", -total, "C70", shown.card)


def aura_sources(play: Play, i: int, auras: list[tuple[Aura, int]]) -> Iterator[tuple[str, int]]:
    """Yield the cards on a side's bench that give power to others, with their number."""
    if auras:
        for item, n in play.places.get(BENCH[play.sides[i]], {}).items():
            if play.face(i, item).auras:
                yield item, n


def strengths(state: State, park: str) -> tuple[int, int]:
    """Return (attack so far, power of the flag card) of a duel as it stands."""
    play = actions.at_duel(state, booking_of(state), park, Play)
    return play.attack_power(), play.flag_power()
