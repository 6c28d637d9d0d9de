"""Links of messages: short ones for each receiver, which say who followed what."""
