import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import List from "@mui/material/List";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, type SyntheticEvent, useState } from "react";
import { type SavedView, useViewChanges, viewsQuery } from "@/features/insights/analytics/api/views";
import { ViewRow } from "@/features/insights/analytics/components/view-row";
import { ICONS } from "@/features/insights/analytics/head-icons";
import { searchFromUrl } from "@/features/insights/analytics/use-analytics-view";
import { PlainButton } from "@/shared/components/plain-button";
import { useWasOpen } from "@/shared/components/use-was-open";
import { useToasts } from "@/shared/components/toasts";
import { reaches, useOrganization } from "@/shared/organization/organization";

interface ViewsMenuProps {
  /** The view on screen as a query string. The one that is saved is that of the URL. */
  search: string;
  isOpen: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onOpen: (isOpen: boolean) => void;
  onChoose: (view: SavedView) => void;
}

/** Saved views: select one, save the current one, change or delete one. */
export function ViewsMenu({ search, isOpen, anchor, onOpen, onChoose }: ViewsMenuProps) {
  const { role } = useOrganization();
  const views = useQuery(viewsQuery);
  const changes = useViewChanges();
  const toasts = useToasts();
  const wasOpen = useWasOpen(isOpen);
  const canShare = reaches(role, "editor");
  const items = views.data?.items ?? [];
  const current = items.find((view) => view.search === search);
  const saveView = async (name: string, is_shared: boolean) => {
    try {
      await changes.save.mutateAsync({ name, search: searchFromUrl(), is_shared });
      toasts.success(t`View “${name}” saved.`);
      return true;
    } catch (error) {
      toasts.error(error);
      return false;
    }
  };
  return (
    <>
      <PlainButton
        ref={anchor}
        icon={ICONS.views}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(true)}
      >
        {current?.name ?? t`Views`}
      </PlainButton>
      {wasOpen ? (
        <Popover
          open={isOpen}
          anchorEl={() => anchor.current}
          onClose={() => onOpen(false)}
          anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
          transformOrigin={{ vertical: "top", horizontal: "right" }}
          slotProps={{
            paper: {
              role: "dialog",
              "aria-label": t`Saved views`,
              sx: { borderRadius: 3, mt: 1, width: 380, maxWidth: "calc(100vw - 32px)" },
            },
          }}
        >
          {items.length === 0 ? (
            <Typography variant="body2" color="textSecondary" sx={{ p: 2, pb: 0 }}>
              {views.isError
                ? t`Your views couldn’t be loaded.`
                : t`No saved views yet. Save the current range and filters:`}
            </Typography>
          ) : (
            <List dense sx={{ maxHeight: 320, overflowY: "auto" }}>
              {items.map((view, place) => (
                <ViewRow
                  key={view.view_id}
                  view={view}
                  isCurrent={view === current}
                  isFirst={place === 0}
                  mayChange={view.is_own || canShare}
                  onChoose={onChoose}
                />
              ))}
            </List>
          )}
          <NewView canShare={canShare} onSave={saveView} />
        </Popover>
      ) : null}
    </>
  );
}

interface NewViewProps {
  canShare: boolean;
  /** Resolves to whether it was saved. */
  onSave: (name: string, isShared: boolean) => Promise<boolean>;
}

function NewView({ canShare, onSave }: NewViewProps) {
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && (await onSave(name.trim(), isShared))) {
      setName("");
    }
  };
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} sx={{ p: 2, borderTop: 1, borderColor: "divider" }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: "center" }}>
        <TextField
          size="small"
          label={t`New view name`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <Button type="submit" variant="contained" disabled={name.trim() === ""}>
          <Trans>Save</Trans>
        </Button>
      </Stack>
      {canShare ? (
        <FormControlLabel
          control={<Checkbox size="small" checked={isShared} onChange={(_, on) => setShared(on)} />}
          label={t`Share with the organisation`}
          slotProps={{ typography: { variant: "body2" } }}
        />
      ) : null}
    </Box>
  );
}
