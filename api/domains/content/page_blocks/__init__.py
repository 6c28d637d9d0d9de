"""The building blocks of pages: kinds of blocks, their props, and checks of page data. Pages store this data, and
templates provide initial data.
"""
