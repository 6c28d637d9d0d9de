"""Phone numbers from which an organisation sends text messages: searching, buying and listing them."""
