import { msg, t } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { amountOf, placesOf } from "@/blocks/currencies";
import { ParsedField } from "@/shared/components/parsed-field";
import { instantOf, LAST_MOMENT, wallClock } from "@/shared/format/zoned";
import { useOrganizationData } from "@/shared/organization/organization";

/** The errors of the draft, by field. */
export type Problems = Readonly<Record<string, string>>;

export const FIELDS = {
  display: "grid",
  gap: 2,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
} as const;

interface SectionProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A group of fields. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <Box component="section" sx={{ "& + &": { mt: 4 } }}>
      <Typography variant="h6" component="h2">
        {title}
      </Typography>
      {text ? (
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      ) : null}
      <Box sx={{ mt: 2 }}>{children}</Box>
    </Box>
  );
}

interface NumberFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  problem?: string | undefined;
  hint?: string | undefined;
  min?: number;
  /** The value of an empty field. Without it, an empty field means no limit. */
  empty?: number;
}

/** A whole number, or none. */
export function NumberField({ label, value, onChange, problem, hint, min = 1, empty }: NumberFieldProps) {
  return (
    <ParsedField
      fullWidth
      type="number"
      label={label}
      value={value ?? ""}
      onChange={(text) => onChange(text === "" ? (empty ?? null) : Math.max(min, Math.round(Number(text))))}
      error={Boolean(problem)}
      helperText={problem ?? hint}
      slotProps={{ htmlInput: { min, step: 1, inputMode: "numeric" } }}
    />
  );
}

interface ScaledFieldProps {
  label: string;
  /** In the small unit: cents, or parts per million. */
  value: number | null;
  /** The number of small units in one unit of the input. */
  unit: number;
  /** The largest possible input. */
  most: number;
  sign?: string;
  onChange: (value: number | null) => void;
  problem?: string | undefined;
  hint?: string | undefined;
}

const NO_NUMBER: MessageDescriptor = msg`Enter a number such as 2.5`;

/** A number with decimals, stored as whole small units: money, or a percentage. */
function ScaledField({ label, value, unit, most, sign, onChange, problem, hint }: ScaledFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const parsed = (text: string) => (/^\d*([.,]\d*)?$/.test(text) ? Number(text.replace(",", ".") || "0") : NaN);
  const isWrong = typed !== null && (Number.isNaN(parsed(typed)) || parsed(typed) > most);
  const take = (text: string) => {
    setTyped(text);
    const number = parsed(text);
    if (text.trim() === "") {
      onChange(null);
    } else if (!Number.isNaN(number) && number <= most) {
      onChange(Math.round(number * unit));
    }
  };
  return (
    <TextField
      fullWidth
      label={label}
      value={typed ?? (value === null ? "" : String(value / unit))}
      onChange={({ target }) => take(target.value)}
      onBlur={() => setTyped(null)}
      error={isWrong || Boolean(problem)}
      helperText={isWrong ? t(NO_NUMBER) : (problem ?? hint)}
      slotProps={{
        htmlInput: { inputMode: "decimal" },
        ...(sign === undefined
          ? {}
          : { input: { endAdornment: <InputAdornment position="end">{sign}</InputAdornment> } }),
      }}
    />
  );
}

const PPM_OF_PERCENT = 10_000;

/** A chance, entered in percent and stored in parts per million. */
export function ChanceField(props: Omit<ScaledFieldProps, "unit" | "most" | "sign">) {
  return <ScaledField {...props} unit={PPM_OF_PERCENT} most={100} sign="%" />;
}

const MOST_MONEY = 10 ** 9;

/** An amount in the organisation's currency, stored in its smallest unit. */
export function MoneyField(props: Omit<ScaledFieldProps, "unit" | "most" | "sign">) {
  const currency = useOrganizationData().data?.currency;
  return (
    <ScaledField
      {...props}
      unit={10 ** placesOf(currency)}
      most={amountOf(MOST_MONEY, currency)}
      {...(currency === undefined ? {} : { sign: currency })}
    />
  );
}

interface MomentFieldProps {
  label: string;
  value: string;
  zone: string;
  onChange: (iso: string) => void;
  problem?: string | undefined;
}

/** A moment in the time zone of the game. */
export function MomentField({ label, value, zone, onChange, problem }: MomentFieldProps) {
  return (
    <ParsedField
      fullWidth
      type="datetime-local"
      label={label}
      value={wallClock(value, zone)}
      onChange={(wall) => (wall === "" ? undefined : onChange(instantOf(wall, zone)))}
      error={Boolean(problem)}
      helperText={problem ?? zone}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MOMENT } }}
    />
  );
}
