import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Grid from "@mui/material/Grid";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { sheetsQuery, useSheet } from "@/features/commerce/integrations/api/integrations";
import { leaveTo } from "@/features/commerce/integrations/leave";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import type { Connection } from "@/shared/integrations/integrations";

interface SheetPickerProps {
  connection: Connection;
  mayEdit: boolean;
}

/** The spreadsheet to which submissions are appended: chosen or created. */
export function SheetPicker({ connection: { account, scopes, settings, version }, mayEdit }: SheetPickerProps) {
  const isLogin = scopes.includes("drive.file");
  const chosen = typeof settings.spreadsheet_id === "string" ? settings.spreadsheet_id : "";
  const sheet = typeof settings.sheet === "string" ? settings.sheet : "";
  return (
    <Grid size={12}>
      <Card sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
          <Trans>Spreadsheet</Trans>
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 2, overflowWrap: "anywhere" }}>
          {isLogin
            ? t`We see and change only spreadsheets that were created or picked here in the Google Drive of ${account}.`
            : t`Share a spreadsheet with ${account} as an editor to see it here.`}
        </Typography>
        {chosen === "" ? (
          <Alert severity="warning" sx={{ mb: 2 }}>
            <Trans>No spreadsheet is chosen yet, so nothing can be added.</Trans>
          </Alert>
        ) : (
          <Typography sx={{ mb: 2 }}>
            <Link href={`https://docs.google.com/spreadsheets/d/${chosen}`} target="_blank" rel="noopener">
              <Trans>Open the spreadsheet</Trans>
            </Link>
          </Typography>
        )}
        {mayEdit ? <Choice key={version} chosen={chosen} sheet={sheet} isLogin={isLogin} /> : null}
      </Card>
    </Grid>
  );
}

interface ChoiceProps {
  chosen: string;
  sheet: string;
  isLogin: boolean;
}

function Choice({ chosen, sheet, isLogin }: ChoiceProps) {
  const query = useQuery(sheetsQuery);
  const change = useSheet();
  const toasts = useToasts();
  const [picked, setPicked] = useState(chosen);
  const [tab, setTab] = useState(sheet);
  if (query.isPending) {
    return <Skeleton variant="rounded" height={56} aria-label={t`Loading spreadsheets`} />;
  }
  if (isUnreadable(query)) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { spreadsheets } = query.data;
  const use = (event: SyntheticEvent) => {
    event.preventDefault();
    handleResult(change.mutateAsync({ action: "use", spreadsheet_id: picked, sheet: tab.trim() || null }), {
      onSuccess: () => toasts.success(t`Form submissions go there from now on`),
    });
  };
  const create = () => {
    handleResult(change.mutateAsync({ action: "create", sheet: tab.trim() || null }), {
      onSuccess: () =>
        toasts.success(isLogin ? t`The spreadsheet was created` : t`The spreadsheet was created and shared with you`),
    });
  };
  const pick = () => {
    handleResult(change.mutateAsync({ action: "pick" }), {
      onSuccess: ({ authorization_url }) => {
        if (authorization_url !== null) {
          leaveTo(authorization_url);
        }
      },
    });
  };
  return (
    <Stack component="form" noValidate onSubmit={use} spacing={2}>
      {change.isError ? <Alert severity="error">{messageOf(change.error)}</Alert> : null}
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
        <TextField
          select
          label={t`Spreadsheet`}
          value={spreadsheets.some(({ id }) => id === picked) ? picked : ""}
          onChange={({ target }) => setPicked(target.value)}
          helperText={spreadsheets.length > 0 ? null : isLogin ? t`None yet.` : t`No spreadsheet is shared yet.`}
          disabled={spreadsheets.length === 0}
          sx={{ flex: 1 }}
        >
          {spreadsheets.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t`Sheet`}
          value={tab}
          onChange={({ target }) => setTab(target.value)}
          helperText={t`It is created if it doesn’t exist.`}
          slotProps={{ htmlInput: { maxLength: 80 } }}
          sx={{ flex: 1 }}
        />
      </Stack>
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: "wrap" }}>
        <Button type="submit" variant="contained" disabled={change.isPending || picked === ""}>
          <Trans>Use this spreadsheet</Trans>
        </Button>
        <Button variant="outlined" disabled={change.isPending} onClick={create}>
          <Trans>Make a new one</Trans>
        </Button>
        {isLogin ? (
          <Button disabled={change.isPending} onClick={pick}>
            <Trans>Pick in Google Drive</Trans>
          </Button>
        ) : null}
      </Stack>
    </Stack>
  );
}
