"""What one customer did: a timeline and totals, from the warehouse."""
