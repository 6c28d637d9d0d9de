import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import CheckCircleOutlinedIcon from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlinedIcon from "@mui/icons-material/ErrorOutlined";
import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Panel } from "@/features/insights/overview/panel";
import {
  brokenQuery,
  certificatesQuery,
  googleKeyQuery,
  messagesQuery,
  peopleQuery,
  planQuery,
  stockQuery,
  unreadAnswersQuery,
  wallsQuery,
} from "@/features/insights/overview/queries";
import type { components } from "@/shared/api/schema";
import { isUnreadable } from "@/shared/api/unreadable";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDate, isPast } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { integrationsQuery } from "@/shared/integrations/integrations";
import { inboxCountsQuery } from "@/shared/messages/inbox";
import { useOrganizationData } from "@/shared/organization/organization";

/** The share of failed messages from which on a campaign is listed. */
const MANY_FAILED = 0.05;
/** The share of issued codes at or below which they are running out. */
const FEW_LEFT = 0.1;
/** The share of a quota from which on it is listed. */
const NEARLY = 0.8;
const QUOTAS: Record<string, MessageDescriptor> = {
  codes: msg`Codes`,
  messages: msg`Messages this month`,
  seats: msg`Members and open invitations`,
  domains: msg`Custom domains`,
};

/** Height of three entries in pixels, so that the content below does not move on a phone while they load. */
const PENDING_HEIGHT = 216;
/** Height of the empty state, or of two entries, in pixels. */
const LEAST_HEIGHT = 150;

type ReportRow = components["schemas"]["ReportPage"]["rows"][number];

interface Concern {
  text: string;
  detail: string;
  to: string;
}

/**
 * Lists what needs attention: broken destinations, pending photos, unread answers and messages, promo codes that are
 * running out, failed messages, invitations that were not sent, an unpaid or used-up plan, failing integrations, and
 * certificates and keys that are about to expire.
 */
