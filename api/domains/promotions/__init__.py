"""Promotions: promo locks, leaderboards, loyalty, rewards, games and more."""
