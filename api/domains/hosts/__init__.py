"""Custom domains, and what they answer with 404."""
