"""Erasing a person from everything that an organisation keeps, with a receipt."""
