"""The log of addresses on custom domains that returned 404. Members list and dismiss them."""
