import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FormControl from "@mui/material/FormControl";
import FormHelperText from "@mui/material/FormHelperText";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { dateFormat } from "@/shared/format/formatters";
import { birthdayOf, partsOfBirthday } from "@/features/people/customers/birthdays";

interface BirthdayFieldProps {
  /** In the API's format: 1990-05-17, --05-17 without the year, or empty. */
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
}

const MONTHS = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"];

/** Day, month and, if known, year of a birthday. */
export function BirthdayField({ value, onChange, problem }: BirthdayFieldProps) {
  const [parts, setParts] = useState(() => partsOfBirthday(value));
  const change = (changed: Partial<typeof parts>) => {
    const next = { ...parts, ...changed };
    setParts(next);
    onChange(birthdayOf(next));
  };
  const names = dateFormat(undefined, { month: "short", timeZone: "UTC" });
  const isWrong = problem !== undefined;
  return (
    <FormControl fullWidth error={isWrong} role="group" aria-label={t`Birthday`}>
      <Stack direction="row" spacing={1}>
        <TextField
          label={t`Day`}
          value={parts.day}
          onChange={({ target }) => change({ day: digitsOf(target.value, 2) })}
          error={isWrong}
          slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off" } }}
          sx={{ flex: 2 }}
        />
        <TextField
          select
          label={t`Month`}
          value={parts.month}
          onChange={({ target }) => change({ month: target.value })}
          error={isWrong}
          sx={{ flex: 3, minWidth: 0 }}
        >
          <MenuItem value="">
            <Trans>None</Trans>
          </MenuItem>
          {MONTHS.map((month) => (
            <MenuItem key={month} value={month}>
              {names.format(new Date(`2000-${month}-01T00:00:00Z`))}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t`Year`}
          value={parts.year}
          onChange={({ target }) => change({ year: digitsOf(target.value, 4) })}
          error={isWrong}
          slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off" } }}
          sx={{ flex: 2 }}
        />
      </Stack>
      <FormHelperText>{problem ?? t`Birthday. The year is optional.`}</FormHelperText>
    </FormControl>
  );
}

function digitsOf(text: string, most: number): string {
  return text.replaceAll(/\D/g, "").slice(0, most);
}
