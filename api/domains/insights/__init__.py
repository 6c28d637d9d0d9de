"""What the numbers say: analytics, reports, shares, exploring by SQL."""
