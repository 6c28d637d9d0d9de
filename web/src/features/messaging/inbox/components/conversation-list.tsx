import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import FlagIcon from "@mui/icons-material/FlagOutlined";
import ForumIcon from "@mui/icons-material/ForumOutlined";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type Conversation, conversationsQuery, type View } from "@/features/messaging/inbox/api/inbox";
import { isUnreadable } from "@/shared/api/unreadable";
import { SearchBox } from "@/shared/components/search-box";
import { StaleWarning } from "@/shared/components/stale-warning";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useLastPage } from "@/shared/components/use-last-page";
import { formatDateTime } from "@/shared/format/dates";
import { inboxCountsQuery } from "@/shared/messages/inbox";
import { useSearchChange } from "@/shared/url/use-search-change";

const PAGE_SIZE = 25;
const VIEWS: Readonly<Record<View, MessageDescriptor>> = {
  open: msg`Open`,
  unread: msg`Unread`,
  mine: msg`Mine`,
  unassigned: msg`Unassigned`,
  flagged: msg`Opt-out requests`,
  done: msg`Done`,
  all: msg`All`,
};
const ORDER: readonly View[] = ["open", "unread", "mine", "unassigned", "flagged", "done", "all"];

interface ListProps {
  chosen: string | null;
  zone: string | undefined;
  onChoose: (conversationId: string) => void;
}

/** Conversations in a view, latest first. */
export function ConversationList({ chosen, zone, onChoose }: ListProps) {
  const [search, change] = useSearchChange();
  const view = ORDER.find((one) => one === search.get("view")) ?? "open";
  const filter = search.get("filter") ?? "";
  const page = Math.max(1, Number(search.get("at")) || 1);
  const counts = useQuery(inboxCountsQuery).data;
  const list = useQuery(conversationsQuery(view, filter, page, PAGE_SIZE));
  const setPage = (next: number) => change({ at: next === 1 ? null : String(next) });
  const isBeyond = useLastPage(list, { page, pageSize: PAGE_SIZE, setPage });
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  return (
    <Card component="section" aria-label={t`Conversations`}>
      <Stack spacing={1.5} sx={{ p: 2, pb: 1 }}>
        <SearchBox
          placeholder={t`Name or whole number`}
          value={filter}
          onChange={(text) => change({ filter: text || null, at: null })}
        />
        <Stack direction="row" role="group" aria-label={t`Show`} sx={{ flexWrap: "wrap", gap: 0.75 }}>
          {ORDER.map((one) => {
            const count = one === "done" || one === "all" ? undefined : counts?.[one];
            const label = t(VIEWS[one]);
            return (
              <Chip
                key={one}
                size="small"
                clickable
                aria-pressed={view === one}
                color={view === one ? "primary" : "default"}
                variant={view === one ? "filled" : "outlined"}
                label={count ? `${label} ${count}` : label}
                onClick={() => change({ view: one === "open" ? null : one, at: null })}
              />
            );
          })}
        </Stack>
      </Stack>
      <StaleWarning reading={list} />
      {isUnreadable(list) ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending || isBeyond ? (
        <Stack spacing={1} sx={{ p: 2 }} aria-busy="true">
          <Skeleton variant="rounded" height={56} />
          <Skeleton variant="rounded" height={56} />
          <Skeleton variant="rounded" height={56} />
        </Stack>
      ) : list.data.items.length === 0 ? (
        <EmptyState
          compact
          icon={<ForumIcon />}
          title={filter === "" ? t`Nothing here` : t`No matching conversations`}
          text={
            filter !== ""
              ? t`Try another name, or the whole phone number.`
              : view === "open"
                ? t`When somebody replies to a text message, the conversation appears here.`
                : undefined
          }
        />
      ) : (
        <List disablePadding>
          {list.data.items.map((one) => (
            <Row
              key={one.conversation_id}
              conversation={one}
              zone={zone}
              isChosen={chosen === one.conversation_id}
              onChoose={() => onChoose(one.conversation_id)}
            />
          ))}
        </List>
      )}
      {pages > 1 ? (
        <Pagination size="small" sx={{ p: 2 }} count={pages} page={page} onChange={(_, next) => setPage(next)} />
      ) : null}
    </Card>
  );
}

interface RowProps {
  conversation: Conversation;
  zone: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ conversation: one, zone, isChosen, onChoose }: RowProps) {
  return (
    <ListItem disablePadding divider>
      <ListItemButton
        selected={isChosen}
        aria-current={isChosen ? "true" : undefined}
        onClick={onChoose}
        sx={{ display: "block" }}
      >
        <Stack direction="row" spacing={1} sx={{ alignItems: "baseline" }}>
          <Typography
            variant="body2"
            sx={{ flex: 1, minWidth: 0, fontWeight: one.unread > 0 ? 700 : 500, overflowWrap: "anywhere" }}
          >
            {one.name || one.phone}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap>
            {formatDateTime(one.last_at, zone)}
          </Typography>
        </Stack>
        <Stack direction="row" spacing={1} sx={{ alignItems: "center" }}>
          <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 1, minWidth: 0 }}>
            {one.last_text}
          </Typography>
          {one.unread > 0 ? (
            <Box sx={{ px: 1 }}>
              <Badge
                badgeContent={one.unread}
                color="primary"
                role="img"
                aria-label={plural(one.unread, { one: "# unread", other: "# unread" })}
              />
            </Box>
          ) : null}
        </Stack>
        {one.is_flagged || one.assigned_name !== "" ? (
          <Stack direction="row" spacing={0.75} sx={{ mt: 0.75, flexWrap: "wrap" }}>
            {one.is_flagged ? (
              <Chip size="small" color="warning" variant="outlined" icon={<FlagIcon />} label={t`Opt-out request`} />
            ) : null}
            {one.assigned_name === "" ? null : <Chip size="small" label={one.assigned_name} />}
          </Stack>
        ) : null}
      </ListItemButton>
    </ListItem>
  );
}
