"""Corrections as people say them: ``change 22 to wug``, ``after 12: 2rk5``, ``delete line 30``.

What is found here is a command with what would be typed behind its word. It is carried out only
where the whole text is no action of the game.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from replay.desk.spoken_commands import is_latest

ACTION_WORDS: Final = r"(?:the\s+)?(?:event|line|entry|move|action|number|no\.?|nr\.?|#)\s*#?"
"""What may stand in front of the number of an event."""

_NUMBER: Final = r"\d{1,6}(?![\w/]|\.\d)"
_ROUND: Final = r"(?:round|rd)\.?\s*\d{1,4}"
_ADDRESS: Final = rf"(?:(?:{ACTION_WORDS})?(?P<n>{_NUMBER})|(?P<round>{_ROUND}))"
_WHO: Final = r"(?:[\s,]+(?:of\s+|for\s+)?(?P<who>[^\W\d_][\w.-]*?)(?:['’]s)?)?"
_READS: Final = (
    r"(?:to(?:\s+(?:be|read|say))?|into|with|"
    r"(?:(?:should|must|ought\s+to|needs\s+to|has\s+to)\s+(?:be|read|say|have\s+been)"
    r"|was|were|had|reads|made|got|did|bid)"
    r"(?:\s+(?:really|actually|in\s+fact|(?:meant|supposed)\s+to\s+be))?)\s+(?=\S)"
)
_CALLED: Final = rf"(?:\s*:\s*|\s*=(?=\S)|{_WHO}\s+{_READS})"
_TEXT: Final = r"(?P<text>\S.*)"

HASTE: Final = re.compile(
    r"\A(?:(?:oops|ooh|sorry|no|wait|argh|correction|actually|my\s+bad|please|hm+|hey|ok|so|but)"
    r"[\s,.!:]+)+",
    re.IGNORECASE,
)
"""What people say in front of a correction."""

_CHANGES: Final = r"(?:change|correct|fix|edit|update|replace|alter|amend)\s+"
CHANGED: Final = re.compile(rf"{_CHANGES}{_ADDRESS}(?:{_CALLED}|\s+){_TEXT}", re.IGNORECASE)
READ_SO: Final = re.compile(rf"{_ADDRESS}{_CALLED}{_TEXT}", re.IGNORECASE)
IN_ROUND: Final = re.compile(
    rf"(?P<who>[^\W\d_][\w.-]*)\s+(?:in|at)\s+(?P<round>{_ROUND})\s+{_READS}{_TEXT}", re.IGNORECASE
)
IN_ROUND_LATER: Final = re.compile(
    rf"(?P<who>[^\W\d_][\w.-]*)\s+{_READS}(?P<text>\S.*?)\s+in\s+(?P<round>{_ROUND})", re.IGNORECASE
)
"""A sentence that says how an event reads: ``round 5 red was 2/3``, ``red in round 5 had 2/3``."""

_FORGOTTEN: Final = r"(?:insert|add|put|(?:we\s+|i\s+)?(?:forgot|missed)|missing)"
_AFTER: Final = r"(?:after|behind|following|below)\s+"
_CAME: Final = r"(?:(?:we\s+|i\s+)?(?:forgot|missed)|comes?|came|there\s+was|is\s+missing)"
FORGOTTEN: Final = (
    re.compile(
        rf"(?:{_FORGOTTEN}[\s:]+)?(?:(?:an?\s+)?(?:line|event|move|turn)\s+)?{_AFTER}{_ADDRESS}"
        rf"\s*[:,]?\s+(?:{_CAME}[\s:,]+)?{_TEXT}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:{_FORGOTTEN}\s+)?between\s+(?P<n>{_NUMBER})\s+and\s+\d+\s*[:,]?\s+"
        rf"(?:{_CAME}[\s:,]+)?{_TEXT}",
        re.IGNORECASE,
    ),
    re.compile(rf"{_FORGOTTEN}\s+(?P<text>\S.*?)\s+{_AFTER}{_ADDRESS}", re.IGNORECASE),
)
"""Sentences that say what was forgotten, and after which event."""

INSERTED_AT: Final = re.compile(
    rf"(?:(?:after|behind|at|below|following)\s+)?{_ADDRESS}\s*[:,]?\s+{_TEXT}", re.IGNORECASE
)
"""What is typed behind ``insert``."""

_REMARK: Final = r"(?:note|comment|remark|memo)"
ABOUT_EVENT: Final = re.compile(
    rf"(?:(?:at|for|on|to|about|after|behind)\s+(?:{ACTION_WORDS})?|{ACTION_WORDS})"
    rf"(?P<n>{_NUMBER})\s*:\s+{_TEXT}",
    re.IGNORECASE,
)
"""A note with the event that it is about: ``at 53: he had twelve``."""

NOTED: Final = (
    re.compile(
        rf"(?:add|make|write|put|leave)\s+(?:an?\s+)?{_REMARK}\s+"
        rf"(?:at|for|on|to|about|after|behind)\s+(?:{ACTION_WORDS})?(?P<n>{_NUMBER})"
        rf"\s*[:,-]?\s+(?:that\s+)?{_TEXT}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:(?:add|make|write|put|leave)\s+(?:an?\s+)?{_REMARK}\s*[:,-]?|"
        rf"(?:comment|remark|memo)\s*:)\s+(?:that\s+)?{_TEXT}",
        re.IGNORECASE,
    ),
)
"""Sentences that say what is to be noted, perhaps about which event."""

INSERTED_NOTE: Final = re.compile(
    rf"(?:(?:an?\s+)?{_REMARK}|메모)\s*[:,-]?\s+(?P<text>\S.*)", re.IGNORECASE
)
"""A note where something forgotten is expected: ``insert 60 note he was asleep``."""

_STRIKES: Final = r"(?:undo|delete|remove|strike|cancel|erase|scratch|take\s+back)\s+"
STRUCK: Final = (
    re.compile(rf"{_STRIKES}(?:{ACTION_WORDS})?(?P<n>{_NUMBER})", re.IGNORECASE),
    re.compile(rf"take\s+(?:{ACTION_WORDS})?(?P<n>{_NUMBER})\s+back", re.IGNORECASE),
    re.compile(
        rf"(?:{ACTION_WORDS})?(?P<n>{_NUMBER})\s+(?:is|was)\s+(?:wrong|an?\s+(?:mistake|error))"
        rf"|(?:{ACTION_WORDS})?(?P<never>{_NUMBER})\s+(?:never\s+happened|did(?:n['’]t|\s+not)\s+happen)",
        re.IGNORECASE,
    ),
)
"""Sentences that take an event back."""

TAKEN_BACK: Final = re.compile(
    rf"{_STRIKES}(?P<what>\S.*)|take\s+(?:that|it|this)\s+back", re.IGNORECASE
)
"""A sentence that takes back what was recorded last, where that is what it names."""

DISPUTED: Final = re.compile(
    r"(?:i\s+|we\s+)?(?:dispute|object\s+to|challenge|protest\s+against)\s+"
    rf"(?:{ACTION_WORDS})?(?P<n>{_NUMBER})(?:\s*[:,-]?\s+(?:because\s+|that\s+)?{_TEXT})?"
    rf"|(?:i\s+object|objection|i\s+protest)\s*[:,.!]\s+(?P<claim>\S.*)",
    re.IGNORECASE,
)
"""A sentence by which somebody disputes an event, or what was recorded last."""


class SpokenCorrection(NamedTuple):
    """The word of a command, and what would be typed behind it; `at` is the event of a note."""

    command: str
    rest: str
    at: int | None = None


def read_spoken_correction(text: str) -> SpokenCorrection | None:
    """Return the correction or the note that a sentence means, None for another sentence.

    >>> read_spoken_correction("change 22 to wug")[:2]
    ('amend', '22 wug')
    >>> read_spoken_correction("22 should be wug")[:2]
    ('amend', '22 wug')
    >>> read_spoken_correction("red in round 5 had 2/3")[:2]
    ('amend', 'round 5 red 2/3')
    >>> read_spoken_correction("after 22: wug")[:2], read_spoken_correction("delete line 30")[:2]
    (('insert', '22 wug'), ('undo', '30'))
    >>> read_spoken_correction("add a note to 53: he had 12")
    SpokenCorrection(command='note', rest='he had 12', at=53)
    """
    said = HASTE.sub("", text.strip()).rstrip(".!")
    for pattern in STRUCK:
        if found := pattern.fullmatch(said):
            n = found["n"] or found.groupdict().get("never")
            return SpokenCorrection("undo", str(n))
    taken = TAKEN_BACK.fullmatch(said)
    if taken is not None and is_latest(taken["what"] or "that"):
        return SpokenCorrection("undo", "")
    for pattern in NOTED:
        if found := pattern.fullmatch(said):
            at = found.groupdict().get("n")
            return SpokenCorrection("note", found["text"], int(at) if at else None)
    for pattern in FORGOTTEN:
        if found := pattern.fullmatch(said):
            return SpokenCorrection("insert", _write_addressed(found))
    for pattern in (CHANGED, READ_SO, IN_ROUND, IN_ROUND_LATER):
        if found := pattern.fullmatch(said):
            return SpokenCorrection("amend", _write_addressed(found))
    return None


def _write_addressed(found: re.Match[str]) -> str:
    """Return the event, the person and the text of a sentence as they stand behind a command."""
    said = found.groupdict()
    address = said.get("n") or re.sub(r"\s+", " ", said.get("round") or "")
    return " ".join(filter(None, (address, said.get("who"), said["text"])))


def plain_amendment(rest: str) -> str:
    """Return what is typed behind ``amend`` without the words between event and text.

    >>> plain_amendment("22 to wug"), plain_amendment("line 22: b wug"), plain_amendment("22 wug")
    ('22 wug', '22 b wug', '22 wug')
    """
    found = READ_SO.fullmatch(rest.strip())
    if found is not None:
        return _write_addressed(found)
    return re.sub(rf"\A(?:{ACTION_WORDS})(?=\d)", "", rest.strip(), flags=re.IGNORECASE)


def plain_insertion(rest: str) -> str:
    """Return what is typed behind ``insert`` without what stands around the event.

    >>> plain_insertion("after 22: wug"), plain_insertion("22 wug"), plain_insertion("wug")
    ('22 wug', '22 wug', 'wug')
    """
    found = INSERTED_AT.fullmatch(rest.strip())
    return _write_addressed(found) if found else rest


def plain_number(rest: str) -> str:
    """Return what is typed behind ``undo`` without what stands in front of the number.

    >>> plain_number("line 30"), plain_number("#30"), plain_number("round 3 bo")
    ('30', '30', 'round 3 bo')
    """
    found = re.fullmatch(rf"(?:{ACTION_WORDS})(\d+)", rest.strip(), re.IGNORECASE)
    return found[1] if found else rest


def split_note(rest: str) -> tuple[int | None, str]:
    """Split what is typed behind ``note`` into the event that it is about and the remark.

    >>> split_note("at 53: he had 12"), split_note("12 tokens were left")
    ((53, 'he had 12'), (None, '12 tokens were left'))
    """
    found = ABOUT_EVENT.fullmatch(rest.strip())
    return (int(found["n"]), found["text"]) if found else (None, rest.strip())


def read_inserted_note(text: str) -> str:
    """Return the remark that is to be inserted, "" for anything else.

    >>> read_inserted_note("note he was asleep"), read_inserted_note("wug")
    ('he was asleep', '')
    """
    if text.startswith("#"):
        return text[1:].strip()
    found = INSERTED_NOTE.fullmatch(text.strip())
    return found["text"] if found else ""


def read_dispute(text: str) -> tuple[int | None, str] | None:
    """Return the disputed event (None: the last one) and the claim; None for another sentence.

    >>> read_dispute("dispute 53 rob kept 12"), read_dispute("I object: he kept 12")
    ((53, 'rob kept 12'), (None, 'he kept 12'))
    >>> read_dispute("dispute open 53") is None
    True
    """
    found = DISPUTED.fullmatch(text.strip())
    if found is None:
        return None
    return (int(found["n"]), found["text"] or "") if found["n"] else (None, found["claim"])
