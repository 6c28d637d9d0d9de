"""Uploads of organisations: public pictures, private files, and short links."""
