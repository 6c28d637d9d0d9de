"""Tables of the lake as assets, with their upstream and downstream assets."""
