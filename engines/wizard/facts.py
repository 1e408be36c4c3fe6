"""What people ask in the middle of a round: who deals, who leads, what is trump, which round."""

from __future__ import annotations

from collections.abc import Iterator

from engines.values import Fact, Message, Seat
from engines.wizard.state import State


def list_facts(state: State) -> Iterator[Fact]:
    """Yield what can be said of the running round, with the words that ask for it."""
    if state.over:
        return
    rounds = {"n": state.number, "of": len(state.table.cards)}
    yield Fact(("round", "라운드"), Message("now.round", rounds))
    yield Fact(
        ("deals", "dealer", "dealing", "딜러"), Message("now.dealer", {"seat": Seat(state.dealer)})
    )
    leader = state.trick[0].seat if state.trick else state.turn
    leads = ("leads", "lead", "leading", "begins", "starts", "led", "선", "리드")
    yield Fact(leads, Message("now.lead", {"seat": Seat(leader), "n": len(state.taken_tricks) + 1}))
    trump = ("trump", "trumps", "으뜸", "트럼프")
    if state.trump:
        yield Fact(trump, Message("now.trump", {"suit": state.trump}))
    else:
        yield Fact(trump, Message("now.trump.untold", {}))
