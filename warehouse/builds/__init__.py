"""How raw events become marts: incremental builds, rebuilds, compaction. Nothing here knows a clock."""
