"""Reconcile compares a record with what was counted at the table, and finds what was misrecorded.

The modules, each using only those above it:

- `facts`: what was counted, and by how much the record differs;
- `effects`: what moves change in the places that matter, at once or later on;
- `drains`: where the effect of an earlier mistake ends;
- `variants`: an action with one field misheard, miscounted or mistyped;
- `choices`: legal actions, their open slots filled to fit what is missing;
- `slips`: what may be wrong with an event, and what its correction would change;
- `trials`: a match folded with some slips corrected;
- `search`: the smallest corrections that explain the facts;
- `candidates`: the corrections found, grouped by their result and ranked;
- `proposals`: candidates in words.
"""
