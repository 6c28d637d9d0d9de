import { t } from "@lingui/core/macro";
import CloseIcon from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { ConditionInputs } from "@/features/codes/rules/components/condition-inputs";
import { type DraftCondition, emptyCondition } from "@/features/codes/rules/draft";
import type { RuleOptions } from "@/features/codes/rules/types";

interface ConditionRowProps {
  draft: DraftCondition;
  options: RuleOptions;
  zone: string;
  problem: string | undefined;
  place: number;
  onChange: (draft: DraftCondition) => void;
  onRemove: () => void;
}

/** One condition: its kind, its operator and its value. */
export function ConditionRow({ draft, options, zone, problem, place, onChange, onRemove }: ConditionRowProps) {
  const option = options.conditions.find((one) => one.kind === draft.kind);
  if (option === undefined) {
    return null;
  }
  const changeKind = (kind: string) => {
    const selected = options.conditions.find((one) => one.kind === kind);
    if (selected !== undefined) {
      onChange({ ...emptyCondition(selected), key: draft.key });
    }
  };
  return (
    <Box
      role="group"
      aria-label={t`Condition ${place + 1}: ${option.label}`}
      sx={{ border: 1, borderColor: problem === undefined ? "divider" : "error.main", borderRadius: 2, p: 1.5 }}
    >
      <Stack sx={{ gap: 1.5 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "flex-start" }}>
          <TextField
            select
            size="small"
            label={place === 0 ? t`When` : t`And`}
            value={draft.kind}
            onChange={(event) => changeKind(event.target.value)}
            sx={{ flex: "2 1 0", minWidth: 0 }}
          >
            {options.conditions.map((one) => (
              <MenuItem key={one.kind} value={one.kind}>
                {one.label}
              </MenuItem>
            ))}
          </TextField>
          {option.operators.length > 0 ? (
            <TextField
              select
              size="small"
              label={t`Operator`}
              value={draft.op}
              onChange={(event) => onChange({ ...draft, op: event.target.value })}
              sx={{ flex: "1 1 0", minWidth: 88 }}
            >
              {option.operators.map((operator) => (
                <MenuItem key={operator.value} value={operator.value}>
                  {operator.label}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          <IconButton aria-label={t`Remove condition ${place + 1}`} onClick={onRemove}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Stack>
        <ConditionInputs
          draft={draft}
          option={option}
          options={options}
          zone={zone}
          onChange={(change) => onChange({ ...draft, ...change })}
        />
        {problem === undefined ? null : (
          <FormHelperText error role="alert">
            {problem}
          </FormHelperText>
        )}
        {option.hint === "" ? null : <FormHelperText>{option.hint}</FormHelperText>}
      </Stack>
    </Box>
  );
}
