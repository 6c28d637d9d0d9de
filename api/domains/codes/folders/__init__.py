"""Folders: how an organisation sorts its codes. What a code is belongs to codes."""
