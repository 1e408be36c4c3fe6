"""What people type beside the notation, in words that the notations understand.

The notations are short. People also type whole phrases: ``Ana takes two rubies``, ``Bo, 3 and 4``.
A text that a notation refuses is read once more as such a phrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engines.names import fold
from engines.notation import find_seats
from engines.seats import letters_of

NUMBERS: Final[Mapping[str, int]] = {
    word: n
    for n, words in enumerate(
        (
            "zero",
            "one 하나 한",
            "two 둘 두",
            "three 셋 세",
            "four 넷 네",
            "five 다섯",
            "six 여섯",
            "seven 일곱",
            "eight 여덟",
            "nine 아홉",
            "ten 열",
            "eleven 열하나",
            "twelve 열둘",
        )
    )
    for word in words.split()
}
"""The numbers that people write as words."""

ORDINALS: Final[Mapping[str, int]] = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
}
"""Places in a row, as people count them."""

ASKING: Final = re.compile(
    r"(?:how|who|what|who['’]?s|what['’]?s|whose|which|why|when|where|is|are|can|could|may|does|do|"
    r"did|should)(?!\S)",
    re.IGNORECASE,
)
"""The words with which people begin a question, which records nothing."""

NEWLY: Final = re.compile(
    r"\A(?:(?:and\s+)?(?:the\s+)?(?:new|then|next|now|turned up|comes?|refill(?:ed)?(?:\s+with)?|"
    r"replaced\s+by|it['’]?s|it is|here['’]?s)\s+"
    r"(?:(?:cards?|tiles?|ones?)\s+|1\s+(?=(?:is|was)\b)|(?:is|was|an?)\s+)*)+"
)
"""What tells of a piece that was turned up: ``new card 2rk5``."""

NARRATED: Final = re.compile(
    r"\s*[,.]?\s+(?:and\s+)?(?:(?=(?:new|next|refill(?:ed)?|turned up)\s)|then\s+)"
    r"|\s*[,.]\s+(?=(?:it['’]?s|it is|comes?|here['’]?s|now|새)\s)"
    r"|\s*,?\s+(?:그리고|그 ?다음에?)\s+"
)
"""What stands between two actions that are told in one sentence."""

OPENING: Final = re.compile(
    r"\A(?:(?:so|ok|okay|oh|well|right|alright|um+|uh|hm+|yes|yeah|anyway|now|then|and)[\s,.]+)*"
    r"(?:(?:i|we)(?:['’]ll|\s+will|\s+just)?\s+(?=[^\W\d_]{2}))?",
    re.IGNORECASE,
)
"""What people begin with that says nothing: ``ok so I take …``."""

BEHIND: Final = re.compile(r"(.+?)[\s,]+(?:for|by)\s+([^\W\d_]{2,})", re.IGNORECASE)
"""An action with the person behind it: ``zeus for will``."""

UNKNOWN: Final = re.compile(
    r"(?:nobody|no one|no-one)\s+(?:saw|knows|noticed|looked)(?:\s+(?:it|that|which))?|no\s+idea|"
    r"(?:i\s+|we\s+)?(?:don['’]?t|do\s+not)\s+know|not\s+(?:seen|known|told)|unseen|unknown|dunno|"
    r"(?:i\s+|we\s+)?(?:didn['’]?t|did\s+not)\s+see(?:\s+(?:it|that))?|"
    r"(?:아무도\s*|잘\s*)?(?:모름|몰라요?|모르겠(?:음|다|어요?)|모릅니다|[못안]\s*봤(?:음|다|어요?)|안\s*보임)",
    re.IGNORECASE,
)
"""What people say, and nothing else, of what nobody saw."""

PARTICLE: Final = re.compile(r"(?<=[가-힣])(?:이|가|은|는|님|님이|님은)\Z")
"""What Korean puts behind a name."""

WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
"""A word of letters."""


class Spoken(NamedTuple):
    """A text with the person in front whom it is about; `seat` is None where nobody is named.

    `by_letter` is whether a letter names the person, which may have meant something else.
    """

    seat: int | None
    text: str
    by_letter: bool = False


def drop_opening(text: str) -> str:
    """Return a text without what people begin with that says nothing.

    >>> drop_opening("ok so I take wug"), drop_opening("i 3"), drop_opening("well, Bo 2")
    ('take wug', 'i 3', 'Bo 2')
    """
    return OPENING.sub("", text)


TURNED_UP: Final = re.compile(
    r"\s+(?:(?:came|comes?|turn(?:s|ed)?|is|was|gets?|got|lies|lay|goes|went)\s+)?"
    r"(?:turned\s+up|turned\s+over|up|out|revealed|flipped|appears?|appeared|shows?(?:\s+up)?|"
    r"showed(?:\s+up)?|next|now|there|in\s+its\s+place|replaces\s+it)\Z|\s+(?:comes?|came)\Z",
    re.IGNORECASE,
)
"""What says, behind a piece, that it was turned up: ``palisade came up``."""


def drop_turned_up(text: str) -> str:
    """Return a text without what says behind a piece that it was turned up.

    >>> drop_turned_up("palisade came up"), drop_turned_up("1rw4")
    ('palisade', '1rw4')
    """
    return TURNED_UP.sub("", text)


ASIDES: Final = re.compile(
    r"[\s,]+(?:please|pls|plz|again|too|once\s+more|actually|as\s+well|thanks|thx|lol|haha|i\s+think|of\s+course)(?=\Z|[.!]*\Z)"
    r"|(?:\A|(?<=[\w:])\s+)(?:also|just|simply|again|now|then|please|finally|"
    r"hm+|um+|er+)[\s,]+(?=\S)",
    re.IGNORECASE,
)
"""What people say in a sentence without telling anything by it."""


def drop_asides(text: str) -> str:
    """Return a text without what people say in passing.

    >>> drop_asides("rob also takes wug please"), drop_asides("um, rob wug")
    ('rob takes wug', 'rob wug')
    """
    return re.sub(r"\s+", " ", ASIDES.sub(" ", text)).strip()


def split_narration(text: str, names: Sequence[str] = ()) -> list[str]:
    """Return the actions that a sentence tells one after the other, perhaps of several people.

    >>> split_narration("bo buys 12, new card is 1rw4"), split_narration("7 then ranch")
    (['bo buys 12', 'new card is 1rw4'], ['7', 'ranch'])
    >>> split_narration("bo baths, altar comes up")
    ['bo baths', 'altar comes up']
    >>> split_narration("Ana buys 12, Bo takes wug", ["Ana", "Bo"])
    ['Ana buys 12', 'Bo takes wug']
    """
    people = "|".join(re.escape(name) for name in names if len(name) > 1)
    apart = rf"[,.]\s*(?:and\s+)?(?=(?:{people})(?:[\s:,]|['’]s))" if people else r"(?!)"
    told = re.split(apart, text, flags=re.IGNORECASE)
    parts = [part.strip() for each in told for part in NARRATED.split(each) if part.strip()]
    if len(parts) > 1 or TURNED_UP.search(text) is None:
        return parts
    return [part.strip() for part in re.split(r",|\.\s", text, maxsplit=1)]


def is_question(text: str, names: Sequence[str] = ()) -> bool:
    """Return whether a text begins as a question does, and not with somebody's name.

    >>> is_question("How many cards are left"), is_question("Ana has no card left")
    (True, False)
    >>> is_question("May bids 2", ["May", "Bo"])
    False
    """
    begun = ASKING.match(text.strip())
    return begun is not None and fold(begun[0]) not in map(fold, names)


def is_unknown_said(text: str) -> bool:
    """Return whether a text says, and nothing else, that nobody saw what is asked for.

    >>> is_unknown_said("Nobody saw it."), is_unknown_said("모름"), is_unknown_said("nobody")
    (True, True, False)
    """
    return UNKNOWN.fullmatch(text.strip().rstrip(".!")) is not None


def replace_words(text: str, words: Mapping[str, object]) -> str:
    """Return `text` with each of some words, whole and in any case, as what it stands for.

    >>> replace_words("Two rubies", {"two": 2})
    '2 rubies'
    """
    return WORD.sub(lambda found: str(words.get(found[0].casefold(), found[0])), text)


def replace_numbers(text: str) -> str:
    """Return `text` with its numbers in digits, the places in a row too.

    >>> replace_numbers("three and Four, 2nd card")
    '3 and 4, 2 card'
    """
    for word, n in ORDINALS.items():
        text = re.sub(rf"(?<!\w){word}(?!\w)", str(n), text, flags=re.IGNORECASE)
    return replace_words(text, NUMBERS)


def drop_articles(text: str) -> str:
    """Return `text` without the articles that stand before another word.

    >>> drop_articles("build the ranch")
    'build ranch'
    """
    return re.sub(r"(?<![\w.])(?:the|an?|another)\s+(?=\w)", "", text, flags=re.IGNORECASE)


def split_speaker(text: str, names: Sequence[str], seats: int) -> Iterator[Spoken]:
    """Yield the ways in which a text begins with a person and goes on without a colon.

    The person is a name, the beginning of one, or a letter; a comma, a colon or a Korean particle
    may follow.

    >>> list(split_speaker("Bo, takes wug", ["Ana", "Bo"], 2))
    [Spoken(seat=1, text='takes wug', by_letter=False)]
    >>> list(split_speaker("zeus for Bo", ["Ana", "Bo"], 2))
    [Spoken(seat=1, text='zeus', by_letter=False)]
    """
    behind = BEHIND.fullmatch(text)
    if behind is not None and (found := find_seats(behind[2], seats, names)):
        if len(found) == 1:
            yield Spoken(found[0], behind[1])
            return
    folded = text.casefold()
    for seat, name in enumerate(names[:seats]):
        rest = text[len(name) :]
        if folded.startswith(name.casefold()) and re.match(r"[\s,:]", rest):
            yield Spoken(seat, rest.lstrip(" ,:\t"))
            return
    head, _space, rest = text.replace(",", " ").replace(":", " ").partition(" ")
    rest = text[len(head) :].lstrip(" ,:\t")
    if not rest or not head:
        return
    for word in dict.fromkeys((head, PARTICLE.sub("", head), head.removesuffix("'s"))):
        found = find_seats(word, seats, names)
        letter = fold(word) in letters_of(names)[:seats]
        if len(found) == 1 and (letter or len(fold(word)) > 1):
            sure = text[len(head) :].lstrip().startswith(":")
            yield Spoken(found[0], rest, by_letter=letter and not sure)
            return