export function Attention() {
  const broken = useQuery(brokenQuery);
  const walls = useQuery(wallsQuery);
  const answers = useQuery(unreadAnswersQuery);
  const stock = useQuery(stockQuery);
  const messages = useQuery(messagesQuery);
  const people = useQuery(peopleQuery);
  const certificates = useQuery(certificatesQuery);
  const googleKey = useQuery(googleKeyQuery);
  const inbox = useQuery(inboxCountsQuery);
  const integrations = useQuery(integrationsQuery);
  const plan = useQuery(planQuery);
  const zone = useOrganizationData().data?.time_zone;
  const asked = [broken, walls, answers, stock, messages, people, certificates, googleKey, inbox, integrations, plan];
  const failed = asked.find(isUnreadable);
  const isPending = asked.some((query) => query.isPending);
  const concerns: Concern[] = [];
  if (broken.data !== undefined && broken.data.total > 0) {
    concerns.push({
      text: plural(broken.data.total, { one: "# broken destination", other: "# broken destinations" }),
      detail: t`People who scan these codes don’t reach their destination.`,
      to: paths.codes,
    });
  }
  for (const { wall_id, name, pending, reported } of walls.data?.items ?? []) {
    if (pending > 0) {
      concerns.push({
        text: plural(pending, { one: "# photo to review", other: "# photos to review" }),
        detail: name,
        to: paths.wall(wall_id),
      });
    }
    if (reported > 0) {
      concerns.push({
        text: plural(reported, { one: "# reported photo", other: "# reported photos" }),
        detail: name,
        to: paths.wall(wall_id),
      });
    }
  }
  if (answers.data !== undefined && answers.data.total > 0) {
    concerns.push({
      text: plural(answers.data.total, { one: "# unread answer", other: "# unread answers" }),
      detail: t`New submissions on your forms.`,
      to: paths.forms,
    });
  }
  concerns.push(...stocksOf(stock.data?.rows ?? []), ...failuresOf(messages.data?.rows ?? []));
  if (inbox.data !== undefined && inbox.data.unread > 0) {
    concerns.push({
      text: plural(inbox.data.unread, { one: "# unread conversation", other: "# unread conversations" }),
      detail: t`Someone replied to your text messages.`,
      to: paths.inbox,
    });
  }
  if (inbox.data !== undefined && inbox.data.flagged > 0) {
    concerns.push({
      text: plural(inbox.data.flagged, { one: "# opt-out request", other: "# opt-out requests" }),
      detail: t`Someone may want to stop getting messages. Read the conversation and decide.`,
      to: `${paths.inbox}?view=flagged`,
    });
  }
  for (const { user_id, email, mail } of people.data?.items ?? []) {
    if (mail === "failed") {
      concerns.push({ text: t`An invitation wasn’t delivered`, detail: email ?? user_id, to: paths.members });
    }
  }
  for (const { connection_id, name, health } of integrations.data?.connections ?? []) {
    if (health === "broken" || health === "failing") {
      concerns.push({
        text: health === "broken" ? t`An integration has stopped` : t`An integration is failing`,
        detail: name,
        to: paths.integration(connection_id),
      });
    }
  }
  if (plan.data?.state === "past_due" || plan.data?.state === "unpaid") {
    const day = plan.data.grace_until ? formatDate(plan.data.grace_until, zone) : "";
    concerns.push({
      text: t`An invoice is unpaid`,
      detail: day === "" ? t`Pay it to keep your plan.` : t`Your plan stays until ${day}.`,
      to: paths.payment,
    });
  }
  for (const { quota, used, allowed } of plan.data?.quotas ?? []) {
    const name = QUOTAS[quota];
    if (allowed !== null && allowed > 0 && used >= allowed * NEARLY && name !== undefined) {
      concerns.push({
        text: used >= allowed ? t`Your plan is used up` : t`Your plan is nearly used up`,
        detail: t`${t(name)}: ${formatCount(used)} of ${formatCount(allowed)}`,
        to: paths.payment,
      });
    }
  }
  for (const { passTypeIdentifier, is_development, expires_soon, expires_at } of certificates.data?.items ?? []) {
    if (expires_soon && !is_development) {
      const day = formatDate(expires_at, zone);
      concerns.push({
        text: isPast(expires_at) ? t`A pass certificate has expired` : t`A pass certificate expires soon`,
        detail: t`${passTypeIdentifier}: valid until ${day}`,
        to: paths.walletSettings,
      });
    }
  }
  if (googleKey.data?.expires_soon && googleKey.data.key_expires_at !== null) {
    const { email, key_expires_at } = googleKey.data;
    const day = formatDate(key_expires_at, zone);
    concerns.push({
      text: isPast(key_expires_at)
        ? t`The key for Google Wallet has expired`
        : t`The key for Google Wallet expires soon`,
      detail: t`${email}: valid until ${day}`,
      to: paths.walletSettings,
    });
  }
  return (
    <Panel title={t`Needs attention`}>
      <Box sx={{ minHeight: isPending ? PENDING_HEIGHT : LEAST_HEIGHT }}>
        {concerns.length > 0 ? (
          <List disablePadding>
            {concerns.map(({ text, detail, to }) => (
              <ListItem key={`${to} ${text} ${detail}`} disablePadding>
                <ListItemButton component={Link} to={to} sx={{ borderRadius: 1 }}>
                  <ListItemIcon sx={{ minWidth: 40 }}>
                    <ErrorOutlinedIcon color="warning" />
                  </ListItemIcon>
                  <ListItemText primary={text} secondary={detail} sx={{ overflowWrap: "anywhere" }} />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        ) : null}
        {isPending ? <Skeleton variant="rounded" height={64} /> : null}
        {failed ? <ErrorState compact error={failed.error} onRetry={() => void failed.refetch()} /> : null}
        {!isPending && !failed && concerns.length === 0 ? (
          <EmptyState
            compact
            icon={<CheckCircleOutlinedIcon />}
            title={t`All clear`}
            text={t`Destinations work, and nothing is waiting for you.`}
          />
        ) : null}
      </Box>
    </Panel>
  );
}

/** Returns the promo and one-time codes that are in use and running out. */
function stocksOf(rows: readonly ReportRow[]): Concern[] {
  return rows.flatMap(({ key, key_name, kind, issued, left_over, used_in_range }) => {
    const [all, left] = [Number(issued), Number(left_over)];
    const isUsed = all > 0 && Number(used_in_range) > 0;
    if (typeof key !== "string" || key === "" || !isUsed || left > all * FEW_LEFT) {
      return [];
    }
    const isPromo = kind === "promo_code";
    const [name, few, total] = [String(key_name || key), formatCount(left), formatCount(all)];
    return [
      {
        text: isPromo ? t`Promo codes are running out` : t`One-time codes are running out`,
        detail: t`${name}: ${few} of ${total} left`,
        to: isPromo ? paths.lockCode(key) : paths.showCode(key),
      },
    ];
  });
}

/** Returns the campaigns with many failed messages. */
function failuresOf(rows: readonly ReportRow[]): Concern[] {
  return rows.flatMap(({ key, key_name, sent, failed }) => {
    const count = Number(failed);
    if (!(count > 0) || count < (Number(sent) + count) * MANY_FAILED) {
      return [];
    }
    const name = String(key_name || key || "");
    return [
      {
        text: plural(count, { one: "# message failed", other: "# messages failed" }),
        detail: name === "" ? t`In the last 7 days` : t`${name}, in the last 7 days`,
        to: String(key).startsWith("cmp_") ? paths.campaign(String(key)) : paths.senders,
      },
    ];
  });
}
