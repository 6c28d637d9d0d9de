import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { CodeSample, type Language } from "@/features/commerce/developers/components/code-sample";
import { Guide } from "@/features/commerce/developers/components/guide";
import { WEBHOOKS } from "@/features/commerce/developers/samples";
import { paths } from "@/shared/config/paths";

interface WebhookGuideProps {
  language: Language;
  onLanguage: (language: Language) => void;
}

/** How to receive and verify events, and the client libraries. */
export function WebhookGuide(chosen: WebhookGuideProps) {
  return (
    <>
      <Guide id="webhooks" title={t`Webhooks`}>
        <Typography>
          <Trans>
            Waypost sends each event to your endpoint as a POST, signed according to Standard Webhooks: webhook-id,
            webhook-timestamp and webhook-signature. Verify the raw body, answer with a status of 200 to 299 within 10
            seconds, and do longer work afterwards. What fails is tried again for three days; an answer of 410 ends it.
            An event may arrive twice, always with the same “event_id”.
          </Trans>
        </Typography>
        <CodeSample {...chosen} samples={WEBHOOKS} label={t`Receive and verify webhooks`} />
        <Typography>
          <Trans>
            When you replace a signing secret, the old one also signs for 24 hours: verify with both until then. No
            endpoint may be in a private network, and redirects are not followed.
          </Trans>
        </Typography>
        <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
          <Button variant="outlined" component={Link} to={paths.integrations}>
            <Trans>Add an endpoint</Trans>
          </Button>
          <Button variant="outlined" href={`${paths.apiReference}#webhooks`}>
            <Trans>All events with examples</Trans>
          </Button>
        </Stack>
      </Guide>
      <Guide id="rest-hooks" title={t`REST hooks`}>
        <Typography>
          <Trans>
            Zapier, Make and other programs can subscribe by themselves, with the API key of an admin.
            /v1/subscribe-hook takes “hookUrl” and “event_kind” and gives a “hook_id” and a signing secret;
            /v1/unsubscribe-hook ends it, as does an answer of 410. /v1/list-hook-samples gives up to three events to
            choose fields from. They receive the same requests as webhooks.
          </Trans>
        </Typography>
      </Guide>
      <Guide id="sdks" title={t`SDKs`}>
        <Typography>
          <Trans>
            Clients for Python 3.11 and TypeScript are in the folder “sdks” of the repository. “make sdks” builds them
            as packages, with the types of this version of the API.
          </Trans>
        </Typography>
      </Guide>
    </>
  );
}
