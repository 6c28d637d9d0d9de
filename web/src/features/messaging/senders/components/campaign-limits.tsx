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
import { type PriceRow, pricesOf, rowsOf } from "@/features/messaging/senders/prices";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { ParsedField } from "@/shared/components/parsed-field";
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
          <SettingsForm settings={settings.data} mayEdit={mayEdit} />
        )}
      </CardContent>
    </Card>
  );
}

/** The settings as they are typed. */
interface Entered {
  above: string;
  role: CampaignSettings["approval_role"];
  rows: PriceRow[];
  currency: string;
}

function enteredOf({ approval_above, approval_role, sms_prices, currency }: CampaignSettings): Entered {
  return {
    above: approval_above === null ? "" : String(approval_above),
    role: approval_role,
    rows: rowsOf(sms_prices),
    currency,
  };
}

function SettingsForm({ settings, mayEdit }: { settings: CampaignSettings; mayEdit: boolean }) {
  const saving = useSaveSettings();
  const toasts = useToasts();
  // Only what was changed here, so that it stays when the settings are fetched again.
  const [typed, setTyped] = useState<Partial<Entered>>({});
  const saved = enteredOf(settings);
  const entered = { ...saved, ...typed };
  const { above, role, rows, currency } = entered;
  const change = (next: Partial<Entered>) => setTyped((before) => ({ ...before, ...next }));
  const prices = pricesOf(rows);
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (prices === null || reportIncomplete(event.currentTarget)) {
      return;
    }
    const body = {
      approval_above: above === "" ? null : Number(above),
      approval_role: role,
      sms_prices: prices,
      currency,
    };
    handleResult(saving.mutateAsync(body), {
      onSuccess: () => {
        // What was typed while the save was under way is not saved yet.
        setTyped((now) => (now === typed ? {} : now));
        toasts.success(t`Saved.`);
      },
    });
  };
  return (
    <Stack component="form" spacing={2} onSubmit={save} noValidate>
      <LeaveGuard isChanged={JSON.stringify(entered) !== JSON.stringify(saved)}>
        <Trans>You have unsaved settings.</Trans>
      </LeaveGuard>
      <ParsedField
        label={t`Approval above`}
        type="number"
        value={above}
        disabled={!mayEdit}
        onChange={(text) => change({ above: text })}
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
        onChange={({ target }) => change({ role: target.value as Entered["role"] })}
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
        onChange={(_, code) => change({ currency: code })}
        getOptionLabel={currencyName}
        renderInput={(props) => <TextField {...props} label={t`Currency of the prices`} />}
      />
      <PriceRows rows={rows} currency={currency} mayEdit={mayEdit} onChange={(next) => change({ rows: next })} />
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
