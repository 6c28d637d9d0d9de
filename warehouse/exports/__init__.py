"""Exports tables as CSV or Parquet files, each with a description of its columns."""
