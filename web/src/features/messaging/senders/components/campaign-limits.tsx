import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { type CampaignSettings, settingsQuery, useSaveSettings } from "@/features/messaging/senders/api/senders";
import { PriceRows } from "@/features/messaging/senders/components/price-rows";
import { pricesOf, rowsOf } from "@/features/messaging/senders/prices";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { currencyName } from "@/shared/format/names";

const CURRENCIES = Intl.supportedValuesOf("currency");

/** The audience size above which a second person must approve, and the price of a text message by country. */
export function CampaignLimits({ mayEdit }: { mayEdit: boolean }) {
  const settings = useQuery(settingsQuery);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1.5 }}>
          <Trans>Approval and prices</Trans>
        </Typography>
        {isUnreadable(settings) ? (
          <ErrorState compact error={settings.error} onRetry={() => void settings.refetch()} />
        ) : settings.isPending ? (
          <Skeleton variant="rounded" height={200} aria-busy="true" />
        ) : (
          <SettingsForm key={JSON.stringify(settings.data)} settings={settings.data} mayEdit={mayEdit} />
        )}
      </CardContent>
    </Card>
  );
}

function SettingsForm({ settings, mayEdit }: { settings: CampaignSettings; mayEdit: boolean }) {
  const saving = useSaveSettings();
  const toasts = useToasts();
  const [above, setAbove] = useState(settings.approval_above === null ? "" : String(settings.approval_above));
  const [role, setRole] = useState(settings.approval_role);
  const [rows, setRows] = useState(() => rowsOf(settings.sms_prices));
  const [currency, setCurrency] = useState(settings.currency);
  const prices = pricesOf(rows);
  const entered = JSON.stringify([above, role, rows, currency]);
  const [before] = useState(entered);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (prices === null) {
      return;
    }
    const body = {
      approval_above: above === "" ? null : Number(above),
      approval_role: role,
      sms_prices: prices,
      currency,
    };
    handleResult(saving.mutateAsync(body), { onSuccess: () => toasts.success(t`Saved.`) });
  };
  return (
    <Stack component="form" spacing={2} onSubmit={save} noValidate>
      <LeaveGuard isChanged={entered !== before}>
        <Trans>You have unsaved settings.</Trans>
      </LeaveGuard>
      <TextField
        label={t`Approval above`}
        type="number"
        value={above}
        disabled={!mayEdit}
        onChange={({ target }) => setAbove(target.value)}
        slotProps={{ htmlInput: { min: 0, step: 1 }, inputLabel: { shrink: true } }}
        helperText={
          above === ""
            ? t`Campaigns need no approval.`
            : t`Campaigns to more people need the approval of a second person.`
        }
      />
      <TextField
        select
        label={t`Who may approve`}
        value={role}
        disabled={!mayEdit || above === ""}
        onChange={({ target }) => setRole(target.value as CampaignSettings["approval_role"])}
      >
        <MenuItem value="editor">{t`Editors, admins and owners`}</MenuItem>
        <MenuItem value="admin">{t`Admins and owners`}</MenuItem>
        <MenuItem value="owner">{t`Owners`}</MenuItem>
      </TextField>
      <Autocomplete
        disableClearable
        disabled={!mayEdit}
        options={CURRENCIES}
        value={currency}
        onChange={(_, code) => setCurrency(code)}
        getOptionLabel={currencyName}
        renderInput={(props) => <TextField {...props} label={t`Currency of the prices`} />}
      />
      <PriceRows rows={rows} currency={currency} mayEdit={mayEdit} onChange={setRows} />
      {saving.error ? (
        <Typography variant="body2" color="error" role="alert">
          {messageOf(saving.error)}
        </Typography>
      ) : null}
      {mayEdit ? (
        <Button
          type="submit"
          variant="outlined"
          disabled={prices === null || saving.isPending}
          sx={{ alignSelf: "flex-start" }}
        >
          <Trans>Save approval and prices</Trans>
        </Button>
      ) : null}
    </Stack>
  );
}
