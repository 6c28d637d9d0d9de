"""The API for following and cancelling background jobs. `api.jobs` runs them."""
