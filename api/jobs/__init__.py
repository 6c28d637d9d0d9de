"""Background jobs: work that a call starts and somebody watches. Queued on Postgres by procrastinate."""
