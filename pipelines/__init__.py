"""Dagster assets, checks, jobs and schedules over the warehouse.

`waypost up` starts three processes: a code server, which imports the definitions once, and the UI and the daemon,
which connect to it.

    dagster api grpc --module-name pipelines.definitions --host 127.0.0.1 --port PORT
    dagster-webserver --grpc-host 127.0.0.1 --grpc-port PORT --port 8002
    dagster-daemon run --grpc-host 127.0.0.1 --grpc-port PORT

This package contains no SQL: models, builds and checks belong to the warehouse.
"""
