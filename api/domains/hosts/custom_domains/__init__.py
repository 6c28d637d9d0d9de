"""Custom domains of organisations: added, verified, served, and carried by codes."""
