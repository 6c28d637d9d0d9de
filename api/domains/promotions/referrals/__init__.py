"""Referrals: customers who bring others, the rewards for both and their conditions, and decisions about
doubtful ones.
"""
