"""What a code shows: pages, forms, notes, terms, walls, polls, slips and their media."""
