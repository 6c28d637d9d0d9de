"""Seasons of leaderboards: a board is archived and starts anew, and what was can be read."""
