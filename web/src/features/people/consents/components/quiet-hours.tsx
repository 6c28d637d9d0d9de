import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import FormControlLabel from "@mui/material/FormControlLabel";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
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

/** Hours at which no news are sent, in the time zone of who gets them. */
export function QuietHours({ mayEdit }: { mayEdit: boolean }) {
  const rules = useQuery(contactRulesQuery);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2">
          <Trans>Quiet hours</Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          <Trans>
            No news or surveys go out during these hours, in the customer’s time zone or, if unknown, in yours.
          </Trans>
        </Typography>
        {isUnreadable(rules) ? (
          <ErrorState compact error={rules.error} onRetry={() => void rules.refetch()} />
        ) : rules.isPending ? (
          <Skeleton variant="rounded" height={252} aria-busy="true" />
        ) : mayEdit ? (
          <Hours key={`${rules.data.quiet_from} ${rules.data.quiet_until}`} rules={rules.data} />
        ) : (
          <Typography variant="body2">
            {rules.data.quiet_from === null ? t`None` : `${rules.data.quiet_from} to ${rules.data.quiet_until}`}
          </Typography>
        )}
        {rules.data ? <CountryHours rules={rules.data} mayEdit={mayEdit} /> : null}
      </CardContent>
    </Card>
  );
}

/** Whether text messages keep the hours of countries; a switch saves at once. */
function CountryHours({ rules, mayEdit }: { rules: ContactRules; mayEdit: boolean }) {
  const saving = useSaveContactRules();
  const toasts = useToasts();
  const save = (by_country: boolean) =>
    handleResult(saving.mutateAsync({ ...rules, by_country }), { onSuccess: () => toasts.success(t`Saved.`) });
  return (
    <>
      <FormControlLabel
        sx={{ mt: 1 }}
        control={
          <Switch
            checked={rules.by_country}
            disabled={!mayEdit || saving.isPending}
            onChange={(_, isOn) => save(isOn)}
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
    </>
  );
}

function Hours({ rules }: { rules: ContactRules }) {
  const { quiet_from, quiet_until } = rules;
  const saving = useSaveContactRules();
  const toasts = useToasts();
  const [start, setStart] = useState(quiet_from ?? "");
  const [end, setEnd] = useState(quiet_until ?? "");
  const isChanged = start !== (quiet_from ?? "") || end !== (quiet_until ?? "");
  const save = (from: string | null, until: string | null) =>
    handleResult(saving.mutateAsync({ ...rules, quiet_from: from, quiet_until: until }), {
      onSuccess: () => toasts.success(t`Saved.`),
    });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save(start || null, end || null);
  };
  return (
    <Stack component="form" spacing={1.5} onSubmit={submit} noValidate>
      <Stack direction="row" spacing={1.5}>
        <TextField
          label={t`From`}
          type="time"
          value={start}
          onChange={({ target }) => setStart(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
          fullWidth
        />
        <TextField
          label={t`Until`}
          type="time"
          value={end}
          onChange={({ target }) => setEnd(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
          fullWidth
        />
      </Stack>
      {saving.error ? (
        <Typography variant="body2" color="error" role="alert">
          {messageOf(saving.error)}
        </Typography>
      ) : null}
      <Stack direction="row" spacing={1}>
        <Button type="submit" variant="outlined" disabled={!isChanged || saving.isPending}>
          <Trans>Save</Trans>
        </Button>
        {quiet_from === null ? null : (
          <Button disabled={saving.isPending} onClick={() => save(null, null)}>
            <Trans>No quiet hours</Trans>
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
