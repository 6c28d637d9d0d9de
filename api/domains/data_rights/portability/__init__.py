"""What an organisation takes along when it leaves: its codes, pages and scans, and a map of redirects."""
