"""Share links: a part of the dashboard for people without a login, until the link expires or is revoked."""
