"""When events happened, as far as the times that they carry can be read."""

from __future__ import annotations

from datetime import datetime


def parse_moment(text: str) -> datetime | None:
    """Return the moment that an ISO 8601 time with an offset names, None for any other text.

    An imported match may say anything there; a time without an offset is no moment.

    >>> parse_moment("2026-01-01"), parse_moment("x")
    (None, None)
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if moment.utcoffset() is None else moment
