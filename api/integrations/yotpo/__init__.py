"""Yotpo, which stores the points of shops' customers."""
