"""The demonstration world: who is in it and what they made. Plain data that every floor may read."""
