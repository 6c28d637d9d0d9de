"""Meta, reached by the Conversions API."""
