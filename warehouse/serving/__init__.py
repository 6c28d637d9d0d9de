"""The serving copy: finished rows of the marts that dashboards read, stored for fast scans."""
