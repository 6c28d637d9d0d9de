"""Entry points of the API's processes, assembled from domains."""
