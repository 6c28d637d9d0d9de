"""Google Analytics 4, through the Measurement Protocol."""
