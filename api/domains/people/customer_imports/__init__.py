"""Imports of customers from CSV files: columns are matched, rows are checked in a dry run, a job writes them, and
imports can be undone.
"""
