"""Mobile passes as files: what one shows, its pictures, and the signed packages of Apple Wallet."""
