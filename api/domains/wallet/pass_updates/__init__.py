"""Changes of passes on their way to phones: the phones to notify, the time, and the result."""
