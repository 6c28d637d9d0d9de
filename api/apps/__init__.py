"""The processes that the API runs as, assembled from domains."""
