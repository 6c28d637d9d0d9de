"""Organisations: the tenant's record and settings. Its people belong to the members domain."""
