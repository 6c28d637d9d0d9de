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
import { MakeKeyDialog } from "@/features/org/organization/components/make-key-dialog";
import { Section } from "@/features/org/organization/components/section";
import { settle } from "@/shared/api/settle";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatAgo, formatDate } from "@/shared/format/dates";

interface ApiKeysProps {
  ownRole: string;
  zone: string;
}

/** Keys for programs that speak to the API. */
export function ApiKeys({ ownRole, zone }: ApiKeysProps) {
  const keys = useQuery(apiKeysQuery);
  const revocation = useRevokeApiKey();
  const toasts = useToasts();
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const revoke = () => {
    if (ending !== null) {
      settle(revocation.mutateAsync(ending.key_id), {
        onSuccess: () => toasts.success(`“${ending.name}” was revoked`),
        onError: toasts.error,
        onSettled: () => setEnding(null),
      });
    }
  };
  return (
    <Section
      title="API keys"
      text="For programs of yours. Send one as “Authorization: Bearer …”. A key does no more than whoever made it, and ends when they leave."
      action={
        <Button variant="outlined" startIcon={<KeyIcon />} onClick={() => setMaking(true)} sx={{ flexShrink: 0 }}>
          Make a key
        </Button>
      }
    >
      {keys.isPending ? <Skeleton variant="rounded" height={72} /> : null}
      {keys.isError ? <ErrorState compact error={keys.error} onRetry={() => void keys.refetch()} /> : null}
      {keys.data?.length === 0 ? <EmptyState compact icon={<KeyIcon />} title="No keys yet" /> : null}
      <Stack component="ul" sx={{ listStyle: "none", p: 0, m: 0 }}>
        {keys.data?.map((key) => (
          <KeyRow key={key.key_id} apiKey={key} zone={zone} onRevoke={() => setEnding(key)} />
        ))}
      </Stack>
      <MakeKeyDialog open={making} ownRole={ownRole} onClose={() => setMaking(false)} />
      <ConfirmDialog
        open={ending !== null}
        title="Revoke this key?"
        confirmLabel="Revoke"
        busy={revocation.isPending}
        onConfirm={revoke}
        onCancel={() => setEnding(null)}
      >
        Programs that use “{ending?.name}” stop working at once. This can’t be undone.
      </ConfirmDialog>
    </Section>
  );
}

/** Whoever has left is not named any more. */
function madeBy({ created_by, created_by_name }: ApiKey): string {
  return created_by_name !== null ? `by ${created_by_name} ` : created_by !== null ? "by somebody who has left " : "";
}

/** A key that does less than it was made for, because whoever made it does, says both. */
function roleOf({ role, effective_role }: ApiKey): string {
  return effective_role && effective_role !== role ? `${effective_role}, made as ${role}` : role;
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
          <code>{apiKey.prefix}…</code> · made {formatDate(apiKey.created_at, zone)} {madeBy(apiKey)}·{" "}
          {apiKey.last_used_at ? `used ${formatAgo(apiKey.last_used_at, new Date())}` : "never used"}
        </Typography>
      </Box>
      <Chip
        size="small"
        variant="outlined"
        label={roleOf(apiKey)}
        sx={{ "& .MuiChip-label::first-letter": { textTransform: "uppercase" } }}
      />
      {isRevoked ? (
        <Chip size="small" color="error" variant="outlined" label="Revoked" />
      ) : (
        <Button size="small" color="error" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
      )}
    </Box>
  );
}
