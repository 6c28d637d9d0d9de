import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Chip, { type ChipProps } from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import {
  type MailDomain,
  mailDomainsQuery,
  useAddMailDomain,
  useMailDomainAction,
} from "@/features/messaging/senders/api/mail-domains";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { CopyIconButton } from "@/shared/components/copy-button";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

const STATES: Readonly<Record<MailDomain["state"], MessageDescriptor>> = {
  pending: msg`Waiting for DNS records`,
  verified: msg`Verified`,
  failed: msg`Records missing`,
};
const COLOURS: Readonly<Record<MailDomain["state"], ChipProps["color"]>> = {
  pending: "default",
  verified: "success",
  failed: "error",
};
const FINDINGS: Readonly<Record<NonNullable<MailDomain["records"][number]["finding"]>, MessageDescriptor>> = {
  found: msg`Found`,
  missing: msg`Not found yet`,
  wrong: msg`Has another value`,
  unsure: msg`Name servers did not answer`,
};

interface MailDomainsProps {
  mayEdit: boolean;
  zone: string | undefined;
}

/** Mail domains, with the DNS records that they need. */
export function MailDomains({ mayEdit, zone }: MailDomainsProps) {
  const domains = useQuery(mailDomainsQuery);
  return (
    <Card component="section" aria-label={t`Email domains`}>
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
          <Trans>Email domains</Trans>
        </Typography>
        {isUnreadable(domains) ? (
          <ErrorState compact error={domains.error} onRetry={() => void domains.refetch()} />
        ) : domains.isPending ? (
          <Skeleton variant="rounded" height={96} aria-busy="true" />
        ) : (
          <>
            {domains.data.items.length === 0 ? (
              <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
                <Trans>Emails come from the shared address of this installation.</Trans>
              </Typography>
            ) : null}
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
              {domains.data.items.map((one) => (
                <Domain key={one.domain_id} domain={one} mayEdit={mayEdit} zone={zone} />
              ))}
            </Box>
            {mayEdit ? <AddDomain /> : null}
          </>
        )}
      </CardContent>
    </Card>
  );
}

function Domain({ domain, mayEdit, zone }: { domain: MailDomain } & MailDomainsProps) {
  const acting = useMailDomainAction();
  const toasts = useToasts();
  const [isRemoving, setRemoving] = useState(false);
  const act = (action: "check" | "choose" | "remove") =>
    handleResult(acting.mutateAsync({ domainId: domain.domain_id, action }), {
      onError: toasts.error,
      onSettled: () => setRemoving(false),
    });
  const address = domain.sender;
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="body2" sx={{ fontWeight: 600, flex: 1, minWidth: 160, overflowWrap: "anywhere" }}>
          {domain.sender_name === "" ? address : `${domain.sender_name} · ${address}`}
        </Typography>
        {domain.is_default ? <Chip size="small" color="primary" label={t`Default`} /> : null}
        <Chip size="small" color={COLOURS[domain.state]} variant="outlined" label={t(STATES[domain.state])} />
      </Stack>
      <Typography variant="caption" color="textSecondary" component="p">
        {domain.checked_at === null
          ? t`Not checked yet`
          : t`Last checked ${formatDateTime(domain.checked_at, zone ?? "UTC")}`}
      </Typography>
      {domain.state === "failed" ? (
        <Typography variant="body2" color="error" sx={{ mt: 0.5 }}>
          <Trans>Until the records are back, emails come from another address.</Trans>
        </Typography>
      ) : null}
      <Box component="ul" aria-label={t`DNS records of ${domain.domain}`} sx={{ m: 0, mt: 1, p: 0, listStyle: "none" }}>
        {domain.records.map((record) => {
          const kind = record.kind.toUpperCase();
          return (
            <Box component="li" key={record.kind} sx={{ mb: 1 }}>
              <Typography variant="caption" component="p">
                {[t`${kind}, a TXT record`, record.finding === null ? null : t(FINDINGS[record.finding])]
                  .filter((part) => part !== null)
                  .join(" · ")}
              </Typography>
              <Copied text={record.name} label={t`Copy the name of the ${kind} record`} />
              <Copied text={record.value} label={t`Copy the value of the ${kind} record`} />
            </Box>
          );
        })}
      </Box>
      {mayEdit ? (
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }}>
          <Button size="small" variant="outlined" disabled={acting.isPending} onClick={() => act("check")}>
            <Trans>Check records</Trans>
          </Button>
          {domain.state === "verified" && !domain.is_default ? (
            <Button size="small" disabled={acting.isPending} onClick={() => act("choose")}>
              <Trans>Make default</Trans>
            </Button>
          ) : null}
          <Button size="small" color="error" disabled={acting.isPending} onClick={() => setRemoving(true)}>
            <Trans>Remove</Trans>
          </Button>
        </Stack>
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        title={t`Remove ${domain.domain}?`}
        confirmLabel={t`Remove domain`}
        busy={acting.isPending}
        onConfirm={() => act("remove")}
        onCancel={() => setRemoving(false)}
      >
        <Trans>Emails come from another address. Adding the domain again needs new DNS records.</Trans>
      </ConfirmDialog>
    </Box>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <Stack direction="row" spacing={0.5} sx={{ alignItems: "center" }}>
      <Box
        component="code"
        sx={{ flex: 1, minWidth: 0, typography: "caption", fontFamily: "monospace", overflowWrap: "anywhere" }}
      >
        {text}
      </Box>
      <CopyIconButton text={text} label={label} />
    </Stack>
  );
}

function AddDomain() {
  const adding = useAddMailDomain();
  const [domain, setDomain] = useState("");
  const [mailbox, setMailbox] = useState("hello");
  const [name, setName] = useState("");
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    const body = { domain: domain.trim(), mailbox: mailbox.trim(), sender_name: name.trim() };
    handleResult(adding.mutateAsync(body), {
      onSuccess: () => {
        setDomain("");
        setName("");
      },
    });
  };
  return (
    <Stack component="form" spacing={1.5} onSubmit={add} noValidate sx={{ mt: 1 }}>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5}>
        <TextField
          fullWidth
          size="small"
          label={t`Domain`}
          value={domain}
          onChange={({ target }) => setDomain(target.value)}
          helperText={t`Such as mail.example.com`}
          slotProps={{ htmlInput: { maxLength: 253, autoCapitalize: "none", spellCheck: false } }}
        />
        <TextField
          fullWidth
          size="small"
          label={t`Before the @`}
          value={mailbox}
          onChange={({ target }) => setMailbox(target.value)}
          slotProps={{ htmlInput: { maxLength: 64, autoCapitalize: "none", spellCheck: false } }}
        />
        <TextField
          fullWidth
          size="small"
          label={t`Sender name`}
          value={name}
          onChange={({ target }) => setName(target.value)}
          helperText={t`Your organisation’s name if empty`}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
      </Stack>
      {adding.error ? (
        <Typography variant="body2" color="error" role="alert">
          {messageOf(adding.error)}
        </Typography>
      ) : null}
      <Button
        type="submit"
        variant="outlined"
        disabled={domain.trim().length < 4 || mailbox.trim() === "" || adding.isPending}
        sx={{ alignSelf: "flex-start" }}
      >
        <Trans>Add domain</Trans>
      </Button>
    </Stack>
  );
}
