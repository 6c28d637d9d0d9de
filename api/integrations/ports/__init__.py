"""The interfaces of external services that the domains need; the adapters beside this package implement them."""
