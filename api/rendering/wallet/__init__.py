"""Mobile passes as files: their content, their pictures, and the signed packages of Apple Wallet."""
