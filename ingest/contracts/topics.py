"""Topics, and the partition of a key."""

from zlib import crc32

EVENTS_TOPIC = "waypost.events.v1"


def partition_of(key: str, partitions: int) -> int:
    """Return the partition of a key, which is the same in the relay, the bulk loader and the checks."""
    return crc32(key.encode()) % partitions
