"""Erases a person from all data of an organisation, with a receipt."""
