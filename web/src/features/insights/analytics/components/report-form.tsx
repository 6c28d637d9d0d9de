import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import {
  type SaveReport,
  type ScheduledReport,
  useReportChanges,
} from "@/features/insights/analytics/api/scheduled-reports";
import { MailPreview } from "@/features/insights/analytics/components/mail-preview";
import { addressesOf, isAddress, WEEKDAYS } from "@/features/insights/analytics/report-texts";
import { messageOf } from "@/shared/api/errors";

const MAX = 20;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = Array.from({ length: 31 }, (_, day) => day + 1);

interface ReportFormProps {
  /** The report to change, or null for a new one. */
  report: ScheduledReport | null;
  question: SaveReport["question"];
  suggestedName: string;
  zone: string;
  onDone: () => void;
}

/** Edits a report by email: its content, its schedule and its recipients. */
export function ReportForm({ report, question, suggestedName, zone, onDone }: ReportFormProps) {
  const { save } = useReportChanges();
  const [name, setName] = useState(report?.name ?? suggestedName);
  const [cadence, setCadence] = useState(report?.cadence ?? "week");
  const [weekday, setWeekday] = useState(report?.weekday ?? 0);
  const [monthDay, setMonthDay] = useState(report?.month_day ?? 1);
  const [hour, setHour] = useState(report?.hour ?? 8);
  const [isActive, setActive] = useState(report?.is_active ?? true);
  const [people, setPeople] = useState(report?.recipients.map(({ email }) => email).join(", ") ?? "");
  const [isPreviewing, setPreviewing] = useState(false);
  const recipients = addressesOf(people);
  const wrong = recipients.find((one) => !isAddress(one));
  const problem = wrong
    ? t`“${wrong}” is not a valid email address`
    : recipients.length > MAX
      ? t`At most ${MAX}`
      : null;
  const isWhole = name.trim() !== "" && recipients.length > 0 && problem === null;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isWhole || save.isPending) {
      return;
    }
    try {
      await save.mutateAsync({
        schedule_id: report?.schedule_id,
        version: report?.version,
        name: name.trim(),
        question: report?.question ?? question,
        cadence,
        weekday,
        month_day: monthDay,
        hour,
        is_active: isActive,
        recipients,
      });
      onDone();
    } catch {
      // Shown above the fields.
    }
  };
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} noValidate>
      <Stack spacing={2} sx={{ pt: 1 }}>
        {save.isError ? <Alert severity="error">{messageOf(save.error)}</Alert> : null}
        <TextField
          required
          label={t`Name`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
          <TextField
            select
            label={t`Frequency`}
            value={cadence}
            onChange={(event) => setCadence(event.target.value as typeof cadence)}
          >
            <MenuItem value="day">
              <Trans>Every day</Trans>
            </MenuItem>
            <MenuItem value="week">
              <Trans>Every week</Trans>
            </MenuItem>
            <MenuItem value="month">
              <Trans>Every month</Trans>
            </MenuItem>
          </TextField>
          {cadence === "week" ? (
            <TextField
              select
              label={t`On`}
              value={weekday}
              onChange={(event) => setWeekday(Number(event.target.value))}
            >
              {WEEKDAYS.map((day, number) => (
                <MenuItem key={number} value={number}>
                  {t(day)}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          {cadence === "month" ? (
            <TextField
              select
              label={t`Day of month`}
              value={monthDay}
              onChange={(event) => setMonthDay(Number(event.target.value))}
            >
              {DAYS.map((day) => (
                <MenuItem key={day} value={day}>
                  {day === 31 ? t`Last day` : day}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          <TextField select label={t`At`} value={hour} onChange={(event) => setHour(Number(event.target.value))}>
            {HOURS.map((one) => (
              <MenuItem key={one} value={one}>
                {String(one).padStart(2, "0")}:00
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        <TextField
          required
          multiline
          maxRows={4}
          label={t`Recipients`}
          value={people}
          onChange={(event) => setPeople(event.target.value)}
          error={problem !== null}
          helperText={problem ?? t`Members receive it right away. Other people must confirm first`}
        />
        <Typography variant="body2" color="textSecondary">
          {sentText(cadence)} <Trans>Time zone: {zone.replaceAll("_", " ")}.</Trans>{" "}
          {Object.keys((report?.question ?? question)?.filters ?? {}).length > 0 ? t`The current filters apply.` : null}
        </Typography>
        {report ? (
          <FormControlLabel
            control={<Switch checked={isActive} onChange={(_, on) => setActive(on)} />}
            label={t`Active`}
          />
        ) : null}
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }}>
          <Button type="submit" variant="contained" disabled={!isWhole || save.isPending}>
            {report ? t`Save` : t`Schedule report`}
          </Button>
          <Button variant="outlined" disabled={name.trim() === ""} onClick={() => setPreviewing(true)}>
            <Trans>Preview</Trans>
          </Button>
          <Button color="inherit" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </Stack>
      </Stack>
      {isPreviewing ? (
        <MailPreview
          draft={{ name: name.trim(), cadence, question: report?.question ?? question }}
          onClose={() => setPreviewing(false)}
        />
      ) : null}
    </Box>
  );
}

function sentText(cadence: "day" | "week" | "month"): string {
  switch (cadence) {
    case "day":
      return t`Covers the complete previous day.`;
    case "week":
      return t`Covers the complete previous week.`;
    case "month":
      return t`Covers the complete previous month.`;
  }
}
