"""Terms by version, the page that shows them, and who accepted which text."""
