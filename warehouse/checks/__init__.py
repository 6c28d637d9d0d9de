"""Conditions that the lake must meet, as SQL that returns the rows which violate them. `runner` runs them."""
