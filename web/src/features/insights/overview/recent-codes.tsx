import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import QrCode2Icon from "@mui/icons-material/QrCode2";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Panel } from "@/features/insights/overview/panel";
import { recentCodesQuery } from "@/features/insights/overview/queries";
import { isUnreadable } from "@/shared/api/unreadable";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";

/** The newest codes. */
export function RecentCodes({ zone }: { zone: string }) {
  const codes = useQuery(recentCodesQuery);
  return (
    <Panel title={t`Recent codes`}>
      {codes.isPending ? <Skeleton variant="rounded" height={180} /> : null}
      {isUnreadable(codes) ? <ErrorState compact error={codes.error} onRetry={() => void codes.refetch()} /> : null}
      {codes.data?.total === 0 ? (
        <EmptyState
          compact
          icon={<QrCode2Icon />}
          title={t`No codes yet`}
          text={t`The codes you create appear here.`}
        />
      ) : null}
      {codes.data !== undefined && codes.data.total > 0 ? (
        <>
          <List disablePadding>
            {codes.data.items.map(({ code_id, name, created_at }) => (
              <ListItem key={code_id} disablePadding>
                <ListItemButton component={Link} to={paths.showCode(code_id)} sx={{ borderRadius: 1 }}>
                  <ListItemText
                    primary={name}
                    secondary={t`Created ${formatDate(created_at, zone)}`}
                    sx={{ overflowWrap: "anywhere" }}
                  />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
          <Button component={Link} to={paths.codes} size="small" sx={{ mt: 1 }}>
            <Trans>View all codes</Trans>
          </Button>
        </>
      ) : null}
    </Panel>
  );
}
