"""Terms by version, the page that shows them, and records of who accepted which text."""
