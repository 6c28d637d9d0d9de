"""What every domain needs and none owns: errors, ids, time, lists, limits, the request's edges."""
