"""Meta, through the Conversions API."""
