"""What people answer to text messages: STOP and START at once, everything else for a person to read and answer."""
