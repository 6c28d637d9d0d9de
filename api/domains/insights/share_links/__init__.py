"""Share links: a part of the dashboard for people without a login, until they expire or are revoked."""
