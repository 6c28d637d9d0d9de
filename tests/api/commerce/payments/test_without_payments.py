"""Without a vendor's keys, nothing of its SDK is loaded, documents allow none of Stripe's hosts, and browsers load no
script about vendors before one of their screens is opened. Rarely used libraries are loaded on first use.
"""

import re
import subprocess
import sys
from importlib.util import find_spec

from pydantic import SecretStr

from api.apps.single_page import SinglePage
from api.integrations.stripe.config import StripeSettings
from runtime.settings import ROOT, Settings
from tests.twins.stripe import KEY, PUBLISHABLE
from tests.twins.stripe_account import SECRET

SDKS = {"stripe", "twilio", "googleapiclient", "http_ece", "standardwebhooks", "graphql"}
SELDOM_USED = {"dns", "dkim", "reportlab", "pypdf"}
OF_ROWS = {"numpy", "pyarrow"}
LOADED = (
    f"import sys, api.apps.web; print(sorted({OF_ROWS} & set(sys.modules)), end='');"
    " import api.apps.job_modules as jobs; jobs.load();"
    f" print(sorted({SDKS | SELDOM_USED} & set(sys.modules)))"
)


def test_vendor_sdks_and_large_libraries_are_imported_on_first_use() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )

    assert all(find_spec(sdk) for sdk in SDKS), "what is not installed is never loaded"
    assert found.stdout.strip() == "[][]"


def test_only_the_payment_page_may_load_stripe_js(settings: Settings) -> None:
    account = StripeSettings(
        secret_key=SecretStr(KEY), publishable_key=PUBLISHABLE, webhook_secret=SecretStr(SECRET)
    )
    paid, free = SinglePage(settings.with_vendors(account)), SinglePage(settings)

    assert "js.stripe.com" in paid.policy_for("/admin/payment")
    assert "js.stripe.com" not in paid.policy_for("/admin")
    assert "stripe" not in free.policy_for("/admin/payment")


BUILT = ROOT / "web" / "dist" / "admin"
_IN_DOCUMENT = re.compile(r'(?:src|href)="/assets/([^"]+\.js)"')
_IMPORTED = re.compile(r'(?:from|import)\s*["`]\./([^"`]+\.js)["`]')
"""A static import; a dynamic one has a parenthesis."""
OF_VENDORS = ("js.stripe.com", "/v1/integration-controller", "/v1/start-integration-backfill")


def test_browsers_load_vendor_scripts_only_on_vendor_screens() -> None:
    documents = list(BUILT.glob("*.html"))
    assert documents, "The web app is not built: make .setup/web"
    scripts = {path.name: path.read_text() for path in (BUILT / "assets").glob("*.js")}
    first = [name for path in documents for name in _IN_DOCUMENT.findall(path.read_text())]
    for name in first:
        first += [it for it in _IMPORTED.findall(scripts[name]) if it not in first]

    found = {words: {name for name in scripts if words in scripts[name]} for words in OF_VENDORS}

    assert all(found.values()), "not in the web app any more"
    assert {name for names in found.values() for name in names} & {*first} == set()
    assert any("createRoot" in scripts[name] for name in first)
