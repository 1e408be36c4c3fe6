"""What people say beside an action of 7 Wonders Duel: why it is free, what was bought for it.

Nothing of it is recorded; what was paid stays, in the words that the phrases understand.
"""

from __future__ import annotations

import re
from typing import Final

GOODS: Final = r"(?:wood|clay|stones?|bricks?|glass|papyrus|resources?|goods)"
OWN: Final = r"(?:(?:his|her|their|my|own|one|some|\d+)\s+)*"
LIST: Final = rf"{OWN}{GOODS}(?:(?:\s*,\s*|\s+(?:and|&)\s+|\s+){OWN}{GOODS})*"

COIN: Final = re.compile(r"(?<!\w)an?\s+(?=(?:single\s+)?(?:coin|gold)(?!\w))")
BROKE: Final = re.compile(
    r"\A(?:(?:has|have|with|is)\s+)?(?:no\s+(?:money|coins?|cash)|broke|poor)"
    r"(?:\s+left)?\s*(?:[,:;.]|so|and)+\s*"
)
WITH_OWN: Final = re.compile(rf"[\s,(]+(?:with|using|from)\s+{LIST}\)?(?=$|[\s,])")
BOUGHT: Final = re.compile(
    rf"[\s,(]+(?:and\s+)?(?:buys|bought|buying|trades|traded|trading)(?:\s+for)?\s+{LIST}"
    r"(?:\s+(?:from|at)\s+(?:bank|supply))?\)?"
)
BANK: Final = re.compile(r"\s+(?:to|from|into)\s+(?:bank|supply)(?=$|[\s,])")
CHAINED: Final = re.compile(
    r"[\s,(-]+(?:(?:is|it['’]?s|it is|goes|for)\s+)?"
    r"(?:(?:free|nothing|0(?:\s+coins?)?)[\s,:(]+(?:because|since|as|via|through|thanks|due|by\s+chain|"
    r"from\s+chain|with\s+chain|chain|link|(?:he|she|i|they|it|we)\s).*"
    r"|(?:(?:by|via|with|through|from|over)\s+)?(?:chain(?:ed|ing)?|link(?:ed)?)(?:[\s:(]+.*)?)\Z"
)
PRICE_BEHIND: Final = re.compile(r"(?:\s*[,;]\s*|\s+)(\d{1,3})\s*(?:coins?|gold|money|bucks|\$)\Z")
PRICE_APART: Final = re.compile(r"\s*,\s*(\d{1,2})\Z")
PAYING: Final = re.compile(r"(?:for|pays?|paid|paying|costs?|at|gets?|getting|takes?|taking)\s*\Z")
OWNED: Final = re.compile(r"(?<!\w)(?:his|her|their|my|your)\s+(?:own\s+)?(?=\w)")
AWAY: Final = re.compile(
    r"\A(?:(?:throws?|threw|toss(?:es|ed)?|chucks?)\s+(?:away|out)\s+(?P<two>.+?)"
    r"|(?:throws?|threw|toss(?:es|ed)?|chucks?|gives?|gave)\s+(?P<one>.+?)\s+(?:away|up|out)"
    r"|(?:gets?|got)\s+rid\s+of\s+(?P<other>.+?))"
    r"(?=\Z|[\s,]+(?:for|and|gets?|getting|takes?|earns?)\b|,)"
)


def count_coin(text: str) -> str:
    """Return a text with ``1 coin`` in place of ``a coin``.

    >>> count_coin("press, pays a coin")
    'press, pays 1 coin'
    """
    return COIN.sub("1 ", text)


def drop_asides(text: str) -> str:
    """Return a text in small letters without what is said beside an action.

    >>> drop_asides("workshop with her papyrus"), drop_asides("stable, buys wood from bank for 2")
    ('workshop', 'stable for 2')
    >>> drop_asides("statue (free, she has theater)"), drop_asides("dispensary by chain")
    ('statue for free', 'dispensary for free')
    >>> drop_asides("forum, 3 coins"), drop_asides("has no money, discards forum")
    ('forum for 3', 'discards forum')
    >>> drop_asides("throws library away, gets 5 coins"), drop_asides("builds his sphinx")
    ('discards library, gets 5 coins', 'builds sphinx')
    """
    said = BROKE.sub("", text)
    said = CHAINED.sub(" for free", said)
    said = BANK.sub("", WITH_OWN.sub("", BOUGHT.sub("", said)))
    said = OWNED.sub("", said)
    said = AWAY.sub(lambda found: f"discards {found[found.lastgroup or 0]}", said)
    price = PRICE_BEHIND.search(said) or PRICE_APART.search(said)
    if price is not None and not PAYING.search(said[: price.start()]):
        said = f"{said[: price.start()]} for {price[1]}"
    return said.strip()
