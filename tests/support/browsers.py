"""Headers of a person's browser; a client without them does not count as a person."""

BROWSER = {
    "user-agent": ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
    "accept": "text/html, application/json",
}

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)

AS_SERVED = {"use_uvloop": True}
"""Options for `AppClient`: the event loop of `waypost api`, which makes a request a tenth cheaper."""
