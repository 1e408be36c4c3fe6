"""The panel Dispute: settling what the table disagrees about.

Reconciling, doctor, disputes, precedents and signatures, a module each; `counted_position` holds
what was counted for `reconcile`.
"""
