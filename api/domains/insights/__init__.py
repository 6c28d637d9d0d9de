"""Insights: analytics, reports, share links, and SQL queries."""
