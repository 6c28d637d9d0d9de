"""Benchmarks: what Waypost can do, with each figure beside a reference measured in the same run.

Each subject has a module with `main() -> list[Figure]`; `python -m benchmarks` runs them.
"""
