"""Links in messages: short ones for each recipient, which show who followed them."""
