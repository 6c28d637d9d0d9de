"""What visitors send through forms: checked, kept sealed, told as an event."""
