"""How power comes about: every card of an attack, and the flag card, line by line (C70 to C75)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.challengers.actions import ByHand, Choose, Left, Out, Pick, Reveal, Seen, Win
from engines.challengers.apply import DUEL_VERBS
from engines.challengers.bookings import open_booking
from engines.challengers.cards.card import base_power, covers
from engines.challengers.cards.catalog import BENCH, FAN
from engines.challengers.cards.format import Aura, GainFans, PowerBonus
from engines.challengers.duel import actions
from engines.challengers.duel.play import Play
from engines.challengers.state import Shown, State, find_card, name_side
from engines.values import Action, Term

MOVING = (Reveal, Choose, Left, Seen, ByHand, Out)
"""What can bring a comparison about, or the end of a duel."""

END_RULES = {"bench": "C51", "deck": "C52"}

BONUS_RULES = {"reveal": "C71", "attack": "C72", "flag": "C73"}


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
        self.attack_lines = list(attack_terms(self))
        self.flag_lines = list(flag_terms(self))


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return what an action's comparison weighs: the attack in positive lines, the flag card in
    negative ones, so that a sum of zero or more has captured (C44); then what it came to. For a
    pick or a result, the fan tokens it brings."""
    if isinstance(action, MOVING):
        play = weighed(state, action)
        return () if play is None else (*comparison_terms(play), *outcome_terms(play))
    if isinstance(action, Pick):
        card = find_card(state, action.card)
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
    move_on = DUEL_VERBS[type(action)]
    play = move_on(state, open_booking(state), action, Weighed)  # type: ignore[call-arg]
    return play if isinstance(play, Weighed) else None


def comparison_terms(play: Weighed) -> tuple[Term, ...]:
    """Return the lines of the last comparison, () when there is none."""
    if not hasattr(play, "strengths"):
        return ()
    against = [Term(one.label, -one.n, one.rule, one.item, one.data) for one in play.flag_lines]
    return (*play.attack_lines, *against)


def outcome_terms(play: Weighed) -> Iterator[Term]:
    """Yield what the comparison came to, and how the duel ended if it did (C46, C51, C52)."""
    if hasattr(play, "strengths"):
        side, attack, defence = play.strengths[-1]
        if play.holder >= 0 and play.sides[play.holder] == side:
            yield Term("line.captured", 0, "C46", data={"side": name_side(side)})
        else:
            yield Term("line.held", 0, "C44", data={"n": max(defence - attack, 0)})
    if play.ended is not None:
        winner, reason = play.ended
        data = {"side": name_side(play.sides[1 - winner]), "winner": name_side(play.sides[winner])}
        yield Term(f"line.ended.{reason}", 0, END_RULES[reason], data=data)


def attack_terms(play: Play) -> Iterator[Term]:
    """Yield how the strength of the attack comes about (C44)."""
    i = play.turn
    auras = play.find_auras(i, "flag")
    for shown in play.attack:
        yield from card_terms(play, i, shown, auras, attacking=True)


def flag_terms(play: Play) -> Iterator[Term]:
    """Yield how the power of the flag card comes about (C45)."""
    if play.flag is not None:
        i = play.holder
        yield from card_terms(play, i, play.flag, play.find_auras(i, "attack"), attacking=False)


def card_terms(
    play: Play, i: int, shown: Shown, auras: list[tuple[Aura, int]], *, attacking: bool
) -> Iterator[Term]:
    """Yield how the power of a card comes about (C70); `Play.power` is the sum of it."""
    card = play.effective_card(i, shown.card)
    base = base_power(card, play.round)
    total = base
    yield Term("line.base", base, "C70", shown.card)
    ways = [("reveal", shown.bonus + (play.live_bonus(i, card) if play.live else 0))]
    bonuses: tuple[PowerBonus, ...] = card.attack_bonus if attacking else card.flag_bonus
    ways += [("attack" if attacking else "flag", play.bonus_value(i, bonus)) for bonus in bonuses]
    for way, n in ways:
        if n:
            total += n
            yield Term(f"line.{way}", n, BONUS_RULES[way], shown.card)
    coming = shown.extra if attacking else shown.guard
    if coming:
        total += coming
        yield Term("line.next", coming, "C76", shown.card)
    for item, n in find_aura_cards(play, i, auras):
        for aura in play.effective_card(i, item).auras:
            counted = any(aura is one for one, _ in auras)
            if counted and covers(aura.filter, card, play.round):
                total += aura.amount * n
                yield Term("line.aura", aura.amount * n, "C74", item)
    if total < 0:
        yield Term("line.floor", -total, "C70", shown.card)


def find_aura_cards(play: Play, i: int, auras: list[tuple[Aura, int]]) -> Iterator[tuple[str, int]]:
    """Yield the cards on a side's bench that give power to others, with their number."""
    if auras:
        for item, n in play.places.get(BENCH[play.sides[i]], {}).items():
            if play.effective_card(i, item).auras:
                yield item, n


def strengths(state: State, park: str) -> tuple[int, int]:
    """Return (attack so far, power of the flag card) of a duel as it stands."""
    play = actions.open_play(state, open_booking(state), park, Play)
    return play.attack_power(), play.flag_power()
