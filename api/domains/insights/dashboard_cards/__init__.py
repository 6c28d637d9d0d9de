"""The parts of the dashboard beside its totals: places, the newest events, rows, what changed."""
