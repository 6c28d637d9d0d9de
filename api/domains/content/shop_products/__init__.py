"""Products of connected shops that pages show: kept as the shop had them last, with our own copies of their pictures."""
