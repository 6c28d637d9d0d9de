"""What is connected to the product, and what it costs."""
