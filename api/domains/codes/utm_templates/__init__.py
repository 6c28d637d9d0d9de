"""UTM templates: named sets of UTM values for the destinations of codes."""
