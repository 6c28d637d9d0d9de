"""What happens when a code is opened: resolve, decide, record."""
