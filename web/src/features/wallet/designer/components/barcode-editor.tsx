import { msg, t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import type { LintFinding } from "@/features/wallet/designer/api/templates";
import { Part } from "@/features/wallet/designer/components/general-editor";
import { PlaceholderField } from "@/features/wallet/designer/components/placeholder-field";
import type { PassDesign } from "@/features/wallet/designer/use-pass-design";
import type { PassBarcode } from "@/shared/wallet/pass-content";

const FORMATS = [
  ["qr", msg`QR`],
  ["aztec", msg`Aztec`],
  ["pdf417", msg`PDF417`],
  ["code128", msg`Code 128`],
] as const;

interface BarcodeEditorProps {
  design: PassDesign;
  findings: readonly LintFinding[];
}

/** Edits the barcode that staff scan. */
export function BarcodeEditor({ design, findings }: BarcodeEditorProps) {
  const { barcode } = design.draft.content;
  const set = (values: Partial<PassBarcode>, kind: string) =>
    barcode ? design.change({ barcode: { ...barcode, ...values } }, kind) : undefined;
  return (
    <Stack sx={{ gap: 2 }}>
      <Part path="barcode" findings={findings.filter((it) => it.field === "barcode")}>
        <FormControlLabel
          control={
            <Switch
              checked={barcode !== null}
              onChange={(_, on) =>
                design.change({ barcode: on ? { format: "qr", message: "{{serial}}", text: "{{serial}}" } : null })
              }
            />
          }
          label={t`The pass has a barcode`}
        />
      </Part>
      {barcode ? (
        <>
          <Part path="barcode.format" findings={findings.filter((it) => it.field === "barcode.format")}>
            <TextField
              select
              label={t`Barcode type`}
              value={barcode.format ?? "qr"}
              onChange={(event) => set({ format: event.target.value as NonNullable<PassBarcode["format"]> }, "barcode")}
            >
              {FORMATS.map(([format, name]) => (
                <MenuItem key={format} value={format}>
                  {t(name)}
                </MenuItem>
              ))}
            </TextField>
          </Part>
          <Part path="barcode.message" findings={findings.filter((it) => it.field === "barcode.message")}>
            <PlaceholderField
              label={t`Content`}
              value={barcode.message}
              onChange={(message) => set({ message }, "message")}
              helperText={t`What scanners read`}
              maxLength={1000}
            />
          </Part>
          <Part path="barcode.text" findings={findings.filter((it) => it.field === "barcode.text")}>
            <PlaceholderField
              label={t`Text below it`}
              value={barcode.text ?? ""}
              onChange={(text) => set({ text: text || null }, "text")}
              helperText={t`Staff can type it in if the scanner fails`}
              maxLength={120}
            />
          </Part>
        </>
      ) : null}
    </Stack>
  );
}
