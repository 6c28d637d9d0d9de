"""Themes made of an organisation's own colours: those of its logo, or of its website."""
