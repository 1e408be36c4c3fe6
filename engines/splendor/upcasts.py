"""How payloads of older versions read today, one step at a time. Stored events never change."""

from __future__ import annotations

from typing import Any, Final

from engines.values import Upcast


def buy_1(payload: dict[str, Any]) -> dict[str, Any]:
    """Version 1 said only whether a card was bought from hand; version 2 says where it lay.

    >>> buy_1({"seat": 0, "card": "2r-k5", "paid": {}, "from_hand": True})["source"]
    'reserve'
    """
    payload = dict(payload)
    payload["source"] = "reserve" if payload.pop("from_hand", False) else ""
    return payload


UPCASTS: Final[dict[tuple[str, int], Upcast]] = {("buy", 1): buy_1}
