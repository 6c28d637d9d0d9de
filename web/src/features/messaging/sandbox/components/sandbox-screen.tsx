import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import InboxIcon from "@mui/icons-material/AllInboxOutlined";
import LockIcon from "@mui/icons-material/LockOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import { sandboxQuery } from "@/features/messaging/sandbox/api/sandbox";
import { Mailbox } from "@/features/messaging/sandbox/components/mailbox";
import { Phone } from "@/features/messaging/sandbox/components/phone";
import { PageHeader } from "@/shared/components/page-header";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";

/** Messages that no provider sent, as phones and mailboxes would show them. */
export function SandboxScreen() {
  const organization = useOrganizationData().data;
  return (
    <>
      <PageHeader
        title={t`Sandbox`}
        subtitle={t`Without a provider, messages end up here instead of on real phones and in real mailboxes.`}
      />
      {organization === undefined ? (
        <Skeleton variant="rounded" height={320} aria-busy="true" />
      ) : reaches(organization.role, "admin") ? (
        <Recipients zone={organization.time_zone} />
      ) : (
        <Card>
          <EmptyState
            icon={<LockIcon />}
            title={t`Only admins see the sandbox`}
            text={t`It contains everybody’s messages, including login codes.`}
          />
        </Card>
      )}
    </>
  );
}

function Recipients({ zone }: { zone: string }) {
  const [search, change] = useSearchChange();
  const sandbox = useQuery(sandboxQuery);
  const isMail = search.get("show") === "mailboxes";
  const channel = isMail ? "email" : "sms";
  const own = (sandbox.data?.items ?? []).filter((one) => one.channel === channel);
  const asked = search.get("of");
  const chosen = asked ?? own[0]?.recipient ?? null;
  const isKept = sandbox.data === undefined || (isMail ? sandbox.data.keeps_mails : sandbox.data.keeps_texts);
  return (
    <>
      <Tabs
        value={isMail ? "mailboxes" : "phones"}
        onChange={(_, next: string) => change({ show: next === "phones" ? null : next, of: null })}
        aria-label={t`Shown`}
        sx={{ mb: 2 }}
      >
        <Tab value="phones" label={t`Phones`} />
        <Tab value="mailboxes" label={t`Mailboxes`} />
      </Tabs>
      {isKept ? null : (
        <Alert severity="info" sx={{ mb: 2 }}>
          {isMail ? (
            <Trans>A mail server is set, so new emails reach real mailboxes.</Trans>
          ) : (
            <Trans>A provider is set, so new text messages reach real phones.</Trans>
          )}
        </Alert>
      )}
      <StaleWarning reading={sandbox} />
      {isUnreadable(sandbox) ? (
        <ErrorState error={sandbox.error} onRetry={() => void sandbox.refetch()} />
      ) : sandbox.isPending ? (
        <Skeleton variant="rounded" height={320} aria-busy="true" />
      ) : chosen === null ? (
        <Card>
          <EmptyState
            icon={<InboxIcon />}
            title={isMail ? t`No emails yet` : t`No text messages yet`}
            text={t`Messages sent from now on appear here and are kept for a week.`}
          />
        </Card>
      ) : (
        <Box
          sx={{
            display: "grid",
            gap: 2,
            alignItems: "start",
            gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 2fr)" },
          }}
        >
          <Card component="section" aria-label={isMail ? t`Mailboxes` : t`Phones`}>
            <Box
              tabIndex={0}
              role="region"
              aria-label={t`Recipients`}
              sx={{ maxHeight: { xs: 200, md: 600 }, overflowY: "auto" }}
            >
              <List disablePadding>
                {own.map((one) => (
                  <ListItem key={one.recipient} disablePadding divider>
                    <ListItemButton
                      selected={chosen === one.recipient}
                      aria-current={chosen === one.recipient ? "true" : undefined}
                      onClick={() => change({ of: one.recipient })}
                    >
                      <ListItemText
                        primary={one.recipient}
                        secondary={[
                          plural(one.messages, { one: "# message", other: "# messages" }),
                          formatDateTime(one.last_at, zone),
                        ].join(" · ")}
                        sx={{ overflowWrap: "anywhere" }}
                      />
                    </ListItemButton>
                  </ListItem>
                ))}
              </List>
            </Box>
          </Card>
          {isMail ? (
            <Mailbox key={chosen} address={chosen} zone={zone} />
          ) : (
            <Phone key={chosen} phone={chosen} zone={zone} mayReply={isKept} />
          )}
        </Box>
      )}
    </>
  );
}
