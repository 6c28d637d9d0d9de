"""QR pictures of any content, drawn for a caller without a code."""
