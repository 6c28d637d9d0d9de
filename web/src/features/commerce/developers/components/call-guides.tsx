import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { Code, CodeSample, type Language } from "@/features/commerce/developers/components/code-sample";
import { Guide } from "@/features/commerce/developers/components/guide";
import { ERRORS, firstCall, IDEMPOTENCY, LISTS, PROBLEM, RETRIES } from "@/features/commerce/developers/samples";
import { useAppConfig } from "@/shared/config/app-config-context";

interface GuideProps {
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The topics that all calls share: authentication, errors, retries, lists and limits. */
export function CallGuides(chosen: GuideProps) {
  const { base_url } = useAppConfig();
  return (
    <>
      <Guide id="authentication" title={t`Authentication`}>
        <Typography>
          <Trans>
            Each call sends an API key in the header Authorization. A key belongs to one organisation and has a role:
            viewers read, editors change, admins manage. It is shown once, when it is created. Keep it on your servers,
            and revoke it if others may know it.
          </Trans>
        </Typography>
        <CodeSample {...chosen} samples={firstCall(base_url)} label={t`Create a code`} />
      </Guide>
      <Guide id="errors" title={t`Errors`}>
        <Typography>
          <Trans>
            Every error is a JSON object (RFC 9457). Programs should check “code”; “message” is for people, and “errors”
            names the fields that are wrong. Keep “request_id”: it lets us find your call.
          </Trans>
        </Typography>
        <Card variant="outlined">
          <Code label={t`An error`}>{PROBLEM}</Code>
        </Card>
        <Typography>
          <Trans>
            401: the key is wrong. 402: the plan has no more of this. 403: the role does not allow it. 404: your
            organisation has nothing with that id. 409: it conflicts with the current state. 422: fields are invalid.
            429 and 503: try again after the seconds of Retry-After.
          </Trans>
        </Typography>
        <CodeSample {...chosen} samples={ERRORS} label={t`Handle errors`} />
      </Guide>
      <Guide id="idempotency" title={t`Idempotency`}>
        <Typography>
          <Trans>
            A call that changes something takes the header Idempotency-Key. Within 24 hours, the same key and body get
            the first answer again, and the change happens once. The same key with another body is refused with 409. The
            SDKs send a random key with each change and keep it for their retries; pass your own, such as the number of
            an order, to make a change count once across runs of your program.
          </Trans>
        </Typography>
        <CodeSample {...chosen} samples={IDEMPOTENCY} label={t`Send a key`} />
      </Guide>
      <Guide id="pagination" title={t`Pagination`}>
        <Typography>
          <Trans>
            Lists take “page”, counted from 1, and “pageSize”, at most 100; most take “filter” and “sort” too. The
            answer has “items” and “total”. The SDKs read all pages for you.
          </Trans>
        </Typography>
        <CodeSample {...chosen} samples={LISTS} label={t`Read a list`} />
      </Guide>
      <Guide id="limits" title={t`Rate limits`}>
        <Typography>
          <Trans>
            Calls that are expensive or could be abused have limits. They differ from call to call, so do not count on a
            number. Over a limit the answer is 429 with Retry-After. The SDKs wait as long as they are asked to, up to
            30 seconds, and try again: only calls that read, and calls that have an idempotency key.
          </Trans>
        </Typography>
        <CodeSample {...chosen} samples={RETRIES} label={t`Change how often calls are retried`} />
      </Guide>
    </>
  );
}
