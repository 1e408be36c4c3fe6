"""What an audit finds: its kinds, and the audit of a record as a whole."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

Fault = Literal[
    "chain",
    "read",
    "conservation",
    "digest",
    "undigested",
    "seal",
    "signature",
    "unreadable",
    "listing",
    "missing",
    "journal",
    "unguarded",
]
"""The kinds of finding that are faults of the record: it is damaged, or not as it was."""

Fact = Literal[
    "unsigned",
    "unchecked",
    "sealed",
    "changed",
    "result",
    "breach",
    "ruled",
    "waived",
    "unaccounted",
    "signed",
    "older-rules",
]
"""The kinds of finding that are facts about the table or the file."""

Kind = Fault | Fact
FAULTS: Final[frozenset[Kind]] = frozenset(get_args(Fault))


class Finding(NamedTuple):
    """A finding of an audit: a fault of the record where `kind` is in FAULTS, else a fact.

    `text` is the finding in words, `version` the event it is about, `rule` the rule broken there.
    """

    kind: Kind
    text: str
    version: int | None = None
    rule: str = ""


class Audit(NamedTuple):
    """The result of auditing one match, one file, or what a ledger knows beside its matches.

    `head` is the last hash in its short form, `seal` that of the closing in force ("" for none).
    """

    name: str
    events: int
    head: str
    seal: str
    findings: tuple[Finding, ...]

    @property
    def intact(self) -> bool:
        """Whether the record is as it was sealed and can be read."""
        return not any(finding.kind in FAULTS for finding in self.findings)

    @property
    def changed_since(self) -> int | None:
        """The event that the given seal is of, where the match was changed after it."""
        return next((each.version for each in self.findings if each.kind == "changed"), None)
