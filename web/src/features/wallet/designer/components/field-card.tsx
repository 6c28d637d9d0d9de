import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import DragIndicatorIcon from "@mui/icons-material/DragIndicator";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Collapse from "@mui/material/Collapse";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type DragEvent, type ReactNode, useState } from "react";
import type { LintFinding } from "@/features/wallet/designer/api/templates";
import { FieldFindings } from "@/features/wallet/designer/components/findings";
import { FieldValue } from "@/features/wallet/designer/components/field-value";
import { type PassDesign, stepOf, ZONES } from "@/features/wallet/designer/use-pass-design";
import type { PassField, PassZone } from "@/shared/wallet/pass-content";

export const ZONE_NAMES: Readonly<Record<PassZone, MessageDescriptor>> = {
  header: msg`Header`,
  primary: msg`Primary`,
  secondary: msg`Secondary`,
  auxiliary: msg`Auxiliary`,
  back: msg`Back`,
};

const FORMATS: Readonly<Record<PassField["format"], MessageDescriptor>> = {
  text: msg`Text`,
  number: msg`Number`,
  percent: msg`Percent`,
  currency: msg`Amount of money`,
  date: msg`Date`,
  time: msg`Time`,
  date_time: msg`Date and time`,
};

const ALIGNMENTS: Readonly<Record<PassField["alignment"], MessageDescriptor>> = {
  natural: msg`Automatic`,
  left: msg`Left`,
  center: msg`Centre`,
  right: msg`Right`,
};

export const DRAGGED = "application/x-waypost-pass-field";

