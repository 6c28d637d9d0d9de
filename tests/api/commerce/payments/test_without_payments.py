"""Without a vendor's keys nothing of its SDK is loaded, and documents allow none of Stripe's hosts."""

import subprocess
import sys

from pydantic import SecretStr

from api.apps.single_page import SinglePage
from api.integrations.stripe.config import StripeSettings
from runtime.settings import Settings
from tests.twins.stripe import KEY, PUBLISHABLE
from tests.twins.stripe_account import SECRET

SDKS = {
    *("stripe", "twilio", "googleapiclient", "square", "openai", "replicate", "pywebpush"),
    *("standardwebhooks", "graphql"),
}
LOADED = (
    "import sys, api.apps.web, api.apps.job_modules as jobs; jobs.load();"
    f" print(sorted({SDKS} & set(sys.modules)))"
)


def test_sdks_of_vendors_are_loaded_when_they_are_used() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )

    assert found.stdout.strip() == "[]"


def test_only_the_document_of_payment_may_load_stripe_js(settings: Settings) -> None:
    account = StripeSettings(
        secret_key=SecretStr(KEY), publishable_key=PUBLISHABLE, webhook_secret=SecretStr(SECRET)
    )
    paid, free = SinglePage(settings.with_vendors(account)), SinglePage(settings)

    assert "js.stripe.com" in paid.policy_for("/admin/payment")
    assert "js.stripe.com" not in paid.policy_for("/admin")
    assert "stripe" not in free.policy_for("/admin/payment")
