"""Passes in Google Wallet: links that save them, copies at Google that follow changes, and the keys for both."""
