"""Google Analytics 4, reached by the Measurement Protocol."""
