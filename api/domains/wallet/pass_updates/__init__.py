"""Changes of passes on their way to phones: who is told, when, and what became of it."""
