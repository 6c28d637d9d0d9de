"""Who is calling: tokens of the identity provider, API keys, memberships and roles."""
