"""Exports tables as CSV or Parquet files: analytics, raw events, customers, one-time codes, submissions."""
