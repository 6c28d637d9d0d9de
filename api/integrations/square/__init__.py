"""Square: loyalty, customers, orders and products of a shop."""
