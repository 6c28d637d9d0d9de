"""Finds the customers who meet conditions about people's actions, with one statement over the mart of acts."""
