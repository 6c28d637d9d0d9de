"""The ledger of points and stamps, and the programme that defines how long they are valid and which tiers there are."""
