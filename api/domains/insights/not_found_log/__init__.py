"""404s on custom domains: listed, and dismissed by their owners."""
