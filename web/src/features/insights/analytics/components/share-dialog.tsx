import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { linksQuery, type ShareLink, useLinkChanges } from "@/features/insights/analytics/api/share-links";
import { messageOf } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { CopyButton } from "@/shared/components/copy-button";
import { FormDialog } from "@/shared/components/form-dialog";
import { useToasts } from "@/shared/components/toasts";
import { formatDate } from "@/shared/format/dates";

const DAYS = [
  [1, msg`a day`],
  [7, msg`a week`],
  [30, msg`30 days`],
  [90, msg`90 days`],
  [365, msg`a year`],
] as const;

interface ShareDialogProps {
  title: string;
  question: QueryInput;
  zone: string;
  onClose: () => void;
}

/** Creates links that show these numbers to people without a login, and revokes them. */
export function ShareDialog({ title, question, zone, onClose }: ShareDialogProps) {
  const titleId = useId();
  const { create } = useLinkChanges();
  const [name, setName] = useState(title);
  const [days, setDays] = useState(30);
  const [isFixed, setFixed] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const {
      interval,
      from,
      to,
      filters = {},
      include_bots = false,
      dimensions_as_of = "current",
      compare = "previous",
    } = question;
    try {
      await create.mutateAsync({
        name: name.trim(),
        question: { interval, from, to, filters, include_bots, dimensions_as_of, compare },
        range_is_fixed: isFixed,
        days,
      });
    } catch {
      // Shown above the fields.
    }
  };
  return (
    // The URL of a link is shown only once: a click outside the dialog must not close it.
    <FormDialog
      asks={!create.data}
      onClose={create.isPending || create.data ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Share dashboard</Trans>
      </DialogTitle>
      <DialogContent>
        <form onSubmit={(event) => void submit(event)}>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <Typography variant="body2" color="textSecondary">
              <Trans>
                Anyone with the link can see this dashboard with these filters until the link expires. No login is
                required. Exports are not available.
              </Trans>
            </Typography>
            {create.isError ? <Alert severity="error">{messageOf(create.error)}</Alert> : null}
            <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
              <TextField
                required
                label={t`Title, shown to viewers`}
                value={name}
                onChange={(event) => setName(event.target.value)}
                slotProps={{ htmlInput: { maxLength: 80 } }}
              />
              <TextField
                select
                label={t`Expires after`}
                value={days}
                onChange={(event) => setDays(Number(event.target.value))}
                sx={{ minWidth: 140 }}
              >
                {DAYS.map(([value, words]) => (
                  <MenuItem key={value} value={value}>
                    {t(words)}
                  </MenuItem>
                ))}
              </TextField>
            </Stack>
            <FormControlLabel
              control={<Switch checked={isFixed} onChange={(_, on) => setFixed(on)} />}
              label={t`Only the current date range`}
            />
            <Button
              type="submit"
              variant="contained"
              disabled={name.trim() === "" || create.isPending}
              sx={{ alignSelf: "flex-start" }}
            >
              <Trans>Create link</Trans>
            </Button>
            {create.data ? (
              <Alert severity="success" sx={{ "& .MuiAlert-message": { minWidth: 0, flexGrow: 1 } }}>
                <Typography variant="body2" sx={{ mb: 1 }}>
                  <Trans>Copy the link now. It won’t be shown again.</Trans>
                </Typography>
                <Stack direction={{ xs: "column", sm: "row" }} spacing={1}>
                  <TextField
                    size="small"
                    label={t`Link`}
                    value={create.data.url}
                    slotProps={{ htmlInput: { readOnly: true } }}
                    onFocus={(event) => (event.target as HTMLInputElement).select()}
                  />
                  <CopyButton text={create.data.url} label={t`Copy`} variant="outlined" sx={{ flexShrink: 0 }} />
                </Stack>
              </Alert>
            ) : null}
          </Stack>
        </form>
        <Links zone={zone} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose} disabled={create.isPending}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </FormDialog>
  );
}

function Links({ zone }: { zone: string }) {
  const links = useQuery(linksQuery);
  const { revoke } = useLinkChanges();
  const toasts = useToasts();
  const end = async ({ link_id, name }: ShareLink) => {
    try {
      await revoke.mutateAsync(link_id);
      toasts.success(t`“${name}” revoked.`);
    } catch (error) {
      toasts.error(error);
    }
  };
  if (isUnreadable(links)) {
    return (
      <Alert severity="warning">
        <Trans>Your links couldn’t be loaded: {messageOf(links.error)}</Trans>
      </Alert>
    );
  }
  if (!links.data || links.data.items.length === 0) {
    return null;
  }
  return (
    <>
      <Typography variant="h6" component="h3" sx={{ mt: 3 }}>
        <Trans>Links</Trans>
      </Typography>
      <List dense disablePadding aria-label={t`Links`}>
        {links.data.items.map((link) => (
          <ListItem
            key={link.link_id}
            disableGutters
            secondaryAction={
              link.state === "open" ? (
                <Button
                  size="small"
                  color="error"
                  disabled={revoke.isPending}
                  onClick={() => void end(link)}
                  aria-label={t`Revoke “${link.name}”`}
                >
                  <Trans>Revoke</Trans>
                </Button>
              ) : (
                <Chip size="small" label={link.state === "revoked" ? t`Revoked` : t`Expired`} />
              )
            }
            sx={{ pr: 12 }}
          >
            <ListItemText
              primary={link.name}
              secondary={[
                `${link.hint}…`,
                t`until ${formatDate(link.expires_at, zone)}`,
                link.last_used_at ? t`last opened ${formatDate(link.last_used_at, zone)}` : t`never opened`,
                link.author,
              ]
                .filter(Boolean)
                .join(" · ")}
              slotProps={{ primary: { noWrap: true } }}
            />
          </ListItem>
        ))}
      </List>
    </>
  );
}
