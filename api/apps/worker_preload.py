"""Modules that are preloaded for worker processes: imported once, by the process from which they are forked."""
# ruff: noqa: F401

import api.domains.codes.qr_images.service
import api.domains.content.media_library.pictures
import runtime.cli  # the main module of the web process, which each worker looks up
import warehouse.sql.execution
