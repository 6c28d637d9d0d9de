"""Rewards, their stock, their recipients, and the card on which customers see points, stamps and rewards."""
