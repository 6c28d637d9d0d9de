"""Rich text that people write, and the script-free pages that show it."""
