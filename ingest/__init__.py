"""The only road that events travel: contract, outbox, relay, Kafka, landing in the lake."""
