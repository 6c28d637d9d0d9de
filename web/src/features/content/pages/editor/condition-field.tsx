import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { Field, ShowIf } from "@/blocks/types";

type Kind = "always" | "equals" | "not_equals" | "filled";

interface ConditionFieldProps {
  condition: ShowIf | null;
  earlier: Field[];
  onChange: (condition: ShowIf | null) => void;
}

function kindOf(condition: ShowIf | null): Kind {
  if (condition === null) {
    return "always";
  }
  return typeof condition.equals === "string"
    ? "equals"
    : typeof condition.not_equals === "string"
      ? "not_equals"
      : "filled";
}

function conditionOf(kind: Kind, field: string, answer: string): ShowIf | null {
  switch (kind) {
    case "always":
      return null;
    case "filled":
      return { field, filled: true };
    case "equals":
      return { field, equals: answer };
    case "not_equals":
      return { field, not_equals: answer };
  }
}

/** When a question is shown: always, or after a certain answer to an earlier one. */
export function ConditionField({ condition, earlier, onChange }: ConditionFieldProps) {
  const kind = kindOf(condition);
  const question = earlier.find((field) => field.name === condition?.field) ?? earlier.at(-1);
  const answer = condition?.equals ?? condition?.not_equals ?? "";
  if (question === undefined) {
    return null;
  }
  const options = question.input_type === "checkbox" ? ["true"] : (question.options ?? []);
  const change = (nextKind: Kind, field: string, text: string) => onChange(conditionOf(nextKind, field, text));
  return (
    <Stack spacing={1.5}>
      <TextField
        select
        label={t`Shown`}
        value={kind}
        onChange={(event) => change(event.target.value as Kind, question.name, answer || (options[0] ?? ""))}
      >
        <MenuItem value="always">
          <Trans>Always</Trans>
        </MenuItem>
        <MenuItem value="equals">
          <Trans>When an earlier answer is …</Trans>
        </MenuItem>
        <MenuItem value="not_equals">
          <Trans>When an earlier answer is not …</Trans>
        </MenuItem>
        <MenuItem value="filled">
          <Trans>When an earlier question is answered</Trans>
        </MenuItem>
      </TextField>
      {kind === "always" ? null : (
        <TextField
          select
          label={t`Earlier question`}
          value={question.name}
          onChange={(event) => change(kind, event.target.value, "")}
        >
          {earlier.map((field) => (
            <MenuItem key={field.name} value={field.name}>
              {field.input_display_name || field.name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {kind === "equals" || kind === "not_equals" ? (
        <TextField
          select={options.length > 0}
          label={t`Answer`}
          value={options.length > 0 && !options.includes(answer) ? "" : answer}
          onChange={(event) => change(kind, question.name, event.target.value)}
        >
          {options.map((option) => (
            <MenuItem key={option} value={option}>
              {option === "true" ? t`Checked` : option}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
    </Stack>
  );
}
