import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { previewQuery } from "@/features/commerce/integrations/api/integrations";
import type { Kind } from "@/features/commerce/integrations/components/kinds-field";
import type { Settings } from "@/features/commerce/integrations/components/settings-fields";
import { KIND_TEXTS } from "@/features/commerce/integrations/vendor-texts";
import { ErrorState } from "@/shared/components/state-views";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";
import type { Vendor } from "@/shared/integrations/integrations";

/** The delay between the last keystroke and the update of the preview. */
const PAUSE_MS = 400;

interface EventPreviewProps {
  connectionId: string;
  vendor: Vendor;
  /** The current settings in the form, saved or not. */
  settings: Settings;
}

/** Shows what the vendor receives for an event of a sample person. */
export function EventPreview({ connectionId, vendor, settings }: EventPreviewProps) {
  const [kind, setKind] = useState<Kind | "">("");
  const tried = useDebouncedValue(settings, PAUSE_MS);
  const preview = useQuery(previewQuery(connectionId, kind === "" ? null : kind, tried));
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
        <Trans>Preview</Trans>
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        <Trans>What is sent with the settings above for a sample customer, Ana Example, who agreed to marketing.</Trans>
      </Typography>
      <TextField
        select
        size="small"
        label={t`Event`}
        value={kind}
        onChange={({ target }) => setKind(target.value as Kind | "")}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ mb: 2, minWidth: 220 }}
      >
        <MenuItem value="">
          <Trans>Latest event</Trans>
        </MenuItem>
        {vendor.event_kinds.map((it) => {
          const text = KIND_TEXTS[it];
          return (
            <MenuItem key={it} value={it}>
              {text ? t(text) : it}
            </MenuItem>
          );
        })}
      </TextField>
      {preview.isPending ? <Skeleton variant="rounded" height={160} aria-label={t`Loading the preview`} /> : null}
      {preview.isError ? <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {preview.data ? (
        <Stack spacing={2}>
          <Typography variant="body2">
            {preview.data.is_example ? t`An example event.` : t`The newest event.`}
          </Typography>
          {preview.data.outcome === "delivered" ? null : (
            <Alert severity="info">{preview.data.reason || t`Nothing would be sent.`}</Alert>
          )}
          {preview.data.requests.map((request, index) => (
            <section key={`${index} ${request.path}`}>
              <Typography
                component="h3"
                variant="body2"
                sx={{ fontFamily: "monospace", overflowWrap: "anywhere", mb: 0.5 }}
              >
                {request.method} {request.path}
              </Typography>
              <Json label={t`Request ${index + 1} as JSON`} value={request.body} />
            </section>
          ))}
        </Stack>
      ) : null}
    </Card>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ m: 0, p: 2, overflow: "auto", maxHeight: 360, bgcolor: "action.hover", borderRadius: 1, fontSize: 13 }}
    >
      {JSON.stringify(value, null, 2)}
    </Box>
  );
}
