"""Jobs as their callers see them. Doing them is `api.jobs`."""
