"""Passes that people keep in their wallets: made, updated, and fetched by the phones that hold them."""
