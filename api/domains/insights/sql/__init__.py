"""SQL queries over HTTP on one organisation's rows, read-only and within limits."""
