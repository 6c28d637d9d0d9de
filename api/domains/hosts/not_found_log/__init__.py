"""404s on custom domains, as events: capped, without what could name a person."""
