"""Forms: their fields, checking and storing submissions, and phone verification. Pages render them."""
