import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import {
  type BrowserMessage,
  browserMessagesQuery,
  useChangeBrowserMessage,
} from "@/features/wallet/updates/api/browser-messages";
import { PAGE_SIZE } from "@/features/wallet/updates/api/updates";
import { ProgressCard } from "@/features/wallet/updates/components/progress-card";
import { ListPages } from "@/shared/components/list-pages";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { useSegmentNames } from "@/shared/segments/segments";
import { useListView } from "@/shared/url/use-list-view";

interface BrowserMessagesProps {
  zone: string | undefined;
  mayEdit: boolean;
}

/** Lists messages to browsers that are subscribed to notifications, with their progress. */
export function BrowserMessages({ zone, mayEdit }: BrowserMessagesProps) {
  const view = useListView({ at: "browsers", pageSize: PAGE_SIZE });
  const list = useQuery(browserMessagesQuery(view.page));
  return (
    <Box component="section" aria-labelledby="browser-messages" sx={{ mt: 4 }}>
      <Typography id="browser-messages" variant="h5" component="h2" sx={{ mb: 1.5 }}>
        <Trans>Messages to browsers</Trans>
      </Typography>
      <StaleWarning reading={list} />
      {list.isPending ? (
        <Skeleton variant="rounded" height={120} aria-busy="true" />
      ) : isUnreadable(list) ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.items.length === 0 ? (
        <Typography color="textSecondary">
          <Trans>
            No messages yet. Visitors subscribe on pages with a “Notifications” block, and get your messages even when
            the page is closed.
          </Trans>
        </Typography>
      ) : (
        <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {list.data.items.map((one) => (
            <MessageRow key={one.message_id} message={one} zone={zone} mayEdit={mayEdit} />
          ))}
        </Stack>
      )}
      <ListPages total={list.data?.total} pageSize={view.pageSize} page={view.page} onPage={view.setPage} />
    </Box>
  );
}

function MessageRow({ message, zone, mayEdit }: BrowserMessagesProps & { message: BrowserMessage }) {
  const changing = useChangeBrowserMessage();
  const segments = useSegmentNames(message.audience === "segment");
  const { message_id, sent, gone, failed, not_allowed, waiting } = message;
  const whom = message.audience === "all" ? t`All browsers` : (segments.get(message.audience_id ?? "") ?? t`A segment`);
  return (
    <ProgressCard
      title={message.text}
      heading="h3"
      details={[whom]}
      of={message}
      done={sent + gone + failed + not_allowed + waiting}
      counts={[
        plural(sent, { one: "sent to # browser", other: "sent to # browsers" }),
        gone > 0 ? t`${gone} no longer subscribed` : null,
        not_allowed > 0 ? t`${not_allowed} without consent` : null,
        failed > 0 ? t`${failed} refused by their push service` : null,
        waiting > 0 ? t`${waiting} to be sent later` : null,
      ]}
      zone={zone}
      mayEdit={mayEdit}
      change={{
        isPending: changing.isPending,
        run: (action) => changing.mutateAsync({ message_id, action }),
      }}
      cancel={{
        label: t`Cancel message`,
        question: t`Cancel this message?`,
        note: <Trans>Browsers that already got it keep showing it.</Trans>,
      }}
    />
  );
}
