import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { UtmTemplates } from "@/features/codes/codes/components/utm-templates";
import { NO_UTM, hasUtm, UTM_FIELDS, type Utm, utmOf, withUtm } from "@/features/codes/codes/utm";
import { FormDialog } from "@/shared/components/form-dialog";

interface UtmDialogProps {
  title: string;
  /** The address to which the values are added. Without it, they are added to many. */
  address?: string;
  label: string;
  busy?: boolean;
  onApply: (utm: Utm) => void;
  onClose: () => void;
}

/** UTM parameters for a destination, typed or from a template, with a preview of the result. */
export function UtmDialog({ title, address, label, busy = false, onApply, onClose }: UtmDialogProps) {
  const titleId = useId();
  const [utm, setUtm] = useState<Utm>(() => (address === undefined ? NO_UTM : utmOf(address)));
  const result = withUtm(address ?? "", utm);
  return (
    <FormDialog onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5", pb: 0.5 }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          <Trans>Your website’s analytics use these parameters to show where visitors came from.</Trans>{" "}
          {address === undefined ? t`Empty fields stay unchanged on each code.` : null}
        </Typography>
        <Stack spacing={2}>
          <UtmTemplates utm={utm} onChoose={setUtm} />
          <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "repeat(2, minmax(0, 1fr))" } }}>
            {UTM_FIELDS.map((field, place) => (
              <TextField
                key={field.name}
                size="small"
                label={t(field.label)}
                autoFocus={place === 0}
                placeholder={field.placeholder}
                value={utm[field.name]}
                onChange={(event) => setUtm({ ...utm, [field.name]: event.target.value })}
                slotProps={{ htmlInput: { maxLength: 128, autoCapitalize: "none", spellCheck: false } }}
              />
            ))}
          </Box>
          <Box aria-live="polite">
            <Typography variant="subtitle2">
              {address === undefined ? t`Apply to each destination` : t`Destination`}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
              {result === "" ? t`No destination yet` : result}
            </Typography>
          </Box>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="contained"
          disabled={busy || (address === undefined && !hasUtm(utm))}
          onClick={() => onApply(utm)}
        >
          {label}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
