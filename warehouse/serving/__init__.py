"""The serving copy: finished rows of the marts that dashboards read, laid out for quick scans."""
