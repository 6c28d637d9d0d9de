import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { type AccessChange, useSaveAccess } from "@/features/codes/rules/api/save-access";
import { type PasswordChange, PasswordField } from "@/features/codes/rules/components/password-field";
import type { Code } from "@/features/codes/rules/types";
import { ApiError, hiddenFieldErrors } from "@/shared/api/errors";
import { incompleteInputs } from "@/shared/components/incomplete-inputs";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";
import { instantOf, LAST_MOMENT, wallClock } from "@/shared/format/zoned";
import { completeAddress } from "@/shared/url/addresses";

interface AccessForm {
  from: string;
  until: string;
  expired: string;
  fallback: string;
  scanLimit: string;
  visitorLimit: string;
  password: PasswordChange;
}

function formOf(code: Code, zone: string): AccessForm {
  return {
    from: code.active_from === null ? "" : wallClock(code.active_from, zone),
    until: code.active_until === null ? "" : wallClock(code.active_until, zone),
    expired: code.expired_url ?? "",
    fallback: code.fallback_url ?? "",
    scanLimit: `${code.scan_limit ?? ""}`,
    visitorLimit: `${code.visitor_limit ?? ""}`,
    password: { kind: "keep" },
  };
}

/** Returns only the differences for the server, so that a child still follows its base in everything else. */
function changeOf(code: Code, before: AccessForm, form: AccessForm, zone: string): AccessChange {
  const change: AccessChange = { code_id: code.code_id };
  if (form.from !== before.from || form.until !== before.until) {
    change.active_from = form.from === "" ? null : instantOf(form.from, zone);
    change.active_until = form.until === "" ? null : instantOf(form.until, zone);
  }
  if (form.expired !== before.expired) {
    change.expired_url = completeAddress(form.expired) || null;
  }
  if (form.fallback !== before.fallback) {
    change.fallback_url = completeAddress(form.fallback) || null;
  }
  if (form.scanLimit !== before.scanLimit) {
    change.scan_limit = form.scanLimit === "" ? null : Number(form.scanLimit);
  }
  if (form.visitorLimit !== before.visitorLimit) {
    change.visitor_limit = form.visitorLimit === "" ? null : Number(form.visitorLimit);
  }
  if (form.password.kind !== "keep") {
    change.password = form.password.kind === "remove" ? null : form.password.text;
  }
  return change;
}

const SHOWN_FIELDS = [
  "password",
  "active_from",
  "active_until",
  "scan_limit",
  "visitor_limit",
  "expired_url",
  "fallback_url",
];

const NO_DATE = msg`Complete the date and time, or clear them`;
const NO_NUMBER = msg`Enter a number, or clear the field`;

