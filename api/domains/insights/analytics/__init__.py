"""Analytics of one organisation. Every number comes from the warehouse."""
