"""Yotpo keeps points of customers of shops."""
