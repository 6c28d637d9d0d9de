import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import type {
  LocalContent,
  MessageStep,
  Rules,
  Step,
  WaitStep,
} from "@/features/messaging/automations/api/automations";
import { NumberField } from "@/features/messaging/automations/components/number-field";
import { CHANNELS } from "@/features/messaging/automations/words";
import { ParsedField } from "@/shared/components/parsed-field";

/** Components that other features provide to the editor. */
export interface Editors {
  content: (props: {
    channel: MessageStep["channel"];
    contents: LocalContent[];
    codeId: string | null;
    onChange: (change: { contents?: LocalContent[]; code_id?: string | null }) => void;
  }) => ReactNode;
  rules: (props: { rules: Rules; onChange: (rules: Rules) => void }) => ReactNode;
}

interface FieldsProps {
  step: Step;
  editors: Editors;
  onChange: (step: Step) => void;
}

/** The settings of one step. */
export function StepFields({ step, editors, onChange }: FieldsProps) {
  switch (step.kind) {
    case "wait":
      return <WaitFields step={step} onChange={onChange} />;
    case "message":
      return (
        <Stack spacing={2}>
          <TextField
            select
            size="small"
            label={t`Channel`}
            value={step.channel}
            onChange={({ target }) => onChange({ ...step, channel: target.value as MessageStep["channel"] })}
          >
            {(Object.keys(CHANNELS) as MessageStep["channel"][]).map((one) => (
              <MenuItem key={one} value={one}>
                {t(CHANNELS[one])}
              </MenuItem>
            ))}
          </TextField>
          {editors.content({
            channel: step.channel,
            contents: step.contents,
            codeId: step.code_id ?? null,
            onChange: (change) => onChange({ ...step, ...change }),
          })}
        </Stack>
      );
    case "condition":
      return <>{editors.rules({ rules: step.rules, onChange: (rules) => onChange({ ...step, rules }) })}</>;
    case "exit":
      return <Alert severity="info">{t`People leave the automation here.`}</Alert>;
  }
}

type WaitKind = "amount" | "until" | "date";
type Unit = NonNullable<WaitStep["unit"]>;

/** The longest wait of a step, by unit. */
const LONGEST: Readonly<Record<Unit, number>> = { minutes: 43_200, hours: 8_760, days: 365 };

function kindOf(step: WaitStep): WaitKind {
  return typeof step.amount === "number" ? "amount" : typeof step.until === "string" ? "until" : "date";
}

function WaitFields({ step, onChange }: { step: WaitStep; onChange: (step: WaitStep) => void }) {
  const kind = kindOf(step);
  const choose = (next: WaitKind) =>
    onChange({
      ...step,
      amount: next === "amount" ? 1 : null,
      until: next === "until" ? "09:00" : null,
      date_field: next === "date" ? "birthday" : null,
      weekdays: [],
      offset_days: 0,
    });
  return (
    <Stack spacing={2} direction={{ xs: "column", sm: "row" }}>
      <TextField
        select
        size="small"
        label={t`Wait`}
        value={kind}
        onChange={({ target }) => choose(target.value as WaitKind)}
        sx={{ minWidth: 190 }}
      >
        <MenuItem value="amount">{t`For a time`}</MenuItem>
        <MenuItem value="until">{t`Until a time of day`}</MenuItem>
        <MenuItem value="date">{t`Until a date of theirs`}</MenuItem>
      </TextField>
      {kind === "amount" ? (
        <>
          <NumberField
            label={t`How long`}
            value={step.amount ?? 1}
            min={1}
            max={LONGEST[step.unit ?? "days"]}
            onChange={(amount) => onChange({ ...step, amount })}
          />
          <TextField
            select
            size="small"
            label={t`Unit`}
            value={step.unit ?? "days"}
            onChange={({ target }) => {
              const unit = target.value as Unit;
              onChange({ ...step, unit, amount: Math.min(step.amount ?? 1, LONGEST[unit]) });
            }}
            sx={{ minWidth: 120 }}
          >
            <MenuItem value="minutes">{t`Minutes`}</MenuItem>
            <MenuItem value="hours">{t`Hours`}</MenuItem>
            <MenuItem value="days">{t`Days`}</MenuItem>
          </TextField>
        </>
      ) : null}
      {kind === "until" ? (
        <ParsedField
          type="time"
          size="small"
          label={t`Time of day in their time zone`}
          value={step.until ?? "09:00"}
          onChange={(until) => onChange({ ...step, until: until || "09:00" })}
        />
      ) : null}
      {kind === "date" ? (
        <>
          <TextField
            size="small"
            label={t`Date field`}
            value={step.date_field ?? ""}
            onChange={({ target }) => onChange({ ...step, date_field: target.value })}
            helperText={t`birthday, or the name of a custom field of dates`}
          />
          <NumberField
            label={t`Days later`}
            value={step.offset_days ?? 0}
            min={-365}
            max={365}
            onChange={(days) => onChange({ ...step, offset_days: days })}
            helperText={t`Negative: before it`}
          />
          <ParsedField
            type="time"
            size="small"
            label={t`At`}
            value={step.at ?? "09:00"}
            onChange={(at) => onChange({ ...step, at: at || "09:00" })}
          />
        </>
      ) : null}
    </Stack>
  );
}
