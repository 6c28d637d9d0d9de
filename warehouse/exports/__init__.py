"""Tables as files, CSV or Parquet, with a description of each column beside them."""
