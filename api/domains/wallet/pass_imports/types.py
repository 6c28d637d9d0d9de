"""Values of imports of passes."""

JOB = "passes.import"
KIND = "passes"
AT_ONCE = 100
"""Rows of one transaction: for so long no other pass of the organisation changes."""
