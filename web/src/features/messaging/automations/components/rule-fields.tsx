import type { MessageDescriptor } from "@lingui/core";
import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { EventRule, Trigger } from "@/features/messaging/automations/api/automations";
import { REDEEMABLE, RESULTS } from "@/features/messaging/automations/words";
import { CodePicker } from "@/shared/codes/code-picker";
import { SegmentsPicker } from "@/shared/segments/segments-picker";

type Rule = Trigger | EventRule;

interface RuleFieldsProps<Kind extends Rule> {
  rule: Kind;
  onChange: (change: Partial<EventRule>) => void;
}

/** Where it happens, and what of. */
export function RuleFields<Kind extends Rule>({ rule, onChange }: RuleFieldsProps<Kind>) {
  switch (rule.kind) {
    case "birthday":
    case "quiet_days":
    case "points_expiring":
      return null;
    case "segment_entered":
      return (
        <SegmentsPicker
          label={t`Segments`}
          value={rule.segments ?? []}
          onChange={(segments) => onChange({ segments })}
        />
      );
    default:
      return (
        <Stack spacing={2}>
          <CodePicker
            label={t`Only at this code`}
            value={rule.codes?.[0] ?? null}
            onChange={(codeId) => onChange({ codes: codeId === null ? [] : [codeId] })}
            helperText={t`Leave empty for anywhere.`}
          />
          {rule.kind === "play" ? (
            <OneOf
              label={t`Result`}
              value={rule.results?.[0] ?? ""}
              options={RESULTS}
              onChange={(result) => onChange({ results: result === "" ? [] : [result] })}
            />
          ) : null}
          {rule.kind === "redemption" ? (
            <OneOf
              label={t`What is redeemed`}
              value={rule.redeemed?.[0] ?? ""}
              options={REDEEMABLE}
              onChange={(kind) => onChange({ redeemed: kind === "" ? [] : [kind] })}
            />
          ) : null}
          {rule.kind === "order" || rule.kind === "redemption" ? (
            <TextField
              label={t`At least this amount`}
              type="number"
              size="small"
              value={rule.min_amount_cents ? rule.min_amount_cents / 100 : ""}
              onChange={({ target }) =>
                onChange({ min_amount_cents: Number(target.value) > 0 ? Math.round(Number(target.value) * 100) : null })
              }
              helperText={t`Leave empty for any amount.`}
              slotProps={{ htmlInput: { min: 0, step: 0.01 } }}
            />
          ) : null}
        </Stack>
      );
  }
}

interface OneOfProps<Key extends string> {
  label: string;
  value: Key | "";
  options: Readonly<Record<Key, MessageDescriptor>>;
  onChange: (value: Key | "") => void;
}

function OneOf<Key extends string>({ label, value, options, onChange }: OneOfProps<Key>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as Key | "")}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t`Any`}</MenuItem>
      {(Object.keys(options) as Key[]).map((one) => (
        <MenuItem key={one} value={one}>
          {t(options[one])}
        </MenuItem>
      ))}
    </TextField>
  );
}
