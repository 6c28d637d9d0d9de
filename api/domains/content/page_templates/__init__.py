"""Templates of pages: the gallery that comes with the product, and what organisations saved."""
