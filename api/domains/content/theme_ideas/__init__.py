"""Themes made from an organisation's own colours: those of its logo or its website."""
