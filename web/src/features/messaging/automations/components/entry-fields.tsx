import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { EventRule, Plan, TriggerKind } from "@/features/messaging/automations/api/automations";
import { NumberField } from "@/features/messaging/automations/components/number-field";
import { RuleFields } from "@/features/messaging/automations/components/rule-fields";
import { EVENT_KINDS, TRIGGERS } from "@/features/messaging/automations/words";
import { ParsedField } from "@/shared/components/parsed-field";
import { SegmentsPicker } from "@/shared/segments/segments-picker";

interface FieldsProps {
  plan: Plan;
  onChange: (change: Partial<Plan>) => void;
}

const DAYS: Readonly<Partial<Record<TriggerKind, number>>> = { quiet_days: 60, points_expiring: 14, birthday: 0 };

/** Who enters, and whether a person may enter again. */
export function EntryFields({ plan, onChange }: FieldsProps) {
  const { trigger } = plan;
  const days = DAYS[trigger.kind];
  const daysLabel = trigger.kind === "quiet_days" ? t`After days` : t`Days before`;
  return (
    <Card variant="outlined" sx={{ p: 2 }}>
      <Typography variant="subtitle1" component="h2" sx={{ mb: 2 }}>
        <Trans>Who enters</Trans>
      </Typography>
      <Stack spacing={2}>
        <TextField
          select
          size="small"
          label={t`When somebody…`}
          value={trigger.kind}
          onChange={({ target }) => {
            const kind = target.value as TriggerKind;
            onChange({ trigger: { kind, ...(kind in DAYS ? { days: DAYS[kind] ?? 0 } : {}) } });
          }}
        >
          {(Object.keys(TRIGGERS) as TriggerKind[]).map((kind) => (
            <MenuItem key={kind} value={kind}>
              {t(TRIGGERS[kind])}
            </MenuItem>
          ))}
        </TextField>
        {days === undefined ? null : (
          <NumberField
            label={daysLabel}
            value={trigger.days ?? days}
            min={trigger.kind === "birthday" ? 0 : 1}
            max={365}
            onChange={(value) => onChange({ trigger: { ...trigger, days: value } })}
          />
        )}
        {trigger.kind === "birthday" ? (
          <ParsedField
            type="time"
            size="small"
            label={t`From this time, in their time zone`}
            value={trigger.at ?? "09:00"}
            onChange={(at) => onChange({ trigger: { ...trigger, at: at || "09:00" } })}
          />
        ) : null}
        <RuleFields rule={trigger} onChange={(change) => onChange({ trigger: { ...trigger, ...change } })} />
        <FormControlLabel
          control={
            <Switch
              checked={typeof plan.again_after_days === "number"}
              onChange={(_, checked) => onChange({ again_after_days: checked ? 30 : null })}
            />
          }
          label={t`People may enter again`}
        />
        {typeof plan.again_after_days === "number" ? (
          <NumberField
            label={t`Again after days`}
            value={plan.again_after_days}
            min={1}
            max={365}
            onChange={(value) => onChange({ again_after_days: value })}
          />
        ) : null}
      </Stack>
    </Card>
  );
}

/** When people leave before the end. */
export function ExitFields({ plan, onChange }: FieldsProps) {
  const { goal } = plan;
  const segmentId = plan.segment_id ?? null;
  return (
    <Card variant="outlined" sx={{ p: 2 }}>
      <Typography variant="subtitle1" component="h2" sx={{ mb: 2 }}>
        <Trans>Who leaves early</Trans>
      </Typography>
      <Stack spacing={2}>
        <TextField
          select
          size="small"
          label={t`Goal`}
          value={goal?.kind ?? ""}
          onChange={({ target }) =>
            onChange({ goal: target.value === "" ? null : { kind: target.value as EventRule["kind"] } })
          }
          helperText={t`People who do this leave, and count as converted for 30 days after entering.`}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t`No goal`}</MenuItem>
          {EVENT_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {t(TRIGGERS[kind])}
            </MenuItem>
          ))}
        </TextField>
        {goal ? <RuleFields rule={goal} onChange={(change) => onChange({ goal: { ...goal, ...change } })} /> : null}
        <SegmentsPicker
          label={t`Only while in this segment`}
          value={segmentId === null ? [] : [segmentId]}
          onChange={(ids) => onChange({ segment_id: ids.at(-1) ?? null })}
          helperText={t`Leave empty if it doesn’t matter.`}
        />
      </Stack>
    </Card>
  );
}
