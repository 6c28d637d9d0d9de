import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import { useState } from "react";
import {
  type PassImportDetail,
  useCheckPasses,
  usePassImportAction,
} from "@/features/wallet/designer/api/pass-imports";
import { messageOf } from "@/shared/api/errors";
import { ColumnMapping } from "@/shared/components/column-mapping";

const OWN = ["email", "customer_number", "customer_id", "serial_number", "code"] as const;
const ROW = "row.";

/** Returns the label of a column's target. */
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

/** Matches the columns of the file with fields. */
export function PassImportMapping({ detail, columns, onChecking, onClose }: PassImportMappingProps) {
  const checking = useCheckPasses(detail.import_id);
  const acting = usePassImportAction(detail.import_id);
  const [mapping, setMapping] = useState<(string | null)[]>(detail.columns.map((one) => one.target));
  const [another, setAnother] = useState(detail.another);
  const error = checking.error ?? acting.error;
  const named = new Set<string>([...columns, ...detail.columns.flatMap((one) => rowTarget(one.target))]);
  return (
    <>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {detail.error === null ? null : <Alert severity="error">{detail.error}</Alert>}
          {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
          <Card variant="outlined">
            <ColumnMapping columns={detail.columns} mapping={mapping} onChange={setMapping}>
              {[...OWN, ...[...named].map((column) => `${ROW}${column}`)].map((target) => (
                <MenuItem key={target} value={target}>
                  {targetText(target)}
                </MenuItem>
              ))}
            </ColumnMapping>
          </Card>
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
