"""What a person's browser says of itself; a client that says nothing of the kind is no person."""

BROWSER = {
    "user-agent": ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
    "accept": "text/html, application/json",
}
