"""Whether a visitor's phone number is theirs: one-time passcodes by text message."""
