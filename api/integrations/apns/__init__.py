"""Apple's push service, which notifies phones that a pass changed."""
