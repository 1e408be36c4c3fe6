"""Answers to questions about a record.

`explanations` says why a number is what it is, `conditions` when something first held, `balances`
where the pieces lie, `alternatives` what else was possible, `lookup` what the rules and cards of a
game say. The desk (`replay.desk.questions`) and the commands of `replay.cli` call them with a
timeline; `reconcile` finds subjects with `explanations.find_subject`.
"""
