"""Modules that worker processes have preloaded: imported once, by the process that they are forked from."""
# ruff: noqa: F401

import api.domains.codes.qr_images.service
import api.domains.content.media_library.pictures
import runtime.cli  # the main module of the web process, which each worker looks up
import warehouse.sql.execution
