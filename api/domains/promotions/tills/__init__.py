"""Devices at which staff work with a PIN instead of a login: the staff, their permissions, and their actions."""
