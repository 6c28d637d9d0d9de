"""Orders that shops and tills report, and their refunds. Earning rules give points for orders."""
