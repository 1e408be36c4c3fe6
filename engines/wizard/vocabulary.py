"""The words of sentences about Wizard, by what they say."""

from __future__ import annotations

from typing import Final

from engines.notation import split_list

BID: Final = frozenset(
    split_list(
        "bid bids bidding says said say calls called call predicts predicted bets bet guesses wants"
        " announces names chooses picks"
    )
)
WON: Final = frozenset(
    split_list("win wins won take takes took taken get gets got make makes made trick tricks")
)
PLAYED: Final = frozenset(
    split_list(
        "play plays played lead leads led lay lays laid put puts throws threw drops discards with"
    )
)
HELD: Final = frozenset(split_list("has have had holds held hold hand holding"))
DEALT: Final = frozenset(split_list("deal deals dealt dealer dealing"))
POINTS: Final = frozenset(
    split_list("point points pts total totals score scores scored sheet standing standings")
)
FINAL: Final = frozenset(split_list("final finals result results winner winners game match end"))
FINED: Final = frozenset(split_list("penalty penalties penalised fine fined minus loses lost"))
TRUMP: Final = frozenset(("trump", "trumps"))
TURNED: Final = frozenset(split_list("turned flipped flips turn upcard"))
AGAIN: Final = frozenset(split_list("again new re-deal redealt misdeal misdealt"))
NO_SUIT: Final = frozenset(split_list("no none without nothing"))
UNSEEN: Final = frozenset(split_list("pass skip next unknown unseen dunno ?"))
FILLERS: Final = frozenset(
    split_list(
        "the it is are was were of for to and then by card cards in at on up as we they he she all"
    )
)
EVERYBODY: Final = frozenset(split_list("each all everybody everyone"))
NUMBER_WORDS: Final = {
    word: str(n)
    for n, word in enumerate(
        split_list("zero one two three four five six seven eight nine ten eleven twelve")
    )
} | {"nought": "0", "nil": "0", "none": "0", "nothing": "0"}
AGREED: Final = frozenset(split_list("only just until total stop after end altogether"))
ORDINALS: Final = {
    word: str(n)
    for n, word in enumerate(
        split_list("first second third fourth fifth sixth seventh eighth ninth tenth"), 1
    )
}
NOUNS: Final = FINED | TRUMP | frozenset(split_list("trick wizard jester card misdeal"))
"""Words that may have an article; elsewhere ``a`` may be a seat."""

SPOKEN: Final = frozenset().union(
    BID, WON, PLAYED, HELD, DEALT, POINTS, FINAL, FINED, TRUMP, TURNED, AGAIN, NO_SUIT, UNSEEN,
    FILLERS, NUMBER_WORDS, AGREED, ORDINALS, NOUNS,
)  # fmt: skip
"""All of these words."""
