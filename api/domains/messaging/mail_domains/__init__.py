"""Domains from which an organisation's emails are sent: their DNS records, whether these exist, and the key that signs
emails.
"""
