"""Benchmarks: what Waypost can do, each figure beside a reference measured in the same run.

One module a subject, each with `main() -> list[Figure]`; `python -m benchmarks` runs them.
"""
