"""Google Wallet keeps passes."""
