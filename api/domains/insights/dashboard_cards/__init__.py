"""Dashboard cards: codes on a map, raw events, live view, explained changes."""
