"""Tables as CSV files: the dashboard's, raw events, customers, one-time codes."""
