import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import ListItem from "@mui/material/ListItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  deliveriesQuery,
  type Delivery,
  requestsQuery,
  useTryAgain,
} from "@/features/commerce/integrations/api/integrations";
import { Pages } from "@/features/commerce/integrations/components/history-pages";
import { IncomingWebhooks } from "@/features/commerce/integrations/components/incoming-webhooks";
import { KIND_TEXTS, OUTCOME_TEXTS, PURPOSE_TEXTS, STATE_TEXTS } from "@/features/commerce/integrations/vendor-texts";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";
import type { Connection, Vendor } from "@/shared/integrations/integrations";

interface ConnectionHistoryProps {
  connection: Connection;
  zone: string;
  mayEdit: boolean;
}

const COLORS: Record<string, "success" | "warning" | "error" | "default"> = {
  delivered: "success",
  ok: "success",
  refused: "error",
  set_aside: "error",
  credentials: "error",
  down: "warning",
  busy: "warning",
};

/** Events and requests, newest first, with the responses of the vendor. */
export function ConnectionHistory({ connection, vendor, zone, mayEdit }: ConnectionHistoryProps & { vendor: Vendor }) {
  return (
    <Stack spacing={3}>
      {vendor.has_orders ? (
        <IncomingWebhooks connectionId={connection.connection_id} zone={zone} mayEdit={mayEdit} />
      ) : null}
      {vendor.event_kinds.length > 0 ? <Deliveries connection={connection} zone={zone} mayEdit={mayEdit} /> : null}
      <Requests connectionId={connection.connection_id} zone={zone} />
    </Stack>
  );
}

function Deliveries({ connection, zone, mayEdit }: ConnectionHistoryProps) {
  const { connection_id, deliveries } = connection;
  const [page, setPage] = useState(1);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const query = useQuery(deliveriesQuery(connection_id, page, onlyFailed));
  const again = useTryAgain();
  const toasts = useToasts();
  const failed = (deliveries.set_aside ?? 0) + (deliveries.refused ?? 0);
  const send = (deliveryId?: string) => {
    handleResult(
      again.mutateAsync({ connection_id, ...(deliveryId === undefined ? {} : { delivery_id: deliveryId }) }),
      {
        onSuccess: ({ count }) =>
          toasts.success(plural(count, { one: "# event is sent again", other: "# events are sent again" })),
        onError: toasts.error,
      },
    );
  };
  return (
    <Card component="section" aria-label={t`Events`} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 2, alignItems: "center", mb: 1 }}>
        <Typography component="h2" variant="h5" sx={{ flex: 1 }}>
          <Trans>Events</Trans>
        </Typography>
        <FormControlLabel
          label={t`Only failed ones`}
          control={
            <Switch
              checked={onlyFailed}
              onChange={({ target }) => {
                setOnlyFailed(target.checked);
                setPage(1);
              }}
            />
          }
        />
        {mayEdit && failed > 0 ? (
          <Button variant="outlined" disabled={again.isPending} onClick={() => send()}>
            <Trans>Retry all failed</Trans>
          </Button>
        ) : null}
      </Stack>
      <Pages query={query} page={page} onPage={setPage} empty={t`Events appear here as they happen.`}>
        {query.data?.items.map((it) => (
          <DeliveryRow
            key={it.delivery_id}
            delivery={it}
            zone={zone}
            onAgain={mayEdit && !["waiting", "sending"].includes(it.state) ? () => send(it.delivery_id) : undefined}
          />
        ))}
      </Pages>
    </Card>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  zone: string;
  onAgain: (() => void) | undefined;
}

function DeliveryRow({ delivery, zone, onAgain }: DeliveryRowProps) {
  const { kind, state, created_at, due_at, tries, last_status, last_answer, event_id } = delivery;
  const kindText = KIND_TEXTS[kind] ? t(KIND_TEXTS[kind]) : kind;
  const stateText = STATE_TEXTS[state] ? t(STATE_TEXTS[state]) : state;
  const when = formatDateTime(created_at, zone);
  return (
    <ListItem disableGutters divider sx={{ gap: 2, flexWrap: "wrap" }}>
      <Box sx={{ flex: "1 1 16rem", minWidth: 0 }}>
        <Typography>{`${kindText} · ${when}`}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {plural(tries, { one: "# try", other: "# tries" })}
          {due_at !== null && tries > 0 ? ` · ${t`next ${formatDateTime(due_at, zone)}`}` : ""}
          {last_status === null ? "" : ` · ${last_status}`}
          {last_answer === "" ? "" : ` · ${last_answer}`}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {event_id}
        </Typography>
      </Box>
      <Chip size="small" variant="outlined" color={COLORS[state] ?? "default"} label={stateText} />
      {onAgain ? (
        <Button size="small" onClick={onAgain} aria-label={t`Send again: ${kindText}, ${when}`}>
          <Trans>Send again</Trans>
        </Button>
      ) : null}
    </ListItem>
  );
}

function Requests({ connectionId, zone }: { connectionId: string; zone: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(requestsQuery(connectionId, page));
  return (
    <Card component="section" aria-label={t`Requests`} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
        <Trans>Requests</Trans>
      </Typography>
      <Pages query={query} page={page} onPage={setPage} empty={t`Requests appear here with their answers.`}>
        {query.data?.items.map(({ request_id, purpose, outcome, status, answer, milliseconds, requested_at }) => (
          <ListItem key={request_id} disableGutters divider sx={{ gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography>
                {`${PURPOSE_TEXTS[purpose] ? t(PURPOSE_TEXTS[purpose]) : purpose} · ${formatDateTime(requested_at, zone)}`}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                {t`${milliseconds} ms`}
                {status === null ? "" : ` · ${status}`}
                {answer === "" ? "" : ` · ${answer}`}
              </Typography>
            </Box>
            <Chip
              size="small"
              variant="outlined"
              color={COLORS[outcome] ?? "default"}
              label={OUTCOME_TEXTS[outcome] ? t(OUTCOME_TEXTS[outcome]) : outcome}
            />
          </ListItem>
        ))}
      </Pages>
    </Card>
  );
}
