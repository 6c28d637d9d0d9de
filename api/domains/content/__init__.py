"""The content behind codes: pages, forms, notes, terms, walls, polls, slips and their media."""
