"""What pages are built of: kinds of blocks, their props, and checks of page data. Pages store it, templates begin it."""
