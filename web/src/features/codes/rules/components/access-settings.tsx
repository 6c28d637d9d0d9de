import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { type AccessChange, useSaveAccess } from "@/features/codes/rules/api/save-access";
import { type PasswordChange, PasswordField } from "@/features/codes/rules/components/password-field";
import { completeAddress } from "@/features/codes/rules/draft";
import type { Code } from "@/features/codes/rules/types";
import { ApiError, untoldOf } from "@/shared/api/errors";
import { halfFilled } from "@/shared/components/half-filled";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";
import { instantOf, LAST_MOMENT, wallClock } from "@/shared/format/zoned";

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

/** Only what differs goes to the server: a child of another code keeps following it in the rest. */
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

const TOLD = ["password", "active_from", "active_until", "scan_limit", "visitor_limit", "expired_url", "fallback_url"];

const NO_DATE = "Complete the date and time, or empty them";
const NO_NUMBER = "Enter a number, or empty it";

/** Who may come in and when: dates, password, limits, and where everybody else is led. */
export function AccessSettings({ code, zone }: { code: Code; zone: string }) {
  // The code is read again whenever somebody comes back to this tab; what was changed here is told by this.
  const [before, setBefore] = useState(() => formOf(code, zone));
  const [form, setForm] = useState(before);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const save = useSaveAccess();
  const toasts = useToasts();
  const change = (part: Partial<AccessForm>) => setForm({ ...form, ...part });

  const keep = async (event: SubmitEvent) => {
    event.preventDefault();
    const half = halfFilled(event.currentTarget);
    if (half.length > 0) {
      half[0]?.focus();
      setFields(Object.fromEntries(half.map(({ name, type }) => [name, type === "number" ? NO_NUMBER : NO_DATE])));
      return;
    }
    try {
      const saved = await save.mutateAsync(changeOf(code, before, form, zone));
      const now = formOf(saved, zone);
      setBefore(now);
      setForm(now);
      setFields({});
      toasts.success("Access saved");
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
        setFields(error.fields);
        const untold = untoldOf(error, (field) => TOLD.includes(field));
        if (untold !== null) {
          toasts.error(untold);
        }
      } else {
        toasts.error(error);
      }
    }
  };
  const told = (name: string, helperText: string) => ({
    error: fields[name] !== undefined,
    helperText: fields[name] ?? helperText,
  });

  return (
    <Card
      component="form"
      noValidate
      onSubmit={(event) => void keep(event)}
      sx={{ p: { xs: 2, sm: 3 }, maxWidth: 760 }}
    >
      <Stack sx={{ gap: 4 }}>
        <LeaveGuard isPart isChanged={Object.keys(changeOf(code, before, form, zone)).length > 1}>
          What you changed in who may come in is not saved yet.
        </LeaveGuard>
        <Part title="Password" text="Visitors are asked once in twelve hours. A new password asks everybody again.">
          <PasswordField
            hasPassword={code.has_password}
            value={form.password}
            problem={fields["password"]}
            onChange={(password) => change({ password })}
          />
        </Part>
        <Part
          title="Dates"
          text={`Outside of them visitors read that they are early or late. Times in ${zone.replaceAll("_", " ")}.`}
        >
          <Pair>
            <TextField
              type="datetime-local"
              name="active_from"
              label="Active from"
              value={form.from}
              onChange={(event) => change({ from: event.target.value })}
              {...told("active_from", "Empty: from now on")}
              slotProps={{ htmlInput: { max: LAST_MOMENT }, inputLabel: { shrink: true } }}
            />
            <TextField
              type="datetime-local"
              name="active_until"
              label="Active until"
              value={form.until}
              onChange={(event) => change({ until: event.target.value })}
              {...told("active_until", "Empty: without end")}
              slotProps={{ htmlInput: { max: LAST_MOMENT }, inputLabel: { shrink: true } }}
            />
          </Pair>
        </Part>
        <Part
          title="Limits"
          text="Only people are counted, from the moment a limit is set. Previews and robots use nothing up."
        >
          <Pair>
            <TextField
              type="number"
              name="scan_limit"
              label="Visits in all"
              value={form.scanLimit}
              onChange={(event) => change({ scanLimit: event.target.value })}
              {...told("scan_limit", "Empty: as many as come")}
              slotProps={{ htmlInput: { min: 1, step: 1 } }}
            />
            <TextField
              type="number"
              name="visitor_limit"
              label="Visits by one visitor"
              value={form.visitorLimit}
              onChange={(event) => change({ visitorLimit: event.target.value })}
              {...told("visitor_limit", "Empty: as often as they like")}
              slotProps={{ htmlInput: { min: 1, step: 1 } }}
            />
          </Pair>
        </Part>
        <Part
          title="When it is over"
          text="Where it leads when its last date is past or a limit is reached: this year’s winner, next year’s offer. Without one, the fallback."
        >
          <TextField
            fullWidth
            type="url"
            label="Address when it is over"
            placeholder="https://example.com/thanks"
            value={form.expired}
            onChange={(event) => change({ expired: event.target.value })}
            {...told("expired_url", "Empty: the fallback below")}
            slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
          />
        </Part>
        <Part
          title="Fallback"
          text="Where it leads when it is paused, too early, over, at its limit or deleted. Without one, visitors read a friendly page."
        >
          <TextField
            fullWidth
            type="url"
            label="Fallback address"
            placeholder="https://example.com"
            value={form.fallback}
            onChange={(event) => change({ fallback: event.target.value })}
            {...told("fallback_url", "A printed code never goes dead")}
            slotProps={{ htmlInput: { inputMode: "url", autoCapitalize: "none", spellCheck: false } }}
          />
        </Part>
        <Box sx={{ display: "flex", justifyContent: "flex-end" }}>
          <Button type="submit" variant="contained" disabled={save.isPending}>
            Save access
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
