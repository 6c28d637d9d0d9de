"""When and in which order: the Dagster assets, checks and schedules over the warehouse."""
