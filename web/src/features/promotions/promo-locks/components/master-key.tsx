import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import KeyIcon from "@mui/icons-material/Key";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDeleteMasterKey } from "@/features/promotions/promo-locks/api/changes";
import { masterKeyQuery } from "@/features/promotions/promo-locks/api/queries";
import { MasterKeyDialog } from "@/features/promotions/promo-locks/components/master-key-dialog";
import type { MasterKey } from "@/features/promotions/promo-locks/types";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

interface MasterKeyTabProps {
  codeId: string;
  zone: string;
  hasCodes: boolean;
  mayManage: boolean;
}

/** The master key of the staff: whether there is one, how it was used, and a way to change it. */
export function MasterKeyTab({ codeId, zone, hasCodes, mayManage }: MasterKeyTabProps) {
  const key = useQuery(masterKeyQuery(codeId));
  const [doing, setDoing] = useState<"set" | "change" | "delete" | null>(null);
  const deletion = useDeleteMasterKey(codeId);
  const toasts = useToasts();
  if (key.isPending) {
    return <Skeleton variant="rounded" height={96} aria-busy="true" />;
  }
  if (isUnreadable(key)) {
    return <ErrorState compact error={key.error} onRetry={() => void key.refetch()} />;
  }
  const remove = () =>
    handleResult(deletion.mutateAsync(), {
      onSuccess: () => toasts.success(t`Master key deleted`),
      onError: toasts.error,
      onSettled: () => setDoing(null),
    });
  return (
    <>
      {key.data.exists ? (
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ alignItems: { sm: "center" } }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="subtitle1">
              <Trans>This code has a master key</Trans>
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {describe(key.data, zone)}
            </Typography>
          </Box>
          {mayManage ? (
            <Stack direction="row" spacing={1}>
              <Button variant="outlined" onClick={() => setDoing("change")}>
                <Trans>Edit</Trans>
              </Button>
              <Button color="error" onClick={() => setDoing("delete")}>
                <Trans>Delete</Trans>
              </Button>
            </Stack>
          ) : null}
        </Stack>
      ) : (
        <EmptyState
          compact
          icon={<KeyIcon />}
          title={t`No master key`}
          text={
            hasCodes
              ? t`Staff can unlock the page with this key without using a promo code.`
              : t`Add promo codes first. The master key unlocks the page without using one.`
          }
          action={
            mayManage && hasCodes ? (
              <Button variant="contained" startIcon={<KeyIcon />} onClick={() => setDoing("set")}>
                <Trans>Create master key</Trans>
              </Button>
            ) : undefined
          }
        />
      )}
      {doing === "set" || doing === "change" ? (
        <MasterKeyDialog
          codeId={codeId}
          zone={zone}
          present={doing === "change" ? key.data : null}
          onClose={() => setDoing(null)}
        />
      ) : null}
      <ConfirmDialog
        open={doing === "delete"}
        title={t`Delete the master key?`}
        confirmLabel={t`Delete`}
        busy={deletion.isPending}
        onConfirm={remove}
        onCancel={() => setDoing(null)}
      >
        <Trans>The key stops working, and pages it unlocked are locked immediately.</Trans>
      </ConfirmDialog>
    </>
  );
}

function describe(key: MasterKey, zone: string): string {
  const times = plural(key.used, { one: "used once", other: "used # times" });
  const parts = [
    key.max_uses ? t`${times}, at most ${formatCount(key.max_uses)}` : times,
    key.expires_at ? t`valid until ${formatDateTime(key.expires_at, zone)}` : t`no end`,
    key.changed_at ? `changed ${formatDate(key.changed_at, zone)}` : "",
    key.last_used_at ? `last ${formatDateTime(key.last_used_at, zone)}` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
