"""Upcasts: payloads of older versions of an action, one version at a time.

Stored events never change.
"""

from __future__ import annotations

from typing import Any, Final

from engines.values import Upcast


def upcast_buy_1(payload: dict[str, Any]) -> dict[str, Any]:
    """Return a `buy` of version 1 as version 2: `source` replaces the flag `from_hand`.

    >>> upcast_buy_1({"seat": 0, "card": "2r-k5", "paid": {}, "from_hand": True})["source"]
    'reserve'
    """
    payload = dict(payload)
    payload["source"] = "reserve" if payload.pop("from_hand", False) else ""
    return payload


UPCASTS: Final[dict[tuple[str, int], Upcast]] = {("buy", 1): upcast_buy_1}
