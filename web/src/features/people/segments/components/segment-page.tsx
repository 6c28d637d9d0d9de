import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import { fieldsQuery, type SegmentDetail, useDeleteSegment } from "@/features/people/segments/api/segments";
import { ImportDialog } from "@/features/people/segments/components/import-dialog";
import { Members } from "@/features/people/segments/components/members";
import { trendOf } from "@/features/people/segments/trend";
import { GROUPS, linesOf } from "@/features/people/segments/words";
import { handleResult } from "@/shared/api/handle-result";
import { TrendChart } from "@/shared/components/charts/trend-chart";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useSegmentNames } from "@/shared/segments/segments";
import { formatCount } from "@/shared/format/numbers";
import { todayIn } from "@/shared/format/zoned";

interface SegmentPageProps {
  segment: SegmentDetail;
  role: string;
}

/** A segment: its rules, its size over time, where it is used, and its members. */
export function SegmentPage({ segment, role }: SegmentPageProps) {
  const mayEdit = reaches(role, "editor");
  const navigate = useNavigate();
  const toasts = useToasts();
  const deleting = useDeleteSegment();
  const [open, setOpen] = useState<"delete" | "import" | null>(null);
  const zone = useOrganizationData().data?.time_zone;
  const isCounting = segment.is_counting;
  const isUsed = segment.used_by.length > 0;
  const remove = () =>
    handleResult(deleting.mutateAsync(segment.segment_id), {
      onSuccess: () => void navigate(paths.segments),
      onError: (error) => {
        setOpen(null);
        toasts.error(error);
      },
    });
  return (
    <>
      <PageHeader
        title={segment.name}
        subtitle={segment.description || undefined}
        actions={
          <>
            {mayEdit && segment.kind === "list" ? (
              <Button variant="outlined" onClick={() => setOpen("import")}>
                <Trans>Import</Trans>
              </Button>
            ) : null}
            {mayEdit ? (
              <>
                <Button variant="outlined" color="error" onClick={() => setOpen("delete")} disabled={isUsed}>
                  Delete
                </Button>
                <Button variant="contained" component={RouterLink} to={paths.editSegment(segment.segment_id)}>
                  {segment.kind === "list" ? t`Rename` : t`Edit rules`}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" },
          mb: 2,
        }}
      >
        <Part title={t`Customers`}>
          <Typography variant="h3" component="p" role="status" sx={{ fontVariantNumeric: "tabular-nums" }}>
            {segment.counted_at === null ? "…" : formatCount(segment.members)}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {isCounting
              ? t`Being counted…`
              : segment.kind === "list"
                ? t`Changed by hand and by import`
                : t`Counted ${formatDateTime(segment.counted_at ?? segment.updated_at, zone)}, and every 15 minutes`}
          </Typography>
          <Changes days={segment.days} zone={zone} />
        </Part>
        <Stack spacing={2}>
          {segment.rules ? <Rules segment={segment} /> : null}
          <Part title={t`Used by`}>
            {isUsed ? (
              <Stack component="ul" spacing={0.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
                {segment.used_by.map((one) => (
                  <Box component="li" key={`${one.kind} ${one.id}`} sx={{ overflowWrap: "anywhere" }}>
                    <Chip size="small" label={t(USES[one.kind].label)} sx={{ mr: 1 }} />
                    <Link component={RouterLink} to={USES[one.kind].path(one.id)} color="textPrimary">
                      {one.name}
                    </Link>
                  </Box>
                ))}
              </Stack>
            ) : (
              <Typography variant="body2" color="textSecondary">
                <Trans>You can use it in code rules, in page blocks and in other segments.</Trans>
              </Typography>
            )}
          </Part>
        </Stack>
      </Box>
      <Members segment={segment} mayEdit={mayEdit && segment.kind === "list"} zone={zone} />
      <ConfirmDialog
        open={open === "delete"}
        title={t`Delete ${segment.name}?`}
        confirmLabel={t`Delete segment`}
        busy={deleting.isPending}
        onConfirm={remove}
        onCancel={() => setOpen(null)}
      >
        <Trans>The customers stay. The record of who entered and left the segment is deleted.</Trans>
      </ConfirmDialog>
      {open === "import" ? <ImportDialog segmentId={segment.segment_id} onDone={() => setOpen(null)} /> : null}
    </>
  );
}

const USES: Record<
  SegmentDetail["used_by"][number]["kind"],
  { label: MessageDescriptor; path: (id: string) => string }
> = {
  code: { label: msg`Code`, path: paths.showCode },
  page: { label: msg`Page`, path: paths.updatePage },
  segment: { label: msg`Segment`, path: paths.segment },
  folder: { label: msg`Folder`, path: paths.folder },
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}

function Rules({ segment }: { segment: SegmentDetail }) {
  const rules = segment.rules;
  const segments = useSegmentNames(true);
  const fields = useQuery(fieldsQuery).data?.items ?? [];
  const currency = useOrganizationData().data?.currency;
  if (rules === null) {
    return null;
  }
  const places = new Map(segment.named.map((one) => [one.id, one.name]));
  return (
    <Part title={t(GROUPS[rules.kind ?? "all"])}>
      <Stack component="ul" spacing={0.5} sx={{ m: 0, pl: 2.5 }}>
        {linesOf(rules, { segments, places, fields, currency }).map((line, place) => (
          <Typography component="li" variant="body2" key={`${place} ${line}`} sx={{ overflowWrap: "anywhere" }}>
            {line}
          </Typography>
        ))}
      </Stack>
    </Part>
  );
}

function Changes({ days, zone }: { days: SegmentDetail["days"]; zone: string | undefined }) {
  const today = todayIn(zone ?? "UTC");
  const points = trendOf(days, today);
  const [entered, left] = [sum(days.map((one) => one.entered)), sum(days.map((one) => one.left))];
  if (points.length === 0) {
    return null;
  }
  return (
    <Box sx={{ mt: 1 }}>
      <Typography variant="body2">
        {t`${formatCount(entered)} entered and ${formatCount(left)} left in the last 90 days`}
      </Typography>
      {points.length > 1 ? <TrendChart points={points} metric={t`Customers`} height={200} /> : null}
    </Box>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
