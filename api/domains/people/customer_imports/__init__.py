"""Imports of customers from CSV files: columns are matched, rows tried out, written by a job, and taken back."""
