"""Data portability: an archive of an organisation's codes, pages and scans, with a redirect map."""
