"""SQL queries over HTTP: one organisation's rows, read-only, within limits."""
