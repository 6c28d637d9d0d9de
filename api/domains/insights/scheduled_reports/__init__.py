"""Scheduled reports: analytics by email, each day, week or month."""
