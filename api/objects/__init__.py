"""Files of organisations: pictures, exports, uploads. The domains know what the files mean."""
