"""What must hold of the lake, as SQL that gives the rows which break it; `runner` runs them."""
