import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { customerPassesQuery, useDownloadPasses } from "@/features/wallet/passes/api/passes";
import { handleResult } from "@/shared/api/handle-result";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { saveBlob } from "@/shared/files/save-file";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

const MOST_IN_A_FILE = 10;

/** The wallet passes of one customer. */
export function CustomerPasses({ customerId }: { customerId: string }) {
  const zone = useOrganizationData().data?.time_zone;
  const list = useQuery(customerPassesQuery(customerId));
  const download = useDownloadPasses();
  const toasts = useToasts();
  if (list.isPending) {
    return <Skeleton variant="rounded" height={56} />;
  }
  if (list.isError) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.data.items.length === 0) {
    return (
      <Typography color="textSecondary">
        <Trans>No passes yet.</Trans>
      </Typography>
    );
  }
  const ids = list.data.items.slice(0, MOST_IN_A_FILE).map(({ pass_id }) => pass_id);
  const save = () =>
    handleResult(download.mutateAsync(ids), {
      onSuccess: (file) => saveBlob("passes.pkpasses", file),
      onError: toasts.error,
    });
  return (
    <Stack spacing={1.5}>
      <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {list.data.items.map((pass) => (
          <Box component="li" key={pass.pass_id}>
            <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
              <Link
                component={RouterLink}
                to={`${paths.passes}?q=${encodeURIComponent(pass.serialNumber)}`}
                sx={{ overflowWrap: "anywhere" }}
              >
                {pass.description}
              </Link>
              {pass.is_void ? <Chip size="small" color="warning" label={t`Void`} /> : null}
              {pass.is_stale ? <Chip size="small" color="warning" label={t`Not fetched yet`} /> : null}
            </Stack>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
              {[
                pass.serialNumber,
                pass.phones === 0
                  ? t`Not on any phone`
                  : plural(pass.phones, { one: "On # phone", other: "On # phones" }),
                plural(pass.uses, { one: "Redeemed # time", other: "Redeemed # times" }),
                t`Changed ${formatDateTime(pass.updated_at, zone)}`,
              ].join(" · ")}
            </Typography>
          </Box>
        ))}
      </Stack>
      {ids.length > 1 ? (
        <Box>
          <Button variant="outlined" size="small" disabled={download.isPending} onClick={save}>
            <Trans>Download as one file</Trans>
          </Button>
        </Box>
      ) : null}
    </Stack>
  );
}
