"""The people of the demonstration and the content they created: plain data that every package may read."""
