"""UTM templates: campaign values under a name, to be put on the destinations of codes."""
