import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import StarIcon from "@mui/icons-material/Star";
import StarBorderIcon from "@mui/icons-material/StarBorderOutlined";
import UpdateIcon from "@mui/icons-material/SaveOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, type SyntheticEvent, useState } from "react";
import { type SavedView, useViewChanges, viewsQuery } from "@/features/analytics/api/views";
import { ICONS } from "@/features/analytics/head-icons";
import { PlainButton } from "@/shared/components/plain-button";
import { useWasOpen } from "@/shared/components/use-was-open";
import { useToasts } from "@/shared/components/toasts";
import { reaches, useOrganization } from "@/shared/organization/organization";

interface ViewsMenuProps {
  /** The dashboard's present state, as its address has it. */
  search: string;
  isOpen: boolean;
  anchor: RefObject<HTMLButtonElement | null>;
  onOpen: (isOpen: boolean) => void;
  onChoose: (view: SavedView) => void;
}

/** Views under their names: choose one, keep the present one, change or remove. */
export function ViewsMenu({ search, isOpen, anchor, onOpen, onChoose }: ViewsMenuProps) {
  const { role } = useOrganization();
  const views = useQuery(viewsQuery);
  const changes = useViewChanges();
  const toasts = useToasts();
  const wasOpen = useWasOpen(isOpen);
  const canShare = reaches(role, "editor");
  const items = views.data?.items ?? [];
  const current = items.find((view) => view.search === search);
  const act = async (change: Promise<unknown>, words: string) => {
    try {
      await change;
      toasts.success(words);
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <>
      <PlainButton ref={anchor} icon={ICONS.views} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => onOpen(true)}>
        {current?.name ?? "Views"}
      </PlainButton>
      {wasOpen ? (
        <Popover
          open={isOpen}
          anchorEl={() => anchor.current}
          onClose={() => onOpen(false)}
          anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
          transformOrigin={{ vertical: "top", horizontal: "right" }}
          slotProps={{ paper: { role: "dialog", "aria-label": "Saved views", sx: { borderRadius: 3, mt: 1, width: 380, maxWidth: "calc(100vw - 32px)" } } }}
        >
          {items.length === 0 ? (
            <Typography variant="body2" color="textSecondary" sx={{ p: 2, pb: 0 }}>
              {views.isError ? "Your views could not be loaded." : "No views yet. Keep the present range and filters under a name:"}
            </Typography>
          ) : (
            <List dense sx={{ maxHeight: 320, overflowY: "auto" }}>
              {items.map((view, place) => (
                <ListItem key={view.view_id} disablePadding>
                  <ListItemButton
                    autoFocus={place === 0}
                    selected={view === current}
                    aria-current={view === current}
                    onClick={() => onChoose(view)}
                    sx={{ borderRadius: 1.5, minWidth: 0 }}
                  >
                    <ListItemText
                      primary={view.name}
                      secondary={view.is_shared ? "Whole organisation" : "Only you"}
                      slotProps={{ primary: { noWrap: true } }}
                    />
                  </ListItemButton>
                  <Tooltip title={view.is_default ? "Opens first; click to stop that" : "Open this view first"}>
                    <IconButton
                      size="small"
                      aria-label={`Open “${view.name}” first`}
                      aria-pressed={view.is_default}
                      onClick={() =>
                        void act(
                          changes.setDefault.mutateAsync(view.is_default ? null : view.view_id),
                          view.is_default ? "No view opens first." : `“${view.name}” opens first from now on.`,
                        )
                      }
                    >
                      {view.is_default ? <StarIcon fontSize="small" color="primary" /> : <StarBorderIcon fontSize="small" />}
                    </IconButton>
                  </Tooltip>
                  {view.is_own || canShare ? (
                    <>
                      <Tooltip title="Replace by what is shown now">
                        <IconButton
                          size="small"
                          aria-label={`Replace “${view.name}” by what is shown now`}
                          disabled={view === current}
                          onClick={() => void act(changes.save.mutateAsync({ ...kept(view), search }), `“${view.name}” was replaced.`)}
                        >
                          <UpdateIcon fontSize="small" />
                        </IconButton>
                      </Tooltip>
                      <Tooltip title="Remove">
                        <IconButton
                          size="small"
                          aria-label={`Remove the view “${view.name}”`}
                          onClick={() => void act(changes.remove.mutateAsync(view.view_id), `“${view.name}” was removed.`)}
                        >
                          <DeleteOutlineIcon fontSize="small" />
                        </IconButton>
                      </Tooltip>
                    </>
                  ) : null}
                </ListItem>
              ))}
            </List>
          )}
          <NewView
            canShare={canShare}
            onSave={(name, isShared) =>
              act(changes.save.mutateAsync({ name, search, is_shared: isShared }), `“${name}” is kept.`)
            }
          />
        </Popover>
      ) : null}
    </>
  );
}

function kept({ view_id, name, is_shared }: SavedView) {
  return { view_id, name, is_shared };
}

interface NewViewProps {
  canShare: boolean;
  onSave: (name: string, isShared: boolean) => Promise<void>;
}

function NewView({ canShare, onSave }: NewViewProps) {
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() !== "") {
      await onSave(name.trim(), isShared);
      setName("");
    }
  };
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} sx={{ p: 2, borderTop: 1, borderColor: "divider" }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: "center" }}>
        <TextField
          size="small"
          label="Keep this view as"
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <Button type="submit" variant="contained" disabled={name.trim() === ""}>
          Keep
        </Button>
      </Stack>
      {canShare ? (
        <FormControlLabel
          control={<Checkbox size="small" checked={isShared} onChange={(_, on) => setShared(on)} />}
          label="For the whole organisation"
          slotProps={{ typography: { variant: "body2" } }}
        />
      ) : null}
    </Box>
  );
}
