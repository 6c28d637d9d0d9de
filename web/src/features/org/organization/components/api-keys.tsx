import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import KeyIcon from "@mui/icons-material/Key";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiKey, apiKeysQuery, useRevokeApiKey } from "@/features/org/organization/api/api-keys";
import { CreateKeyDialog } from "@/features/org/organization/components/create-key-dialog";
import { Section } from "@/features/org/organization/components/section";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatAgo, formatDate } from "@/shared/format/dates";

interface ApiKeysProps {
  ownRole: string;
  zone: string;
}

/** Keys for programs that call the API. */
export function ApiKeys({ ownRole, zone }: ApiKeysProps) {
  const keys = useQuery(apiKeysQuery);
  const revocation = useRevokeApiKey();
  const toasts = useToasts();
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const revoke = () => {
    if (ending !== null) {
      handleResult(revocation.mutateAsync(ending.key_id), {
        onSuccess: () => toasts.success(t`“${ending.name}” was revoked`),
        onError: toasts.error,
        onSettled: () => setEnding(null),
      });
    }
  };
  return (
    <Section
      title={t`API keys`}
      text={t`Use keys to access the API. Send one as “Authorization: Bearer …”. A key has at most the permissions of its creator and is revoked when they leave.`}
      action={
        <Button variant="outlined" startIcon={<KeyIcon />} onClick={() => setMaking(true)} sx={{ flexShrink: 0 }}>
          <Trans>Create key</Trans>
        </Button>
      }
    >
      {keys.isPending ? <Skeleton variant="rounded" height={72} /> : null}
      {keys.isError ? <ErrorState compact error={keys.error} onRetry={() => void keys.refetch()} /> : null}
      {keys.data?.length === 0 ? <EmptyState compact icon={<KeyIcon />} title={t`No API keys yet`} /> : null}
      <Stack component="ul" sx={{ listStyle: "none", p: 0, m: 0 }}>
        {keys.data?.map((key) => (
          <KeyRow key={key.key_id} apiKey={key} zone={zone} onRevoke={() => setEnding(key)} />
        ))}
      </Stack>
      <CreateKeyDialog open={making} ownRole={ownRole} onClose={() => setMaking(false)} />
      <ConfirmDialog
        open={ending !== null}
        title={t`Revoke this key?`}
        confirmLabel={t`Revoke`}
        busy={revocation.isPending}
        onConfirm={revoke}
        onCancel={() => setEnding(null)}
      >
        {t`Apps that use “${ending?.name ?? ""}” stop working immediately. You can’t undo this.`}
      </ConfirmDialog>
    </Section>
  );
}

/** Former members are not named. */
function createdText({ created_at, created_by, created_by_name }: ApiKey, zone: string): string {
  const day = formatDate(created_at, zone);
  return created_by_name !== null
    ? t`Created ${day} by ${created_by_name}`
    : created_by !== null
      ? t`Created ${day} by a former member`
      : t`Created ${day}`;
}

/** A key with fewer permissions than at creation, because its creator lost theirs, shows both roles. */
function roleOf({ role, effective_role }: ApiKey): string {
  return effective_role && effective_role !== role ? t`${effective_role}, created as ${role}` : role;
}

function KeyRow({ apiKey, zone, onRevoke }: { apiKey: ApiKey; zone: string; onRevoke: () => void }) {
  const isRevoked = apiKey.revoked_at !== null;
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1.5,
        alignItems: "center",
        py: 1.5,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
        <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
          {apiKey.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          <code>{apiKey.prefix}…</code> · {createdText(apiKey, zone)} ·{" "}
          {apiKey.last_used_at ? t`used ${formatAgo(apiKey.last_used_at)}` : t`never used`}
        </Typography>
      </Box>
      <Chip
        size="small"
        variant="outlined"
        label={roleOf(apiKey)}
        sx={{ "& .MuiChip-label::first-letter": { textTransform: "uppercase" } }}
      />
      {isRevoked ? (
        <Chip size="small" color="error" variant="outlined" label={t`Revoked`} />
      ) : (
        <Button size="small" color="error" onClick={onRevoke} aria-label={t`Revoke ${apiKey.name}`}>
          <Trans>Revoke</Trans>
        </Button>
      )}
    </Box>
  );
}
