import { plural, t } from "@lingui/core/macro";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { Preview } from "@/features/wallet/updates/api/updates";

export type FieldOfPasses = Preview["fields"][number];

const DATES: readonly FieldOfPasses["format"][] = ["date", "time", "date_time"];

/** Chooses one of the fields that the passes of the audience have. */
export function FieldChoice({
  fields,
  value,
  onChange,
  problem,
}: {
  fields: FieldOfPasses[] | undefined;
  value: string;
  onChange: (key: string) => void;
  problem: string | undefined;
}) {
  const isKnown = fields?.some((one) => one.key === value) === true;
  return (
    <TextField
      select
      label={t`Field`}
      value={isKnown ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      disabled={fields === undefined || fields.length === 0}
      error={problem !== undefined}
      helperText={problem ?? (fields?.length === 0 ? t`There are no passes with fields yet.` : " ")}
      slotProps={{
        select: {
          renderValue: (key) => nameOf(fields?.find((one) => one.key === key)),
        },
      }}
    >
      {fields?.map((one) => (
        <MenuItem key={one.key} value={one.key}>
          <ListItemText
            primary={nameOf(one)}
            secondary={`${one.value} · ${plural(one.passes, { one: "# pass", other: "# passes" })}`}
            slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }}
          />
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Explains how to type a new value for a field. */
export function formatHint(field: FieldOfPasses | undefined) {
  if (field === undefined) {
    return " ";
  }
  if (DATES.includes(field.format)) {
    return t`A date with time and offset, such as 2027-05-01T18:00:00+02:00`;
  }
  const current = field.value;
  return t`Most passes show “${current}”.`;
}

/** Explains what phones show for a change if no message is given. */
export function changeHint(field: FieldOfPasses | undefined) {
  const value = "%@";
  if (field?.change_message == null) {
    return t`${value} is the new value. Without a message, phones change the pass silently.`;
  }
  const current = field.change_message;
  return t`${value} is the new value. Leave it empty to keep “${current}”.`;
}

function nameOf(field: FieldOfPasses | undefined) {
  return field === undefined ? "" : field.label === "" ? field.key : field.label;
}
