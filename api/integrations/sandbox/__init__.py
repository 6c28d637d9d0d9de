"""Stands in where no provider's key is set: keeps what would have been sent, for its owners to see."""
