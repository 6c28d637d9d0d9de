"""Templates of pages: the built-in gallery, and those that organisations saved."""
