"""Pages made of blocks: drafts, versions, publishing and delivery. Forms and submissions belong to `forms`."""
