"""Phone numbers that an organisation sends text messages from: searched, bought, listed."""
