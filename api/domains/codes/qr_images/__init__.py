"""QR pictures of any content, without a stored code."""
