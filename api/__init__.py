"""The HTTP side: domains, tenancy, login, public pages."""

import gc

# The import of the app allocates two million objects that stay. With CPython's default, a
# collection after 700 allocations, a third of its time would be collections that find nothing.
gc.set_threshold(10_000, 20, 10)
