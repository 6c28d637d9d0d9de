"""Browser profiles that journeys share one after the other: emptied each time, with a warm cache of the app."""

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, StorageState

from tests.e2e.browser import PERMISSIONS, new_context

_NOTHING: StorageState = {"cookies": [], "origins": []}


class Profiles:
    """Gives each journey a profile without cookies, storage or pages of the one before.

    Loading and compiling the app is most of what a screen costs; a profile that had it before skips that.
    """

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self._base_url = base_url
        self._free: dict[tuple[Any, ...], list[BrowserContext]] = defaultdict(list)
        self._kinds: dict[BrowserContext, tuple[Any, ...]] = {}

    def take(self, *, state: Any = None, is_new: bool = False, **options: Any) -> BrowserContext:
        """A profile with these options of `new_context`; `is_new` for an empty cache too."""
        # Admin and visitors' pages have bundles of their own.
        kind = (state is not None, *sorted((name, str(it)) for name, it in options.items()))
        free = self._free[kind]
        # Without scripts nothing is compiled, and storage can't be emptied.
        if is_new or not options.get("runs_scripts", True):
            return new_context(self._browser, self._base_url, state=state, **options)
        if free:
            context = free.pop()
            context.set_storage_state(state or _NOTHING)
        else:
            context = new_context(self._browser, self._base_url, state=state, **options)
        self._kinds[context] = kind
        return context

    def give_back(self, context: BrowserContext) -> None:
        """Close its pages and what was set on it."""
        kind = self._kinds.pop(context, None)
        if kind is None:
            context.close()
            return
        for page in context.pages:
            page.close()
        context.unroute_all()
        context.set_offline(False)
        context.set_extra_http_headers({})
        context.set_geolocation(None)
        context.clear_permissions()
        context.grant_permissions(list(PERMISSIONS))
        self._free[kind].append(context)

    def close(self) -> None:
        """Close all profiles that are not in use."""
        for free in self._free.values():
            for context in free:
                context.close()
