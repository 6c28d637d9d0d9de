"""Devices on which staff work with a PIN in place of a login: who they are, what they may, what they did."""
