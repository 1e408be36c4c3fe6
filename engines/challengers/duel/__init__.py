"""One duel. `Play` is a duel while an action is carried out.

From the bottom: `decks_in_play` (sizes and positions), `play` (power, conditions, the end), `power`
(its terms), `looks` and `effects` (what cards do), `beginning` and `flow` (how it begins and goes
on), `verbs` (its actions), `end` and `results` (outcomes), `quote` (what an action comes to).
"""
