"""Detects bots with maintained lists: crawler-user-agents, CrawlerDetect and ua-parser."""

from functools import lru_cache

import crawleruseragents
from crawlerdetect import CrawlerDetect
from ua_parser import Device, Result, parse_device


@lru_cache(maxsize=1)
def _crawler_detect() -> CrawlerDetect:
    return CrawlerDetect()


def _is_spider(device: Device | None) -> bool:
    return device is not None and device.family == "Spider"


def listed(text: str, parsed: Result) -> str | None:
    """Return the name of the list that contains this user agent, or None.

    `text`: the user agent without names of devices and apps. `parsed`: the whole user agent.
    """
    if crawleruseragents.is_crawler(text):
        return "crawler"
    if _is_spider(parsed.device) and _is_spider(parse_device(text)):
        return "spider"
    if _crawler_detect().is_crawler(text):
        return "crawler_detect"
    return None
