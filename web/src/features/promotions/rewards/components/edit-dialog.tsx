import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Grid from "@mui/material/Grid";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ReactNode, type SyntheticEvent, useId } from "react";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";

interface EditDialogProps {
  title: string;
  /** The error of the last attempt to save. */
  error: Error | null;
  isSaving: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** Cells of a grid. */
  children: ReactNode;
}

/** A form in a dialog that is full-screen on phones: title, error, fields, Cancel and Save. */
export function EditDialog({ title, error, isSaving, onSubmit, onClose, children }: EditDialogProps) {
  const isPhone = useMediaQuery("(max-width: 599px)");
  const titleId = useId();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!reportIncomplete(event.currentTarget)) {
      onSubmit();
    }
  };
  return (
    <FormDialog onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth fullScreen={isPhone}>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id={titleId} sx={{ typography: "h4" }}>
          {title}
        </DialogTitle>
        <DialogContent>
          <Grid container spacing={2} sx={{ pt: 1 }}>
            {error ? (
              <Grid size={12}>
                <Alert severity="error">{messageOf(error)}</Alert>
              </Grid>
            ) : null}
            {children}
          </Grid>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={isSaving}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

interface FieldProps {
  label: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  required?: boolean;
}

/** A number, as typed. */
export function NumberInput({ problem, onChange, ...field }: FieldProps) {
  return (
    <TextField
      fullWidth
      {...field}
      onChange={({ target }) => onChange(target.value)}
      error={Boolean(problem)}
      helperText={problem}
      slotProps={{ htmlInput: { inputMode: "decimal" } }}
    />
  );
}

/** A local date and time, with its time zone. */
export function MomentInput({ problem, onChange, zone, ...field }: FieldProps & { zone: string }) {
  return (
    <TextField
      fullWidth
      type="datetime-local"
      {...field}
      onChange={({ target }) => onChange(target.value)}
      error={Boolean(problem)}
      helperText={problem ?? zone}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

type Unit = "points" | "stamps";

/** A choice between points and stamps. */
export function UnitInput({ value, onChange }: { value: Unit; onChange: (unit: Unit) => void }) {
  return (
    <TextField select fullWidth label={t`In`} value={value} onChange={({ target }) => onChange(target.value as Unit)}>
      <MenuItem value="points">
        <Trans>Points</Trans>
      </MenuItem>
      <MenuItem value="stamps">
        <Trans>Stamps</Trans>
      </MenuItem>
    </TextField>
  );
}
