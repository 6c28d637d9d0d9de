"""Detects bots by the text of their user agent, beyond the maintained lists.

A browser sends `Mozilla/5.0 (system) engine product`. A bot names a contact (an email address, a domain) or its purpose
(fetch, crawl, check), calls itself `compatible;` without being an old Internet Explorer, combines features that no
device has, or names no browser at all.

Names of devices are removed first: Android model names (there are phones called Radar, Discovery and Cubot) and, after
the user agent of a complete web view, names of apps that open links themselves. A scan made with the app "QR Scanner"
comes from a person.
"""

import re

PREVIEW = re.compile(
    r"facebookexternalhit|Facebot|^WhatsApp/|Slackbot|Slack-ImgProxy|Twitterbot|TelegramBot|Discordbot"
    r"|LinkedInBot|SkypeUriPreview|^Viber/|redditbot|vkShare|Embedly|Iframely|BingPreview|Mastodon/"
    r"|Pinterestbot|Snap URL Preview|Google-PageRenderer|GoogleMessages|Signal-LinkPreview"
    r"|MicrosoftPreview|Bluesky Cardyb|kakaotalk-scrap|line-poker|LinkPreview|Link Preview|Microlink"
    r"|ZoomLinkPreview|Threema|MattermostBot|RocketChat|Flipboard(?:Proxy|RSS)|TumblrBot|unfurl",
    re.IGNORECASE,
)
"""Link previews: agents that fetch a link because a person shared it."""

AUTOMATION = re.compile(
    r"HeadlessChrome|PhantomJS|Selenium|Puppeteer|Playwright|WebDriver|PostmanRuntime|insomnia"
    r"|^(?:curl|wget|libwww|lwp|ruby|perl|php|java|axios|undici|node|deno|bun|go|dart|rust|reqwest)\b"
    r"|python|aiohttp|httpx|okhttp|apache-httpclient|restsharp|\bbot\b|crawler|spider|lightpanda"
    r"|webzio|CloudflareDiagnostics|assetnote|CybaaAgent|KarnoProspecting",
    re.IGNORECASE,
)
"""Automation tools, with or without a browser."""

_BROWSER = re.compile(r"^(?:Mozilla|Opera)/\d")
_PHONE = re.compile(
    r"^(?:nokia|sony ?ericsson|samsung|blackberry|mot-|motorola|lge?[-/ ]|sec-|sie-|zte|huawei|alcatel"
    r"|htc|kddi|docomo|softbank|vodafone|j-phone|palm|philips|sharp|sagem|panasonic|pantech|haier"
    r"|lenovo|tcl|ucweb|uc ?browser|bird|nec-|hisense|coolpad|gionee|oppo|vivo|micromax|karbonn|spice"
    r"|lava|lyf|windows phone|maui|dorado|mtk|midp|mozilla\s)",
    re.IGNORECASE,
)
_SOME_BROWSER = re.compile(
    r"mozilla/|Browser/|UP\.Browser|HbbTV|Smart-?TV|UCBrowser|Opera|(?<!Mobile)Safari/[\d.]+\b(?! CFN)"
    r"|Firefox/|Chrome/|MIDP|^Dalvik/|NetFront|Konqueror|MSIE \d|Dillo|Links|Lynx|w3m|Mosaic|Series60"
    r"|J2ME|Roku/|AppleWebKit/\d|OPR/\d",
    re.IGNORECASE,
)
_ENGINE = re.compile(
    r"AppleWebKit|Gecko/|like Gecko|MSIE|Trident|Presto|Opera|KHTML|NetFront|Version/|Konqueror|Android"
    r"|Palm|AmigaOS|RISC|Maple|Browser|Mobile|UP\.Link|Symbian|PlayStation|Nintendo|X11|Windows|Mac",
    re.IGNORECASE,
)
_DEVICE_NAME = re.compile(r"(Android [\w.]+;(?: [a-z]{2}[-_][a-z]{2};)?)[^;)]*", re.IGNORECASE)
_APP = re.compile(
    r"\[FB.*|\[LinkedInApp.*|AliApp\(.*|swrinfo:?[^;)]*|Sogou(?:MSE|MobileBrowser)[,/\d.]*|Radar C110e"
    r"|\.Catcher[\d.]+",
    re.IGNORECASE,
)
"""Suffixes of apps, proxies and televisions, some with domains of carriers."""

_WEB_VIEW = re.compile(
    r"Mozilla/5\.0 \((?:iPhone|iPad|iPod)[^)]* like Mac OS X[^)]*\) AppleWebKit/[\d.]+ \(KHTML, like Gecko\)"
    r"(?: Version/[\d.]+)?(?: [A-Za-z]+/[\d.]+)? Mobile/\w+(?: Safari/[\d.]+)?"
    r"|Mozilla/5\.0 \(Linux;[^)]*(?:\([^)]*\)[^)]*)?\) AppleWebKit/[\d.]+ \(KHTML, like Gecko\)"
    r" Version/[\d.]+(?: Chrome/[\d.]+)?(?: Mobile)? Safari/[\d.]+"
)
"""The user agent of WKWebView or of Android's System WebView up to where an app appends its name.
https://developer.chrome.com/docs/webview/user-agent"""

