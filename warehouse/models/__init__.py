"""SQL models by layer. Joins only read from the layer below. `catalogue` reads the models."""
