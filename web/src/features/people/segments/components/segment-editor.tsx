import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import { fieldsQuery, type SegmentDetail, useSaveSegment } from "@/features/people/segments/api/segments";
import { GroupEditor } from "@/features/people/segments/components/group-editor";
import { LiveCount } from "@/features/people/segments/components/live-count";
import { type DraftGroup, draftOf, emptyDraft, rulesOf } from "@/features/people/segments/draft";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";

/** Creates or changes a segment: its rules on the left, the matching customers on the right. */
export function SegmentEditor({ segment }: { segment: SegmentDetail | null }) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const saving = useSaveSegment();
  const known = useQuery(fieldsQuery).data;
  const [name, setName] = useState(segment?.name ?? "");
  const [description, setDescription] = useState(segment?.description ?? "");
  const [draft, setDraft] = useState<DraftGroup>(() => (segment?.rules ? draftOf(segment.rules) : emptyDraft()));
  const [isChanged, setChanged] = useState(false);
  const isList = segment?.kind === "list";
  const rules = isList ? null : rulesOf(draft);
  const segmentId = segment?.segment_id ?? null;
  const isReady = name.trim() !== "" && (isList || rules !== null);
  const save = () => {
    setChanged(false);
    handleResult(saving.mutateAsync({ segment_id: segmentId, name, description, rules }), {
      onSuccess: (saved) => void navigate(paths.segment(saved.segment_id), { replace: true }),
      onError: (error) => {
        setChanged(true);
        toasts.error(error);
      },
    });
  };
  return (
    <>
      <LeaveGuard isChanged={isChanged}>
        <Trans>Your changes to the segment would be lost.</Trans>
      </LeaveGuard>
      <PageHeader
        title={segment === null ? t`Create segment` : t`Edit ${segment.name}`}
        actions={
          <>
            <Button component={RouterLink} to={segmentId === null ? paths.segments : paths.segment(segmentId)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="contained" onClick={save} disabled={!isReady || saving.isPending}>
              <Trans>Save segment</Trans>
            </Button>
          </>
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: isList ? "1fr" : { xs: "1fr", md: "minmax(0, 1fr) 280px" },
          alignItems: "start",
        }}
      >
        <Stack spacing={2} sx={{ minWidth: 0 }}>
          <Card sx={{ p: 2 }}>
            <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
              <TextField
                label={t`Name`}
                required
                size="small"
                value={name}
                onChange={({ target }) => {
                  setName(target.value);
                  setChanged(true);
                }}
                error={saving.isError}
                helperText={saving.isError ? messageOf(saving.error) : undefined}
                slotProps={{ htmlInput: { maxLength: 120 } }}
                sx={{ flex: 1 }}
              />
              <TextField
                label={t`Description`}
                size="small"
                value={description}
                onChange={({ target }) => {
                  setDescription(target.value);
                  setChanged(true);
                }}
                slotProps={{ htmlInput: { maxLength: 1000 } }}
                sx={{ flex: 2 }}
              />
            </Stack>
          </Card>
          {isList ? null : (
            <Card sx={{ p: 2 }}>
              <GroupEditor
                group={draft}
                fields={known?.items ?? []}
                tags={known?.tags ?? []}
                segmentId={segmentId}
                onChange={(changed) => {
                  setDraft(changed);
                  setChanged(true);
                }}
              />
            </Card>
          )}
        </Stack>
        {isList ? null : <LiveCount rules={rules} segmentId={segmentId} />}
      </Box>
    </>
  );
}
