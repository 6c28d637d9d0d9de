"""Apple's push service tells phones that a pass changed."""
