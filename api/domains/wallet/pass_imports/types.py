"""Values of imports of passes."""

JOB = "passes.import"
KIND = "passes"
AT_ONCE = 100
"""Number of rows in one transaction, during which no other pass of the organisation can change."""