/** Who may open a code and when: dates, password, limits, and the fallback for everybody else. */
export function AccessSettings({ code, zone }: { code: Code; zone: string }) {
  // The code is refetched when the user returns to this tab. This state shows what was changed here.
  const [before, setBefore] = useState(() => formOf(code, zone));
  const [form, setForm] = useState(before);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const mutation = useSaveAccess();
  const toasts = useToasts();
  const change = (part: Partial<AccessForm>) => setForm({ ...form, ...part });

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const half = incompleteInputs(event.currentTarget);
    if (half.length > 0) {
      half[0]?.focus();
      setFields(Object.fromEntries(half.map(({ name, type }) => [name, t(type === "number" ? NO_NUMBER : NO_DATE)])));
      return;
    }
    try {
      const saved = await mutation.mutateAsync(changeOf(code, before, form, zone));
      const now = formOf(saved, zone);
      setBefore(now);
      setForm(now);
      setFields({});
      toasts.success(t`Access saved`);
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
        setFields(error.fields);
        const hiddenErrors = hiddenFieldErrors(error, (field) => SHOWN_FIELDS.includes(field));
        if (hiddenErrors !== null) {
          toasts.error(hiddenErrors);
        }
      } else {
        toasts.error(error);
      }
    }
  };
  const fieldProps = (name: string, helperText: string) => ({
    error: fields[name] !== undefined,
    helperText: fields[name] ?? helperText,
  });

  return (
    <Card
      component="form"
      noValidate
      onSubmit={(event) => void save(event)}
      sx={{ p: { xs: 2, sm: 3 }, maxWidth: 760 }}
    >
      <Stack sx={{ gap: 4 }}>
        <LeaveGuard isPart isChanged={Object.keys(changeOf(code, before, form, zone)).length > 1}>
          <Trans>You have unsaved access settings.</Trans>
        </LeaveGuard>
        <Part title={t`Password`} text={t`Visitors enter it once every 12 hours. A new password applies to everyone.`}>
          <PasswordField
            hasPassword={code.has_password}
            value={form.password}
            problem={fields["password"]}
            onChange={(password) => change({ password })}
          />
        </Part>
        <Part
          title={t`Dates`}
          text={t`Outside these dates, visitors see a notice. Times in ${zone.replaceAll("_", " ")}.`}
        >
          <Pair>
            <TextField
              type="datetime-local"
              name="active_from"
              label={t`Active from`}
              value={form.from}
              onChange={(event) => change({ from: event.target.value })}
              {...fieldProps("active_from", t`Leave empty to start now`)}
              slotProps={{ htmlInput: { max: LAST_MOMENT }, inputLabel: { shrink: true } }}
            />
            <TextField
              type="datetime-local"
              name="active_until"
              label={t`Active until`}
              value={form.until}
              onChange={(event) => change({ until: event.target.value })}
              {...fieldProps("active_until", t`Leave empty for no end`)}
              slotProps={{ htmlInput: { max: LAST_MOMENT }, inputLabel: { shrink: true } }}
            />
          </Pair>
        </Part>
        <Part
          title={t`Limits`}
          text={t`Only people count, starting when you set a limit. Bots and link previews don’t.`}
        >
          <Pair>
            <TextField
              type="number"
              name="scan_limit"
              label={t`Total visits`}
              value={form.scanLimit}
              onChange={(event) => change({ scanLimit: event.target.value })}
              {...fieldProps("scan_limit", t`Leave empty for no limit`)}
              slotProps={{ htmlInput: { min: 1, step: 1 } }}
            />
            <TextField
              type="number"
              name="visitor_limit"
              label={t`Visits per visitor`}
              value={form.visitorLimit}
              onChange={(event) => change({ visitorLimit: event.target.value })}
              {...fieldProps("visitor_limit", t`Leave empty for no limit`)}
              slotProps={{ htmlInput: { min: 1, step: 1 } }}
            />
          </Pair>
        </Part>
        <Part
          title={t`After it ends`}
          text={t`Where the code leads after its end date or when a limit is reached. If empty, the fallback is used.`}
        >
          <TextField
            fullWidth
            type="url"
            label={t`Destination after it ends`}
            placeholder="https://example.com/thanks"
            value={form.expired}
            onChange={(event) => change({ expired: event.target.value })}
            {...fieldProps("expired_url", t`Leave empty to use the fallback below`)}
            slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
          />
        </Part>
        <Part
          title={t`Fallback`}
          text={t`Where the code leads when it is paused, not started, ended, at its limit or deleted. If empty, visitors see a notice.`}
        >
          <TextField
            fullWidth
            type="url"
            label={t`Fallback URL`}
            placeholder="https://example.com"
            value={form.fallback}
            onChange={(event) => change({ fallback: event.target.value })}
            {...fieldProps("fallback_url", t`Keeps printed codes from leading nowhere`)}
            slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
          />
        </Part>
        <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
          <Button type="submit" variant="contained" disabled={mutation.isPending}>
            <Trans>Save access</Trans>
          </Button>
        </Box>
      </Stack>
    </Card>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title} sx={{ gap: 1.5 }}>
      <div>
        <Typography variant="subtitle1" component="h2">
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </div>
      {children}
    </Stack>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "1fr 1fr" } }}>{children}</Box>;
}
