"""Organisations: the tenant's own record and settings. Its people are the members domain's."""
