"""Asset checks: DuckDB SQL on each run, Great Expectations once a day."""
