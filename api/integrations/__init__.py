"""Other people's services, each behind a port that the domains know and an adapter that they don't."""
