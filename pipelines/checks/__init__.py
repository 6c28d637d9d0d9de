"""Asset checks: DuckDB SQL in each run, Great Expectations once a day."""
