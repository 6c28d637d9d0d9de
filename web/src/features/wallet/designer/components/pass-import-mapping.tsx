import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import {
  type PassImportDetail,
  useCheckPasses,
  usePassImportAction,
} from "@/features/wallet/designer/api/pass-imports";
import { messageOf } from "@/shared/api/errors";

const OWN = ["email", "customer_number", "customer_id", "serial_number", "code"] as const;
const ROW = "row.";

/** What a column is, in words. */
export function targetText(target: string): string {
  switch (target) {
    case "email":
      return t`Customer email`;
    case "customer_number":
      return t`Customer number`;
    case "customer_id":
      return t`Customer ID`;
    case "serial_number":
      return t`Serial number`;
    case "code":
      return t`Code`;
    default:
      return target.startsWith(ROW) ? `{{${target}}}` : target;
  }
}

interface PassImportMappingProps {
  detail: PassImportDetail;
  columns: string[];
  onChecking: () => void;
  onClose: () => void;
}

/** Says what each column of the file is. */
export function PassImportMapping({ detail, columns, onChecking, onClose }: PassImportMappingProps) {
  const checking = useCheckPasses(detail.import_id);
  const acting = usePassImportAction(detail.import_id);
  const [mapping, setMapping] = useState<(string | null)[]>(detail.columns.map((one) => one.target));
  const [another, setAnother] = useState(detail.another);
  const error = checking.error ?? acting.error;
  const named = new Set<string>([...columns, ...detail.columns.flatMap((one) => rowTarget(one.target))]);
  const match = (at: number, target: string | null) =>
    // A target belongs to one column: it leaves the one that had it.
    setMapping((now) => now.map((had, index) => (index === at ? target : had === target ? null : had)));
  return (
    <>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {detail.error === null ? null : <Alert severity="error">{detail.error}</Alert>}
          {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
          <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 2 }}>
            {detail.columns.map(({ header, samples }, at) => (
              <Stack
                component="li"
                // The columns of a file never change, and two can have the same name.
                key={`${String(at)} ${header}`}
                direction={{ xs: "column", sm: "row" }}
                sx={{ gap: 1.5, alignItems: { sm: "center" } }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
                    {header || t`Column ${String(at + 1)}`}
                  </Typography>
                  <Typography variant="body2" color="textSecondary" noWrap>
                    {samples.join(" · ") || t`No values in the first rows`}
                  </Typography>
                </Box>
                <TextField
                  select
                  size="small"
                  label={t`Import “${header || `column ${String(at + 1)}`}” as`}
                  value={mapping[at] ?? ""}
                  onChange={({ target }) => match(at, target.value || null)}
                  sx={{ width: { sm: 260 }, flexShrink: 0 }}
                  slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
                >
                  <MenuItem value="">
                    <Trans>Don’t import</Trans>
                  </MenuItem>
                  {[...OWN, ...[...named].map((column) => `${ROW}${column}`)].map((target) => (
                    <MenuItem key={target} value={target}>
                      {targetText(target)}
                    </MenuItem>
                  ))}
                </TextField>
              </Stack>
            ))}
          </Stack>
          <FormControlLabel
            control={<Switch checked={another} onChange={(_, checked) => setAnother(checked)} />}
            label={t`Create another one for people who already have a pass`}
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button
          color="inherit"
          loading={acting.isPending}
          onClick={() => acting.mutate("cancel", { onSuccess: onClose })}
          sx={{ mr: "auto" }}
        >
          <Trans>Discard file</Trans>
        </Button>
        <Button color="inherit" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button
          variant="contained"
          disabled={mapping.every((target) => target === null)}
          loading={checking.isPending}
          onClick={() => checking.mutate({ mapping, another }, { onSuccess: onChecking })}
        >
          <Trans>Check the file</Trans>
        </Button>
      </DialogActions>
    </>
  );
}

function rowTarget(target: string | null): string[] {
  return target?.startsWith(ROW) ? [target.slice(ROW.length)] : [];
}
