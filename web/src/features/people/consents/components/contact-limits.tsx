import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { type ContactRules, contactRulesQuery, useSaveContactRules } from "@/features/people/consents/api/consents";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { ParsedField } from "@/shared/components/parsed-field";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatCount } from "@/shared/format/numbers";

/** The largest numbers that the API accepts. */
const MOST = { messages: 100, days: 90, age: 120 };

type Rule = keyof ContactRules;
type Changes = Partial<ContactRules>;

/** The times without news, the maximum number of messages, and the minimum age. */
export function ContactLimits({ mayEdit }: { mayEdit: boolean }) {
  const rules = useQuery(contactRulesQuery);
  return (
    <Card component="section" aria-label={t`Quiet hours and limits`}>
      <CardContent>
        {isUnreadable(rules) ? (
          <ErrorState compact error={rules.error} onRetry={() => void rules.refetch()} />
        ) : rules.isPending ? (
          <Skeleton variant="rounded" height={640} aria-busy="true" />
        ) : (
          <RulesForm saved={rules.data} mayEdit={mayEdit} />
        )}
      </CardContent>
    </Card>
  );
}

function RulesForm({ saved, mayEdit }: { saved: ContactRules; mayEdit: boolean }) {
  const saving = useSaveContactRules();
  const toasts = useToasts();
  // Only rules that were changed here are sent, so that another tab's change of a different rule stays.
  const [typed, setTyped] = useState<Changes>({});
  const changes = Object.fromEntries(
    Object.entries(typed).filter(([rule, value]) => value !== saved[rule as Rule]),
  ) as Changes;
  const rules = { ...saved, ...changes };
  const isChanged = Object.keys(changes).length > 0;
  const problem = problemOf(rules);
  const change = (next: Changes) => setTyped((before) => ({ ...before, ...next }));
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (reportIncomplete(event.currentTarget)) {
      return;
    }
    handleResult(saving.mutateAsync(withPairs(changes, rules)), {
      onSuccess: () => {
        // What was typed while the save was under way is not saved yet.
        setTyped((now) => (now === typed ? {} : now));
        toasts.success(t`Saved.`);
      },
    });
  };
  return (
    <Stack component="form" spacing={3} onSubmit={save} noValidate>
      <Part
        title={t`Quiet hours`}
        text={t`No news or surveys go out during these hours, in the customer’s time zone or, if unknown, in yours.`}
      >
        {mayEdit ? (
          <Stack direction="row" spacing={1.5}>
            <Hour label={t`From`} value={rules.quiet_from} onChange={(quiet_from) => change({ quiet_from })} />
            <Hour label={t`Until`} value={rules.quiet_until} onChange={(quiet_until) => change({ quiet_until })} />
          </Stack>
        ) : (
          <Typography variant="body2">{hoursText(rules)}</Typography>
        )}
        {mayEdit && rules.quiet_from !== null && rules.quiet_until !== null ? (
          <Button sx={{ mt: 1 }} onClick={() => change({ quiet_from: null, quiet_until: null })}>
            <Trans>No quiet hours</Trans>
          </Button>
        ) : null}
        <FormControlLabel
          sx={{ mt: 1 }}
          control={
            <Switch
              checked={rules.by_country}
              disabled={!mayEdit}
              onChange={(_, by_country) => change({ by_country })}
            />
          }
          label={t`Observe each country’s hours for text messages`}
        />
        <Typography variant="body2" color="textSecondary">
          <Trans>
            Advertising goes to numbers of the United States from 8:00 to 21:00, of Canada from 9:00 to 21:30, of India
            from 10:00 to 21:00, and of France from 8:00 to 20:00 except on Sundays. This is not legal advice.
          </Trans>
        </Typography>
      </Part>
      <Part
        title={t`Frequency cap and minimum age`}
        text={t`People who have reached the cap, or are known to be younger, get no news or surveys. Service messages, such as receipts, are always sent.`}
      >
        {mayEdit ? (
          <Stack spacing={1.5}>
            <Stack direction="row" spacing={1.5}>
              <Limit
                label={t`At most`}
                unit={t`messages`}
                value={rules.cap_messages}
                most={MOST.messages}
                onChange={(cap_messages) => change({ cap_messages })}
              />
              <Limit
                label={t`Within`}
                unit={t`days`}
                value={rules.cap_days}
                most={MOST.days}
                onChange={(cap_days) => change({ cap_days })}
              />
            </Stack>
            <Limit
              label={t`Minimum age`}
              unit={t`years`}
              value={rules.min_age}
              most={MOST.age}
              onChange={(min_age) => change({ min_age })}
            />
          </Stack>
        ) : (
          <Typography variant="body2">{limitsText(rules)}</Typography>
        )}
      </Part>
      {mayEdit ? (
        <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
          {problem !== undefined || saving.error ? (
            <Typography variant="body2" color="error" role="alert">
              {problem ?? messageOf(saving.error)}
            </Typography>
          ) : null}
          <Button type="submit" variant="outlined" disabled={!isChanged || problem !== undefined || saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        </Stack>
      ) : null}
      <LeaveGuard isChanged={isChanged && !saving.isPending}>
        <Trans>You have unsaved contact rules.</Trans>
      </LeaveGuard>
    </Stack>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="h6" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {text}
      </Typography>
      {children}
    </div>
  );
}

