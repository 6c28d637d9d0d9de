"""The HTTP side: domains, tenancy, login, public pages."""
