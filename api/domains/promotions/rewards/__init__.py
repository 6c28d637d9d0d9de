"""Rewards, their stock, who got them, and the card on which a customer sees points, stamps and rewards."""
