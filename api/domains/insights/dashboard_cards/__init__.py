"""Dashboard cards: codes on a map, raw events, the live view, and explained changes."""
