"""What the domains want of services outside; adapters beside this package give it."""
