"""User agents of the demonstration's visitors, with their parsed values.

The parser itself belongs to the API. A test checks that this table agrees with it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DemoAgent:
    """One user agent, its frequency, and its parsed values."""

    weight: float
    device: str
    system: str | None
    browser: str
    text: str
    bot: str | None = None
    preview: str | None = None


PEOPLE = (
    DemoAgent(
        300,
        "phone",
        "iOS",
        "Safari",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    ),
    DemoAgent(
        120,
        "phone",
        "iOS",
        "Safari",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
    ),
    DemoAgent(
        60,
        "phone",
        "iOS",
        "Safari",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_7_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1",
    ),
    DemoAgent(
        12,
        "phone",
        "iOS",
        "Safari",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 16_7_10 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    ),
    DemoAgent(
        70,
        "phone",
        "iOS",
        "Chrome",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1",
    ),
    DemoAgent(
        12,
        "phone",
        "iOS",
        "Firefox",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/143.2 Mobile/15E148 Safari/605.1.15",
    ),
    DemoAgent(
        8,
        "phone",
        "iOS",
        "Edge",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) EdgiOS/141.0.3537.57 Version/18.0 Mobile/15E148 Safari/604.1",
    ),
    DemoAgent(
        26,
        "phone",
        "iOS",
        "Instagram",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G100 Instagram 401.0.0.29.79 (iPhone15,2; iOS 18_6_2; en_US; en; scale=3.00; 1179x2556; 799393284)",
    ),
    DemoAgent(
        16,
        "phone",
        "iOS",
        "Facebook",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G100 [FBAN/FBIOS;FBAV/531.0.0.45.69;FBBV/789012345;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/18.6.2;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]",
    ),
    DemoAgent(
        120,
        "phone",
        "Android",
        "Chrome",
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    ),
    DemoAgent(
        110,
        "phone",
        "Android",
        "Chrome",
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    ),
    DemoAgent(
        46,
        "phone",
        "Android",
        "Chrome",
        "Mozilla/5.0 (Linux; Android 14; SM-S921U) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.7258.143 Mobile Safari/537.36",
    ),
    DemoAgent(
        70,
        "phone",
        "Android",
        "Samsung Internet",
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    ),
    DemoAgent(
        16,
        "phone",
        "Android",
        "Firefox",
        "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0",
    ),
    DemoAgent(
        7,
        "phone",
        "Android",
        "Edge",
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0",
    ),
    DemoAgent(
        9,
        "phone",
        "Android",
        "Opera",
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36 OPR/91.0.0.0",
    ),
    DemoAgent(
        16,
        "phone",
        "Android",
        "Instagram",
        "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.7339.155 Mobile Safari/537.36 Instagram 400.0.0.49.68 Android (35/15; 420dpi; 1080x2219; Google/google; Pixel 9; tokay; tokay; en_US; 792471584)",
    ),
    DemoAgent(
        14,
        "phone",
        "Android",
        "Chrome",
        "Mozilla/5.0 (Linux; Android 12; Redmi Note 9 Pro) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36",
    ),
    DemoAgent(
        14,
        "tablet",
        "iOS",
        "Safari",
        "Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1",
    ),
    DemoAgent(
        6,
        "tablet",
        "iOS",
        "Chrome",
        "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1",
    ),
    DemoAgent(
        9,
        "tablet",
        "Android",
        "Chrome",
        "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ),
    DemoAgent(
        12,
        "desktop",
        "Windows",
        "Chrome",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    ),
    DemoAgent(
        8,
        "desktop",
        "Windows",
        "Edge",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    ),
    DemoAgent(
        4,
        "desktop",
        "Windows",
        "Firefox",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
    ),
    DemoAgent(
        8,
        "desktop",
        "macOS",
        "Safari",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
    ),
    DemoAgent(
        9,
        "desktop",
        "macOS",
        "Chrome",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    ),
    DemoAgent(
        2,
        "desktop",
        "macOS",
        "Firefox",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
    ),
    DemoAgent(
        2,
        "desktop",
        "Linux",
        "Chrome",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ),
    DemoAgent(
        1,
        "desktop",
        "Ubuntu",
        "Firefox",
        "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
    ),
    DemoAgent(
        2,
        "desktop",
        "ChromeOS",
        "Chrome",
        "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    ),
)

BOTS = (
    DemoAgent(
        14,
        "other",
        None,
        "Googlebot",
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        bot="automation:bot",
    ),
    DemoAgent(
        10,
        "phone",
        "Android",
        "Googlebot",
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.54 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        bot="automation:bot",
    ),
    DemoAgent(
        9,
        "other",
        None,
        "bingbot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36",
        bot="crawler",
    ),
    DemoAgent(
        12,
        "other",
        None,
        "AhrefsBot",
        "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
        bot="crawler",
    ),
    DemoAgent(
        10,
        "other",
        None,
        "SemrushBot",
        "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)",
        bot="automation:bot",
    ),
    DemoAgent(
        12,
        "other",
        None,
        "GPTBot",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
        bot="crawler",
    ),
    DemoAgent(
        8,
        "desktop",
        "Linux",
        "HeadlessChrome",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/139.0.0.0 Safari/537.36",
        bot="automation:headlesschrome",
    ),
    DemoAgent(
        14, "other", None, "Python Requests", "python-requests/2.32.3", bot="automation:python"
    ),
    DemoAgent(6, "other", None, "curl", "curl/8.7.1", bot="automation:curl"),
    DemoAgent(5, "other", None, "Go-http-client", "Go-http-client/2.0", bot="automation:go"),
)

PREVIEWS = (
    DemoAgent(
        20,
        "other",
        None,
        "FacebookBot",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
        preview="fetcher:facebookexternalhit",
    ),
    DemoAgent(34, "other", None, "WhatsApp", "WhatsApp/2.23.20.0", preview="fetcher:whatsapp"),
    DemoAgent(
        10,
        "other",
        None,
        "Slackbot-LinkExpanding",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
        preview="fetcher:slackbot",
    ),
    DemoAgent(6, "other", None, "Twitterbot", "Twitterbot/1.0", preview="fetcher:twitterbot"),
    DemoAgent(
        8,
        "other",
        None,
        "TelegramBot",
        "TelegramBot (like TwitterBot)",
        preview="fetcher:telegrambot",
    ),
    DemoAgent(
        4,
        "other",
        None,
        "Discordbot",
        "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
        preview="fetcher:discordbot",
    ),
    DemoAgent(
        8,
        "other",
        None,
        "LinkedInBot",
        "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
        preview="fetcher:linkedinbot",
    ),
)
