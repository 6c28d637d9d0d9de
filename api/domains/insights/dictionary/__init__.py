"""The data dictionary of tables, columns and metrics."""
