"""Google Wallet, which stores passes."""
