"""Scheduled reports: analytics by mail, each day, week or month."""
