"""Files of organisations: pictures, exports, uploads. What they mean is known by the domains."""
