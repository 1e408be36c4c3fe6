"""What is known of cards that nobody has seen: decks, piles, debts, and what each seat saw."""
