"""QR pictures of any content, without a code."""
