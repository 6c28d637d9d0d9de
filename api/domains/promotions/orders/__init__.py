"""Orders that shops and tills report, and their refunds; earning rules give points for them."""
