"""Passes by import: one for each row of a CSV file, tried out first, as a job, which can be undone as a whole."""
