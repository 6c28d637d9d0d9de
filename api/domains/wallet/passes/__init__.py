"""Passes in people's wallets: created, updated, and fetched by phones."""
