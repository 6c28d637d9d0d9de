"""The people an organisation knows."""
