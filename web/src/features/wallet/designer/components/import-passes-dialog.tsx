import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  type PassImport,
  passImportQuery,
  passImportsQuery,
  useUploadPasses,
} from "@/features/wallet/designer/api/pass-imports";
import type { PassTemplate } from "@/features/wallet/designer/api/templates";
import { PassImportScreen } from "@/features/wallet/designer/components/pass-import";
import { columnsOf } from "@/features/wallet/designer/placeholders";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { useOrganizationData } from "@/shared/organization/organization";
import { wholeContent } from "@/shared/wallet/pass-content";

interface ImportPassesDialogProps {
  template: PassTemplate;
  onClose: () => void;
}

/** Creates a pass for each row of a CSV file, after its columns were matched and a dry run. */
export function ImportPassesDialog({ template, onClose }: ImportPassesDialogProps) {
  const [importId, setImportId] = useState<string | null>(null);
  const columns = columnsOf(wholeContent(template.content));
  return (
    <FormDialog onClose={onClose} aria-labelledby="import-passes-title" fullWidth>
      <DialogTitle id="import-passes-title">
        <Trans>Import passes</Trans>
      </DialogTitle>
      {importId === null ? (
        <Start template={template} columns={columns} onOpen={setImportId} onClose={onClose} />
      ) : (
        <OneImport importId={importId} columns={columns} onClose={onClose} />
      )}
    </FormDialog>
  );
}

function OneImport({ importId, columns, onClose }: { importId: string; columns: string[]; onClose: () => void }) {
  const found = useQuery(passImportQuery(importId));
  if (found.data !== undefined) {
    return <PassImportScreen detail={found.data} columns={columns} onClose={onClose} />;
  }
  return (
    <DialogContent>
      {found.isError ? (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton variant="rounded" height={160} aria-busy="true" />
      )}
    </DialogContent>
  );
}

interface StartProps extends ImportPassesDialogProps {
  columns: string[];
  onOpen: (importId: string) => void;
}

function Start({ template, columns, onOpen, onClose }: StartProps) {
  const input = useRef<HTMLInputElement>(null);
  const uploading = useUploadPasses(template.template_id);
  const used = columns.join(", ");
  return (
    <>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <DialogContentText>
            <Trans>
              Each row of a CSV file becomes a pass. You choose what each column is for, and see what the import would
              do before any pass is created.
            </Trans>{" "}
            {used === "" ? null : t`This template uses: ${used}.`}
          </DialogContentText>
          {uploading.error ? <Alert severity="error">{messageOf(uploading.error)}</Alert> : null}
          <Box>
            <Button
              variant="outlined"
              startIcon={<UploadIcon />}
              loading={uploading.isPending}
              loadingPosition="start"
              onClick={() => input.current?.click()}
            >
              <Trans>Choose a file</Trans>
            </Button>
            <input
              ref={input}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              aria-label={t`CSV file`}
              hidden
              onChange={(event) => {
                const chosen = event.target.files?.[0];
                event.target.value = "";
                if (chosen) {
                  uploading.mutate(chosen, { onSuccess: ({ import_id }) => onOpen(import_id) });
                }
              }}
            />
          </Box>
          <Earlier templateId={template.template_id} onOpen={onOpen} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </>
  );
}

function Earlier({ templateId, onOpen }: { templateId: string; onOpen: (importId: string) => void }) {
  const list = useQuery(passImportsQuery(templateId));
  const zone = useOrganizationData().data?.time_zone;
  if (list.isError) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!list.data?.items.length) {
    return null;
  }
  return (
    <section aria-labelledby="earlier-pass-imports">
      <Typography id="earlier-pass-imports" variant="subtitle2" component="h3">
        <Trans>Earlier imports</Trans>
      </Typography>
      <List dense disablePadding>
        {list.data.items.map((one) => (
          <ListItem key={one.import_id} disablePadding>
            <ListItemButton onClick={() => onOpen(one.import_id)} sx={{ px: 1 }}>
              <ListItemText
                primary={one.file_name}
                secondary={[formatDateTime(one.uploaded_at, zone), stateText(one)].join(" · ")}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </section>
  );
}

function stateText({ state, counts, progress }: PassImport): string {
  const percent = formatCount(Math.floor(progress * 100));
  switch (state) {
    case "running":
      return t`Importing: ${percent}%`;
    case "undoing":
      return t`Undoing: ${percent}%`;
    case "undone":
      return t`Undone`;
    case "cancelled":
      return t`Discarded`;
    case "done":
    case "stopped":
      return plural(counts.created, { one: "# pass created", other: "# passes created" });
    default:
      return t`Not imported yet`;
  }
}
