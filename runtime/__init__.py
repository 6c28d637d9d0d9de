"""The foundation: settings, logs, metrics, the embedded services and the `waypost` command."""
