"""Custom domains of organisations: added, verified, served, and used in the addresses of codes."""
