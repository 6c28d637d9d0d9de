import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FileUploadOutlinedIcon from "@mui/icons-material/FileUploadOutlined";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ImportSource, useImportCodes } from "@/features/codes/codes/api/bulk-create";
import { RowsDialog } from "@/features/codes/codes/components/rows-dialog";
import { NO_ROWS, parseCsv } from "@/features/codes/codes/rows";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";

// eslint-disable-next-line lingui/no-unlocalized-strings -- the heading of an export, the same in every language
const DUB_COLUMNS = "Short link,Destination URL,Title,Tags,Created at";

/** The names of columns are those of the exports, in every language. */
const SOURCES: readonly { id: ImportSource; name: MessageDescriptor; columns: readonly string[] }[] = [
  {
    id: "csv",
    name: msg`My own table`,
    columns: ["name,destination,tags", "menu,https://example.com/menu,summer"],
  },
  { id: "bitly", name: msg`Bitly export`, columns: ["link,long_url,title,tags,created_at"] },
  { id: "dub", name: msg`Dub export`, columns: [DUB_COLUMNS] },
];

/** Opens the import dialog. */
export function ImportButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<FileUploadOutlinedIcon />} onClick={() => setOpen(true)}>
        <Trans>Import</Trans>
      </Button>
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<ImportSource>("csv");
  const [folder, setFolder] = useState("");
  const imports = useImportCodes();
  const folders = flattenTree(treeOf(useQuery(foldersQuery).data ?? []));
  return (
    <RowsDialog
      of={source}
      title={t`Import links`}
      help={t`Each link becomes a redirect code with its destination, title and tags, and with its slug if it is available. The old short link is stored as a property. Dates such as 2027-12-31 use your organisation’s time zone. At most 10,000 rows.`}
      placeholder={SOURCES.find((one) => one.id === source)?.columns.join("\n") ?? ""}
      before={
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
          <TextField
            select
            fullWidth
            size="small"
            label={t`Source`}
            value={source}
            onChange={(event) => setSource(event.target.value as ImportSource)}
          >
            {SOURCES.map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {t(one.name)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            fullWidth
            size="small"
            label={t`Folder`}
            value={folder}
            onChange={(event) => setFolder(event.target.value)}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">
              <Trans>No folder</Trans>
            </MenuItem>
            {folders.map((one) => (
              <MenuItem key={one.folder_id} value={one.folder_id}>
                {one.trail.join(" / ")}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
      }
      busy={imports.isPending}
      send={(csv, preview) =>
        parseCsv(csv).length < 2
          ? Promise.reject(new Error(t(NO_ROWS)))
          : imports.mutateAsync({ source, csv, folderId: folder === "" ? null : folder, preview })
      }
      onClose={onClose}
    />
  );
}
