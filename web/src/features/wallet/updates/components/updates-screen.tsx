import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CampaignIcon from "@mui/icons-material/CampaignOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  PAGE_SIZE,
  type PassUpdate,
  type UpdateAction,
  updatesQuery,
  useChangeUpdate,
} from "@/features/wallet/updates/api/updates";
import { UpdateDialog } from "@/features/wallet/updates/components/update-dialog";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useSegmentNames } from "@/shared/segments/segments";
import { useSearchChange } from "@/shared/url/use-search-change";

const STATES: Readonly<Record<PassUpdate["state"], MessageDescriptor>> = {
  scheduled: msg`Scheduled`,
  running: msg`Running`,
  paused: msg`Paused`,
  done: msg`Done`,
  cancelled: msg`Cancelled`,
};

/** Messages to holders of passes and changes of many passes, with their progress. */
export function UpdatesScreen() {
  const [search, change] = useSearchChange();
  const page = Math.max(1, Number(search.get("at")) || 1);
  const { data: organization } = useOrganizationData();
  const list = useQuery(updatesQuery(page));
  const [isStarting, setStarting] = useState(false);
  const mayEdit = organization !== undefined && reaches(organization.role, "editor");
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  return (
    <>
      <PageHeader
        title={t`Pass updates`}
        subtitle={t`Messages to people with a pass, and changes of many passes at once.`}
        actions={
          mayEdit ? (
            <Button variant="contained" onClick={() => setStarting(true)}>
              <Trans>New update</Trans>
            </Button>
          ) : null
        }
      />
      <Box sx={{ maxWidth: 920 }}>
        {list.isPending ? (
          <Skeleton variant="rounded" height={200} aria-busy="true" />
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data.items.length === 0 ? (
          <Card>
            <EmptyState
              icon={<CampaignIcon />}
              title={t`No updates yet`}
              text={t`A message appears on the lock screen of people who have your pass.`}
            />
          </Card>
        ) : (
          <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {list.data.items.map((one) => (
              <UpdateRow key={one.update_id} update={one} zone={organization?.time_zone} mayEdit={mayEdit} />
            ))}
          </Stack>
        )}
        {pages > 1 ? (
          <Pagination
            sx={{ mt: 2 }}
            count={pages}
            page={page}
            onChange={(_, next) => change({ at: next === 1 ? null : String(next) })}
          />
        ) : null}
      </Box>
      {isStarting ? <UpdateDialog onClose={() => setStarting(false)} /> : null}
    </>
  );
}

interface UpdateRowProps {
  update: PassUpdate;
  zone: string | undefined;
  mayEdit: boolean;
}

function UpdateRow({ update, zone, mayEdit }: UpdateRowProps) {
  const toasts = useToasts();
  const changing = useChangeUpdate();
  const [isEnding, setEnding] = useState(false);
  const segments = useSegmentNames(update.audience === "segment");
  const isOpen = update.state === "scheduled" || update.state === "running" || update.state === "paused";
  const act = (action: UpdateAction) =>
    handleResult(changing.mutateAsync({ update_id: update.update_id, action }), {
      onError: toasts.error,
      onSettled: () => setEnding(false),
    });
  const whom =
    update.audience === "all"
      ? t`All passes`
      : update.audience === "pass"
        ? t`One pass`
        : (segments.get(update.audience_id ?? "") ?? t`A segment`);
  const label = update.field_label ?? update.field_key;
  const title = label === null ? update.text : t`${label} is now “${update.text}”`;
  return (
    <Card component="li" sx={{ p: 2 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "flex-start" }}>
        <Box sx={{ flex: "1 1 16rem", minWidth: 0 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {[
              update.kind === "message" ? t`Message` : t`Change of a field`,
              whom,
              update.scheduled_for !== null && update.state === "scheduled"
                ? t`Starts ${formatDateTime(update.scheduled_for, zone)}`
                : t`Created ${formatDateTime(update.created_at, zone)}`,
            ].join(" · ")}
          </Typography>
        </Box>
        <Chip
          size="small"
          variant="outlined"
          color={update.state === "done" ? "success" : update.state === "running" ? "primary" : "default"}
          label={t(STATES[update.state])}
        />
      </Box>
      <Progress update={update} />
      {mayEdit && isOpen ? (
        <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
          {update.state === "paused" ? (
            <Button size="small" onClick={() => act("resume")} disabled={changing.isPending}>
              <Trans>Resume</Trans>
            </Button>
          ) : (
            <Button size="small" onClick={() => act("pause")} disabled={changing.isPending}>
              <Trans>Pause</Trans>
            </Button>
          )}
          <Button size="small" color="error" onClick={() => setEnding(true)}>
            <Trans>Cancel update</Trans>
          </Button>
        </Stack>
      ) : null}
      <ConfirmDialog
        open={isEnding}
        title={t`Cancel this update?`}
        confirmLabel={t`Cancel update`}
        busy={changing.isPending}
        onConfirm={() => act("cancel")}
        onCancel={() => setEnding(false)}
      >
        <Trans>Passes that already show it stay as they are.</Trans>
      </ConfirmDialog>
    </Card>
  );
}

function Progress({ update }: { update: PassUpdate }) {
  const { changed, unchanged, not_allowed, limited, waiting, total } = update;
  const done = changed + unchanged + not_allowed + limited + waiting;
  const percent = total === 0 ? 100 : Math.min(100, (100 * done) / total);
  const parts = [
    plural(changed, { one: "# pass shows it", other: "# passes show it" }),
    unchanged > 0 ? t`${unchanged} unchanged` : null,
    not_allowed > 0 ? t`${not_allowed} without consent` : null,
    limited > 0 ? t`${limited} had three messages today` : null,
    waiting > 0 ? t`${waiting} in quiet hours` : null,
  ];
  return (
    <Box sx={{ mt: 1.5 }}>
      {update.state === "running" || update.state === "paused" ? (
        <LinearProgress variant="determinate" value={percent} aria-label={t`Progress`} sx={{ mb: 1 }} />
      ) : null}
      <Typography variant="body2">{parts.filter((part) => part !== null).join(" · ")}</Typography>
    </Box>
  );
}
