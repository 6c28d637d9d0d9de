"""Members: who belongs to an organisation with which role, invitations, and API keys."""
