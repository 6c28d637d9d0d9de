"""Builds of marts from raw events: incremental builds, rebuilds and compaction. Times are arguments."""