interface FieldCardProps {
  field: PassField;
  design: PassDesign;
  zone: string;
  findings: readonly LintFinding[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Moves it by one step, together with the focus. */
  onStep: (by: 1 | -1) => void;
  /** Called when another field is dropped on it. */
  onReceive: (key: string) => void;
}

/** One field: moved by its handle or its arrows, and edited in place. */
export function FieldCard({ field, design, zone, findings, isOpen, onOpen, onStep, onReceive }: FieldCardProps) {
  const [isOver, setIsOver] = useState(false);
  const { fields } = design.draft.content;
  const name = field.label || field.key;
  const set = (values: Partial<PassField>, kind: string) =>
    design.changeField(field.key, values, `${kind} ${field.key}`);
  const own = { onDragOver: (event: DragEvent) => over(event, () => setIsOver(true)) };
  return (
    <Card
      component="li"
      aria-label={t`Field ${name}`}
      data-path={`fields.${field.key}`}
      {...own}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        if (event.dataTransfer.types.includes(DRAGGED)) {
          event.preventDefault();
          event.stopPropagation();
          onReceive(event.dataTransfer.getData(DRAGGED));
        }
      }}
      sx={{
        outline: isOver ? 2 : 0,
        outlineStyle: "solid",
        outlineColor: "primary.main",
        borderColor: findings.some((it) => it.severity === "error") ? "error.main" : "divider",
      }}
    >
      <Stack direction="row" sx={{ alignItems: "center", gap: 0.5, px: 1, py: 0.5 }}>
        <Tooltip title={t`Drag to move`}>
          <Box
            draggable
            onDragStart={(event) => event.dataTransfer.setData(DRAGGED, field.key)}
            aria-hidden
            sx={{ display: { xs: "none", md: "flex" }, cursor: "grab", color: "text.secondary" }}
          >
            <DragIndicatorIcon fontSize="small" />
          </Box>
        </Tooltip>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" noWrap>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {field.value || t`No value`}
          </Typography>
        </Box>
        <Step
          label={t`Move ${name} up`}
          mark={`${field.key} up`}
          isOff={!stepOf(fields, field.key, -1)}
          onStep={() => onStep(-1)}
        >
          <ArrowUpwardIcon fontSize="small" />
        </Step>
        <Step
          label={t`Move ${name} down`}
          mark={`${field.key} down`}
          isOff={!stepOf(fields, field.key, 1)}
          onStep={() => onStep(1)}
        >
          <ArrowDownwardIcon fontSize="small" />
        </Step>
        <IconButton
          size="small"
          aria-label={isOpen ? t`Close ${name}` : t`Edit ${name}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <ExpandMoreIcon fontSize="small" sx={{ rotate: isOpen ? "180deg" : "0deg", transition: "rotate 150ms" }} />
        </IconButton>
      </Stack>
      <FieldFindings findings={findings} sx={{ px: 1.5, pb: 1 }} />
      <Collapse in={isOpen} mountOnEnter unmountOnExit>
        <Stack sx={{ gap: 2, p: 1.5, pt: 1 }}>
          <TextField
            label={t`Label`}
            value={field.label}
            onChange={(event) => set({ label: event.target.value }, "label")}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <FieldValue field={field} zone={zone} onChange={(value) => set({ value }, "value")} />
          <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", "& > *": { flex: "1 1 8rem" } }}>
            <TextField
              select
              label={t`Format`}
              value={field.format}
              onChange={(event) => {
                const format = event.target.value as PassField["format"];
                set({ format, currency: format === "currency" ? (field.currency ?? "USD") : null }, "format");
              }}
            >
              {Object.entries(FORMATS).map(([format, label]) => (
                <MenuItem key={format} value={format}>
                  {t(label)}
                </MenuItem>
              ))}
            </TextField>
            {field.format === "currency" ? (
              <TextField
                label={t`Currency`}
                value={field.currency ?? ""}
                onChange={(event) => set({ currency: event.target.value.toUpperCase() }, "currency")}
                slotProps={{ htmlInput: { maxLength: 3, spellCheck: false } }}
              />
            ) : null}
            <TextField
              select
              label={t`Zone`}
              value={field.zone}
              onChange={(event) => design.move(field.key, event.target.value as PassZone, fields.length)}
            >
              {ZONES.map((it) => (
                <MenuItem key={it} value={it}>
                  {t(ZONE_NAMES[it])}
                </MenuItem>
              ))}
            </TextField>
            {field.zone === "primary" || field.zone === "back" ? null : (
              <TextField
                select
                label={t`Alignment`}
                value={field.alignment}
                onChange={(event) => set({ alignment: event.target.value as PassField["alignment"] }, "alignment")}
              >
                {Object.entries(ALIGNMENTS).map(([alignment, label]) => (
                  <MenuItem key={alignment} value={alignment}>
                    {t(label)}
                  </MenuItem>
                ))}
              </TextField>
            )}
          </Stack>
          <TextField
            label={t`Change message`}
            value={field.change_message ?? ""}
            onChange={(event) => set({ change_message: event.target.value || null }, "message")}
            helperText={t`What the lock screen says when the value changes. %@ is the new value.`}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <Box>
            <IconButton size="small" aria-label={t`Remove ${name}`} onClick={() => design.removeField(field.key)}>
              <DeleteOutlineIcon fontSize="small" />
            </IconButton>
          </Box>
        </Stack>
      </Collapse>
    </Card>
  );
}

function over(event: DragEvent, drop: () => void) {
  if (event.dataTransfer.types.includes(DRAGGED)) {
    event.preventDefault();
    drop();
  }
}

interface StepProps {
  label: string;
  /** Identifies the button after its field has moved to another list. */
  mark: string;
  isOff: boolean;
  onStep: () => void;
  children: ReactNode;
}

/**
 * A button that stays focusable at the end of the list, where nothing more can be moved, so that the keyboard continues
 * from there.
 */
function Step({ label, mark, isOff, onStep, children }: StepProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      aria-disabled={isOff}
      data-step={mark}
      onClick={isOff ? undefined : onStep}
      sx={{ opacity: isOff ? 0.38 : 1 }}
    >
      {children}
    </IconButton>
  );
}
