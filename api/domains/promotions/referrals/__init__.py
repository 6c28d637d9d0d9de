"""Referrals: customers who bring others, what both get for it and when, and who decides the doubtful ones."""
