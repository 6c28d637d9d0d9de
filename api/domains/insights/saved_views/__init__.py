"""Saved views: named ranges and filters of the dashboard, private or shared in the organisation."""
