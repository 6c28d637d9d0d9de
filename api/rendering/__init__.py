"""Everything that is rendered for people: QR pictures, typeset text, and visitors' pages. It has no tables and is a
layer below the domains.
"""
