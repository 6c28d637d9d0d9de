"""An organisation, the people and keys that act for it, and its background jobs."""
