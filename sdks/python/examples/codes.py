"""Makes a code, prints its address, changes where it leads and lists codes: `python codes.py`.

WAYPOST_URL and WAYPOST_API_KEY say where, and as whom.
"""

import os

from waypost import InvalidRequest, NotFound, Waypost, each


def main() -> None:
    """Run the example."""
    with Waypost(os.environ["WAYPOST_API_KEY"], os.environ["WAYPOST_URL"]) as waypost:
        code = waypost.create_code(
            {
                "name": "Menu of the SDK",
                "type": "redirect",
                "destination": "https://example.com/menu",
            },
            idempotency_key="menu-of-the-sdk",
        )
        again = waypost.create_code(
            {
                "name": "Menu of the SDK",
                "type": "redirect",
                "destination": "https://example.com/menu",
            },
            idempotency_key="menu-of-the-sdk",
        )
        print("one code, however often it is asked for:", code["code_id"] == again["code_id"])

        names = [it["name"] for it in each(waypost.list_codes, {"filter": "Menu of the SDK"})]
        print("listed:", names)

        try:
            waypost.create_code({"name": "", "type": "redirect", "destination": "not an address"})
        except InvalidRequest as error:
            print("refused:", sorted(it.field for it in error.fields))
        try:
            waypost.fetch_code({"code_id": "doesNotExist"})
        except NotFound as error:
            print("missing:", error.code)


if __name__ == "__main__":
    main()
