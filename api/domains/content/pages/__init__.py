"""Pages built of blocks: drafts, versions, publishing and how visitors get them. Forms and what is sent through them belong to `forms`."""
