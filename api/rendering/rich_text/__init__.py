"""Rich text written by users, and the script-free pages that show it."""
