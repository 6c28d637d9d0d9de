"""Seasons of leaderboards: a season is archived and the next one starts; past seasons can be read."""
