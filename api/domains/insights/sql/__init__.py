"""Questions in SQL over HTTP: one organisation's rows, read-only, within limits."""
