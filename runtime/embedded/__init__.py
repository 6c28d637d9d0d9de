"""The services that a machine without its own gets from wheels: Postgres and a Kafka-protocol broker."""
