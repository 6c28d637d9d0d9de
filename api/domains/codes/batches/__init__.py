"""Codes that are created together: one per row of data, imports, and one-time codes. Single codes belong to `codes`."""
