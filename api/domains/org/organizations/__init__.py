"""Organisations: the tenant's record and settings. Its people are in the members domain."""
