"""One duel: the cards in play, the effects, how it moves on and how it ends."""
