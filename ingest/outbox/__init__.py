"""The outbox, where events begin, and the relay that numbers and publishes them."""

from ingest.outbox.recording import OutboxRow, insert_many, insert_rows, outbox_row, record

__all__ = ["OutboxRow", "insert_many", "insert_rows", "outbox_row", "record"]
