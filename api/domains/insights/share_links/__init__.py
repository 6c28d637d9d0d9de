"""Share links: part of the dashboard for people without a login, until a day or until revoked."""
