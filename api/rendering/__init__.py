"""Everything that is rendered for people: QR pictures, typeset text, visitors' pages. No tables, below the domains."""
