import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useId, useState } from "react";
import { useUpdateCode } from "@/features/codes/codes/api/update-code";
import { type PlacementForm, placementFormOf, propertiesOf } from "@/features/codes/codes/placement";
import type { Code } from "@/features/codes/codes/types";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { DialogGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";

const MAX = 18;

/** Edits the placement of a printed code: custom names and values, and coordinates for the map. */
export function PlacementDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const titleId = useId();
  const update = useUpdateCode();
  const toasts = useToasts();
  const [before] = useState<PlacementForm>(() => placementFormOf(code.properties));
  const [hangs, setHangs] = useState(before);
  const [isLeaving, setLeaving] = useState(false);
  const { properties, problems } = propertiesOf(hangs);
  const isWrong = Object.keys(problems).length > 0;
  const change = (place: number, changes: Partial<PlacementForm["rows"][number]>) =>
    setHangs((now) => ({ ...now, rows: now.rows.map((row, one) => (one === place ? { ...row, ...changes } : row)) }));
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWrong) {
      return;
    }
    update
      .mutateAsync({ code: { code_id: code.code_id, properties }, design: null })
      .then(() => {
        onClose();
        toasts.success(t`Placement saved`);
      })
      .catch(toasts.error);
  };
  const leave = () => (hangs === before ? onClose() : setLeaving(true));
  return (
    <Dialog open onClose={leave} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <form onSubmit={save} noValidate>
        <DialogTitle id={titleId} sx={{ typography: "h5", pb: 0.5 }}>
          <Trans>Placement of “{code.name}”</Trans>
        </DialogTitle>
        <DialogContent>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
            <Trans>Use placements to break down your analytics. With coordinates, the code appears on the map.</Trans>
          </Typography>
          <Stack spacing={1.5}>
            {hangs.rows.map((row, place) => (
              <Stack key={row.key} direction="row" spacing={1} sx={{ alignItems: "flex-start" }}>
                <TextField
                  label={t`Name`}
                  placeholder="store"
                  value={row.name}
                  onChange={(event) => change(place, { name: event.target.value })}
                  error={problems[`name-${row.key}`] !== undefined}
                  helperText={problems[`name-${row.key}`]}
                  slotProps={{ htmlInput: { maxLength: 40 } }}
                />
                <TextField
                  label={t`Value`}
                  placeholder={t`Main Street`}
                  value={row.value}
                  onChange={(event) => change(place, { value: event.target.value })}
                  slotProps={{ htmlInput: { maxLength: 200 } }}
                />
                <IconButton
                  aria-label={row.name ? t`Remove ${row.name}` : t`Remove this field`}
                  onClick={() => setHangs((now) => ({ ...now, rows: now.rows.filter((one) => one.key !== row.key) }))}
                >
                  <DeleteOutlinedIcon fontSize="small" />
                </IconButton>
              </Stack>
            ))}
            <Button
              startIcon={<AddIcon />}
              disabled={hangs.rows.length >= MAX}
              onClick={() =>
                setHangs((now) => ({ ...now, rows: [...now.rows, { key: crypto.randomUUID(), name: "", value: "" }] }))
              }
              sx={{ alignSelf: "flex-start" }}
            >
              <Trans>Add field</Trans>
            </Button>
            <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start" }}>
              {(["latitude", "longitude"] as const).map((name) => (
                <TextField
                  key={name}
                  label={name === "latitude" ? t`Latitude` : t`Longitude`}
                  placeholder={name === "latitude" ? "40.7549" : "-73.9840"}
                  value={hangs[name]}
                  onChange={(event) => setHangs((now) => ({ ...now, [name]: event.target.value }))}
                  error={problems[name] !== undefined}
                  helperText={problems[name]}
                  slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 30 } }}
                />
              ))}
            </Stack>
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={leave}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={update.isPending || isWrong}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
      {hangs === before ? null : <DialogGuard />}
      <ConfirmDialog
        open={isLeaving}
        title={t`Leave without saving?`}
        confirmLabel={t`Leave`}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        <Trans>You have unsaved changes.</Trans>
      </ConfirmDialog>
    </Dialog>
  );
}
