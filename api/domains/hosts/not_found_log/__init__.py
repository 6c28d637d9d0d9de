"""404s on custom domains, recorded as events: limited in number, and without personal data."""
