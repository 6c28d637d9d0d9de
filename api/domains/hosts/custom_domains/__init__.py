"""Hosts of organisations' own: asked for, proven, served, and carried by codes."""
