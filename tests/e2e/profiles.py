"""Browser profiles that journeys reuse one after the other: emptied each time, with a warm cache of the app."""

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, StorageState

from tests.e2e.browser import PERMISSIONS, new_context

_NOTHING: StorageState = {"cookies": [], "origins": []}


class Profiles:
    """Provides each journey with a profile without cookies, storage or pages of the previous one.

    Loading and compiling the app is most of the cost of a screen; a profile that has done so before skips it.
    """

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self._base_url = base_url
        self._free: dict[tuple[Any, ...], list[BrowserContext]] = defaultdict(list)
        self._kinds: dict[BrowserContext, tuple[Any, ...]] = {}

    def take(self, *, state: Any = None, is_new: bool = False, **options: Any) -> BrowserContext:
        """Return a profile with these options of `new_context`; with `is_new`, its cache is empty too."""
        # The admin and visitors' pages have separate bundles.
        kind = (state is not None, *sorted((name, str(it)) for name, it in options.items()))
        free = self._free[kind]
        # Without JavaScript nothing is compiled, and storage cannot be emptied.
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
        """Close its pages and reset its settings."""
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
