"""Mail about what needs somebody: to owners and to operators."""
