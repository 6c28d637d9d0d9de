"""External services, each behind a port that the domains use and an adapter that they do not import."""
