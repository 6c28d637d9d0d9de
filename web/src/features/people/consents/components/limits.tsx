import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { type ContactRules, contactRulesQuery, useSaveContactRules } from "@/features/people/consents/api/consents";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";

/** How often one person gets news, over all campaigns and channels, and how old they must be. */
export function Limits({ mayEdit }: { mayEdit: boolean }) {
  const rules = useQuery(contactRulesQuery);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2">
          <Trans>Frequency cap and minimum age</Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          <Trans>
            People who have reached the cap, or are known to be younger, get no news or surveys. Service messages, such
            as receipts, are always sent.
          </Trans>
        </Typography>
        {isUnreadable(rules) ? (
          <ErrorState compact error={rules.error} onRetry={() => void rules.refetch()} />
        ) : rules.isPending ? (
          <Skeleton variant="rounded" height={220} aria-busy="true" />
        ) : mayEdit ? (
          <LimitsForm
            key={`${rules.data.cap_messages} ${rules.data.cap_days} ${rules.data.min_age}`}
            rules={rules.data}
          />
        ) : (
          <Typography variant="body2">{limitsText(rules.data)}</Typography>
        )}
      </CardContent>
    </Card>
  );
}

function LimitsForm({ rules }: { rules: ContactRules }) {
  const saving = useSaveContactRules();
  const toasts = useToasts();
  const [messages, setMessages] = useState(textOf(rules.cap_messages));
  const [days, setDays] = useState(textOf(rules.cap_days));
  const [age, setAge] = useState(textOf(rules.min_age));
  const isChanged =
    messages !== textOf(rules.cap_messages) || days !== textOf(rules.cap_days) || age !== textOf(rules.min_age);
  const isHalf = (messages === "") !== (days === "");
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const body = { ...rules, cap_messages: numberOf(messages), cap_days: numberOf(days), min_age: numberOf(age) };
    handleResult(saving.mutateAsync(body), { onSuccess: () => toasts.success(t`Saved.`) });
  };
  return (
    <Stack component="form" spacing={1.5} onSubmit={save} noValidate>
      <Stack direction="row" spacing={1.5}>
        <NumberField label={t`At most`} unit={t`messages`} value={messages} most={100} onChange={setMessages} />
        <NumberField label={t`Within`} unit={t`days`} value={days} most={90} onChange={setDays} />
      </Stack>
      <NumberField label={t`Minimum age`} unit={t`years`} value={age} most={120} onChange={setAge} />
      {isHalf || saving.error ? (
        <Typography variant="body2" color="error" role="alert">
          {isHalf ? t`A cap needs both numbers.` : messageOf(saving.error)}
        </Typography>
      ) : null}
      <Button
        type="submit"
        variant="outlined"
        disabled={!isChanged || isHalf || saving.isPending}
        sx={{ alignSelf: "flex-start" }}
      >
        <Trans>Save limits</Trans>
      </Button>
    </Stack>
  );
}

interface NumberFieldProps {
  label: string;
  unit: string;
  value: string;
  most: number;
  onChange: (text: string) => void;
}

function NumberField({ label, unit, value, most, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      value={value}
      fullWidth
      helperText={value === "" ? t`No limit` : unit}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { min: 1, max: most, step: 1 }, inputLabel: { shrink: true } }}
    />
  );
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

function numberOf(text: string): number | null {
  return text === "" ? null : Number(text);
}

function limitsText({ cap_messages, cap_days, min_age }: ContactRules): string {
  const cap =
    cap_messages === null || cap_days === null
      ? t`No frequency cap.`
      : t`At most ${plural(cap_messages, { one: "# message", other: "# messages" })} within ${plural(cap_days, { one: "# day", other: "# days" })}.`;
  const age = min_age === null ? t`No minimum age.` : t`Minimum age: ${min_age}.`;
  return `${cap} ${age}`;
}
