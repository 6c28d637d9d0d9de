"""Scheduled reports: an organisation's numbers by mail, each day, week or month."""
