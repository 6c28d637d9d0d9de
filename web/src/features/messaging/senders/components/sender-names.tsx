import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import {
  namesQuery,
  type SenderNames as Names,
  useRemoveName,
  useSaveName,
} from "@/features/messaging/senders/api/senders";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { CountryField } from "@/shared/components/country-field";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { countryName } from "@/shared/format/names";

/** The sender names that networks accept: 3 to 11 letters, digits and spaces, including a letter. */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11}$/;

/** Sender names for text messages instead of a number, by country. */
export function SenderNames({ mayEdit }: { mayEdit: boolean }) {
  const names = useQuery(namesQuery);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
          <Trans>Sender names</Trans>
        </Typography>
        {isUnreadable(names) ? (
          <ErrorState compact error={names.error} onRetry={() => void names.refetch()} />
        ) : names.isPending ? (
          <Skeleton variant="rounded" height={96} aria-busy="true" />
        ) : (
          <>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
              <Trans>
                In many countries text messages can come from a name instead of a number. Nobody can answer a name, so
                add the link to the preference page to your texts.
              </Trans>{" "}
              <Trans>
                Country rules are those that AWS and Twilio publish. Networks change them: ask your provider.
              </Trans>
            </Typography>
            <NameList names={names.data} mayEdit={mayEdit} />
            {mayEdit ? <NameForm names={names.data} /> : null}
          </>
        )}
      </CardContent>
    </Card>
  );
}

function NameList({ names, mayEdit }: { names: Names; mayEdit: boolean }) {
  const removing = useRemoveName();
  const saving = useSaveName();
  const toasts = useToasts();
  return (
    <Box component="ul" sx={{ m: 0, mb: 1.5, p: 0, listStyle: "none" }}>
      {names.items.map((one) => {
        const country = countryName(one.country);
        return (
          <Stack
            component="li"
            key={one.country}
            direction="row"
            spacing={1}
            useFlexGap
            sx={{ py: 1, alignItems: "center", flexWrap: "wrap", borderTop: 1, borderColor: "divider" }}
          >
            <Box sx={{ flex: 1, minWidth: 140 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {one.name}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {country}
              </Typography>
            </Box>
            {one.is_used ? (
              <Chip size="small" color="success" variant="outlined" label={t`In use`} />
            ) : (
              <Chip size="small" variant="outlined" label={t`Not registered yet`} />
            )}
            {mayEdit && !one.is_used ? (
              <Button
                size="small"
                disabled={saving.isPending}
                aria-label={t`It is registered: ${country}`}
                onClick={() =>
                  handleResult(saving.mutateAsync({ country: one.country, name: one.name, is_registered: true }), {
                    onError: toasts.error,
                  })
                }
              >
                <Trans>It is registered</Trans>
              </Button>
            ) : null}
            {mayEdit ? (
              <Button
                size="small"
                color="error"
                disabled={removing.isPending}
                aria-label={t`Remove: ${country}`}
                onClick={() => handleResult(removing.mutateAsync(one.country), { onError: toasts.error })}
              >
                <Trans>Remove</Trans>
              </Button>
            ) : null}
          </Stack>
        );
      })}
    </Box>
  );
}

function NameForm({ names }: { names: Names }) {
  const saving = useSaveName();
  const [country, setCountry] = useState("");
  const [name, setName] = useState("");
  const [isRegistered, setRegistered] = useState(false);
  const isNever = names.never.includes(country);
  const needsRegistration = names.registered.includes(country);
  const isWrong = name !== "" && !NAME.test(name.trim());
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving.isPending) {
      return;
    }
    const body = { country, name: name.trim(), is_registered: needsRegistration && isRegistered };
    handleResult(saving.mutateAsync(body), {
      onSuccess: () => {
        setCountry("");
        setName("");
        setRegistered(false);
      },
    });
  };
  return (
    <Stack component="form" spacing={1.5} onSubmit={save} noValidate>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5}>
        <CountryField value={country} onChange={setCountry} label={t`Country of the receivers`} />
        <TextField
          fullWidth
          label={t`Name`}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isWrong}
          helperText={t`3 to 11 letters, digits and spaces`}
          slotProps={{ htmlInput: { maxLength: 11 } }}
        />
      </Stack>
      {isNever ? (
        <Alert severity="warning">
          <Trans>Networks there don’t accept names. Text messages come from a number.</Trans>
        </Alert>
      ) : null}
      {needsRegistration ? (
        <>
          <Alert severity="info">
            <Trans>
              The name has to be registered there first, through your provider. Until then text messages come from a
              number.
            </Trans>
          </Alert>
          <FormControlLabel
            control={<Checkbox checked={isRegistered} onChange={(_, checked) => setRegistered(checked)} />}
            label={t`My provider has registered the name`}
          />
        </>
      ) : null}
      {saving.error ? (
        <Typography variant="body2" color="error" role="alert">
          {messageOf(saving.error)}
        </Typography>
      ) : null}
      <Button
        type="submit"
        variant="outlined"
        disabled={country === "" || isNever || !NAME.test(name.trim()) || saving.isPending}
        sx={{ alignSelf: "flex-start" }}
      >
        <Trans>Save name</Trans>
      </Button>
    </Stack>
  );
}
