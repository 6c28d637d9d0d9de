"""The ledger of points and stamps, and the programme that says how long they last and what tiers there are."""
