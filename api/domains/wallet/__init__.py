"""Mobile passes."""
