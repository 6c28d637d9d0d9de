import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  accountQuery,
  type GoogleAccount,
  useCheckAccount,
  useRemoveAccount,
} from "@/features/wallet/google/api/account";
import { SaveAccountDialog } from "@/features/wallet/google/components/save-account-dialog";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/**
 * Shows the state of the service account through which passes are saved in Google Wallet, and lets an admin replace it.
 */
export function GoogleWalletSection() {
  const { data: organization } = useOrganizationData();
  const account = useQuery(accountQuery);
  if (organization === undefined) {
    return null;
  }
  const mayEdit = reaches(organization.role, "admin");
  return (
    <Card component="section" aria-labelledby="google-wallet" sx={{ p: { xs: 2, sm: 3 }, mt: 3, maxWidth: 920 }}>
      <Typography id="google-wallet" variant="h5" component="h2" gutterBottom>
        <Trans>Google Wallet</Trans>
      </Typography>
      {account.isPending ? (
        <Skeleton variant="rounded" height={120} aria-label={t`Loading the service account`} />
      ) : isUnreadable(account) ? (
        <ErrorState error={account.error} onRetry={() => void account.refetch()} />
      ) : (
        <Account account={account.data} zone={organization.time_zone} mayEdit={mayEdit} />
      )}
    </Card>
  );
}

function Account({ account, zone, mayEdit }: { account: GoogleAccount; zone: string; mayEdit: boolean }) {
  const [isSaving, setSaving] = useState(false);
  const isOwn = account.source === "own";
  return (
    <Stack spacing={2}>
      <State account={account} />
      {isOwn ? <Details account={account} zone={zone} /> : null}
      {account.source === "development" ? null : <Progress account={account} />}
      {mayEdit ? <Actions isOwn={isOwn} onSave={() => setSaving(true)} /> : null}
      <SaveAccountDialog open={isSaving} issuerId={isOwn ? account.issuer_id : ""} onClose={() => setSaving(false)} />
    </Stack>
  );
}

function State({ account }: { account: GoogleAccount }) {
  if (account.source === "development") {
    return (
      <Alert severity="warning">
        <Trans>
          There is no service account yet. Links are signed for development only and Google rejects them, so pass pages
          show no Google Wallet button.
        </Trans>
      </Alert>
    );
  }
  if (account.problem !== null) {
    return (
      <Alert severity="error" sx={{ overflowWrap: "anywhere" }}>
        <Trans>Google says: {account.problem}</Trans>
      </Alert>
    );
  }
  if (account.source === "installation") {
    return (
      <Alert severity="info">
        <Trans>Passes are saved through this installation’s service account.</Trans>
      </Alert>
    );
  }
  if (account.expires_soon) {
    return (
      <Alert severity="warning">
        <Trans>
          This key expires soon. Add another one to the service account in Google Cloud, then replace it here.
        </Trans>
      </Alert>
    );
  }
  return account.checked_at === null ? (
    <Alert severity="info">
      <Trans>The key has not been checked yet.</Trans>
    </Alert>
  ) : (
    <Alert severity="success">
      <Trans>Google accepts the key for this issuer.</Trans>
    </Alert>
  );
}

function Details({ account, zone }: { account: GoogleAccount; zone: string }) {
  const rows: [string, string][] = [
    [t`Issuer ID`, account.issuer_id],
    [t`Service account`, account.email],
    [t`Key`, account.key_id],
    ...(account.saved_at === null ? [] : [[t`Saved`, formatDateTime(account.saved_at, zone)] as [string, string]]),
    ...(account.checked_at === null
      ? []
      : [[t`Last checked`, formatDateTime(account.checked_at, zone)] as [string, string]]),
    ...(account.key_expires_at === null
      ? []
      : [[t`Key valid until`, formatDateTime(account.key_expires_at, zone)] as [string, string]]),
  ];
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: "grid", gridTemplateColumns: { sm: "auto 1fr" }, columnGap: 3, rowGap: 0.5 }}
    >
      {rows.map(([name, value]) => (
        <Box key={name} sx={{ display: "contents" }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

function Progress({ account }: { account: GoogleAccount }) {
  const linked = plural(account.passes, {
    one: "# pass has a link to Google Wallet.",
    other: "# passes have links to Google Wallet.",
  });
  const waiting = plural(account.waiting, {
    one: "The latest change to # pass is on its way.",
    other: "The latest changes to # passes are on their way.",
  });
  return (
    <Typography variant="body2" color="text.secondary">
      {account.waiting === 0 ? linked : `${linked} ${waiting}`}
    </Typography>
  );
}

function Actions({ isOwn, onSave }: { isOwn: boolean; onSave: () => void }) {
  const check = useCheckAccount();
  const remove = useRemoveAccount();
  const toasts = useToasts();
  const [isRemoving, setRemoving] = useState(false);
  const ask = () => {
    handleResult(check.mutateAsync(), {
      onSuccess: ({ works, message }) => (works ? toasts.success(message) : toasts.error(message)),
      onError: toasts.error,
    });
  };
  const forget = () => {
    handleResult(remove.mutateAsync(), {
      onSuccess: () => toasts.success(t`The service account was removed`),
      onError: toasts.error,
      onSettled: () => setRemoving(false),
    });
  };
  return (
    <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5}>
      <Button variant={isOwn ? "outlined" : "contained"} onClick={onSave}>
        {isOwn ? t`Replace key` : t`Add service account`}
      </Button>
      {isOwn ? (
        <>
          <Button variant="outlined" disabled={check.isPending} onClick={ask}>
            <Trans>Test key</Trans>
          </Button>
          <Button color="error" onClick={() => setRemoving(true)}>
            <Trans>Remove</Trans>
          </Button>
        </>
      ) : null}
      <ConfirmDialog
        open={isRemoving}
        title={t`Remove the service account?`}
        confirmLabel={t`Remove`}
        busy={remove.isPending}
        onConfirm={forget}
        onCancel={() => setRemoving(false)}
      >
        <Trans>Passes that people have saved stay in their wallets but no longer receive changes.</Trans>
      </ConfirmDialog>
    </Stack>
  );
}
