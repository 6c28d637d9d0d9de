"""Pages built of blocks: drafts, versions, publishing and how visitors get them. Answers belong to submissions."""
