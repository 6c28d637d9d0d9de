import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import ListItem from "@mui/material/ListItem";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { type Incoming, incomingQuery, useReplay } from "@/features/commerce/integrations/api/integrations";
import { Pages } from "@/features/commerce/integrations/components/history-pages";
import { INCOMING_TEXTS, NOTE_TEXTS } from "@/features/commerce/integrations/incoming-texts";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";

interface IncomingWebhooksProps {
  connectionId: string;
  zone: string;
  mayEdit: boolean;
}

/** The webhooks that the vendor sent, newest first, and the result of each. */
export function IncomingWebhooks({ connectionId, zone, mayEdit }: IncomingWebhooksProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(incomingQuery(connectionId, page));
  const replay = useReplay();
  const toasts = useToasts();
  const apply = (incomingId?: string) => {
    handleResult(
      replay.mutateAsync({
        connection_id: connectionId,
        ...(incomingId === undefined ? {} : { incoming_id: incomingId }),
      }),
      {
        onSuccess: ({ count }) =>
          toasts.success(plural(count, { one: "# message is applied again", other: "# messages are applied again" })),
        onError: toasts.error,
      },
    );
  };
  const hasFailed = query.data?.items.some(({ state }) => state === "failed") ?? false;
  return (
    <Card component="section" aria-label={t`Received`} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 2, alignItems: "center", mb: 1 }}>
        <Typography component="h2" variant="h5" sx={{ flex: 1 }}>
          <Trans>Received</Trans>
        </Typography>
        {mayEdit && hasFailed ? (
          <Button variant="outlined" disabled={replay.isPending} onClick={() => apply()}>
            <Trans>Retry all that failed</Trans>
          </Button>
        ) : null}
      </Stack>
      <Pages
        query={query}
        page={page}
        onPage={setPage}
        empty={t`Changes of orders appear here as the shop reports them.`}
      >
        {query.data?.items.map((it) => (
          <Row
            key={it.incoming_id}
            incoming={it}
            zone={zone}
            onApply={mayEdit && it.state !== "waiting" ? () => apply(it.incoming_id) : undefined}
          />
        ))}
      </Pages>
    </Card>
  );
}

const COLORS: Record<Incoming["state"], "success" | "error" | "default"> = {
  applied: "success",
  failed: "error",
  waiting: "default",
  left_out: "default",
};

interface RowProps {
  incoming: Incoming;
  zone: string;
  onApply: (() => void) | undefined;
}

function Row({ incoming: { topic, state, note, tries, received_at, customer_id }, zone, onApply }: RowProps) {
  const when = formatDateTime(received_at, zone);
  const noteText = NOTE_TEXTS[note];
  return (
    <ListItem disableGutters divider sx={{ gap: 2, flexWrap: "wrap" }}>
      <Box sx={{ flex: "1 1 16rem", minWidth: 0 }}>
        <Typography sx={{ overflowWrap: "anywhere" }}>{`${topic} · ${when}`}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {plural(tries, { one: "# try", other: "# tries" })}
          {note === "" ? "" : ` · ${noteText ? t(noteText) : note}`}
        </Typography>
        {customer_id === null ? null : (
          <MuiLink component={Link} to={paths.customer(customer_id)} variant="body2">
            <Trans>Customer</Trans>
          </MuiLink>
        )}
      </Box>
      <Chip size="small" variant="outlined" color={COLORS[state]} label={t(INCOMING_TEXTS[state])} />
      {onApply ? (
        <Button size="small" onClick={onApply} aria-label={t`Apply again: ${topic}, ${when}`}>
          <Trans>Apply again</Trans>
        </Button>
      ) : null}
    </ListItem>
  );
}
