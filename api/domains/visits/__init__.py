"""Opening a code: resolve, decide, record."""
