"""Authentication of callers: tokens of the identity provider, API keys, memberships and roles."""
