import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { Link as RouterLink } from "react-router";
import { type ActivityRow, activityQuery } from "@/features/people/customers/api/customers";
import { deedOf } from "@/features/people/customers/customer-texts";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { formatCents } from "@/shared/format/numbers";
import { channelName, reasonName } from "@/shared/messages/words";
import { amountText } from "@/shared/organization/costs";
import { useOrganizationData } from "@/shared/organization/organization";

/** A customer's timeline, newest first, with links to the code, page and pass in each row. */
export function Timeline({ customerId }: { customerId: string }) {
  const activity = useInfiniteQuery(activityQuery(customerId));
  const own = useOrganizationData().data?.currency;
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
          <TimelineRow key={row.id} row={row} zone={zone} own={own} />
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

interface TimelineRowProps {
  row: ActivityRow;
  zone: string | undefined;
  /** The currency of the organisation. */
  own: string | undefined;
}

function TimelineRow({ row, zone, own }: TimelineRowProps) {
  const things = thingsOf(row, own);
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
          {deedOf(row)}
          {things.map((thing, index) => (
            <Fragment key={thing.to ?? thing.name}>
              {index === 0 ? ": " : ", "}
              <Named thing={thing} />
            </Fragment>
          ))}
        </Typography>
        <Circumstances row={row} />
      </Stack>
    </Stack>
  );
}

interface Thing {
  name: string;
  to?: string;
  /** Whether it is a visitor page, outside the admin. */
  isPublic?: boolean;
}

function Named({ thing }: { thing: Thing }) {
  if (thing.to === undefined) {
    return thing.name;
  }
  return thing.isPublic === true ? (
    <Link href={thing.to} target="_blank" rel="noreferrer">
      {thing.name}
    </Link>
  ) : (
    <Link component={RouterLink} to={thing.to}>
      {thing.name}
    </Link>
  );
}

/** Returns the subjects of a row: what was redeemed, won or ordered, then where. */
function thingsOf(row: ActivityRow, own: string | undefined): Thing[] {
  const things: Thing[] = [];
  if (row.type === "segment" && row.subject_id !== null) {
    things.push(
      row.subject_name === null
        ? { name: t`a deleted segment` }
        : { name: row.subject_name, to: paths.segment(row.subject_id) },
    );
  } else if (row.subject_name !== null) {
    things.push({ name: row.subject_name });
  }
  if (row.type === "order" && row.amount_cents !== null) {
    const cents = Math.abs(row.amount_cents);
    things.push({ name: row.currency === null ? amountText(cents, own) : formatCents(cents, row.currency) });
  }
  if (row.type === "message" && row.campaign_id !== null) {
    return [{ name: row.campaign_name ?? row.campaign_id, to: paths.campaign(row.campaign_id) }];
  }
  if (row.code_id !== null) {
    things.push({ name: row.code_name ?? t`a deleted code`, to: paths.showCode(row.code_id) });
  }
  if (row.page_id !== null && row.page_name !== null) {
    things.push({ name: row.page_name, to: paths.updatePage(row.page_id) });
  }
  if (row.pass_id !== null) {
    things.push({ name: t`Show the pass`, to: paths.publicPass(row.pass_id), isPublic: true });
  }
  return things;
}

/** The place and other details, in small print. */
function Circumstances({ row }: { row: ActivityRow }) {
  const number = row.subject_id ?? "";
  const text = [
    row.type === "order" && number !== "" ? t`Order ${number}` : null,
    row.city ?? row.country,
    row.device,
    row.outcome,
    row.channel === null ? null : channelName(row.channel),
    row.failure === null ? null : reasonName(row.failure),
  ]
    .filter(Boolean)
    .join(" · ");
  return text === "" ? null : (
    <Typography variant="caption" color="textSecondary">
      {text}
    </Typography>
  );
}
