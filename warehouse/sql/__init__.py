"""Questions in SQL by analysts: what may be asked, the macros that help, and a worker that answers one."""
