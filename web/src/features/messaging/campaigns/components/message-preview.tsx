import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import {
  type CampaignChannel,
  type LocalContent,
  previewQuery,
  useTestCampaign,
} from "@/features/messaging/campaigns/api/campaigns";
import type { components } from "@/shared/api/schema";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

type Part = components["schemas"]["CampaignPreviewPart"];

interface PreviewProps {
  channel: CampaignChannel;
  contents: LocalContent[];
  language: string;
  codeId: string | null;
}

/** A preview for a sample person, on each channel that has a text. */
export function MessagePreview({ channel, contents, language, codeId }: PreviewProps) {
  const deferred = useDeferredValue(contents);
  const preview = useQuery(previewQuery(channel, deferred, codeId, language));
  return (
    <Stack spacing={2} component="section" aria-label={t`Preview`} sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h2">
        <Trans>Preview</Trans>
      </Typography>
      {preview.isPending ? <Skeleton variant="rounded" height={160} aria-busy="true" /> : null}
      {preview.isError ? (
        <Alert severity="warning">
          <Trans>The preview couldn’t be loaded.</Trans>
        </Alert>
      ) : null}
      {preview.data?.parts.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>Your message appears here as you write.</Trans>
        </Typography>
      ) : null}
      {preview.data?.parts.map((part) => (
        <PartView key={part.channel} part={part} contents={contents} codeId={codeId} />
      ))}
    </Stack>
  );
}

function PartView({ part, contents, codeId }: { part: Part; contents: LocalContent[]; codeId: string | null }) {
  return (
    <Card variant="outlined" sx={{ p: 2 }}>
      {part.channel === "email" ? (
        <>
          <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
            {part.subject}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1, overflowWrap: "anywhere" }}>
            {part.preheader}
          </Typography>
          <iframe
            title={t`The email`}
            sandbox=""
            srcDoc={part.html}
            style={{ width: "100%", height: 360, border: 0, borderRadius: 8 }}
          />
        </>
      ) : (
        <Box
          sx={{
            bgcolor: "action.hover",
            borderRadius: 3,
            px: 2,
            py: 1.25,
            maxWidth: 280,
            whiteSpace: "pre-wrap",
            overflowWrap: "anywhere",
            typography: "body2",
          }}
        >
          {part.text}
        </Box>
      )}
      {part.sms ? (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {[
            plural(part.sms.segments, { one: "# segment", other: "# segments" }),
            plural(part.sms.units, { one: "# character", other: "# characters" }),
            part.sms.encoding,
            part.sms.forcing.length > 0 ? t`because of ${part.sms.forcing.join(" ")}` : null,
          ]
            .filter((one) => one !== null)
            .join(" · ")}
        </Typography>
      ) : null}
      {part.channel === "wallet_push" || part.channel === "web_push" ? null : (
        <SendTest channel={part.channel} contents={contents} codeId={codeId} />
      )}
    </Card>
  );
}

interface TestProps {
  channel: "sms" | "email";
  contents: LocalContent[];
  codeId: string | null;
}

function SendTest({ channel, contents, codeId }: TestProps) {
  const testing = useTestCampaign();
  const toasts = useToasts();
  const [phone, setPhone] = useState("");
  const send = () =>
    handleResult(testing.mutateAsync({ channel, contents, codeId, phone }), {
      onSuccess: ({ state, address }) =>
        state === "queued"
          ? toasts.success(t`A test is on its way to ${address}`)
          : toasts.error(t`The test couldn’t be sent.`),
      onError: toasts.error,
    });
  return (
    <Stack direction="row" spacing={1} sx={{ mt: 1.5, alignItems: "center" }}>
      {channel === "sms" ? (
        <TextField
          label={t`Your number`}
          size="small"
          type="tel"
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
        />
      ) : null}
      <Button size="small" onClick={send} disabled={testing.isPending || (channel === "sms" && phone === "")}>
        <Trans>Send me a test</Trans>
      </Button>
    </Stack>
  );
}
