import { t } from "@lingui/core/macro";
import Card from "@mui/material/Card";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { automationEditsQuery } from "@/features/messaging/automations/api/automations";
import { ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";
import { memberNamesQuery } from "@/shared/organization/member-names";

/** Every revision, newest first: its author, and since when people enter it. */
export function HistoryPanel({ automationId, zone }: { automationId: string; zone: string }) {
  const edits = useQuery(automationEditsQuery(automationId));
  const names = useQuery(memberNamesQuery).data ?? {};
  const editor = (id: string | null) => (id === null ? t`Somebody` : (names[id] ?? t`An API key`));
  if (edits.isPending) {
    return <Skeleton variant="rounded" height={160} aria-busy="true" />;
  }
  if (edits.isError) {
    return <ErrorState error={edits.error} onRetry={() => void edits.refetch()} />;
  }
  return (
    <Card variant="outlined">
      <List>
        {edits.data.items.map((one) => (
          <ListItem key={one.revision} divider>
            <ListItemText
              primary={t`Revision ${one.revision} · ${formatDateTime(one.edited_at, zone)} · ${editor(one.edited_by)}`}
              secondary={
                one.live_from === null
                  ? t`Never switched on`
                  : t`People enter it since ${formatDateTime(one.live_from, zone)}`
              }
            />
          </ListItem>
        ))}
      </List>
    </Card>
  );
}
