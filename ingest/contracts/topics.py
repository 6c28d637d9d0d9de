"""Topics and which partition a key belongs to."""

from zlib import crc32

EVENTS_TOPIC = "waypost.events.v1"


def partition_of(key: str, partitions: int) -> int:
    """Partition of a key, the same in the relay, in the bulk loader and in anyone who checks them."""
    return crc32(key.encode()) % partitions