_APP_NAME = re.compile(
    r"(?<!\S)"
    r"(?!\S*(?:(?<!qr)(?<!scan)bots?(?![a-z])|facebot|crawl|spider|scrap(?:e|y|ing)|preview|proxy|render"
    r"|externalhit|embedly|iframely|cardyb|unfurl|slurp|archiv|harvest|headless|phantom|lighthouse"
    r"|uptime|pingdom|pentest|vuln|gpt|openai|claude|anthropic|perplexity|curl|wget|http|java\b|perl\b))"
    r"[\w.&+-]+(?:/[^\s;()]*)?(?![^\s])",
    re.IGNORECASE,
)
"""A word appended by an app, unless only bots use it."""

_CONTACT = re.compile(
    r"https?:/|\bwww\.|[\w.+-]+(?:@|\(at\)|\[at\]| at )[\w-]+(?:\.| dot )[a-z]{2,}"
    r"|\b[a-z][\w-]*\.(?:com|org|net|io|ai|de|fr|ru|cn|eu|info|co|jp|uk|nl|it|dev|cloud)\b(?![./\w]*\d)",
    re.IGNORECASE,
)
_TRADE = re.compile(
    r"(?<!cu)(?<!m )(?<!b )(?<!id )(?<!power )bots?(?:\b|[/_-])|crawl|crwlr|spider|scrap(?:e|y|ing)"
    r"|slurp|archiv|monitor|\bcheck|check(?:er|ing)\b|validat|fetch|\bscann?|scan(?:ner)?\b|indexer"
    r"|indexing|\bfeed|feed\b|\brss\b|^\w*search\b|search ?(?:engine|client)|\bagent\b|analy[sz]e"
    r"|harvest|extract|preview|\bprobe|uptime|sniff|collector|robot|headless|phantomjs|lighthouse|audit"
    r"|download(?!ed)|\bgrab|survey|screenshot|inspector|synthetic|page ?speed|thumbnail|transcoder"
    r"|\bhttp ?client|-client/|synapse|batch|generator\b|finder\b|optimizer|pingdom|\bptst\b|capture"
    r"|classifier|cypress/|detect|discovery|measure|parser|radar\b|retriev|\brigor|\bserver\b|torrent"
    r"|wappalyzer|\b24x7|websnapr|webthumb|neustar wpm|dareboost|debugbear|openvas|linktiger|favicon"
    r"|\bgoogle(?!wv|app|/google| ?pixel|tv|\.com| wap)(?=[ -])|marketing|wkhtml|webcap|nodemeter"
    r"|headers?\b|vuln|pentest|scrutin|\bwp-|wordpress|joomla|drupal|\bphp\b|\bperl\b|\bjava/|\bruby\b"
    r"|\brust\b|\bgolang\b|\bnode(?:js)?\b|\bcurl\b|\bwget\b|^libwww|\bnutch|jmeter|\bgpt|openai|claude"
    r"|anthropic|perplexity|\bllm\b|\bai[ -]?(?:bot|agent|search)|translate\b|\bseo|backlink"
    r"|\blinks?check|domain|whois|censys|shodan|\bdns\b|\burl\b|sitemap|plagiari|copyright|\bnews\b"
    r"|insight|advisor|splash\b|\btools?/|\btime/|\bcatch|silktide|statuscake|speedcurve|convertify"
    r"|functionize|collapsify|hubspot|virtuoso|retriever|\(\)|\||;\s\w+;$|powermarks|exalead|ranking"
    r"|\bweb ?(?:master|clip|copy|zip|strip|suck|thumb|index)|podcast|\brest\b|\bsoap\b|webdav",
    re.IGNORECASE,
)
_COMPATIBLE = re.compile(
    r"\(compatible;? (?!msie|konqueror|windows|u;|x11|opera|microsoft|linux|ibrowse|offbyone)"
    r"|; ?compatible;(?! msie)",
    re.IGNORECASE,
)
_IMPOSSIBLE = re.compile(
    r"(?=.*\bWindows NT\b)(?!.*Windows Phone)(?=.*\b(?:iPhone|iPad|Android \d)\b)"
    r"|(?=.*\biPhone;)(?=.*\bAndroid \d)(?!.*Windows Phone)"
    r"|(?=.*\bChrome/\d)(?=.*\bGecko/20100101\b)"
    r"|\b(?:Chrome|Firefox)/(?:[4-9]\d\d|\d{4,})\b",
)


def without_names(text: str) -> str:
    """Return the text without device names and carrier suffixes, which cause false positives."""
    return _DEVICE_NAME.sub(r"\1", _APP.sub("", text))


def without_apps(text: str) -> str:
    """Return the text without names of apps, if a complete web view precedes them.

    Words such as scan, reader and checker, and the names of messengers, are in every list of bots. After a web view
    they name the app in which a person opened the page.
    """
    web_view = _WEB_VIEW.match(text)
    if web_view is None:
        return text
    return web_view.group() + _APP_NAME.sub("", text[web_view.end() :])


def bot_reason_of(text: str) -> str | None:
    """Return why this is not the user agent of a browser, or None if it may be one."""
    stripped = without_apps(without_names(text))
    if _CONTACT.search(stripped):
        return "contact"
    if match := _TRADE.search(stripped):
        return f"trade:{match.group().strip().lower()}"
    if _COMPATIBLE.search(stripped):
        return "compatible"
    if _IMPOSSIBLE.search(text):
        return "impossible"
    is_browser = _BROWSER.match(text)
    if not is_browser and not _PHONE.match(text) and not _SOME_BROWSER.search(text):
        return "no_browser"
    return "no_engine" if is_browser and not _ENGINE.search(text) else None
