"""Promo locks and leaderboards."""
