"""Code that every domain needs and none owns: errors, IDs, time, lists, limits, and the edge of a request."""
