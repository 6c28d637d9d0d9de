"""Experiences for old clients: a code, its page, a reward or a game, and a schedule under one name."""
