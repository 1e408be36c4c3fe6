"""Questions as people type them in the middle of a game: ``who is winning?``, ``can i buy 24``.

`read_question` says what a text asks for. What is answered is in `spoken_answers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

Kind = Literal["turn", "score", "log", "may", "options", "price", "holding", "thing", "how", "word"]


class Asked(NamedTuple):
    """What a text asks for: its kind, the person it names, and what else it says.

    `who` is "" for whoever is on turn. Where the text only names something, as ``stadium?`` does,
    the kind is "word".
    """

    kind: Kind
    who: str = ""
    about: str = ""


SHORTEST: Final = 3
"""The fewest letters in front of a question mark that make a question of one word; what is shorter
may be a piece that nobody saw: ``g?``."""

HURRY: Final = re.compile(
    r"\A(?:(?:so|ok|okay|and|but|hey|wait|hm+|er+|um+|sorry|oh|please|now|잠깐|그럼|근데)[\s,.]+)+"
)
"""What stands in front of a question without asking anything."""

AFTERWARDS: Final = re.compile(
    r"(?:[\s,]+(?:now|right now|then|please|again|here|so far|at the moment|atm|yet|지금))+\Z"
)
"""What stands behind a question without asking anything."""

_ONE: Final = r"(?:i|we|you|one|he|she|they|it)"
_IS: Final = r"(?:['’]?s|\s+is|['’]?re|\s+are|\s+was|\s+were)?"
_THE: Final = r"(?:the\s+|an?\s+|my\s+|your\s+)?"
_HAS: Final = r"(?:do|does|did|has|have)"
_MAY: Final = r"(?:can|could|may|might|shall|should|must)"

WORDINGS: Final[tuple[tuple[Kind, tuple[str, ...]], ...]] = (
    (
        "turn",
        (
            r"(?:it['’]?s\s+)?who(?:se|['’]?s|\s+is)?\s+(?:turn|go|move)(?:\s+is\s+it)?",
            rf"who{_IS}\s+(?:next|up|now|on|on\s+turn|first)",
            rf"who{_IS}\s+to\s+(?:play|go|move|act|start|roll)",
            r"who\s+(?:plays?|goes|moves?|starts?|begins?|rolls?)(?:\s+(?:next|first|now))?",
            rf"what{_IS}\s+(?:next|now|to\s+do|expected|missing|asked)|what\s+now|next",
            r"(?:is\s+it|am\s+i)\s+(?:my|\w+['’]?s?|on)\s*(?:turn|go|next|up)?",
            r"(?:my|\w+['’]?s)\s+turn",
            r"(?:지금\s*)?(?:누구|누가)\s*(?:의\s*)?(?:차례|순서|할\s+차례|다음)[가-힣]*|차례|순서",
            rf"who{_IS}(?:n['’]?t)?\s+(?:not\s+|still\s+)*(?:done|ready|finished|missing|left)(?:\s.*)?",
            r"who\s+(?:still\s+)?(?:has|needs|is)\s+(?:still\s+)?to\s+\w+.*",
            r"(?:누가|누구)\s+(?:\S+\s+)*?(?:안|아직|못)\s*\S+",
            r"(?:누가|누구)\s*(?:먼저|선|첫|낼|내|할|굴릴|뽑을|고를|시작)[가-힣]*(?:\s*[가-힣]+)?",
            r"(?:다음은?|이제)\s*(?:누구|뭐|무엇|뭘)[가-힣]*(?:\s*[가-힣]+)?",
        ),
    ),
    (
        "score",
        (
            rf"who{_IS}\s+(?:winning|leading|ahead|losing|behind|last|in\s+front|in\s+the\s+lead)",
            rf"who(?:{_IS}|['’]?s|\s+has)(?:\s+got)?\s+(?:the\s+)?(?:most|more)\s+points",
            rf"who{_IS}\s+{_THE}(?:leader|winner)|who\s+(?:leads|wins|won|has\s+won)(?:\s.*)?",
            rf"what{_IS}\s+{_THE}(?:current\s+)?(?:score|points|standings?|result|total)s?",
            r"(?:the\s+|current\s+)?(?:scores?|points|standings?|totals?)",
            rf"{_MAY}\s+\w+\s+(?:still\s+|even\s+)?(?:win|catch\s+up)(?:\s.*)?",
            r"how\s+many\s+points\b.*|(?:is|was)\s+(?:the\s+game|it)\s+(?:over|finished|done)",
            r"(?:지금\s*)?점수[가-힣]*\s*(?:어떻게|어때)[가-힣\s]*",
            r"(?:\w+\s+)?몇\s*점[가-힣]*(?:\s+\w+)?",
            r"(?:누가|누구).*(?:이기|이겼|앞서|앞섰|일등|1등|지고|승자)[가-힣]*(?:\s*[가-힣]+)?",
            r"(?:지금|현재)?\s*(?:점수|몇\s+점|순위)(?:는|가|\s)*(?:어때|몇\s*점|뭐|얼마)?[가-힣]*",
        ),
    ),
    (
        "log",
        (
            r"what(?:\s+just)?\s+happened.*",
            r"what\s+did\s+\w+\s+(?:just\s+)?(?:do|take|buy|build|roll)",
            rf"(?:what{_IS}\s+)?{_THE}(?:last|previous)\s+(?:move|turn|action|event|line)s?",
            r"(?:방금|마지막에)?\s*(?:무슨\s+일|뭐\s+했|뭘\s+했)[가-힣]*.*",
        ),
    ),
    (
        "options",
        (
            rf"what\s+{_MAY}\s+(?P<who>\w+)(?:\s+{_THE}(?P<about>.+))?",
            rf"what{_IS}\s+{_THE}(?:\w+['’]?s?\s+)?(?:options|choices|possible\s+moves|moves)",
            r"(?:options|possible\s+moves|legal\s+moves|moves)",
            r"(?:뭘|뭐|무엇을|무얼)\s*(?P<about>\S+?)?\s*수\s*(?:있|가능)[가-힣]*",
        ),
    ),
    (
        "may",
        (
            rf"{_MAY}\s+(?P<who>\w+)\s+(?P<about>\S.*)",
            r"(?:is|am|are)\s+(?P<who>\w+)\s+allowed\s+to\s+(?P<about>\S.*)",
            rf"(?:{_HAS})\s+(?P<who>\w+)\s+(?:have\s+|got\s+)?enough\s+(?:(?:money|coins|tokens|gems)\s+)?"
            r"(?:for|to\s+(?:buy|build|get|afford))\s+(?P<enough>\S.*)",
            r"(?:is|would)\s+(?:it\s+)?(?P<about>\S.*?)(?:\s+be)?\s+(?:allowed|legal|possible|ok)",
            r"(?P<about>\S.*?)\s*(?:할|수)?\s*수\s*(?:있|돼|되)[가-힣]*",
        ),
    ),
    (
        "price",
        (
            rf"what\s+(?:does|do|would|will)\s+{_THE}(?P<about>.+?)\s+cost\s+(?:for\s+)?(?P<who>\w+)",
            rf"how\s+much\s+(?:is|does|do|are|would)\s+{_THE}(?P<about>.+?)(?:\s+costs?)?\s+for\s+"
            r"(?P<who>\w+)",
            r"how\s+much\s+(?:is|does|do|are|would|for|to)\s+(?!(?:left\s+|there\s+)*(?:in|on)\s)"
            rf"{_THE}(?P<about>.+?)(?:\s+costs?)?",
            rf"what\s+(?:does|do|would|will)\s+{_THE}(?P<about>.+?)\s+costs?",
            rf"(?:what{_IS}\s+)?{_THE}(?:price|cost)\s+(?:of|for)\s+{_THE}(?P<about>.+)",
            r"(?P<about>\S.*?)(?:은|는|이|가)?\s*(?:얼마|값|가격)[가-힣]*",
        ),
    ),
    (
        "holding",
        (
            rf"how\s+(?:many|much)\s+(?P<about>.+?)\s+{_HAS}\s+(?P<who>\w+)"
            r"(?:\s+(?:have|has|got|own|hold|left).*)?",
            rf"what\s+{_HAS}\s+(?P<who>\w+)(?:\s+(?:have|got|own|hold|built|won|win).*)?",
            r"how\s+(?:rich|much\s+money)\s+is\s+(?P<who>\w+)",
            r"(?P<who>\w+?)(?:의|이|가|은|는|이는|이가|한테|에게)?\s+"
            r"(?:(?P<about>\S+?)(?:은|는|이|가|을|를)?\s*)?"
            r"(?:(?:몇|얼마)\s*\S*(?:\s+\S+)?|뭐\s*(?:있|가지|남)\S*)",
            r"(?P<who>\w+?)(?:이가|은|는|이|가)\s+(?:(?P<about>\S+?)(?:은|는|이|가|을|를)?\s+)?"
            r"(?:뭐|뭘|무엇|몇|얼마).*(?:있|가지|가졌|갖|남)[가-힣]*",
        ),
    ),
    (
        "how",
        (
            rf"how\s+(?:do|can|could|should|would)\s+{_ONE}\s+(?P<about>.+)",
            r"how\s+to\s+(?P<about>.+)",
            r"(?P<about>\S.*?)\s*어떻게\s*.*",
        ),
    ),
    (
        "thing",
        (
            rf"how\s+(?:strong|powerful|good|big|much\s+power)\s+(?:is|has)\s+{_THE}(?P<about>.+)",
            r"how\s+(?:many|much)(?:\s+\S+)?\s+(?:is|are)\s+(?:left\s+|there\s+)*(?:in|on)\s+"
            rf"{_THE}(?P<about>.+)",
            r"who\s+(?:has|have|owns?|holds?|built)\s+(?:got\s+)?(?:(?:the\s+)?(?:most|more)\s+|any\s+|"
            r"an?\s+|the\s+)?(?P<about>\S.*)",
            rf"how\s+(?:many|much)\s+{_THE}(?P<about>.+?)(?:\s+(?:is|are)\s+(?:left|there).*)?",
            rf"(?:what|where)\s+(?:does|do|is|are)\s+{_THE}(?P<about>.+?)"
            r"(?:\s+(?:do|mean|lie|bring|give)s?)?",
            rf"(?:what|who|where|which){_IS}\s+(?:in\s+|on\s+|at\s+|with\s+)?{_THE}"
            r"(?P<about>.+?)(?:\s+(?:again|left))?",
            rf"(?:is|are)\s+(?:there\s+)?(?:any\s+)?{_THE}(?P<about>.+?)\s+(?:still\s+)?"
            r"(?:left|there|gone)",
            r"(?P<about>\S+?)(?:은|는|이|가)?\s*(?:뭐|무슨|어떤)\s*(?:하는|효과|능력|카드|건물).*",
            r"(?P<about>\S.*?)(?:은|는|이|가|란|에|에는|에서)?\s*(?:뭐|뭔|무엇|무슨|어디|몇|얼마)\s*\S*"
            r"(?:\s+\S+)?",
        ),
    ),
)
"""What people ask, the most exact wordings first. A wording must fit the whole text."""

PATTERNS: Final = tuple(
    (kind, re.compile(wording)) for kind, wordings in WORDINGS for wording in wordings
)

BARE: Final[tuple[Kind, ...]] = ("turn", "score", "log", "options", "price")
"""The kinds of question that need neither a question word nor a question mark: ``options``."""

STARTS: Final = re.compile(
    r"(?:who|whos|whose|what|whats|where|wheres|which|how|can|could|may|is|are|does|do|did|am|"
    r"should|must|누구|누가|뭐|뭘|무엇|어디|얼마|몇|언제|어떻게)(?!\w)"
)
"""The words that questions begin with, even without a question mark."""


ENDS: Final = re.compile(
    r".*(?:(?:뭐|뭘|무엇|얼마|어디|누구|몇)[가-힣]*(?:\s*[가-힣]+){0,2}|수\s*(?:있|돼|되)[가-힣]*|어떻게[가-힣\s]*)"
)
"""What Korean questions end with, even without a question mark."""


def read_question(text: str, is_somebody: Callable[[str], bool] = bool) -> Asked | None:
    """Return what a text asks for, None where it is no question.

    A wording about somebody fits only where `is_somebody` knows whom a word means.

    >>> read_question("so who is winning?"), read_question("can i buy 24")
    (Asked(kind='score', who='', about=''), Asked(kind='may', who='i', about='buy 24'))
    >>> read_question("g?"), read_question("Ana takes wug")
    (None, None)
    """
    marked = is_marked(text)
    body = HURRY.sub("", text.casefold().strip().rstrip("?？!. "))
    body = AFTERWARDS.sub("", body).strip()
    if not (marked or STARTS.match(body) or ENDS.fullmatch(body) or is_bare_question(body)):
        return None
    for kind, pattern in PATTERNS:
        found = pattern.fullmatch(body)
        said = found.groupdict() if found else {}
        if found and (not said.get("who") or is_somebody(said["who"] or "")):
            about = said.get("about") or ""
            if said.get("enough"):
                about = f"afford {said['enough']}"
                return Asked(kind, said.get("who") or "", about)
            return Asked(kind, said.get("who") or "", _find_as_typed(text, about))
    return Asked("word", about=_find_as_typed(text, body))


def is_marked(text: str) -> bool:
    """Return whether a text ends like a question: ``?`` right behind a word of some length.

    >>> is_marked("stadium?"), is_marked("d2 ?"), is_marked("g?")
    (True, False, False)
    """
    body = text.rstrip().rstrip("?？")
    return body != text.rstrip() and body[-1:].isalnum() and len(body) >= SHORTEST


def is_bare_question(body: str) -> bool:
    """Return whether a text asks although no question word stands in it: ``options``."""
    return any(kind in BARE and pattern.fullmatch(body) for kind, pattern in PATTERNS)


def _find_as_typed(text: str, part: str) -> str:
    """Return a part of a text, found in small letters, as it was typed."""
    at = text.casefold().find(part)
    same = len(text.casefold()) == len(text)
    return text[at : at + len(part)] if part and at >= 0 and same else part
