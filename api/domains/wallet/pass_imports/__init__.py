"""Imports of passes: one pass for each row of a CSV file. An import starts with a dry run, is a job, and can be undone
as a whole.
"""
