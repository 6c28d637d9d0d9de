"""Folders, in which an organisation sorts its codes. Codes themselves belong to `codes`."""
