import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import type { DraftCondition } from "@/features/codes/rules/draft";
import type { ConditionOption, RuleOptions } from "@/features/codes/rules/types";
import { LAST_MOMENT } from "@/shared/format/zoned";
import { SegmentsPicker } from "@/shared/segments/segments-picker";

export interface InputProps {
  draft: DraftCondition;
  option: ConditionOption;
  options: RuleOptions;
  zone: string;
  onChange: (change: Partial<DraftCondition>) => void;
}

const SIDE_BY_SIDE = { flexDirection: { xs: "column", sm: "row" }, gap: 1.5 } as const;

/** Its name is that of its condition, so that an incomplete input shows its error there. */
function Field(props: TextFieldProps & { name: string }) {
  return <TextField size="small" fullWidth {...props} />;
}

/** The fields of a condition, depending on its kind. */
export function ConditionInputs(props: InputProps) {
  switch (props.option.input) {
    case "choices":
    case "words":
      return <Values {...props} label={props.option.label} />;
    case "distance":
      return <Distance {...props} />;
    case "local_time":
      return <LocalTime {...props} />;
    case "date_window":
      return <DateWindow {...props} />;
    case "number":
      return <Value {...props} label={t`Number`} min={1} />;
    case "stock":
      return (
        <Stack sx={SIDE_BY_SIDE}>
          <Value {...props} label={t`Remainder`} min={0} />
          <Field
            name={props.draft.key}
            label={t`ID of the base code or batch`}
            value={props.draft.subject}
            onChange={(event) => props.onChange({ subject: event.target.value })}
          />
        </Stack>
      );
    case "query":
      return (
        <Stack sx={SIDE_BY_SIDE}>
          <Field
            name={props.draft.key}
            label={t`Name`}
            placeholder="table"
            value={props.draft.name}
            onChange={(event) => props.onChange({ name: event.target.value })}
          />
          <Values {...props} label={t`Values`} helperText={t`Leave empty to match any value`} />
        </Stack>
      );
    case "segments":
      return (
        <SegmentsPicker
          label={t`Segments`}
          value={props.draft.values}
          onChange={(values) => props.onChange({ values })}
        />
      );
    case "split":
      return <Split {...props} />;
  }
}

function Values({ draft, option, onChange, label, helperText }: InputProps & { label: string; helperText?: string }) {
  const labels = new Map(option.choices.map((choice) => [choice.value, choice.label]));
  const free = option.free || option.choices.length === 0;
  return (
    <Autocomplete
      multiple
      fullWidth
      size="small"
      freeSolo={free}
      autoSelect={free}
      options={option.choices.map((choice) => choice.value)}
      getOptionLabel={(value) => labels.get(value) ?? value}
      value={draft.values}
      onChange={(_, values) =>
        onChange({
          values: values
            .map((value) => value.trim())
            .filter((value, place, all) => value !== "" && all.indexOf(value) === place),
        })
      }
      filterSelectedOptions
      slotProps={{ chip: { size: "small" } }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          helperText={helperText ?? (free ? t`Press Enter after each` : undefined)}
        />
      )}
    />
  );
}

function Value({ draft, onChange, label, min }: InputProps & { label: string; min: number }) {
  return (
    <Field
      name={draft.key}
      type="number"
      label={label}
      value={draft.value}
      onChange={(event) => onChange({ value: event.target.value })}
      slotProps={{ htmlInput: { min, step: 1 } }}
    />
  );
}

function Distance({ draft, onChange }: InputProps) {
  return (
    <Stack sx={SIDE_BY_SIDE}>
      <Field
        name={draft.key}
        type="number"
        label={t`Kilometres`}
        value={draft.km}
        onChange={(event) => onChange({ km: event.target.value })}
        slotProps={{ htmlInput: { min: 0.1, step: "any" } }}
      />
      <Field
        name={draft.key}
        type="number"
        label={t`Latitude`}
        placeholder="51.5074"
        value={draft.latitude}
        onChange={(event) => onChange({ latitude: event.target.value })}
        slotProps={{ htmlInput: { min: -90, max: 90, step: "any" } }}
      />
      <Field
        name={draft.key}
        type="number"
        label={t`Longitude`}
        placeholder="-0.1278"
        value={draft.longitude}
        onChange={(event) => onChange({ longitude: event.target.value })}
        slotProps={{ htmlInput: { min: -180, max: 180, step: "any" } }}
      />
    </Stack>
  );
}

function LocalTime({ draft, options, zone, onChange }: InputProps) {
  return (
    <Stack sx={{ gap: 1.5 }}>
      <ToggleButtonGroup
        size="small"
        value={draft.weekdays}
        onChange={(_, weekdays: string[]) => onChange({ weekdays })}
        aria-label={t`Weekdays`}
        sx={{ flexWrap: "wrap" }}
      >
        {options.weekdays.map((day) => (
          <ToggleButton key={day.value} value={day.value} sx={{ px: 1.25 }}>
            {day.label.slice(0, 3)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Stack sx={SIDE_BY_SIDE}>
        <Clock name={draft.key} label={t`From`} value={draft.starts} onChange={(starts) => onChange({ starts })} />
        <Clock name={draft.key} label={t`Until`} value={draft.ends} onChange={(ends) => onChange({ ends })} />
        <Field
          name={draft.key}
          select
          label={t`Time zone`}
          value={draft.timeZone}
          onChange={(event) => onChange({ timeZone: event.target.value })}
          slotProps={{
            select: { displayEmpty: true, MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } } },
            inputLabel: { shrink: true },
          }}
        >
          <MenuItem value="">{t`Yours (${zone})`}</MenuItem>
          {options.time_zones.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </Field>
      </Stack>
    </Stack>
  );
}

interface ClockProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Clock({ name, label, value, onChange }: ClockProps) {
  return (
    <Field
      name={name}
      type="time"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

function DateWindow({ draft, zone, onChange }: InputProps) {
  const ends = [
    { label: t`From`, value: draft.starts, change: (starts: string) => onChange({ starts }) },
    { label: t`Until`, value: draft.ends, change: (until: string) => onChange({ ends: until }) },
  ];
  return (
    <Stack sx={SIDE_BY_SIDE}>
      {ends.map((end) => (
        <Field
          key={end.label}
          name={draft.key}
          type="datetime-local"
          label={end.label}
          value={end.value}
          helperText={zone}
          onChange={(event) => end.change(event.target.value)}
          slotProps={{ htmlInput: { max: LAST_MOMENT }, inputLabel: { shrink: true } }}
        />
      ))}
    </Stack>
  );
}

function Split({ draft, onChange }: InputProps) {
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack sx={SIDE_BY_SIDE}>
        <Field
          name={draft.key}
          type="number"
          label={t`Percent`}
          value={draft.percent}
          onChange={(event) => onChange({ percent: event.target.value })}
          slotProps={{ htmlInput: { min: 0.01, max: 100, step: "any" } }}
        />
        <Field
          name={draft.key}
          label={t`Group`}
          placeholder="spring-test"
          helperText={t`A visitor gets only one rule of a group`}
          value={draft.group}
          onChange={(event) => onChange({ group: event.target.value })}
        />
      </Stack>
      <FormControlLabel
        control={<Switch size="small" checked={draft.sticky} onChange={(_, sticky) => onChange({ sticky })} />}
        label={t`Same visitors every time`}
      />
    </Stack>
  );
}
