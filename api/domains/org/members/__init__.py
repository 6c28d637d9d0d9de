"""Members and their roles, invitations, and API keys."""
