"""What leaves with an organisation or a person: exports, portability, erasure."""
