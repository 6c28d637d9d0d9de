"""Custom domains, and their requests that were answered with 404."""
