"""What the maintained lists say of a user agent: crawler-user-agents, CrawlerDetect and ua-parser."""

from functools import lru_cache

import crawleruseragents
from crawlerdetect import CrawlerDetect
from ua_parser import Result


@lru_cache(maxsize=1)
def _crawler_detect() -> CrawlerDetect:
    return CrawlerDetect()


def listed(text: str, parsed: Result) -> str | None:
    """Which list names this agent a machine, or None."""
    if crawleruseragents.is_crawler(text):
        return "crawler"
    if parsed.device is not None and parsed.device.family == "Spider":
        return "spider"
    if _crawler_detect().is_crawler(text):
        return "crawler_detect"
    return None
