"""When and in which order: the Dagster assets, checks and schedules over the warehouse.

Three processes, as `waypost up` starts them: one code server, which imports the definitions once, and
the UI and the daemon, which ask it.

    dagster api grpc --module-name pipelines.definitions --host 127.0.0.1 --port PORT
    dagster-webserver --grpc-host 127.0.0.1 --grpc-port PORT --port 8002
    dagster-daemon run --grpc-host 127.0.0.1 --grpc-port PORT

No SQL lives here: models, builds and checks are the warehouse's, this floor only calls them.
"""
