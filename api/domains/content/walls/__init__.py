"""Photo walls: visitors post pictures, members approve them, and the wall shows them as they arrive."""
