"""Changes of passes on their way to phones: who is notified, when, and what became of it."""
