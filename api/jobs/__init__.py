"""Background jobs and periodic tasks, queued in Postgres by procrastinate."""
