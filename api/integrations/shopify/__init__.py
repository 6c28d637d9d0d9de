"""Shopify: shops, with their orders, products and discounts."""
