import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { type ActivityRow, activityQuery } from "@/features/people/customers/api/customers";
import { deedOf } from "@/features/people/customers/customer-texts";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { channelName, reasonName } from "@/shared/messages/words";

/** Everything that a customer did, newest first, each row linked to its code, page and pass. */
export function Timeline({ customerId }: { customerId: string }) {
  const activity = useInfiniteQuery(activityQuery(customerId));
  if (activity.isPending) {
    return (
      <Stack spacing={1} aria-busy="true">
        <Skeleton variant="rounded" height={48} />
        <Skeleton variant="rounded" height={48} />
      </Stack>
    );
  }
  if (activity.data === undefined) {
    return <ErrorState error={activity.error} onRetry={() => void activity.refetch()} compact />;
  }
  const rows = activity.data.pages.flatMap((page) => page.items);
  const zone = activity.data.pages[0]?.timezone;
  if (rows.length === 0) {
    return (
      <Typography color="textSecondary">
        <Trans>Nothing yet. Forms, votes and redemptions appear here within seconds.</Trans>
      </Typography>
    );
  }
  return (
    <>
      <Stack component="ol" aria-label={t`Timeline`} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {rows.map((row) => (
          <TimelineRow key={row.id} row={row} zone={zone} />
        ))}
      </Stack>
      {activity.hasNextPage ? (
        <Button onClick={() => void activity.fetchNextPage()} disabled={activity.isFetchingNextPage} sx={{ mt: 1 }}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </>
  );
}

function TimelineRow({ row, zone }: { row: ActivityRow; zone: string | undefined }) {
  const campaign = row.campaign_id === null ? null : (row.campaign_name ?? row.campaign_id);
  const where = [
    row.city ?? row.country,
    row.device,
    row.outcome,
    row.channel === null ? null : channelName(row.channel),
    row.failure === null ? null : reasonName(row.failure),
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <Stack
      component="li"
      direction={{ xs: "column", sm: "row" }}
      sx={{ py: 1.25, borderBottom: 1, borderColor: "divider", gap: { xs: 0.25, sm: 2 } }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ minWidth: { sm: 170 }, flexShrink: 0 }}>
        {formatDateTime(row.occurred_at, zone)}
      </Typography>
      <Stack sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Typography variant="body2">
          {deedOf(row)}{" "}
          {row.code_id === null ? null : (
            <Link component={RouterLink} to={paths.showCode(row.code_id)}>
              {row.code_name ?? t`a deleted code`}
            </Link>
          )}
          {row.code_id !== null && row.page_name !== null ? ", " : null}
          {row.page_id !== null && row.page_name !== null ? (
            <Link component={RouterLink} to={paths.updatePage(row.page_id)}>
              {row.page_name}
            </Link>
          ) : null}
          {row.campaign_id === null || row.type !== "message" ? null : (
            <>
              {row.code_id === null ? "" : ", "}
              <Link component={RouterLink} to={paths.campaign(row.campaign_id)}>
                {campaign}
              </Link>
            </>
          )}
          {row.pass_id === null ? null : (
            <>
              {row.code_id === null && row.page_id === null ? null : ", "}
              <Link href={paths.publicPass(row.pass_id)} target="_blank" rel="noreferrer">
                <Trans>Show the pass</Trans>
              </Link>
            </>
          )}
        </Typography>
        {where === "" ? null : (
          <Typography variant="caption" color="textSecondary">
            {where}
          </Typography>
        )}
      </Stack>
    </Stack>
  );
}
