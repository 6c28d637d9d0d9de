"""The activity of one customer: a timeline and totals, from the warehouse."""