interface HourProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function Hour({ label, value, onChange }: HourProps) {
  return (
    <ParsedField
      label={label}
      type="time"
      value={value ?? ""}
      onChange={(text) => onChange(text || null)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}

interface LimitProps {
  label: string;
  unit: string;
  value: number | null;
  most: number;
  onChange: (value: number | null) => void;
}

function Limit({ label, unit, value, most, onChange }: LimitProps) {
  const isGood = isWithin(value, most);
  const hint = value === null ? t`No limit` : unit;
  return (
    <ParsedField
      label={label}
      type="number"
      value={value ?? ""}
      error={!isGood}
      helperText={isGood ? hint : t`From ${formatCount(1)} to ${formatCount(most)}`}
      onChange={(text) => onChange(text === "" ? null : Number(text))}
      slotProps={{ htmlInput: { min: 1, max: most, step: 1 }, inputLabel: { shrink: true } }}
    />
  );
}

/** Returns why the rules cannot be saved, or undefined if they can. */
function problemOf({ quiet_from, quiet_until, cap_messages, cap_days, min_age }: ContactRules): string | undefined {
  if ((quiet_from === null) !== (quiet_until === null)) {
    return t`Quiet hours need a start and an end.`;
  }
  if (quiet_from !== null && quiet_from === quiet_until) {
    return t`Quiet hours must end at a different time than they start.`;
  }
  if ((cap_messages === null) !== (cap_days === null)) {
    return t`A cap needs both numbers.`;
  }
  const isGood = isWithin(cap_messages, MOST.messages) && isWithin(cap_days, MOST.days) && isWithin(min_age, MOST.age);
  return isGood ? undefined : t`Correct the numbers that are marked.`;
}

function isWithin(value: number | null, most: number): boolean {
  return value === null || (Number.isInteger(value) && value >= 1 && value <= most);
}

/** Returns the changes. The quiet hours and the cap are pairs, which the API accepts only together. */
function withPairs(changes: Changes, { quiet_from, quiet_until, cap_messages, cap_days }: ContactRules): Changes {
  return {
    ...changes,
    ...("quiet_from" in changes || "quiet_until" in changes ? { quiet_from, quiet_until } : {}),
    ...("cap_messages" in changes || "cap_days" in changes ? { cap_messages, cap_days } : {}),
  };
}

function hoursText({ quiet_from, quiet_until }: ContactRules): string {
  return quiet_from === null || quiet_until === null ? t`None` : t`${quiet_from} to ${quiet_until}`;
}

function limitsText({ cap_messages, cap_days, min_age }: ContactRules): string {
  const cap =
    cap_messages === null || cap_days === null
      ? t`No frequency cap.`
      : t`At most ${plural(cap_messages, { one: "# message", other: "# messages" })} within ${plural(cap_days, { one: "# day", other: "# days" })}.`;
  const age = min_age === null ? t`No minimum age.` : t`Minimum age: ${min_age}.`;
  return `${cap} ${age}`;
}
